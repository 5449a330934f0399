// Forward dynamics:
//   M qacc = qfrc_passive - qfrc_bias + qfrc_actuator + qfrc_applied + J' xfrc_applied + qfrc_constraint
#include "pipeline/forward.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "base/option_check.h"
#include "collide/contacts.h"
#include "constraint/constraint.h"
#include "constraint/flex/flex_rows.h"
#include "constraint/islands/island.h"
#include "corten/hooks.h"
#include "corten/step.h"
#include "dynamics/actuator/actuator.h"
#include "dynamics/jacobian.h"
#include "dynamics/passive/passive.h"
#include "dynamics/smooth.h"
#include "dynamics/tendon/tendon.h"
#include "flex/flex.h"
#include "math/dense.h"
#include "model/access.h"
#include "model/awake.h"
#include "model/workspace.h"
#include "pipeline/sleep/sleep.h"
#include "pipeline/stages.h"
#include "sensor/sensor.h"

namespace corten {

namespace {

// A sensor may have computed an energy before.
void compute_energy_position(const Model& m, Data& d) {
  if (d.has.potential_energy) return;
  d.has.potential_energy = m.opt.enableflags & kEnableEnergy;
  if (d.has.potential_energy) {
    compute_potential_energy(m, d);
    add_flex_energy(m, d);
  } else {
    d.energy = {};
  }
}

void compute_energy_velocity(const Model& m, Data& d) {
  if (!(m.opt.enableflags & kEnableEnergy) || d.has.kinetic_energy) return;
  compute_kinetic_energy(m, d);
  d.has.kinetic_energy = true;
}

// What was computed on demand in the previous pass is out of date.
void forget_position(const Model&, Data& d) { d.has.potential_energy = false; }
void forget_velocity(const Model&, Data& d) { d.has.kinetic_energy = d.has.subtree_velocity = false; }

// The rows of this pass are in no island.
void forget_islands(const Model&, Data& d) { d.nisland = d.nidof = 0; }

void compute_flex(const Model& m, Data& d) {
  compute_flex_positions(m, d);
  compute_flex_edges(m, d);
  compute_flex_vertex_strain(m, d);
}

void compute_output_velocity(const Model& m, Data& d) {
  if (m.nflex > 0) compute_flex_edge_velocity(m, d);
  compute_tendon_velocity(m, d);
  compute_actuator_velocity(m, d);
}

void compute_bias(const Model& m, Data& d) {
  compute_rne(m, d, {}, d.qfrc_bias);
  if (m.ntendon > 0) add_tendon_bias(m, d, d.qfrc_bias);
}

// (M + K) qacc_smooth = qfrc_smooth + efm_c
void solve_in_metric(const Model& m, Data& d) {
  Scratch::Frame frame(work(d).scratch);
  for (int i = 0; i < m.nv; ++i) d.qacc_smooth[i] = d.qfrc_smooth[i] + d.efm_c[i];
  FlexMetric(m, d, frame).solve(d.qacc_smooth);
}

// qfrc_smooth for some dofs. That the arrays are apart is said here: finding out takes longer than a short sum.
void sum_forces(Data& d, int first, int count) {
  double* __restrict sum = d.qfrc_smooth.data() + first;
  const double* __restrict passive = d.qfrc_passive.data() + first, * __restrict bias = d.qfrc_bias.data() + first;
  const double* __restrict applied = d.qfrc_applied.data() + first;
  const double* __restrict actuator = d.qfrc_actuator.data() + first;
  for (int i = 0; i < count; ++i) sum[i] = passive[i] - bias[i] + applied[i] + actuator[i];
}

// MuJoCo: sleepers keep what they had when they fell asleep; it shows in how the solver starts.
void compute_smooth_acceleration(const Model& m, Data& d) {
  d.has.body_forces = false;  // there may be no sensors, which forget them too
  for_each_awake_range(m, d, [&](int first, int count) { sum_forces(d, first, count); });
  add_applied_wrenches(m, d, d.qfrc_smooth);
  if (d.efm_active) return solve_in_metric(m, d);
  for_each_awake_range(m, d, [&](int first, int count) {
    std::copy_n(d.qfrc_smooth.begin() + first, count, d.qacc_smooth.begin() + first);
    solve_ldl_range(inertia_pattern(m), d.qLD, d.qLDiagInv, d.qacc_smooth, first, count);
  });
}

constexpr StageEntry kPosition[] = {
    {"forget position", forget_position},
    {"kinematics", compute_kinematics_and_wake},
    {"com", compute_com},
    {"camlight", compute_camlight, StageKind::kOutput},
    {"flex", compute_flex, StageKind::kFlex},
    {"tendon", compute_tendons},
    {"inertia", compute_inertia},
    {"factor", factor_inertia, StageKind::kFactor},
    {"wake by tendons", wake_by_tendons, StageKind::kSleep},
    {"collision", compute_contacts},
    {"wake by contacts", wake_by_contacts, StageKind::kSleep},
    {"wake by equalities", wake_by_equalities, StageKind::kSleep},
    {"constraint rows", compute_constraint_rows},
    {"islands", compute_islands},
    {"transmission", compute_transmission},
    {"flex metric", compute_flex_metric, StageKind::kFlex},
    {"position sensors", compute_position_sensors, StageKind::kSensor},
    {"potential energy", compute_energy_position, StageKind::kOutput},
};

constexpr StageEntry kInversePosition[] = {
    {"forget position", forget_position},
    {"kinematics", compute_kinematics},
    {"com", compute_com},
    {"camlight", compute_camlight, StageKind::kOutput},
    {"flex", compute_flex, StageKind::kFlex},
    {"tendon", compute_tendons},
    {"inertia", compute_inertia},
    {"factor", factor_inertia, StageKind::kFactor},
    {"collision", compute_contacts},
    {"constraint rows", compute_constraint_rows},
    {"forget islands", forget_islands},
    {"transmission", compute_transmission},
    {"flex metric", compute_flex_metric, StageKind::kFlex},
    {"position sensors", compute_position_sensors, StageKind::kSensor},
    {"potential energy", compute_energy_position, StageKind::kOutput},
};

constexpr StageEntry kVelocity[] = {
    {"forget velocity", forget_velocity},
    {"output velocity", compute_output_velocity},
    {"velocity", compute_velocity},
    {"springs and dampers", compute_springs_and_dampers},
    {"flex forces", add_flex_passive, StageKind::kFlex},
    {"passive contacts", add_passive_contact_forces, StageKind::kFlex},
    {"passive", compute_passive},
    {"constraint reference", compute_constraint_reference},
    {"bias", compute_bias},
    {"flex metric shift", compute_flex_metric_shift, StageKind::kFlex},
    {"velocity sensors", compute_velocity_sensors, StageKind::kSensor},
    {"kinetic energy", compute_energy_velocity, StageKind::kOutput},
};

constexpr StageEntry kAcceleration[] = {
    {"actuation", compute_actuation},
    {"smooth acceleration", compute_smooth_acceleration},
    {"constraint force", compute_constraint_force},
    {"acceleration sensors", compute_acceleration_sensors, StageKind::kSensor},
};

}  // namespace

std::span<const StageEntry> position_stages() { return kPosition; }
std::span<const StageEntry> velocity_stages() { return kVelocity; }
std::span<const StageEntry> acceleration_stages() { return kAcceleration; }
std::span<const StageEntry> inverse_position_stages() { return kInversePosition; }

void run_stages(std::span<const StageEntry> stages, const Model& m, Data& d) {
  run_stages(stages, m, d, Sensors::kRead);
}

void add_applied_wrenches(const Model& m, const Data& d, std::span<double> qfrc) {
  if (is_untouched(numbers_of(d.xfrc_applied))) return;  // nearly always
  for (int b = 1; b < m.nbody; ++b) {
    const Vec<6>& f = d.xfrc_applied[b];
    if (is_untouched(f.v)) continue;
    apply_wrench(m, d, {f[0], f[1], f[2]}, {f[3], f[4], f[5]}, d.xipos[b], b, qfrc);
  }
}

void call_control_hook(const Model& m, Data& d) {
  if (d.hooks && d.hooks->control) d.hooks->control(m, d);
}

namespace {

constexpr unsigned bit(StageKind kind) { return 1u << static_cast<int>(kind); }

// The kinds that a pass leaves out.
unsigned unneeded(const Model& m, Sensors sensors) {
  unsigned kinds = 0;
  if (sensors != Sensors::kRead || (m.nsensor == 0 && m.nplugin == 0)) kinds |= bit(StageKind::kSensor);
  if (sensors == Sensors::kKeepAndOutputs) kinds |= bit(StageKind::kOutput);
  if (m.nflex == 0) kinds |= bit(StageKind::kFlex);
  if (!(m.opt.enableflags & kEnableSleep)) kinds |= bit(StageKind::kSleep);
  return kinds;
}

}  // namespace

void run_stages(std::span<const StageEntry> stages, const Model& m, Data& d, Sensors sensors) {
  const unsigned left_out = unneeded(m, sensors);
  for (const StageEntry& stage : stages) {
    if (!(left_out & bit(stage.kind))) stage.run(m, d);
  }
}

void forward(const Model& m, Data& d, Skip skip, Sensors sensors) {
  within_memory(m, d, [&](bool again) {
    if (again || skip < Skip::kPosition) run_stages(position_stages(), m, d, sensors);
    if (again || skip < Skip::kVelocity) run_stages(velocity_stages(), m, d, sensors);
    if (!(m.opt.disableflags & kDisableActuation)) call_control_hook(m, d);
    run_stages(acceleration_stages(), m, d, sensors);
  });
}

namespace {

// A solver of the user's own moves the world by a whole step.
void require_whole_steps(const Option& o) {
  if (o.integrator == Integrator::kRk4 || o.integrator == Integrator::kImplicit) {
    throw std::invalid_argument("option integrator: a contact solver of one's own needs Euler or implicitfast");
  }
  if (o.enableflags & kEnableFwdInv) {
    throw std::invalid_argument("option flag fwdinv: a contact solver of one's own has no inverse dynamics");
  }
}

}  // namespace

void require_usable(const Model& m, const Data& d) {
  require_own(m, d);
  if (d.physics && own_contact_solver(d)) require_whole_steps(m.opt);
  if (looks_usable(m.opt)) [[likely]]
    return;
  if (const std::string problem = option_problem(m.opt); !problem.empty()) {
    throw std::invalid_argument("option " + problem);
  }
}

void forward(const Model& m, Data& d) {
  require_usable(m, d);
  forward(m, d, Skip::kNothing, Sensors::kRead);
  tell_new_warnings(m, d);
}

}  // namespace corten
