// A small cloth for tests: three by three vertices, the first one fixed, in a turned frame.
#pragma once

#include <cmath>
#include <string>

#include "corten/corten.h"

namespace corten {

struct Cloth {
  std::string elastic = "both";  // what is stiff: bend, stretch or both
  std::string option = "integrator='implicitfast' solver='CG'";
  std::string contact = "internal='false' selfcollide='none'";
  double damping = 0.002;
  std::string rest = "";  // more bodies

  std::string text() const {
    std::string bodies, names;
    for (int i = 0; i < 9; ++i) {
      const std::string name = "v" + std::to_string(i);
      bodies += "<body name='" + name + "' pos='" + std::to_string(0.1 * (i % 3)) + " " +
                std::to_string(0.1 * (i / 3)) + " 0'><inertial pos='0 0 0' mass='.01' diaginertia='1e-5 1e-5 1e-5'/>";
      for (const char* axis : {"1 0 0", "0 1 0", "0 0 1"}) {
        if (i > 0) bodies += "<joint type='slide' axis='" + std::string(axis) + "'/>";
      }
      bodies += "</body>";
      names += name + " ";
    }
    return "<mujoco><option " + option + "/><worldbody>" + rest + "<body quat='.8 .3 .4 .3'>" + bodies +
           "</body></worldbody><deformable><flex name='f' dim='2' radius='.005' body='" + names +
           "' vertex='0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0' "
           "element='0 1 3 1 4 3 1 2 4 2 5 4 3 4 6 4 7 6 4 5 7 5 8 7'><contact " +
           contact + "/><elasticity young='1e4' poisson='.2' thickness='.01' damping='" + std::to_string(damping) +
           "' elastic2d='" + elastic + "'/></flex></deformable></mujoco>";
  }
};

// Scales the cloth, moves its vertices by up to `size` and gives them velocities; then forward dynamics.
inline void deform_cloth(const Model& m, Data& d, double size, double stretch = 1) {
  for (int v = 1; v < 9; ++v) {
    const int first = m.body_dofadr[m.flex_vertbodyid[v]];
    const double at_rest[3] = {0.1 * (v % 3), 0.1 * (v / 3), 0};
    for (int k = 0; k < 3; ++k) {
      d.qpos[m.jnt_qposadr[m.dof_jntid[first + k]]] = (stretch - 1) * at_rest[k] + size * std::sin(7.0 * v + 3.0 * k);
      d.qvel[first + k] = std::cos(5.0 * v + k);
    }
  }
  forward(m, d);
}

}  // namespace corten
