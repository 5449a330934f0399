// Equality constraints.
//
//   connect   pos = p1 - p2                                       3 rows
//   weld      pos = (p1 - p2,  s vec(q2* q1))                     6 rows, s: torquescale
//   joint,    pos = x1 - x1_0 - c0 - (c1 y + c2 y^2 + c3 y^3 + c4 y^4),  y = x2 - x2_0;   1 row
//   tendon    without second object  pos = x1 - x1_0 - c0
//   flex      see flex/equality.cc
// p, q: anchor and orientation of the two sides in the world; x: joint position or tendon length, x_0 its value at
// qpos0; c: polycoef.
#include <algorithm>

#include "constraint/flex/flex_rows.h"
#include "constraint/kinds/kinds.h"
#include "math/vec3.h"
#include "model/awake.h"

namespace corten {

namespace {

Vec3 data_vec(const Model& m, int e, int first) {
  const double* data = m.eq_data[e].data() + first;
  return {data[0], data[1], data[2]};
}

Vec3 point_of(const Data& d, int body, const Vec3& local) { return d.xpos[body] + d.xmat[body] * local; }

Vec3 vector_part(const Quat& q) { return {q.x, q.y, q.z}; }

// Columns of the velocity of the first point relative to the second, for connect and weld.
struct RelativeColumns {
  RelativeColumns(const Model& m, const Data& d, const BodyPointPair& pair)
      : data(d),
        dofs(pair_dofs(m, pair.first.body, pair.second.body)),
        offset{com_offset(m, d, pair.first.body, pair.first.point),
               com_offset(m, d, pair.second.body, pair.second.point)} {}

  // Calls visit(dof, translation, rotation) in the order of the dofs.
  template <class Visit>
  void for_each(Visit&& visit) const {
    const Vec3 apart = offset[0] - offset[1];  // shared dofs: one tree, one centre of mass
    for (const int dof : dofs.shared) visit(dof, cross(data.cdof[dof].rot, apart), Vec3{});
    for (const int side : {dofs.low, 1 - dofs.low}) {
      const double sign = side == 0 ? 1 : -1;
      for (const int dof : dofs.only[side]) {
        visit(dof, translation(data.cdof[dof], offset[side]) * sign, data.cdof[dof].rot * sign);
      }
    }
  }

  const Data& data;
  PairDofs dofs;
  Vec3 offset[2];
};

void put_column(const RowSink::Block& block, int column, int first_row, const Vec3& v) {
  for (int r = 0; r < 3; ++r) block.J[(first_row + r) * block.nnz + column] = v[r];
}

void assemble_connect(const Model& m, const Data& d, int e, RowSink& sink) {
  const BodyPointPair pair = attachments(m, d, e);
  const RelativeColumns columns(m, d, pair);
  const RowSink::Block block = sink.open(ConstraintType::kEquality, e, 3, columns.dofs.count());
  int i = 0;
  columns.for_each([&](int dof, const Vec3& linear, const Vec3&) {
    block.dofs[i] = dof;
    put_column(block, i++, 0, linear);
  });
  const Vec3 error = pair.first.point - pair.second.point;
  for (int r = 0; r < 3; ++r) block.pos[r] = error[r];
  sink.close(block);
}

void assemble_weld(const Model& m, const Data& d, int e, RowSink& sink) {
  const BodyPointPair pair = attachments(m, d, e);
  const RelativeColumns columns(m, d, pair);
  const double scale = torque_scale(m, e);
  const Mat3 map = orientation_error_map(pair.first.quat, pair.second.quat, scale);
  const RowSink::Block block = sink.open(ConstraintType::kEquality, e, 6, columns.dofs.count());
  int i = 0;
  columns.for_each([&](int dof, const Vec3& linear, const Vec3& angular) {
    block.dofs[i] = dof;
    put_column(block, i, 0, linear);
    put_column(block, i++, 3, map * angular);
  });
  const Vec3 error = pair.first.point - pair.second.point;
  const Vec3 turn = vector_part(conjugate(pair.second.quat) * pair.first.quat) * scale;
  for (int r = 0; r < 3; ++r) block.pos[r] = error[r], block.pos[3 + r] = turn[r];
  sink.close(block);
}

// A scalar coordinate relative to its value at qpos0, and its derivative.
struct Coordinate {
  double value = 0;
  std::span<const int> dofs;
  std::span<const double> J;
};

constexpr double kOne = 1;

Coordinate joint_coordinate(const Model& m, const Data& d, int j) {
  const int q = m.jnt_qposadr[j];
  return {d.qpos[q] - m.qpos0[q], m.jnt_dofadr.span(j, 1), {&kOne, 1}};
}

Coordinate tendon_coordinate(const Model& m, const Data& d, int t) {
  const int nnz = m.ten_J_rownnz[t], adr = m.ten_J_rowadr[t];
  return {d.ten_length[t] - m.tendon_length0[t], m.ten_J_colind.span(adr, nnz), d.ten_J.span(adr, nnz)};
}

// Writes a.J + scale * b.J and returns how many non-zeros it has.
int write_sum(const Coordinate& a, const Coordinate& b, double scale, int* dofs, double* J) {
  std::size_t i = 0, j = 0;
  int n = 0;
  while (i < a.dofs.size() || j < b.dofs.size()) {
    const bool take_a = j == b.dofs.size() || (i < a.dofs.size() && a.dofs[i] <= b.dofs[j]);
    const bool take_b = i == a.dofs.size() || (j < b.dofs.size() && b.dofs[j] <= a.dofs[i]);
    dofs[n] = take_a ? a.dofs[i] : b.dofs[j];
    J[n] = (take_a ? a.J[i] : 0) + (take_b ? scale * b.J[j] : 0);
    i += take_a, j += take_b, ++n;
  }
  return n;
}

void assemble_coupling(const Model& m, const Data& d, int e, RowSink& sink) {
  const auto coordinate = m.eq_type[e] == EqualityType::kJoint ? joint_coordinate : tendon_coordinate;
  const Vec<11>& c = m.eq_data[e];
  const Coordinate x = coordinate(m, d, m.eq_obj1id[e]);
  Coordinate y;
  double slope = 0, wanted = c[0];
  if (m.eq_obj2id[e] >= 0) {
    y = coordinate(m, d, m.eq_obj2id[e]);
    const double v = y.value;
    wanted += v * (c[1] + v * (c[2] + v * (c[3] + v * c[4])));
    slope = c[1] + v * (2 * c[2] + v * (3 * c[3] + v * 4 * c[4]));
  }
  RowSink::Block row = sink.open(ConstraintType::kEquality, e, 1, static_cast<int>(x.dofs.size() + y.dofs.size()));
  row.nnz = write_sum(x, y, -slope, row.dofs, row.J);
  row.pos[0] = x.value - wanted;
  sink.close(row);
}

}  // namespace

BodyPointPair attachments(const Model& m, const Data& d, int e) {
  const int a = m.eq_obj1id[e], b = m.eq_obj2id[e];
  const bool weld = m.eq_type[e] == EqualityType::kWeld;
  BodyPointPair pair;
  if (m.eq_objtype[e] == Object::kSite) {
    pair.first = {m.site_bodyid[a], d.site_xpos[a], {}};
    pair.second = {m.site_bodyid[b], d.site_xpos[b], {}};
    if (weld) {
      pair.first.quat = d.xquat[pair.first.body] * m.site_quat[a];
      pair.second.quat = d.xquat[pair.second.body] * m.site_quat[b];
    }
    return pair;
  }
  // eq_data of a connect is (anchor in 1, anchor in 2), of a weld (anchor in 2, anchor in 1, relative orientation)
  pair.first = {a, point_of(d, a, data_vec(m, e, weld ? 3 : 0)), {}};
  pair.second = {b, point_of(d, b, data_vec(m, e, weld ? 0 : 3)), {}};
  if (weld) {
    const Vec<11>& data = m.eq_data[e];
    pair.first.quat = d.xquat[a] * Quat{data[6], data[7], data[8], data[9]};
    pair.second.quat = d.xquat[b];
  }
  return pair;
}

// d/dt (q2* q1) = 1/2 q2* w q1 with the relative angular velocity w, linear in w: one column per axis.
Mat3 orientation_error_map(const Quat& q1, const Quat& q2, double scale) {
  const Quat back = conjugate(q2);
  const double s = 0.5 * scale;
  return from_columns(vector_part(back * Quat{0, 1, 0, 0} * q1) * s, vector_part(back * Quat{0, 0, 1, 0} * q1) * s,
                      vector_part(back * Quat{0, 0, 0, 1} * q1) * s);
}

void assemble_equalities(const Model& m, Data& d, RowSink& sink) {
  const bool sleepers = has_sleepers(m, d);
  for (int e = 0; e < m.neq; ++e) {
    if (!d.eq_active[e] || (sleepers && is_equality_asleep(m, d, e))) continue;
    switch (m.eq_type[e]) {
      case EqualityType::kConnect:
        assemble_connect(m, d, e, sink);
        break;
      case EqualityType::kWeld:
        assemble_weld(m, d, e, sink);
        break;
      case EqualityType::kJoint:
      case EqualityType::kTendon:
        assemble_coupling(m, d, e, sink);
        break;
      case EqualityType::kFlex:
      case EqualityType::kFlexVert:
      case EqualityType::kFlexStrain:
        assemble_flex_equality(m, d, e, sink);
        break;
      default:
        break;
    }
  }
}

}  // namespace corten
