// Hunt-Crossley contacts, see contact/compliant.h.
#include "corten/contact/compliant.h"

#include "formulation/formulation.h"

namespace corten {

void CompliantSolver::solve(const Model& m, Data& d) const {
  GaussSeidel<HuntCrossleyLaw>{HuntCrossleyLaw::of(m.opt)}.solve(m, d);
}

void compute_compliant_force_at(const Model& m, Data& d, std::span<const double> qacc) {
  const HuntCrossleyLaw law = HuntCrossleyLaw::of(m.opt);
  ContactProblem problem(m, d);
  const double h = law.at_start ? 0 : m.opt.timestep;
  for (int i = 0; i < m.nv; ++i) problem.velocity()[i] = d.qvel[i] + h * qacc[i];
  const std::span<const ContactProblem::Block> rows = problem.contact_rows();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ContactPoint& c = problem.contacts()[i];
    for (int k = 0; k < c.dim; ++k) {
      c.before[k] += problem.along(rows[i].row + k, problem.velocity()) - problem.along(rows[i].row + k, d.qvel);
    }
    c.gap += h * c.before[0];
    law.start(c);  // at the velocity just set
    for (int k = 0; k < c.dim; ++k) d.efc_force[rows[i].row + k] = c.impulse[k] / c.timestep;
  }
}

}  // namespace corten
