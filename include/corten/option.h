// Physics options and model statistics, with MuJoCo's names and defaults. All quantities in SI units.
#pragma once

#include "corten/enums.h"
#include "corten/types.h"

namespace corten {

inline constexpr Vec<2> kDefaultSolref{{0.02, 1}};
inline constexpr Vec<5> kDefaultSolimp{{0.9, 0.95, 0.001, 0.5, 2}};

struct Option {
  double timestep = 0.002;         // seconds per step
  double impratio = 1;             // how many times harder a contact resists slipping than being pressed
                                   // together: R of its normal row over R of its first friction row
  double tolerance = 1e-8;         // main solver: stop when the scaled improvement falls below
  double ls_tolerance = 0.01;      // line search tolerance of the Newton and CG solvers
  double noslip_tolerance = 1e-6;  // noslip solver tolerance
  double ccd_tolerance = 1e-6;     // convex collision tolerance
  double sleep_tolerance = 1e-3;   // velocity below which a tree may fall asleep
  Vec3 gravity{0, 0, -9.81};       // m/s^2
  Vec3 wind;                       // velocity of the medium, m/s
  Vec3 magnetic{0, -0.5, 0};       // magnetic flux
  double density = 0;              // of the medium, kg/m^3
  double viscosity = 0;            // of the medium, Pa s
  double o_margin = 0;             // contact parameters used by every contact when the override flag is on
  Vec<2> o_solref = kDefaultSolref;
  Vec<5> o_solimp = kDefaultSolimp;
  Vec<5> o_friction{{1, 1, 0.005, 0.0001, 0.0001}};
  Integrator integrator = Integrator::kEuler;
  Cone cone = Cone::kPyramidal;
  Jacobian jacobian = Jacobian::kAuto;
  Solver solver = Solver::kNewton;
  int iterations = 100;
  int ls_iterations = 50;
  int noslip_iterations = 0;
  int ccd_iterations = 35;
  int disableflags = 0;     // DisableBit
  int enableflags = 0;      // EnableBit
  int disableactuator = 0;  // bit g: actuators of group g are off
  int sdf_initpoints = 40;
  int sdf_iterations = 10;
};

struct Statistic {
  double meaninertia = 1;  // mean diagonal of M in qpos0; scales the solver tolerance
  double meanmass = 1;     // mean body mass
  double meansize = 0.2;   // mean body size
  double extent = 2;       // spatial extent of the model
  Vec3 center;             // centre of the model
};

}  // namespace corten
