// See option_check.h. MuJoCo refuses nothing; its simulations then stand still, or reset themselves in every step.
#include "base/option_check.h"

#include <fmt/format.h>

#include <array>
#include <concepts>
#include <limits>
#include <span>
#include <type_traits>

namespace corten {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// What a number must be, beyond finite.
struct Range {
  std::string_view name;
  double least, most;
  bool open = false;  // the least value itself is not allowed
};
constexpr Range kRanges[] = {{"restitution", 0, 1},
                             {"xpbd_compliance", 0, kInfinity},
                             {"xpbd_substeps", 1, 1000},
                             {"xpbd_iterations", 1, 1000},
                             {"compliant_stiffness", 0, kInfinity, true},
                             {"compliant_exponent", 1, 10},
                             {"compliant_dissipation", 0, kInfinity},
                             {"compliant_slip", 0, kInfinity, true},
                             {"compliant_static", 1, kInfinity}};

std::string out_of_range(const Range& range, double number) {
  if (range.most == kInfinity) {
    return fmt::format("must be {} {}, not {}", range.open ? "above" : "at least", range.least, number);
  }
  return fmt::format("must be between {} and {}, not {}", range.least, range.most, number);
}

std::string number_problem(std::string_view name, double number) {
  if (name == "timestep" && !(number >= kMinTimestep && std::isfinite(number))) {
    return fmt::format("must be a finite number of at least {} s, not {}", kMinTimestep, number);
  }
  if (!std::isfinite(number)) return fmt::format("must be finite, not {}", number);
  for (const Range& range : kRanges) {
    const bool good = number >= range.least && number <= range.most && !(range.open && number == range.least);
    if (name == range.name && !good) return out_of_range(range, number);
  }
  return {};
}

// A step of the convex solver is a function of the state; impulses and positions belong to a step of their own.
std::string formulation_problem(const Option& o) {
  if (o.formulation == Formulation::kConvex) return {};
  const char* name = std::array{"convex", "xpbd", "impulse", "compliant"}[static_cast<std::size_t>(o.formulation)];
  const bool force = o.formulation == Formulation::kCompliant;
  if (o.integrator == Integrator::kImplicit || (o.integrator == Integrator::kRk4 && !force)) {
    return fmt::format("integrator: corten:solver=\"{}\" needs Euler{} or implicitfast", name, force ? ", RK4" : "");
  }
  if ((o.enableflags & kEnableFwdInv) && !force) {
    return fmt::format("flag fwdinv: corten:solver=\"{}\" has no inverse dynamics", name);
  }
  return {};
}

// The numbers of an option, none if it is a choice.
std::span<const double> numbers_of(const double& x) { return {&x, 1}; }
template <class T>
requires requires(const T& v) {
  { v.data() } -> std::same_as<const double*>;
}
std::span<const double> numbers_of(const T& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

// The last value of each choice: a number from a file or from memory can be anything.
constexpr Integrator last_of(Integrator) { return Integrator::kImplicitFast; }
constexpr Cone last_of(Cone) { return Cone::kElliptic; }
constexpr Jacobian last_of(Jacobian) { return Jacobian::kAuto; }
constexpr Solver last_of(Solver) { return Solver::kNewton; }
constexpr Formulation last_of(Formulation) { return Formulation::kCompliant; }
constexpr RestitutionLaw last_of(RestitutionLaw) { return RestitutionLaw::kPoisson; }

template <class T>
std::string option_problem(std::string_view name, const T& value) {
  if constexpr (std::is_enum_v<T>) {
    const int last = static_cast<int>(last_of(value)), number = static_cast<int>(value);
    if (number < 0 || number > last) return fmt::format("must be a choice from 0 to {}, not {}", last, number);
  } else if constexpr (std::is_same_v<T, int>) {
    return number_problem(name, value);
  } else {
    for (const double number : numbers_of(value)) {
      if (std::string problem = number_problem(name, number); !problem.empty()) return problem;
    }
  }
  return {};
}

}  // namespace

std::string extension_attribute(std::string_view name) {
  return name == "formulation" ? "corten:solver" : "corten:" + std::string(name);
}

std::string option_problem(const Option& o, std::string_view option) {
#define CORTEN_OPTION(kind, type, name, initial, unit, merge, doc) \
  if (option == #name) return option_problem(option, o.name);
#include "corten/option_fields.def"
#undef CORTEN_OPTION
  return {};
}

std::string option_problem(const Option& o) {
#define CORTEN_OPTION(kind, type, name, initial, unit, merge, doc) \
  if (std::string problem = option_problem(#name, o.name); !problem.empty()) return #name ": " + problem;
#include "corten/option_fields.def"
#undef CORTEN_OPTION
  return formulation_problem(o);
}

}  // namespace corten
