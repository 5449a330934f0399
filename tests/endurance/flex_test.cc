// A cloth that swings down from two corners onto a ball and a jelly that falls on the floor, for ten seconds: no bad
// numbers, no energy out of nothing, and at rest in the end.
//
// Small ones in every run of the tests. With CORTEN_ENDURANCE_SECONDS, so in `make nightly`, a cloth of 40 x 40 and a
// jelly of 10 x 10 x 10 vertices.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "corten/corten.h"

namespace corten {
namespace {

bool nightly() { return std::getenv("CORTEN_ENDURANCE_SECONDS") != nullptr; }

// Kinetic, and potential of gravity, from the lowest point of the model.
double energy(const Model& m, const Data& d) {
  double sum = 0;
  for (int body = 1; body < m.nbody; ++body) {
    sum += 9.81 * m.body_mass[body] * d.xipos[body].z;
    const int dof = m.body_dofadr[body];
    if (m.body_dofnum[body] != 3) continue;  // a vertex
    for (int k = 0; k < 3; ++k) sum += .5 * m.body_mass[body] * d.qvel[dof + k] * d.qvel[dof + k];
  }
  return sum;
}

void settle(const std::string& text, double at_rest) {
  const Model m = load_text(text);
  Data d(m);
  forward(m, d);
  const double start = energy(m, d);
  std::size_t most = 0;
  while (d.time < 10) {
    step(m, d);
    most = std::max(most, d.contact.size());
    const long steps = std::lround(d.time / m.opt.timestep);
    if (steps % 50 != 0) continue;
    forward(m, d);  // positions of the same time as the velocities
    for (const double v : d.qvel) ASSERT_LT(std::abs(v), 20) << "at " << d.time << " s";  // false for NaN too
    for (const WarningStat& warning : d.warning) ASSERT_EQ(warning.number, 0) << "at " << d.time << " s";
    ASSERT_LT(energy(m, d), start + 1e-3 * std::abs(start)) << "at " << d.time << " s";
    if (nightly() && steps % 500 == 0) {
      std::printf("%.0f s, energy %g of %g J, %zu contacts, fastest %g\n", d.time, energy(m, d), start,
                  d.contact.size(), *std::max_element(d.qvel.begin(), d.qvel.end()));
      std::fflush(stdout);
    }
  }
  double fastest = 0;
  for (const double v : d.qvel) fastest = std::max(fastest, std::abs(v));
  EXPECT_LT(fastest, at_rest);
  EXPECT_LT(energy(m, d), .9 * start);
  EXPECT_GT(most, 3u);
}

// The air brakes every vertex at a rate of 2 / s: each is a box of 5 mm, and the force 3 pi size viscosity v.
TEST(FlexEndurance, ClothOnABall) {
  const int n = nightly() ? 40 : 10;
  const std::string count = std::to_string(n), spacing = std::to_string(.8 / (n - 1));
  const double viscosity = 2 * .5 / (n * n) / (3 * 3.14159 * .005);
  settle("<mujoco><option timestep='.004' solver='CG' integrator='implicitfast' tolerance='1e-6' viscosity='" +
             std::to_string(viscosity) +
             "'/><worldbody><body><geom type='sphere' size='.06' pos='-.3 0 .1'/></body>"
             "<flexcomp name='cloth' type='grid' dim='2' count='" +
             count + " " + count + " 1' spacing='" + spacing + " " + spacing +
             " 1' pos='0 0 .6' radius='.01' mass='.5'><contact selfcollide='none' internal='false'/>"
             "<elasticity young='3e4' poisson='.2' thickness='.008' damping='.01' elastic2d='both'/><pin id='0 " +
             std::to_string(n - 1) + "'/></flexcomp></worldbody></mujoco>",
         .02);
}

// A tower, whose lower face has less than 50 vertices: of more contacts than that only some are kept, others in every
// step, and it would tremble.
TEST(FlexEndurance, JellyOnTheFloor) {
  const std::string count = nightly() ? "7 7 21" : "4 4 6", spacing = nightly() ? ".04 .04 .04" : ".08 .08 .08";
  settle(
      "<mujoco><option timestep='.004' solver='CG' integrator='implicitfast' tolerance='1e-6'/><worldbody>"
      "<geom type='plane' size='2 2 1'/><flexcomp name='jelly' type='grid' dim='3' count='" +
          count + "' spacing='" + spacing +
          "' pos='0 0 .6' euler='2 3 0' radius='.005' mass='5'><contact selfcollide='none' internal='false'/>"
          "<elasticity young='3e4' poisson='.2' damping='.01'/></flexcomp></worldbody></mujoco>",
      .02);
}

}  // namespace
}  // namespace corten
