// See flex.h. The stiffness is that of a spring on which the lightest vertex of the contact oscillates with
// a given frequency: k = omega^2 min m.
#include <algorithm>

#include "constraint/flex/flex_rows.h"
#include "constraint/kinds/kinds.h"
#include "dynamics/jacobian.h"
#include "flex/metric/stiffness.h"
#include "math/vec3.h"
#include "model/access.h"
#include "model/workspace.h"

namespace corten {

namespace {

constexpr double kOmegaSquared = 5e7;

bool has_passive(const Model& m, const Data& d) {
  if (m.nflex == 0 || m.nv == 0 || (m.opt.disableflags & kDisableContact)) return false;
  return std::ranges::any_of(d.contact, [](const Contact& c) { return c.exclude == kContactPassive; });
}

// Smallest mass of the vertices of a contact, 0: none of them moves.
double least_mass(const Model& m, const Data& d, const Contact& contact) {
  double least = 0;
  const auto see = [&](int flex, int vertex) {
    const int body = m.flex_vertbodyid[m.flex_vertadr[flex] + vertex];
    const int dof = body < 0 ? -1 : first_dof(m, body);
    if (dof < 0) return;
    const double mass = d.M[m.M_rowadr[dof] + m.M_rownnz[dof] - 1];
    if (mass > 0 && (least == 0 || mass < least)) least = mass;
  };
  for (int side = 0; side < 2; ++side) {
    const int flex = contact.flex[side];
    if (flex < 0) continue;
    if (contact.vert[side] >= 0) {
      see(flex, contact.vert[side]);
    } else if (contact.elem[side] >= 0) {
      for (const int vertex : element_vertices(m, flex, contact.elem[side])) see(flex, vertex);
    }
  }
  return least;
}

// Collects rows, each dof once.
class RowWriter {
 public:
  RowWriter(const Model& m, const Data& d, PassiveDofs which, Scratch::Frame& frame)
      : m_(m), d_(d), metric_(which == PassiveDofs::kMetric), entry_(frame.take<int>(m.nv)) {
    int contacts = 0, entries = 0;
    for (const Contact& contact : d.contact) {
      if (contact.exclude != kContactPassive) continue;
      ++contacts;
      for (int side = 0; side < 2; ++side) entries += count(carriers_of(contact, side));
    }
    start_ = frame.take<int>(contacts + 1);
    k_ = frame.take<double>(contacts);
    dof_ = frame.take<int>(entries);
    J_ = frame.take<double>(entries);
    std::ranges::fill(entry_, -1);
    start_[0] = 0;
  }

  void add(const Contact& contact) {
    const int begin = size_;
    for (int side = 0; side < 2; ++side) {
      const Carriers carriers = carriers_of(contact, side);
      for (int b = 0; b < carriers.count; ++b) add_body(contact, carriers.body[b], carriers.weight[b], begin);
    }
    for (int at = begin; at < size_; ++at) entry_[dof_[at]] = -1;
    k_[rows_] = kOmegaSquared * least_mass(m_, d_, contact);
    start_[++rows_] = size_;
  }

  StiffRows rows() const { return {start_, dof_.first(size_), J_.first(size_), k_}; }

 private:
  Carriers carriers_of(const Contact& contact, int side) const {
    Carriers carriers;
    const int flex = contact.flex[side];
    if (metric_ && (flex < 0 || is_interpolated(m_, flex))) return carriers;
    add_carriers(m_, d_, contact, side, side == 0 ? -1 : 1, carriers);
    return carriers;
  }

  std::span<const int> dofs_of(int body) const {
    const std::span<const int> dofs = body_dofs(m_, body);
    if (!metric_) return dofs;
    const int first = first_dof(m_, body);
    return first >= 0 && d_.efm_K_rownnz[first] > 0 ? dofs.last(3) : dofs.first(0);
  }

  int count(const Carriers& carriers) const {
    int sum = 0;
    for (int b = 0; b < carriers.count; ++b) sum += static_cast<int>(dofs_of(carriers.body[b]).size());
    return sum;
  }

  void add_body(const Contact& contact, int body, double weight, int begin) {
    const Vec3 normal = row(contact.frame, 0), offset = com_offset(m_, d_, body, contact.pos);
    for (const int dof : dofs_of(body)) {
      const double J = dot(normal, translation(d_.cdof[dof], offset)) * weight;
      int& at = entry_[dof];
      if (at >= begin) {
        J_[at] += J;
      } else {
        at = size_++;
        dof_[at] = dof;
        J_[at] = J;
      }
    }
  }

  const Model& m_;
  const Data& d_;
  const bool metric_;
  std::span<int> entry_;  // of each dof in the present row, -1: none
  std::span<int> start_, dof_;
  std::span<double> J_, k_;
  int size_ = 0, rows_ = 0;
};

}  // namespace

StiffRows passive_contact_rows(const Model& m, const Data& d, PassiveDofs which, Scratch::Frame& frame) {
  if (!has_passive(m, d)) return {};
  RowWriter writer(m, d, which, frame);
  for (const Contact& contact : d.contact) {
    if (contact.exclude == kContactPassive) writer.add(contact);
  }
  return writer.rows();
}

void add_passive_contact_forces(const Model& m, Data& d) {
  constexpr int kNoPassive = kDisableSpring | kDisableDamper;
  if ((m.opt.disableflags & kNoPassive) == kNoPassive || !has_passive(m, d)) return;
  Scratch::Frame frame(work(d).scratch);
  const StiffRows rows = passive_contact_rows(m, d, PassiveDofs::kAll, frame);
  int row = 0;
  for (Contact& contact : d.contact) {
    if (contact.exclude != kContactPassive) continue;
    const double force = -rows.k[row] * contact.dist;
    for (int at = rows.start[row]; at < rows.start[row + 1]; ++at) d.qfrc_spring[rows.dof[at]] += force * rows.J[at];
    ++row;
  }
}

}  // namespace corten
