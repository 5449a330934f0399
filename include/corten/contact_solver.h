// Contact formulations: what makes a contact push.
//
// In one step the velocity of the world goes from v to v+, and that of a contact from u to u+:
//   Mh (v+ - v) = h f + J' p       u = J v,  u+ = J v+       q+ = q (+) h v+
//   Mh   inertia, with what the integrator treats implicitly       f   all forces but those of constraints, N
//   J    axes of contacts, limits, equalities, joint friction      p   their impulses, N s
// A contact law says which impulse goes with which velocity u+ of one contact. Gauss-Seidel visits all of them until
// none changes; with the response W = J Mh^-1 J' of a contact its own law is solved in closed form:
//   u+ = u+ without it + W p
// Equalities, limits and joint friction stay the soft constraints that they are: u+ - u - h aref + R p = 0 while they
// act, with aref and R from solref and solimp.
//
// A formulation of your own is a law, or a solver that does everything itself:
//   struct MyLaw { void update(corten::ContactPoint& contact) const; };
//   auto sim = corten::SimBuilder{}.contact_solver(corten::GaussSeidel{MyLaw{}}).build(model);
// The library's own, chosen by corten:solver of <option>, are in contact/.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <span>

#include "corten/data.h"
#include "corten/export.h"
#include "corten/model.h"

namespace corten {

// Depth at which rigid contacts rest, m: deep enough that collision detection finds them again in the next step.
inline constexpr double kContactSlop = 1e-5;

// One contact in a step. Axes: normal from the first body to the second, two tangents, spin about the normal, two
// rolls; velocities are those of the second body relative to the first.
struct ContactPoint {
  int contact = 0;                // its number in Data::contact
  int dim = 0;                    // number of axes: 1, 3, 4 or 6
  double timestep = 0;            // h
  double gap = 0;                 // distance of the surfaces at the start of the step, m
  Vec<5> friction;                // coefficient of each axis but the normal
  Vec<6> before, velocity;        // u and u+, m/s or rad/s
  Vec<6> impulse;                 // p, N s or N m s
  double least = 0;               // least normal impulse
  std::array<double, 36> W = {};  // six numbers per row

  // Gives one axis another impulse; the velocities follow.
  void set(int axis, double value) {
    const double change = value - impulse[axis];
    impulse[axis] = value;
    for (int k = 0; k < dim; ++k) velocity[k] += W[static_cast<std::size_t>(6 * k + axis)] * change;
  }
  double response(int axis, int other) const { return W[static_cast<std::size_t>(6 * axis + other)]; }
};

// A law may also have start(contact), a first guess of the impulse from what holds at the start of the step. Without,
// the first guess is what the same contact did in the last step, unless the flag warmstart is off.
template <class T>
concept ContactLaw = requires(const T& law, ContactPoint& contact) {
  law.update(contact);  // sets the impulse that the law asks for if all other impulses stay as they are
};

// Finds qacc, qfrc_constraint and efc_force from the constraint rows and the smooth forces. The world then moves to
// qvel + h qacc; positions with that velocity, or with qpos_rate if it is not empty.
template <class T>
concept ContactSolver = requires(const T& solver, const Model& model, Data& data) {
  solver.solve(model, data);
};

// By which a step calls a user's solver.
struct ContactStage {
  const void* solver = nullptr;
  void (*solve)(const void* solver, const Model& model, Data& data) = nullptr;
};
template <ContactSolver T>
ContactStage contact_stage(const T& solver) {
  return {&solver, [](const void* self, const Model& m, Data& d) { static_cast<const T*>(self)->solve(m, d); }};
}

// Friction of a contact whose tangential impulse opposes the slip. Axes are scaled by their coefficients, g_k = p_k /
// mu_k and s_k = mu_k u_k, so that the friction ellipsoid is a ball of radius p_n. With a bound w of the response the
// slip without friction would be s0 = s - w g; size(|s0|, w) says how large |g| is then.
template <class Size>
void update_friction(ContactPoint& c, const Size& size) {
  const int n = c.dim - 1;
  double w = 0;
  for (int k = 0; k < n; ++k) {
    double row = 0;
    for (int l = 0; l < n; ++l) row += std::abs(c.friction[k] * c.response(k + 1, l + 1) * c.friction[l]);
    w = std::max(w, row);
  }
  if (!(w > 0)) return;
  double s0[5] = {}, square = 0;
  for (int k = 0; k < n; ++k) {
    const double mu = c.friction[k];
    s0[k] = mu > 0 ? mu * c.velocity[k + 1] - w * c.impulse[k + 1] / mu : 0;
    square += s0[k] * s0[k];
  }
  const double slip = std::sqrt(square), scale = slip > 0 ? size(slip, w) / slip : 0;
  for (int k = 0; k < n; ++k) c.set(k + 1, -c.friction[k] * scale * s0[k]);
}

// The constraint rows of a world in one step, and their impulses so far.
class CORTEN_API ContactProblem {
 public:
  // After the stages before the constraint force; no impulses yet. Memory belongs to the scratch of `d`.
  ContactProblem(const Model& m, Data& d);
  ContactProblem(const ContactProblem&) = delete;
  ContactProblem& operator=(const ContactProblem&) = delete;

  // Rows that are treated together: a contact, or one row of another constraint.
  struct Block {
    ConstraintType type;
    int row = 0, count = 0;  // in Data's efc_ arrays
    int ndof = 0;            // dofs that its impulses move
    const int* dofs = nullptr;
    const double* moves = nullptr;  // count x ndof: Mh^-1 J'
    double response = 0;            // of a single row
  };
  std::span<const Block> rows() const { return rows_; }                  // all but contacts
  std::span<const Block> contact_rows() const { return contact_rows_; }  // of contacts()[i]
  std::span<ContactPoint> contacts() { return contacts_; }
  std::span<double> velocity() { return velocity_; }  // v+ so far, one per dof
  std::span<double> impulse() { return impulse_; }    // one per row

  // J x of a row, and x += the moves of an impulse in the row number k of a block.
  double along(int row, std::span<const double> x) const;
  void move(const Block& block, int k, double impulse, std::span<double> x) const {
    const double* moves = block.moves + k * block.ndof;
    for (int i = 0; i < block.ndof; ++i) x[static_cast<std::size_t>(block.dofs[i])] += moves[i] * impulse;
  }

  // One pass over the rows that are not contacts.
  void update_rows();
  // visit(contact) may change the impulse of each contact, one after the other.
  template <class Visit>
  void for_each_contact(Visit&& visit) {
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
      read_velocity(static_cast<int>(i));
      const Vec<6> old = contacts_[i].impulse;
      visit(contacts_[i]);
      write_impulse(static_cast<int>(i), old);
    }
  }

  // Passes over everything until none changes a velocity by more than the option tolerance (m/s), at most as many as
  // the option iterations.
  template <ContactLaw Law>
  void solve(const Law& law) {
    if constexpr (requires(ContactPoint & c) { law.start(c); }) {
      for_each_contact([&law](ContactPoint& c) { law.start(c); });
    } else if (passes_ == 0) {
      use_last_impulses();
    }
    change_since_last_pass();  // from here on
    for (int i = 0; i < most_passes(); ++i) {
      ++passes_;
      update_rows();
      for_each_contact([&law](ContactPoint& c) { law.update(c); });
      if (change_since_last_pass() <= m_.opt.tolerance) return;
    }
  }

  // Positions move such that contacts deeper than a slop lose a part of their depth in this step; velocities do not
  // know of it.
  void push_apart();

  // Writes qacc, qfrc_constraint, efc_force, efc_state, efc_b and solver_niter.
  void finish();

  int most_passes() const { return std::max(1, m_.opt.iterations); }

 private:
  void find_smooth_velocity();
  void list_blocks();
  Block make_block(int row, int count, std::array<double, 36>& W);
  void find_moves(const Block& block, double* moves, std::array<double, 36>& W) const;
  ContactPoint make_contact(const Block& block, const std::array<double, 36>& W) const;
  void read_velocity(int contact);
  void write_impulse(int contact, const Vec<6>& old);
  double change_since_last_pass();
  void use_last_impulses();

  const Model& m_;
  Data& d_;
  Scratch::Frame frame_;
  std::span<const double> factor_, diag_inv_;  // of Mh
  std::span<Block> rows_, contact_rows_;
  std::span<ContactPoint> contacts_;
  std::span<double> velocity_, last_velocity_, impulse_, zeros_;
  int passes_ = 0;
};

// A law, solved by Gauss-Seidel.
template <ContactLaw Law>
struct GaussSeidel {
  Law law;

  void solve(const Model& m, Data& d) const {
    ContactProblem problem(m, d);
    problem.solve(law);
    problem.finish();
  }
};
template <ContactLaw Law>
GaussSeidel(Law) -> GaussSeidel<Law>;

}  // namespace corten
