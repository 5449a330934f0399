// Forces of curved cables. Numbers are those of MuJoCo 3.12.0 for the model below.
#include <gtest/gtest.h>

#include <cmath>

#include "corten/data.h"
#include "corten/load.h"
#include "corten/step.h"

namespace corten {
namespace {

void expect_force(const std::string& settings, const std::vector<double>& expected) {
  const Model m = load_text(
      R"(<mujoco><option gravity="0 0 0"/><extension><plugin plugin="mujoco.elasticity.cable"/></extension><worldbody>
    <composite prefix="c" type="cable" curve="cos(s) sin(s) s" count="5 1 1" size=".3 2 .5" initial="none">
      <plugin plugin="mujoco.elasticity.cable"><config key="twist" value="3e6"/><config key="bend" value="1e6"/>)" +
      settings + R"(</plugin>
      <joint kind="main" damping="0"/><geom type="box" size=".1 .01 .004"/></composite></worldbody></mujoco>)");
  Data d(m);
  for (int j = 0; j < m.njnt; ++j) {
    const double quat[4] = {0.9, 0.1 * (j + 1), -0.2, 0.05 * j};
    const double size = std::hypot(std::hypot(quat[0], quat[1]), std::hypot(quat[2], quat[3]));
    for (int k = 0; k < 4; ++k) d.qpos[m.jnt_qposadr[j] + k] = quat[k] / size;
  }
  forward(m, d);
  ASSERT_EQ(static_cast<std::size_t>(m.nv), expected.size());
  for (int i = 0; i < m.nv; ++i)
    EXPECT_NEAR(d.qfrc_passive[i], expected[i], 1e-13) << i;  // roundings of forces of 1e-2
}

TEST(Cable, CurvedAtRest) {
  expect_force(
      "", {-0.00236302986407867, 0.00160274585712532, 0.000799751132556406, -0.00428212667593765, 0.00265434491211613,
           0.000257383280913088, -0.00598736440414005, 0.00369549631001559, -0.000646235751973842});
}

TEST(Cable, StraightAtRest) {
  expect_force("<config key='flat' value='true'/>", {-0.00347616459365597, 0.00104617849233668, -0.00155019996321788,
                                                     -0.00544241297112609, 0.00166875817242472, -0.00192057302704727,
                                                     -0.00721404046488964, 0.00235647361257, -0.00257847693699226});
}

}  // namespace
}  // namespace corten
