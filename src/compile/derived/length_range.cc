// Length ranges of actuators, which scale the force curves of muscles.
//
// A given range is kept; with uselimit the limits of the joint or tendon are taken. Otherwise a simulation without
// gravity, contacts and passive forces pulls the actuator to either side until the limits of joints hold it. With its
// moment arms r and inertia M the force is
//   f = +-r accel / |M^-1 r|,   |f| <= maxforce
// so that the acceleration has a set norm, and velocities decay with a time constant. The range is that of the lengths
// seen during the last `interval` seconds, in which they must have come to rest.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "compile/derived/derived.h"
#include "corten/step.h"
#include "dynamics/smooth.h"
#include "math/dense.h"
#include "math/vec3.h"
#include "model/workspace.h"

namespace corten {

namespace {

constexpr double kMaxSteps = 1e6;  // of one simulation; more is a mistake in the options, and would not end

bool needs_range(const Model& m, int a, LengthRangeMode mode) {
  const bool muscle = m.actuator_gaintype[a] == GainType::kMuscle || m.actuator_biastype[a] == BiasType::kMuscle;
  const bool user = m.actuator_gaintype[a] == GainType::kUser || m.actuator_biastype[a] == BiasType::kUser;
  switch (mode) {
    case LengthRangeMode::kNone:
      return false;
    case LengthRangeMode::kMuscle:
      return muscle;
    case LengthRangeMode::kMuscleUser:
      return muscle || user;
    case LengthRangeMode::kAll:
      return true;
  }
  return false;
}

// Limits of the actuator's joint or tendon, or null. Unlike MuJoCo 3.12, which looks up the target of another actuator
// unless this is the first one.
const Vec<2>* target_limits(const Model& m, int a) {
  const int target = m.actuator_trnid[a][0];
  switch (m.actuator_trntype[a]) {
    case TransmissionType::kJoint:
    case TransmissionType::kJointInParent:
      return m.jnt_limited[target] ? &m.jnt_range[target] : nullptr;
    case TransmissionType::kTendon:
      return m.tendon_limited[target] ? &m.tendon_range[target] : nullptr;
    default:
      return nullptr;
  }
}

// Options for the simulation, until the end of the scope.
class PullOptions {
 public:
  PullOptions(Model& m, double timestep) : m_(m), given_(m.opt) {
    m.opt.disableflags = kDisableFrictionLoss | kDisableContact | kDisableSpring | kDisableDamper | kDisableGravity |
                         kDisableActuation | kDisableSensor;
    m.opt.enableflags &= ~kEnableSleep;
    if (timestep > 0) m.opt.timestep = timestep;
  }
  ~PullOptions() { m_.opt = given_; }
  PullOptions(const PullOptions&) = delete;
  PullOptions& operator=(const PullOptions&) = delete;

 private:
  Model& m_;
  Option given_;
};

void scale(std::span<double> x, double factor) {
  for (double& v : x) v *= factor;
}

// qfrc_applied <- the force on output `out`; needs the inertia and moment arms of the current position.
void apply_pull(const Model& m, Data& d, int out, double sign, const LengthRangeOptions& options) {
  Scratch::Frame frame(work(d).scratch);
  const std::span<double> acceleration = frame.take_zero<double>(m.nv);
  std::fill(d.qfrc_applied.begin(), d.qfrc_applied.end(), 0.0);
  for (int k = d.moment_rowadr[out]; k < d.moment_rowadr[out] + d.moment_rownnz[out]; ++k) {
    const int dof = d.moment_colind[k];
    d.qfrc_applied[dof] = acceleration[static_cast<std::size_t>(dof)] = d.actuator_moment[k];
  }
  solve_inertia(m, d, acceleration);
  scale(d.qfrc_applied, sign * options.accel / std::max(kMinVal, norm(acceleration)));
  const double force = norm(d.qfrc_applied);
  if (options.maxforce > 0 && force > options.maxforce) scale(d.qfrc_applied, options.maxforce / force);
}

// Lengths that an actuator had at the end of a pull.
struct Pulled {
  double low = 0, high = 0;
  bool stable = true;
};

Pulled pull(const Model& m, Data& d, int out, double sign, const LengthRangeOptions& options) {
  Pulled result;
  bool any = false;
  const double decay = std::exp(-m.opt.timestep / std::max(0.01, options.timeconst));
  reset(m, d);
  while (d.time < options.inttotal) {
    scale(d.qvel, decay);
    step1(m, d);
    apply_pull(m, d, out, sign, options);
    step2(m, d);
    if (d.unstable()) return {0, 0, false};  // a state that is not finite resets the world, which would never end
    if (d.time <= options.inttotal - options.interval) continue;
    const double length = d.actuator_length[out];
    result.low = any ? std::min(result.low, length) : length;
    result.high = any ? std::max(result.high, length) : length;
    any = true;
  }
  return result;
}

// The range by simulation, or what is wrong with it.
std::string simulate_range(const Model& m, Data& d, int out, const LengthRangeOptions& options, Vec<2>& range) {
  if (!(options.inttotal <= kMaxSteps * m.opt.timestep)) {
    return "inttotal is too long for the time step of the simulation that finds the length range";
  }
  const Pulled shortest = pull(m, d, out, -1, options);
  const Pulled longest = shortest.stable ? pull(m, d, out, 1, options) : Pulled{};
  if (!shortest.stable || !longest.stable) return "the simulation that finds the length range is unstable";
  range = {{shortest.low, longest.high}};
  const double span = range[1] - range[0];
  if (span <= 0) return "the length does not change when the actuator pulls and pushes";
  const double most = options.tolrange * span;
  if (shortest.high - shortest.low > most || longest.high - longest.low > most) {
    return "the length did not come to rest in the simulation that finds the length range";
  }
  return {};
}

}  // namespace

void set_length_ranges(Context& context, Model& m) {
  const LengthRangeOptions& options = context.spec().compilers[0].lengthrange;
  std::optional<Data> d;
  const PullOptions scope(m, options.timestep);
  for (int a = 0; a < m.nactuator; ++a) {
    if (!needs_range(m, a, options.mode)) continue;
    Vec<2>& range = m.actuator_lengthrange[m.actuator_outadr[a]];
    if (options.useexisting && range[0] < range[1]) continue;
    if (const Vec<2>* limits = options.uselimit ? target_limits(m, a) : nullptr) {
      range = *limits;
      continue;
    }
    if (!d) {
      d.emplace(m);
      work(*d).warning_log.told = ~0u;  // what goes wrong is reported as a problem of the model
    }
    const std::string problem = simulate_range(m, *d, m.actuator_outadr[a], options, range);
    const Actuator& actuator = context.spec().actuators[a];
    if (!problem.empty()) {
      context.error(actuator, actuator.tag, problem, "give lengthrange, or limit the joints that the actuator moves");
    }
  }
}

}  // namespace corten
