// Extended position-based dynamics, see contact/xpbd.h.
#include "corten/contact/xpbd.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/vec3.h"
#include "model/workspace.h"

namespace corten {

namespace {

struct Part {
  double h, compliance, restitution, resting_speed;  // h: of the part; compliance: divided by h^2
  int iterations;
};

// The state of one step. Displacements are in m or rad, one per dof.
class Xpbd {
 public:
  Xpbd(const Model& m, Data& d, const Part& part) : m_(m), d_(d), part_(part), problem_(m, d), frame_(work(d).scratch) {
    velocity_ = frame_.take<double>(m.nv);
    gain_ = frame_.take<double>(m.nv);
    moved_ = frame_.take_zero<double>(m.nv);
    x_ = frame_.take<double>(m.nv);
    before_ = frame_.take<double>(m.nv);
    lambda_ = frame_.take_zero<double>(d.nefc);
    const double parts = std::round(m.opt.timestep / part.h);
    for (int i = 0; i < m.nv; ++i) {
      velocity_[i] = d.qvel[i];
      gain_[i] = (problem_.velocity()[i] - d.qvel[i]) / parts;
    }
  }

  void advance() {
    std::ranges::copy(velocity_, before_.begin());
    for (int i = 0; i < m_.nv; ++i) x_[i] = part_.h * (velocity_[i] + gain_[i]);
    for (const Block& block : problem_.rows()) push_again(block);
    for (const Block& block : problem_.contact_rows()) push_again(block);
    for (int i = 0; i < part_.iterations; ++i) {
      for (const Block& row : problem_.rows()) project_row(row);
      for_each_contact(i, [this](std::size_t c) { project_contact(c); });
    }
    for (int i = 0; i < m_.nv; ++i) {
      velocity_[i] = x_[i] / part_.h;
      moved_[i] += x_[i];
    }
    for (int i = 0; i < d_.nefc; ++i) problem_.impulse()[i] += lambda_[i] / part_.h;
    for (int i = 0; i < part_.iterations && part_.restitution > 0; ++i) {
      for_each_contact(i, [this](std::size_t c) { rebound(c); });
    }
  }

  // Violations that were there before the step are undone by moving positions alone, so that no speed is left behind.
  void undo_violations() {
    if (part_.compliance > 0) return;
    std::ranges::fill(x_, 0.0);
    std::ranges::fill(lambda_, 0.0);
    for (int i = 0; i < part_.iterations; ++i) {
      for (const Block& row : problem_.rows()) {
        if (!is_friction(row.type)) project_position(row, d_.efc_pos[row.row]);
      }
      for_each_contact(i, [this](std::size_t c) {
        project_position(problem_.contact_rows()[c], problem_.contacts()[c].gap + kContactSlop);
      });
    }
    for (int i = 0; i < m_.nv; ++i) moved_[i] += x_[i];
  }

  void finish() {
    std::ranges::copy(velocity_, problem_.velocity().begin());
    d_.qpos_rate.resize(m_.nv);
    for (int i = 0; i < m_.nv; ++i) d_.qpos_rate[i] = moved_[i] / m_.opt.timestep;
    problem_.finish();
  }

 private:
  using Block = ContactProblem::Block;

  // Forwards and backwards in turn, so that no contact is always the last.
  template <class Visit>
  void for_each_contact(int pass, Visit visit) {
    const std::size_t count = problem_.contacts().size();
    for (std::size_t i = 0; i < count; ++i) visit(pass % 2 == 0 ? i : count - 1 - i);
  }

  // Multipliers start where the last part left them.
  void push_again(const Block& block) {
    for (int k = 0; k < block.count; ++k) problem_.move(block, k, lambda_[block.row + k], x_);
  }

  // One row moves towards C = 0, with its multiplier between two bounds.
  void project(const Block& block, int k, double C, double response, double compliance, double least, double most) {
    if (!(response > 0)) return;
    double& lambda = lambda_[block.row + k];
    const double wanted = lambda - (C + compliance * lambda) / (response + compliance);
    const double change = std::clamp(wanted, least, most) - lambda;
    lambda += change;
    if (change != 0) problem_.move(block, k, change, x_);
  }

  static bool is_friction(ConstraintType type) {
    return type == ConstraintType::kFrictionDof || type == ConstraintType::kFrictionTendon;
  }

  // Towards C = 0 at the end of the part, given C at the start of the step.
  void project_position(const Block& block, double C) {
    constexpr double kAny = std::numeric_limits<double>::infinity();
    const double now = C + problem_.along(block.row, moved_) + problem_.along(block.row, x_);
    const double least = block.type == ConstraintType::kEquality ? -kAny : 0;
    project(block, 0, now, block.response, part_.compliance, least, kAny);
  }

  // The part of C that the motion has to respect: a rigid constraint that is violated must not get worse.
  double bound(const Block& block, double C) const {
    if (part_.compliance > 0) return C;
    return block.type == ConstraintType::kEquality ? 0 : std::max(0.0, C);
  }

  void project_row(const Block& block) {
    if (!is_friction(block.type)) return project_position(block, bound(block, d_.efc_pos[block.row]));
    const double most = d_.efc_frictionloss[block.row] * part_.h * part_.h;
    project(block, 0, problem_.along(block.row, x_), block.response, 0, -most, most);
  }

  void project_contact(std::size_t index) {
    ContactPoint& c = problem_.contacts()[index];
    const Block& block = problem_.contact_rows()[index];
    project_position(block, bound(block, c.gap + kContactSlop));
    // friction holds the displacement of this part: a displacement is to its multiplier as a velocity to its impulse
    for (int k = 0; k < c.dim; ++k) {
      const int row = block.row + k;
      c.impulse[k] = lambda_[row];
      c.velocity[k] = problem_.along(row, x_) + part_.h * (c.before[k] - problem_.along(row, d_.qvel));
    }
    update_friction(c, [&c](double slip, double w) { return std::min(slip / w, c.impulse[0]); });
    for (int k = 1; k < c.dim; ++k) {
      problem_.move(block, k, c.impulse[k] - lambda_[block.row + k], x_);
      lambda_[block.row + k] = c.impulse[k];
    }
  }

  // The speed of a contact that pushed: what it had before, times e.
  void rebound(std::size_t index) {
    const Block& block = problem_.contact_rows()[index];
    const double hit = -problem_.along(block.row, before_);
    if (!(lambda_[block.row] > 0) || !(block.response > 0) || !(hit > part_.resting_speed)) return;
    const double impulse = (part_.restitution * hit - problem_.along(block.row, velocity_)) / block.response;
    problem_.move(block, 0, impulse, velocity_);
    problem_.impulse()[static_cast<std::size_t>(block.row)] += impulse;
  }

  const Model& m_;
  Data& d_;
  const Part part_;
  ContactProblem problem_;
  Scratch::Frame frame_;
  std::span<double> velocity_, gain_, moved_, x_, before_, lambda_;
};

}  // namespace

void XpbdSolver::solve(const Model& m, Data& d) const {
  const Option& o = m.opt;
  const int parts = substeps > 0 ? substeps : o.xpbd_substeps;
  const double h = o.timestep / parts, alpha = compliance >= 0 ? compliance : o.xpbd_compliance;
  const bool pulled = !(o.disableflags & kDisableGravity);
  const Part part{h, alpha / (h * h), restitution >= 0 ? restitution : o.restitution,
                  pulled ? 2 * h * norm(o.gravity) : 0, iterations > 0 ? iterations : o.xpbd_iterations};
  Xpbd step(m, d, part);
  for (int i = 0; i < parts; ++i) step.advance();
  step.undo_violations();
  step.finish();
}

}  // namespace corten
