// A scene with everything that inverse dynamics and derivatives must get right: contacts with friction, a joint beyond
// its limit, friction loss, rotations, a tendon with inertia, a servo, an actuator with activation, sensors.
#pragma once

#include <cmath>
#include <string>

#include "corten/corten.h"

namespace corten {

inline std::string derivative_scene(const std::string& option) {
  return "<mujoco><option timestep='.004' " + option + R"(/>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .0995"><freejoint/><geom type="box" size=".1 .1 .1" mass="1"/></body>
    <body pos=".5 0 .5">
      <joint name="shoulder" axis="0 1 0" damping=".2"/>
      <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03" mass=".6"/>
      <body pos=".3 0 0">
        <joint name="elbow" axis="0 1 0" range="-57 57" limited="true" damping=".1" frictionloss=".05"/>
        <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03" mass=".4"/>
        <site name="tip" pos=".3 0 0"/>
      </body>
    </body>
    <body pos="-.5 0 .5">
      <joint type="ball" damping=".05"/><geom type="ellipsoid" size=".05 .08 .1" pos="0 0 -.1" mass=".5"/>
    </body>
  </worldbody>
  <tendon>
    <fixed name="t" armature=".02" damping=".1">
      <joint joint="shoulder" coef="1"/><joint joint="elbow" coef="-.5"/>
    </fixed>
  </tendon>
  <actuator>
    <position name="servo" joint="shoulder" kp="20" kv="1"/>
    <general joint="elbow" dyntype="filter" dynprm=".05" gainprm="3" ctrllimited="true" ctrlrange="-1 1"/>
  </actuator>
  <sensor>
    <framepos objtype="site" objname="tip"/><framelinvel objtype="site" objname="tip"/><accelerometer site="tip"/>
    <actuatorfrc actuator="servo"/>
  </sensor>
</mujoco>)";
}

// The box stands askew on the floor and slides; the elbow is beyond its limit.
inline void set_derivative_state(const Model& m, Data& d) {
  for (int i = 0; i < m.nv; ++i)
    d.qvel[i] = 0.1 * std::sin(i + 1), d.qacc[i] = std::cos(i), d.qfrc_applied[i] = 0.01 * i;
  d.qvel[0] = 0.5;
  d.qpos[3] = std::cos(0.002), d.qpos[4] = std::sin(0.002), d.qpos[5] = d.qpos[6] = 0;
  d.qpos[7] = 0.3, d.qpos[8] = 1.02;
  d.qpos[9] = std::cos(0.2), d.qpos[10] = 0, d.qpos[11] = std::sin(0.2), d.qpos[12] = 0;
  d.act[0] = 0.2, d.ctrl[0] = 0.1, d.ctrl[1] = 1;
  for (int k = 0; k < 6; ++k) d.xfrc_applied[1][k] = 0.05 * (k + 1);
}

}  // namespace corten
