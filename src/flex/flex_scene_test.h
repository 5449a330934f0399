// Small flexes in a definite state, for tests whose numbers come from MuJoCo.
#pragma once

#include <cmath>
#include <string>

#include "corten/corten.h"

namespace corten {

inline constexpr const char* kThreeSlides =
    "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/><joint type='slide' axis='0 0 1'/>";

// One flex on four bodies; the last, which is turned, has joints of choice.
struct FourBodies {
  int dim = 2;
  std::string element = "0 1 2 1 3 2";
  std::string inner = {};             // what <flex> contains
  std::string joints = kThreeSlides;  // of the last body
  std::string vertex = {};            // <flex vertex>, if not the origins
  std::string option = "timestep='.01'";
  std::string turn = "euler='20 0 30'";  // of the last body

  std::string text() const {
    const std::string pose[] = {"pos='0 0 1'", "pos='.5 0 1'", "pos='0 .4 1'", "pos='.4 .5 1.1' " + turn};
    const char* mass[] = {"1", "2", "1", "1"};
    std::string bodies;
    for (int i = 0; i < 4; ++i) {
      bodies += std::string("<body name='b") + std::to_string(i) + "' " + pose[i] + ">" +
                (i < 3 ? kThreeSlides : joints) + "<geom size='.1' mass='" + mass[i] + "'/></body>";
    }
    return "<mujoco><option " + option + "><flag contact='disable' energy='enable'/></option><worldbody>" + bodies +
           "</worldbody><deformable><flex name='f' dim='" + std::to_string(dim) + "' body='b0 b1 b2 b3' element='" +
           element + "' radius='.01'" + (vertex.empty() ? "" : " vertex='" + vertex + "'") + ">" + inner +
           "</flex></deformable></mujoco>";
  }
};

// qpos_i = 0.01 ((7 i mod 5) - 2), qvel_i = 0.1 ((5 i mod 7) - 3); then forward dynamics.
inline void move_four_bodies(const Model& m, Data& d) {
  for (int i = 0; i < m.nq; ++i) d.qpos[i] = 0.01 * (7 * i % 5 - 2);
  for (int i = 0; i < m.nv; ++i) d.qvel[i] = 0.1 * (5 * i % 7 - 3);
  forward(m, d);
}

// A block or the surface of a box of 3 x 3 x 3 vertices between the nodes of a grid, in a turned body.
inline std::string interpolated(const std::string& type, int dim, const std::string& dof, const std::string& cells,
                                const std::string& elasticity) {
  return "<mujoco><option timestep='.01'><flag contact='disable'/></option><worldbody>"
         "<body name='p' pos='.1 .2 .3' euler='30 40 50'><flexcomp name='f' type='" +
         type + "' dim='" + std::to_string(dim) + "' count='3 3 3' spacing='.2 .25 .3' radius='.01' mass='.5' dof='" +
         dof + "' cellcount='" + cells + "'><elasticity young='1e4' poisson='.3' damping='.01' " + elasticity +
         "/><contact selfcollide='none' internal='false'/></flexcomp></body></worldbody></mujoco>";
}

// qpos_i = 0.02 sin(1.3 i), qvel_i = 0.1 cos(0.7 i); then forward dynamics.
inline void wave_dofs(const Model& m, Data& d) {
  for (int i = 0; i < m.nq; ++i) d.qpos[i] = 0.02 * std::sin(1.3 * i);
  for (int i = 0; i < m.nv; ++i) d.qvel[i] = 0.1 * std::cos(0.7 * i);
  forward(m, d);
}

// One number for many: the sum of x_i sin(0.3 i + 1).
inline double fingerprint(const Array<double>& x) {
  double sum = 0;
  for (int i = 0; i < x.size(); ++i) sum += x[i] * std::sin(0.3 * i + 1);
  return sum;
}

}  // namespace corten
