// The rows of a step: their moves Y = Mh^-1 J', their responses W = J Y, and Gauss-Seidel passes over those that are
// not contacts. A row moves the trees that it acts on; with the effective metric of flexes it moves all dofs.
//
// A row of a soft constraint: u+ - u - h aref + R p = 0, equalities with any p, limits with p >= 0, friction with
// |p| <= h frictionloss.
#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <numeric>

#include "constraint/flex/flex_rows.h"
#include "corten/contact_solver.h"
#include "dynamics/derivative/derivative.h"
#include "dynamics/smooth.h"
#include "flex/metric/metric.h"
#include "formulation/formulation.h"
#include "model/awake.h"
#include "model/workspace.h"

namespace corten {

namespace {

bool is_cone_contact(ConstraintType type) {
  return type == ConstraintType::kContactElliptic || type == ConstraintType::kContactFrictionless;
}

// Least and most impulse of a row that is no contact.
struct Bounds {
  double least, most;
};
Bounds bounds_of(const Data& d, const ContactProblem::Block& block, double h) {
  constexpr double kAny = std::numeric_limits<double>::infinity();
  switch (block.type) {
    case ConstraintType::kEquality:
      return {-kAny, kAny};
    case ConstraintType::kFrictionDof:
    case ConstraintType::kFrictionTendon:
      return {-h * d.efc_frictionloss[block.row], h * d.efc_frictionloss[block.row]};
    default:
      return {0, kAny};
  }
}

bool is_awake(const Model& m, const Data& d, int tree) { return !has_sleepers(m, d) || d.tree_awake[tree]; }

// Calls visit(tree) for the trees that a row acts on and that are awake. Columns increase, so
// those of a tree are neighbours.
template <class Visit>
void for_each_tree(const Model& m, const Data& d, int row, Visit&& visit) {
  int last = -1;
  for (int k = d.efc_J_rowadr[row], end = k + d.efc_J_rownnz[row]; k < end; ++k) {
    const int tree = m.dof_treeid[d.efc_J_colind[k]];
    if (tree != last && is_awake(m, d, tree)) visit(tree);
    last = tree;
  }
}

}  // namespace

ContactProblem::ContactProblem(const Model& m, Data& d) : m_(m), d_(d), frame_(work(d).scratch) {
  const StepInertia inertia = factor_step_inertia(m, d);
  factor_ = inertia.factor, diag_inv_ = inertia.diag_inv;
  velocity_ = frame_.take<double>(m.nv);
  impulse_ = frame_.take_zero<double>(d.nefc);
  zeros_ = frame_.take_zero<double>(m.nv);
  find_smooth_velocity();
  last_velocity_ = frame_.take<double>(m.nv);
  std::ranges::copy(velocity_, last_velocity_.begin());
  list_blocks();
}

// v + h Mh^-1 f
void ContactProblem::find_smooth_velocity() {
  std::ranges::copy(d_.efm_active ? d_.qacc_smooth : d_.qfrc_smooth, velocity_.begin());
  if (!d_.efm_active) {
    for_each_awake_range(m_, d_, [&](int first, int count) {
      solve_ldl_range(inertia_pattern(m_), factor_, diag_inv_, velocity_, first, count);
    });
  }
  for (int i = 0; i < m_.nv; ++i) {
    const double change = is_awake(m_, d_, m_.dof_treeid[i]) ? m_.opt.timestep * velocity_[i] : 0;
    velocity_[i] = d_.qvel[i] + change;
  }
}

void ContactProblem::list_blocks() {
  const auto contact_rows = std::count_if(d_.efc_type.begin(), d_.efc_type.end(), is_cone_contact);
  contact_rows_ = frame_.take<Block>(static_cast<int>(contact_rows));
  contacts_ = frame_.take<ContactPoint>(static_cast<int>(contact_rows));
  rows_ = frame_.take<Block>(d_.nefc - static_cast<int>(contact_rows));
  std::size_t contacts = 0, rows = 0;
  for (int i = 0; i < d_.nefc;) {
    const bool contact = is_cone_contact(d_.efc_type[i]);
    std::array<double, 36> W{};
    const Block block = make_block(i, contact ? d_.contact[static_cast<std::size_t>(d_.efc_id[i])].dim : 1, W);
    i += block.count;
    if (contact) contacts_[contacts] = make_contact(block, W);
    (contact ? contact_rows_[contacts++] : rows_[rows++]) = block;
  }
  contact_rows_ = contact_rows_.first(contacts);
  contacts_ = contacts_.first(contacts);
}

ContactProblem::Block ContactProblem::make_block(int row, int count, std::array<double, 36>& W) {
  Block block{d_.efc_type[row], row, count};
  if (d_.efm_active) {
    block.ndof = m_.nv;
  } else {
    for_each_tree(m_, d_, row, [&](int tree) { block.ndof += m_.tree_dofnum[tree]; });
  }
  if (static_cast<double>(d_.nefc) * block.ndof * sizeof(double) > static_cast<double>(d_.memory_limit)) {
    throw std::bad_alloc();  // fewer contacts will fit
  }
  const std::span<int> dofs = frame_.take<int>(block.ndof);
  const std::span<double> moves = frame_.take<double>(count * block.ndof);
  if (d_.efm_active) {
    std::iota(dofs.begin(), dofs.end(), 0);
  } else {
    int* next = dofs.data();
    for_each_tree(m_, d_, row, [&](int tree) {
      std::iota(next, next + m_.tree_dofnum[tree], m_.tree_dofadr[tree]);
      next += m_.tree_dofnum[tree];
    });
  }
  block.dofs = dofs.data(), block.moves = moves.data();
  find_moves(block, moves.data(), W);
  block.response = W[0];
  return block;
}

// Uses zeros_ and leaves it as it was.
void ContactProblem::find_moves(const Block& block, double* moves, std::array<double, 36>& W) const {
  for (int r = 0; r < block.count; ++r, moves += block.ndof) {
    const int adr = d_.efc_J_rowadr[block.row + r], end = adr + d_.efc_J_rownnz[block.row + r];
    for (int k = adr; k < end; ++k) zeros_[d_.efc_J_colind[k]] = d_.efc_J[k];
    if (d_.efm_active) {
      Scratch::Frame frame(work(d_).scratch);
      EffectiveMetric(m_, d_, passive_contact_rows(m_, d_, PassiveDofs::kMetric, frame), frame).solve(zeros_);
    } else {
      for_each_tree(m_, d_, block.row, [&](int tree) {
        solve_ldl_range(inertia_pattern(m_), factor_, diag_inv_, zeros_, m_.tree_dofadr[tree], m_.tree_dofnum[tree]);
      });
    }
    for (int k = adr; k < end; ++k) {
      if (!is_awake(m_, d_, m_.dof_treeid[d_.efc_J_colind[k]])) zeros_[d_.efc_J_colind[k]] = 0;
    }
    for (int i = 0; i < block.ndof; ++i) moves[i] = zeros_[block.dofs[i]];
    for (int k = 0; k < block.count; ++k) W[static_cast<std::size_t>(6 * k + r)] = along(block.row + k, zeros_);
    for (int i = 0; i < block.ndof; ++i) zeros_[block.dofs[i]] = 0;
  }
}

ContactPoint ContactProblem::make_contact(const Block& block, const std::array<double, 36>& W) const {
  ContactPoint point;
  point.contact = d_.efc_id[block.row];
  const Contact& contact = d_.contact[static_cast<std::size_t>(point.contact)];
  point.dim = block.count;
  point.timestep = m_.opt.timestep;
  point.gap = contact.dist;
  point.friction = contact.friction;
  point.W = W;
  for (int k = 0; k < block.count; ++k) point.before[k] = d_.efc_vel[block.row + k];
  return point;
}

double ContactProblem::along(int row, std::span<const double> x) const {
  double sum = 0;
  for (int k = d_.efc_J_rowadr[row], end = k + d_.efc_J_rownnz[row]; k < end; ++k) {
    sum += d_.efc_J[k] * x[static_cast<std::size_t>(d_.efc_J_colind[k])];
  }
  return sum;
}

// Surfaces may move by themselves: efc_vel knows.
void ContactProblem::read_velocity(int contact) {
  ContactPoint& point = contacts_[contact];
  const int row = contact_rows_[contact].row;
  for (int k = 0; k < point.dim; ++k) {
    point.velocity[k] = along(row + k, velocity_) + (point.before[k] - along(row + k, d_.qvel));
  }
}

void ContactProblem::write_impulse(int contact, const Vec<6>& old) {
  const ContactPoint& point = contacts_[contact];
  const Block& block = contact_rows_[contact];
  for (int k = 0; k < point.dim; ++k) {
    const double change = point.impulse[k] - old[k];
    if (change == 0) continue;
    move(block, k, change, velocity_);
    impulse_[block.row + k] += change;
  }
}

// Contacts come in the same order in every step; some may be new, some gone.
void ContactProblem::use_last_impulses() {
  if (m_.opt.disableflags & kDisableWarmstart) return;
  constexpr int kFar = 32;  // so many contacts may have gone between two that stay
  int next = 0;
  for_each_contact([&](ContactPoint& point) {
    const Contact& c = d_.contact[static_cast<std::size_t>(point.contact)];
    const int end = std::min(next + kFar, d_.contact_warmstart.size());
    for (int i = next; i < end; ++i) {
      const ContactImpulse& last = d_.contact_warmstart[i];
      if (last.geom != c.geom || last.flex != c.flex || last.elem != c.elem || last.vert != c.vert) continue;
      for (int k = 0; k < point.dim; ++k) point.set(k, last.impulse[k]);
      next = i + 1;
      return;
    }
  });
}

double ContactProblem::change_since_last_pass() {
  double largest = 0;
  for (int i = 0; i < m_.nv; ++i) {
    largest = std::max(largest, std::abs(velocity_[i] - last_velocity_[i]));
    last_velocity_[i] = velocity_[i];
  }
  return largest;
}

void ContactProblem::update_rows() {
  const double h = m_.opt.timestep;
  for (const Block& block : rows_) {
    if (!(block.response > 0)) continue;
    const double R = d_.efc_R[block.row], old = impulse_[block.row];
    const double miss = along(block.row, velocity_) - d_.efc_vel[block.row] - h * d_.efc_aref[block.row] + R * old;
    const Bounds bounds = bounds_of(d_, block, h);
    const double change = std::clamp(old - miss / (block.response + R), bounds.least, bounds.most) - old;
    if (change == 0) continue;
    impulse_[block.row] += change;
    move(block, 0, change, velocity_);
  }
}

// Normal impulses in a world of their own, whose velocities only move positions in this step.
void ContactProblem::push_apart() {
  constexpr double kShare = 0.2;  // of the depth
  const double h = m_.opt.timestep;
  Scratch::Frame frame(work(d_).scratch);
  const std::span<double> target = frame.take<double>(static_cast<int>(contacts_.size()));
  bool any = false;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    read_velocity(static_cast<int>(i));
    const double gap = contacts_[i].gap + h * contacts_[i].velocity[0];
    target[i] = gap < -kContactSlop ? kShare * (-kContactSlop - gap) / h : -std::max(0.0, gap) / h;
    any |= target[i] > 0;
  }
  if (!any) return;
  const std::span<double> shift = frame.take_zero<double>(m_.nv);
  const std::span<double> pushed = frame.take_zero<double>(d_.nefc);
  const auto push = [&](const Block& block, double goal, double least) {
    if (!(block.response > 0)) return 0.0;
    const double old = pushed[block.row];
    const double change = std::max(least, old + (goal - along(block.row, shift)) / block.response) - old;
    pushed[block.row] += change;
    move(block, 0, change, shift);
    return std::abs(change) * block.response;
  };
  for (int pass = 0; pass < most_passes(); ++pass) {
    double largest = 0;
    for (const Block& row : rows_) {  // equalities hold, limits are not passed, friction does not matter
      constexpr double kAny = -std::numeric_limits<double>::infinity();
      if (row.type == ConstraintType::kFrictionDof || row.type == ConstraintType::kFrictionTendon) continue;
      largest = std::max(largest, push(row, 0, row.type == ConstraintType::kEquality ? kAny : 0));
    }
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
      largest = std::max(largest, push(contact_rows_[i], target[i], 0));
    }
    if (largest <= m_.opt.tolerance) break;
  }
  d_.qpos_rate.resize(m_.nv);
  for (int i = 0; i < m_.nv; ++i) d_.qpos_rate[i] = velocity_[i] + shift[i];
}

void ContactProblem::finish() {
  const double h = m_.opt.timestep;
  d_.efc_b.resize(d_.nefc);
  d_.efc_force.resize(d_.nefc);
  d_.efc_state.resize(d_.nefc);
  std::fill(d_.qfrc_constraint.begin(), d_.qfrc_constraint.end(), 0.0);
  for (int i = 0; i < d_.nefc; ++i) {
    d_.efc_b[i] = along(i, d_.qacc_smooth) - d_.efc_aref[i];
    const double force = d_.efc_force[i] = impulse_[i] / h;
    d_.efc_state[i] = force == 0 ? ConstraintState::kSatisfied : ConstraintState::kQuadratic;
    for (int k = d_.efc_J_rowadr[i], end = k + d_.efc_J_rownnz[i]; k < end; ++k) {
      d_.qfrc_constraint[d_.efc_J_colind[k]] += d_.efc_J[k] * force;
    }
  }
  for (int i = 0; i < m_.nv; ++i) {
    d_.qacc[i] = is_awake(m_, d_, m_.dof_treeid[i]) ? (velocity_[i] - d_.qvel[i]) / h : d_.qacc_smooth[i];
  }
  d_.solver_niter.resize(1);
  d_.solver_niter[0] = passes_;
}

void keep_impulses(const Model& m, Data& d) {
  d.contact_warmstart.clear();
  for (const Contact& c : d.contact) {
    if (c.efc_address < 0) continue;
    ContactImpulse kept{c.geom, c.flex, c.elem, c.vert, {}};
    for (int k = 0; k < c.dim; ++k) kept.impulse[k] = m.opt.timestep * d.efc_force[c.efc_address + k];
    d.contact_warmstart.push_back(kept);
  }
}

}  // namespace corten
