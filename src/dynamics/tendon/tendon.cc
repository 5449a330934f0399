// Length of tendons and its derivative J with respect to the dofs.
//
//   fixed    length = sum of coef q                         J = coef
//   spatial  length = sum over legs of |p1 - p0| / divisor  J = u . (J_p1 - J_p0) / divisor,  u = (p1 - p0) / |p1 - p0|
// A leg round a geom consists of two straight parts and an arc on the geom. The tangent points are treated as fixed to
// the geom: the length is stationary in them, so J is exact.
// J is a sparse row; its pattern is fixed and stored in Model::ten_J_*.
#include "dynamics/tendon/tendon.h"

#include <algorithm>
#include <cmath>

#include "dynamics/smooth.h"

namespace corten {

namespace {

// One row of ten_J.
class TendonRow {
 public:
  TendonRow(const Model& m, Data& d, int tendon)
      : columns_(m.ten_J_colind.span(m.ten_J_rowadr[tendon], m.ten_J_rownnz[tendon])),
        values_(d.ten_J.span(m.ten_J_rowadr[tendon], m.ten_J_rownnz[tendon])) {
    std::fill(values_.begin(), values_.end(), 0.0);
  }

  // To be called before adding to dofs in decreasing order.
  void rewind() { at_ = columns_.size(); }
  void add(int dof, double value) {
    while (at_ > 0 && columns_[at_ - 1] > dof) --at_;
    if (at_ > 0 && columns_[at_ - 1] == dof) values_[at_ - 1] += value;
  }

 private:
  std::span<const int> columns_;
  std::span<double> values_;
  std::size_t at_ = 0;
};

// A point of the path and the body that carries it.
struct PathPoint {
  Vec3 pos;
  int body = 0;
};

// Adds a straight part to the row; returns its length.
double add_straight(const Model& m, const Data& d, const PathPoint& from, const PathPoint& to, double divisor,
                    TendonRow& row) {
  Vec3 direction = to.pos - from.pos;
  const double length = normalize(direction);
  if (from.body == to.body) return length;

  // The force pair along the direction as wrenches about the centres of mass: dot(cdof, wrench) is u . J.
  const Vec3 u = divisor == 1 ? direction : direction * (1 / divisor);
  const Vec3 moment_from = cross(com_offset(m, d, from.body, from.pos), u);
  const Vec3 moment_to = cross(com_offset(m, d, to.body, to.pos), u);
  row.rewind();
  for_each_relative_dof(m, from.body, to.body, [&](int dof, bool moves_to) {
    const Spatial& s = d.cdof[dof];
    const double along = dot(s.lin, u);
    row.add(dof, moves_to ? along + dot(s.rot, moment_to) : -along - dot(s.rot, moment_from));
  });
  return length;
}

// Writes the visible path of all tendons, point after point.
class PathWriter {
 public:
  static constexpr int kSite = -1, kPulley = -2;

  explicit PathWriter(Data& d) : d_(d) {}
  int count() const { return count_; }
  void add(const Vec3& pos, int object) {
    double* place = d_.wrap_xpos[count_ / 2].data() + 3 * (count_ % 2);
    place[0] = pos.x, place[1] = pos.y, place[2] = pos.z;
    d_.wrap_obj[count_ / 2][count_ % 2] = object;
    ++count_;
  }

 private:
  Data& d_;
  int count_ = 0;
};

std::optional<WrapArc> wrap_leg(const Model& m, const Data& d, const TendonLeg& leg) {
  if (leg.wrap < 0) return {};
  const int geom = m.wrap_objid[leg.wrap];
  // Users may write wrap_prm: a number that is no site, or NaN, counts as none.
  const double given = m.wrap_prm[leg.wrap];
  const int side = given > -0.5 && given < m.nsite - 0.5 ? static_cast<int>(given + 0.5) : -1;
  return wrap({m.wrap_type[leg.wrap], d.geom_xpos[geom], d.geom_xmat[geom], m.geom_size[geom].x}, d.site_xpos[leg.from],
              d.site_xpos[leg.to], side >= 0 ? &d.site_xpos[side] : nullptr);
}

// Adds a leg to the row and the path; returns its length.
double add_leg(const Model& m, const Data& d, const TendonLeg& leg, TendonRow& row, PathWriter& path) {
  const PathPoint from{d.site_xpos[leg.from], m.site_bodyid[leg.from]};
  const PathPoint to{d.site_xpos[leg.to], m.site_bodyid[leg.to]};
  if (leg.after_pulley) path.add({}, PathWriter::kPulley);
  path.add(from.pos, PathWriter::kSite);

  double length;
  if (const auto arc = wrap_leg(m, d, leg)) {
    const int geom = m.wrap_objid[leg.wrap], body = m.geom_bodyid[geom];
    length = add_straight(m, d, from, {arc->first, body}, leg.divisor, row) + arc->length +
             add_straight(m, d, {arc->second, body}, to, leg.divisor, row);
    path.add(arc->first, geom);
    path.add(arc->second, geom);
  } else {
    length = add_straight(m, d, from, to, leg.divisor, row);
  }
  if (leg.ends_branch) path.add(to.pos, PathWriter::kSite);
  return leg.divisor == 1 ? length : length / leg.divisor;
}

double fixed_tendon(const Model& m, const Data& d, int tendon, TendonRow& row) {
  double length = 0;
  for (int i = m.tendon_adr[tendon]; i < m.tendon_adr[tendon] + m.tendon_num[tendon]; ++i) {
    const int joint = m.wrap_objid[i];
    length += m.wrap_prm[i] * d.qpos[m.jnt_qposadr[joint]];
    row.rewind();
    row.add(m.jnt_dofadr[joint], m.wrap_prm[i]);
  }
  return length;
}

}  // namespace

void compute_tendons(const Model& m, Data& d) {
  PathWriter path(d);
  for (int i = 0; i < m.ntendon; ++i) {
    d.ten_wrapadr[i] = path.count();
    TendonRow row(m, d, i);
    double length = 0;
    if (is_fixed_tendon(m, i)) {
      length = fixed_tendon(m, d, i, row);
    } else {
      for_each_leg(m, i, [&](const TendonLeg& leg) { length += add_leg(m, d, leg, row, path); });
    }
    d.ten_length[i] = length;
    d.ten_wrapnum[i] = path.count() - d.ten_wrapadr[i];
  }
}

void compute_tendon_velocity(const Model& m, Data& d) {
  for (int i = 0; i < m.ntendon; ++i) {
    double velocity = 0;
    for (int k = m.ten_J_rowadr[i]; k < m.ten_J_rowadr[i] + m.ten_J_rownnz[i]; ++k) {
      velocity += d.ten_J[k] * d.qvel[m.ten_J_colind[k]];
    }
    d.ten_velocity[i] = velocity;
  }
}

}  // namespace corten
