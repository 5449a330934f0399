// A contact law of one's own: adhesive pads, as geckos and gripping tape have them. A pad that touches holds on with a
// pull of at most `strength` newtons and lets go beyond; friction holds what is pressed or held.
//
//   u_n+ = 0        as long as  p_n >= -h strength         (p_n: normal impulse, negative while the pad pulls)
//   |p_t| <= mu (p_n + h strength)
#include <corten/corten.h>
#include <corten/sim.h>

#include <algorithm>
#include <cstdio>

struct AdhesivePad {
  double strength = 0;  // N per contact

  void update(corten::ContactPoint& c) const {
    const bool on = c.gap < 1e-3;  // m
    const double pull = on ? c.timestep * strength : 0, target = on ? 0 : -c.gap / c.timestep;
    const double wanted = c.impulse[0] + (target - c.velocity[0]) / c.response(0, 0);
    c.set(0, wanted < -pull ? 0 : wanted);
    if (c.dim == 1) return;
    corten::update_friction(
        c, [&](double slip, double w) { return std::min(slip / w, std::max(0.0, c.impulse[0] + pull)); });
  }
};

int main() {
  // a box of 1 kg under a ceiling, touching it
  const char* scene = R"(
    <mujoco><worldbody>
      <geom type="box" size="1 1 .1" pos="0 0 1.1" margin=".002"/>
      <body pos="0 0 .8999"><freejoint/><geom type="box" size=".1 .1 .1" mass="1" margin=".002"/></body>
    </worldbody></mujoco>)";
  double height[2];
  for (const bool strong : {false, true}) {
    auto sim = corten::SimBuilder{}.contact_solver(AdhesivePad{strong ? 5.0 : 1.0}).build(corten::load_text(scene));
    while (sim.data().time < 0.5) sim.step();
    height[strong] = sim.data().qpos[2];
    std::printf("pads of %g N: the box is at %.4f m\n", strong ? 5.0 : 1.0, height[strong]);
  }
  return height[0] < 0 && height[1] > 0.89 ? 0 : 1;  // four pads of 5 N hold 9.81 N, four of 1 N do not
}
