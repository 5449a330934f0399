// A pile of bodies with contacts and active limits, for tests of sensors.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "corten/corten.h"

namespace corten {

inline Model pile(const std::string& sensors, const std::string& cone) {
  return load_text(R"(
<mujoco>
  <option cone=")" +
                   cone + R"("/>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <camera name="persp" pos="0 -2 1" xyaxes="1 0 0 0 .5 1" resolution="2 2" fovy="8"/>
    <camera name="ortho" pos="0 -2 1" xyaxes="1 0 0 0 .5 1" resolution="2 1" fovy=".3" projection="orthographic"/>
    <camera name="intrinsic" pos="0 -2 1" xyaxes="1 0 0 0 .5 1" resolution="2 1" sensorsize=".02 .015"
            focal=".2 .21" principal=".001 .002"/>
    <body name="a" pos="0 0 .099">
      <freejoint/>
      <geom name="box" type="box" size=".2 .3 .1" mass="2"/>
      <site name="zone" pos="-.2 0 0" type="box" size=".1 .5 .2"/>
      <site name="up" pos="0 0 .11"/>
      <body name="b" pos=".4 0 0">
        <joint name="hinge" axis="0 1 0" range="-40 -1"/>
        <geom name="ball" size=".1" condim="6" friction=".9 .02 .01" mass="1"/>
        <site name="ballsite" size=".12"/>
        <site name="side" pos=".2 0 .3" euler="20 150 0"/>
      </body>
    </body>
    <body name="c" pos=".1 .05 .297">
      <freejoint/>
      <geom name="egg" type="ellipsoid" size=".15 .12 .1" condim="4" mass=".5"/>
    </body>
    <body name="d" pos="2 0 1">
      <joint name="slide" type="slide" axis="0 0 1"/>
      <geom size=".1"/>
    </body>
  </worldbody>
  <tendon>
    <fixed name="tendon" range="-.1 .1" limited="true" margin=".01">
      <joint joint="hinge" coef="-2"/>
      <joint joint="slide" coef="1"/>
    </fixed>
  </tendon>
  <sensor>)" + sensors +
                   "</sensor></mujoco>");
}

// What the sensors of a model show in a state where the limits are active.
inline std::vector<double> pile_sensors(const Model& m) {
  Data d(m);
  for (int i = 0; i < m.nv; ++i) d.qvel[i] = 0.1 * std::sin(i + 1.0);
  d.qpos[7] = 0.03;         // hinge
  d.qpos[m.nq - 1] = 0.25;  // slide
  forward(m, d);
  return {d.sensordata.begin(), d.sensordata.end()};
}

struct PileCase {
  const char* sensor;
  const char* cone;
  std::vector<double> wanted;
};

template <class Cases>
void expect_pile(const Cases& cases) {
  for (const PileCase& c : cases) {
    const std::vector<double> found = pile_sensors(pile(c.sensor, c.cone));
    ASSERT_EQ(found.size(), c.wanted.size()) << c.sensor;
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_NEAR(found[i], c.wanted[i], 1e-8 * std::max(1.0, std::abs(c.wanted[i]))) << c.sensor << " " << i;
    }
  }
}

}  // namespace corten
