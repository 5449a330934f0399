// Physics options, listed in option_fields.def, and model statistics. Names and defaults are MuJoCo's; SI units.
#pragma once

#include "corten/enums.h"
#include "corten/types.h"

namespace corten {

inline constexpr Vec<2> kDefaultSolref{{0.02, 1}};
inline constexpr Vec<5> kDefaultSolimp{{0.9, 0.95, 0.001, 0.5, 2}};

inline constexpr Vec<5> kDefaultFriction{{1, 1, 0.005, 0.0001, 0.0001}};

struct Option {
#define CORTEN_OPTION(kind, type, name, initial, unit, merge, doc) type name = initial;
#include "corten/option_fields.def"
#undef CORTEN_OPTION
};

struct Statistic {
  double meaninertia = 1;  // mean diagonal of M in qpos0; scales the solver tolerance
  double meanmass = 1;     // mean body mass
  double meansize = 0.2;   // mean body size
  double extent = 2;       // spatial extent of the model
  Vec3 center;             // centre of the model
};

}  // namespace corten
