// Derivatives of inverse dynamics by nudging: row i = (f(x (+) eps e_i) - f(x)) / eps. Accelerations come first, then
// velocities, then positions, so that what a group skips is still as it was at x.
#include <algorithm>

#include "corten/derivative.h"
#include "dynamics/actuator/actuator.h"
#include "pipeline/inverse.h"
#include "pipeline/transition/transition.h"

namespace corten {

struct InverseDerivative::Workspace {
  explicit Workspace(const Model& m) : data(m), force(m.nv), sensor(m.nsensordata), inertia(m.nC) {}
  Data data;
  std::vector<double> force, sensor, inertia;  // at x
};

namespace {

void write_row(std::span<double> matrix, int row, std::span<const double> from, std::span<const double> to, double h) {
  if (matrix.empty()) return;
  double* out = matrix.data() + row * from.size();
  for (std::size_t k = 0; k < from.size(); ++k) out[k] = (to[k] - from[k]) / h;
}

DerivativeStatus check(const Model& m, const Data& d, const InverseMatrices& out) {
  if (m.signature() != d.signature()) return DerivativeStatus::kDifferentModel;
  if (m.opt.noslip_iterations > 0) return DerivativeStatus::kNoslip;
  const bool discrete = m.opt.enableflags & kEnableInvDiscrete;
  if (discrete && m.opt.integrator == Integrator::kRk4) return DerivativeStatus::kRk4;
  const auto fits = [&](std::span<const double> matrix, int columns) {
    return matrix.empty() || matrix.size() == static_cast<std::size_t>(m.nv) * columns;
  };
  bool good = fits(out.DmDq, m.nC);
  for (const auto& f : {out.DfDq, out.DfDv, out.DfDa}) good = good && fits(f, m.nv);
  for (const auto& s : {out.DsDq, out.DsDv, out.DsDa}) good = good && fits(s, m.nsensordata);
  return good ? DerivativeStatus::kOk : DerivativeStatus::kWrongSize;
}

// qfrc_inverse, less the actuators' part if asked for.
void evaluate(const Model& m, Data& d, Skip skip, Sensors sensors, bool actuation) {
  if (skip < Skip::kPosition) run_stages(inverse_position_stages(), m, d, sensors);
  if (skip < Skip::kVelocity) run_stages(velocity_stages(), m, d, sensors);
  if (actuation) compute_actuation(m, d);  // MuJoCo: only afterwards, so that sensors show the actuators one row late
  inverse(m, d, Skip::kVelocity, sensors);
  if (!actuation) return;
  for (int i = 0; i < m.nv; ++i) d.qfrc_inverse[i] -= d.qfrc_actuator[i];
}

}  // namespace

const char* to_text(DerivativeStatus status) {
  switch (status) {
    case DerivativeStatus::kOk:
      return "ok";
    case DerivativeStatus::kDelays:
      return "the model has actuators or sensors with delays";
    case DerivativeStatus::kNoslip:
      return "noslip iterations are not supported by inverse dynamics";
    case DerivativeStatus::kRk4:
      return "a step of RK4 has no inverse: choose another integrator or switch the flag invdiscrete off";
    case DerivativeStatus::kWrongSize:
      return "an output has the wrong number of elements";
    case DerivativeStatus::kDifferentModel:
      return "made for a different model";
  }
  return "";
}

InverseDerivative::InverseDerivative(const Model& model) : workspace_(std::make_unique<Workspace>(model)) {}
InverseDerivative::~InverseDerivative() = default;
InverseDerivative::InverseDerivative(InverseDerivative&&) noexcept = default;
InverseDerivative& InverseDerivative::operator=(InverseDerivative&&) noexcept = default;

DerivativeStatus InverseDerivative::compute(const Model& m, const Data& data, const InverseMatrices& out,
                                            const InverseOptions& options) {
  require_inverse(m, data);
  Workspace& w = *workspace_;
  Data& d = w.data;
  for (const Data* given : {&data, static_cast<const Data*>(&d)}) {
    if (const DerivativeStatus status = check(m, *given, out); status != DerivativeStatus::kOk) return status;
  }
  const bool no_sensors = out.DsDq.empty() && out.DsDv.empty() && out.DsDa.empty();
  const Sensors sensors = no_sensors ? Sensors::kKeep : Sensors::kRead;
  copy_inputs(m, data, d);
  evaluate(m, d, Skip::kNothing, sensors, options.actuation);
  std::copy(d.qfrc_inverse.begin(), d.qfrc_inverse.end(), w.force.begin());
  std::copy(d.sensordata.begin(), d.sensordata.end(), w.sensor.begin());
  std::copy(d.M.begin(), d.M.end(), w.inertia.begin());

  const auto nudge_all = [&](Skip skip, std::span<double> force, std::span<double> sensor, bool more, auto nudge) {
    for (int i = 0; i < m.nv && (more || !force.empty() || !sensor.empty()); ++i) {
      nudge(i);
      evaluate(m, d, skip, sensors, options.actuation);
      write_row(force, i, w.force, d.qfrc_inverse, options.eps);
      write_row(sensor, i, w.sensor, d.sensordata, options.eps);
      if (skip == Skip::kNothing) write_row(out.DmDq, i, w.inertia, d.M, options.eps);
      copy_state_of_step(m, data, d);
      std::copy(data.qacc.begin(), data.qacc.end(), d.qacc.begin());
    }
  };
  nudge_all(Skip::kVelocity, out.DfDa, out.DsDa, false, [&](int i) { d.qacc[i] += options.eps; });
  nudge_all(Skip::kPosition, out.DfDv, out.DsDv, false, [&](int i) { d.qvel[i] += options.eps; });
  nudge_all(Skip::kNothing, out.DfDq, out.DsDq, !out.DmDq.empty(),
            [&](int i) { nudge_position(m, d.qpos, i, options.eps); });
  return DerivativeStatus::kOk;
}

}  // namespace corten
