// One time step: check the state, run a forward pass, check the result, integrate.
#include "corten/step.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "pipeline/forward.h"
#include "pipeline/integrate/integrate.h"
#include "pipeline/inverse.h"
#include "pipeline/stages.h"

namespace corten {

namespace {

// What forward dynamics found: checked, and compared with inverse dynamics if asked for.
void finish_forward(const Model& m, Data& d) {
  check_acceleration(m, d);
  if (m.opt.enableflags & kEnableFwdInv) write_forward_inverse(m, d);
}

// The integrators that need one forward pass.
void integrate_once(const Model& m, Data& d) {
  if (m.opt.integrator == Integrator::kImplicit || m.opt.integrator == Integrator::kImplicitFast) {
    integrate_implicit(m, d);
  } else {
    integrate_euler(m, d);
  }
}

}  // namespace

void step(const Model& m, Data& d) {
  require_usable(m, d);
  check_state(m, d);
  forward(m, d, Skip::kNothing, rk4_hides_first_pass(m, d) ? Sensors::kKeepAndOutputs : Sensors::kRead);
  finish_forward(m, d);
  if (m.opt.integrator == Integrator::kRk4) {
    integrate_rk4(m, d);
  } else {
    integrate_once(m, d);
  }
  tell_new_warnings(m, d);
}

void step1(const Model& m, Data& d) {
  require_usable(m, d);
  check_state(m, d);
  within_memory(m, d, [&](bool) {
    run_stages(position_stages(), m, d);
    run_stages(velocity_stages(), m, d);
  });
  call_control_hook(m, d);  // MuJoCo: even if actuation is disabled
  tell_new_warnings(m, d);
}

// MuJoCo: RK4 needs whole forward passes, so a split step integrates with Euler instead.
void step2(const Model& m, Data& d) {
  require_usable(m, d);
  within_memory(m, d, [&](bool again) {
    if (again) run_stages(position_stages(), m, d);
    if (again) run_stages(velocity_stages(), m, d);
    run_stages(acceleration_stages(), m, d);
  });
  finish_forward(m, d);
  integrate_once(m, d);
  tell_new_warnings(m, d);
}

RunResult run_until(const Model& m, Data& d, double time) {
  require_usable(m, d);
  if (!std::isfinite(time)) throw std::invalid_argument(fmt::format("run_until(): the time is {}", time));
  while (d.time < time || d.unstable()) {
    if (d.unstable()) return RunResult::kUnstable;
    const double before = d.time;
    step(m, d);
    if (!(d.time > before) && !d.unstable()) return RunResult::kStuck;
  }
  return RunResult::kReached;
}

}  // namespace corten
