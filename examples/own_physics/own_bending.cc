// A bending model of one's own: a hinge that is soft while it is nearly flat and stiff when it is folded, like a sheet
// with a crease:
//   E = k theta^2 / 2 (1 + (theta / a)^2 / 2),   M = k theta (1 + (theta / a)^2),   dM/dtheta = k (1 + 3 (theta / a)^2)
// with the stiffness k of the material and the angle a at which the resistance has doubled.
#include <corten/corten.h>
#include <corten/sim.h>

#include <algorithm>
#include <cstdio>

struct CreasedSheet {
  double doubled = 0.1;  // rad

  double energy(const corten::RestHinge& rest, const corten::Vec3 (&x)[4]) const {
    const double theta = corten::dihedral_angle(x).angle - rest.angle, t = theta / doubled;
    return rest.stiffness * theta * theta / 2 * (1 + t * t / 2);
  }
  void add_force(const corten::RestHinge& rest, const corten::Vec3 (&x)[4], corten::Vec3* const (&force)[4]) const {
    const corten::DihedralAngle now = corten::dihedral_angle(x);
    const double theta = now.angle - rest.angle, t = theta / doubled, moment = rest.stiffness * theta * (1 + t * t);
    for (int i = 0; i < 4; ++i) *force[i] -= now.gradient[i] * moment;
  }
  void set_stiffness(const corten::RestHinge& rest, const corten::Vec3 (&x)[4], corten::HingeStiffness& out) const {
    const corten::DihedralAngle now = corten::dihedral_angle(x);
    const double t = (now.angle - rest.angle) / doubled;
    corten::set_outer(now, rest.stiffness * (1 + 3 * t * t), out);
  }
};

// How far the free end of the sheet hangs down after two seconds, in metres.
template <class Simulation>
double sag(Simulation sim) {
  while (sim.data().time < 2 && !sim.data().unstable()) sim.step();
  double lowest = 0;
  for (int v = 0; v < sim.model().flex_vertnum[0]; ++v) lowest = std::min(lowest, sim.data().flexvert_xpos[v].z);
  return -lowest;
}

int main(int argc, char** argv) {
  const corten::Model model = corten::load(argc > 1 ? argv[1] : "sheet.xml");
  const double usual = sag(corten::SimBuilder{}.build(model));
  const double creased = sag(corten::SimBuilder{}.bending(CreasedSheet{}).build(model));
  std::printf("the sheet hangs down by %.4f m, with a crease by %.4f m\n", usual, creased);
  return creased < usual ? 0 : 1;  // the crease holds it up
}
