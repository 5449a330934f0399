// Impulses with restitution, see contact/impulse.h.
#include "corten/contact/impulse.h"

#include "math/vec3.h"
#include "model/workspace.h"

namespace corten {

namespace {

// Work that the contacts do: the sum of p (u before + u after) / 2, where before is without any impulse.
double work_of(ContactProblem& problem, std::span<const double> smooth) {
  double work = 0;
  const std::span<const ContactProblem::Block> rows = problem.contact_rows();
  for (const ContactProblem::Block& block : rows) {
    for (int r = block.row; r < block.row + block.count; ++r) {
      const double speed = problem.along(r, smooth) + problem.along(r, problem.velocity());
      work += problem.impulse()[static_cast<std::size_t>(r)] * speed / 2;
    }
  }
  return work;
}

// What compression left is the least that the expansion gives back; both are added at the end.
void solve_poisson(ContactProblem& problem, double restitution, double resting_speed, Scratch::Frame& frame) {
  problem.solve(CoulombLaw{});
  const std::span<ContactPoint> contacts = problem.contacts();
  const std::span<Vec<6>> compression = frame.take<Vec<6>>(static_cast<int>(contacts.size()));
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    ContactPoint& c = contacts[i];
    compression[i] = c.impulse;
    const bool hits = c.gap <= 0 && -c.before[0] > resting_speed;
    c.least = hits ? restitution * c.impulse[0] : 0;
    c.impulse = {};
  }
  problem.solve(CoulombLaw{});
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    for (int k = 0; k < contacts[i].dim; ++k) contacts[i].impulse[k] += compression[i][k];
    contacts[i].least = 0;
  }
}

}  // namespace

void ImpulseSolver::solve(const Model& m, Data& d) const {
  const bool own = restitution >= 0;
  const RestitutionLaw rule = own ? law : m.opt.restitution_law;
  const bool pulled = !(m.opt.disableflags & kDisableGravity);
  const double resting_speed = pulled ? 2 * m.opt.timestep * norm(m.opt.gravity) : 0;
  double e = own ? restitution : m.opt.restitution;

  constexpr int kTries = 8;
  for (int i = 0; i < kTries; ++i, e = i + 1 < kTries ? e / 2 : 0) {
    ContactProblem problem(m, d);
    Scratch::Frame frame(work(d).scratch);
    const std::span<double> smooth = frame.take<double>(m.nv);
    std::ranges::copy(problem.velocity(), smooth.begin());
    if (rule == RestitutionLaw::kPoisson && e > 0) {
      solve_poisson(problem, e, resting_speed, frame);
    } else {
      problem.solve(CoulombLaw{e, resting_speed});
    }
    if (e > 0 && i + 1 < kTries && work_of(problem, smooth) > 0) continue;
    problem.push_apart();
    problem.finish();
    return;
  }
}

}  // namespace corten
