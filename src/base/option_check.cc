// See option_check.h. MuJoCo refuses nothing; its simulations then stand still, or reset themselves in every step.
#include "base/option_check.h"

#include <fmt/format.h>

#include <span>

namespace corten {

std::string timestep_problem(double timestep) {
  if (timestep >= kMinTimestep && std::isfinite(timestep)) return {};
  return fmt::format("must be a finite number of at least {} s, not {}", kMinTimestep, timestep);
}

std::string number_problem(double number) {
  return std::isfinite(number) ? std::string() : fmt::format("must be finite, not {}", number);
}

std::string option_problem(const Option& o) {
  struct Row {
    const char* name;
    std::span<const double> numbers;
  };
  const auto one = [](const double& x) { return std::span<const double>(&x, 1); };
  const auto all = [](const auto& v) { return std::span<const double>(v.data(), static_cast<std::size_t>(v.size())); };
  if (std::string problem = timestep_problem(o.timestep); !problem.empty()) return "timestep: " + problem;
  const Row rows[] = {{"impratio", one(o.impratio)},
                      {"tolerance", one(o.tolerance)},
                      {"ls_tolerance", one(o.ls_tolerance)},
                      {"noslip_tolerance", one(o.noslip_tolerance)},
                      {"ccd_tolerance", one(o.ccd_tolerance)},
                      {"sleep_tolerance", one(o.sleep_tolerance)},
                      {"gravity", all(o.gravity)},
                      {"wind", all(o.wind)},
                      {"magnetic", all(o.magnetic)},
                      {"density", one(o.density)},
                      {"viscosity", one(o.viscosity)},
                      {"o_margin", one(o.o_margin)},
                      {"o_solref", all(o.o_solref)},
                      {"o_solimp", all(o.o_solimp)},
                      {"o_friction", all(o.o_friction)}};
  for (const Row& row : rows) {
    for (const double number : row.numbers) {
      if (std::string problem = number_problem(number); !problem.empty()) return std::string(row.name) + ": " + problem;
    }
  }
  return {};
}

}  // namespace corten
