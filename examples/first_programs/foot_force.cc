// What the ground carries: the humanoid lands on its feet and sinks into its knees, and the contact force under each
// foot is summed, with the point that it acts at. Run it on models/humanoid.xml.
//
//   centre of pressure on z = 0, from the force f and the torque t about the origin:  x = -t_y / f_z,  y = t_x / f_z
#include <corten/corten.h>

#include <cmath>
#include <cstdio>

int main(int argc, char** argv) {
  const corten::Model model = corten::load(argc > 1 ? argv[1] : "humanoid.xml");
  corten::Data data(model);
  const corten::BodyId feet[] = {model.body("left_foot"), model.body("right_foot")};
  const corten::BodyId world = model.body("world");

  double impulse = 0, momentum = 0;  // vertical, of all contacts with the ground, and what gravity gave
  for (int step = 0; step < 240; ++step) {
    corten::forward(model, data);
    const corten::ContactWrench ground = corten::body_contact_wrench(model, data, world, corten::Vec3{});
    impulse -= ground.force.z * model.opt.timestep;  // what the ground feels, it gives back
    momentum += model.body_subtreemass(world) * model.opt.gravity.z * model.opt.timestep;
    if (step % 40 == 0) {
      std::printf("%.3f s:", data.time);
      for (const corten::BodyId foot : feet) {
        const corten::ContactWrench w = corten::body_contact_wrench(model, data, foot, world, corten::Vec3{});
        if (w.contacts == 0) {
          std::printf("  %s in the air", foot.name().c_str());
        } else {
          std::printf("  %s %.1f N at (%.3f, %.3f) m, %d contacts", foot.name().c_str(), w.force.z,
                      -w.torque.y / w.force.z, w.torque.x / w.force.z, w.contacts);
        }
      }
      std::printf("\n");
    }
    corten::step(model, data);
  }

  // All of the momentum comes from the ground and from gravity.
  corten::forward(model, data);
  double total = 0;
  for (const corten::BodyId body : model.bodies()) {
    const corten::PointJacobian j = corten::body_com_jacobian(model, data, body);
    double speed = 0;
    for (int dof = 0; dof < model.nv; ++dof)
      speed += j.trans[static_cast<std::size_t>(2 * model.nv + dof)] * data.qvel[dof];
    total += model.body_mass(body) * speed;
  }
  std::printf("vertical momentum %.3f N s; gravity %.3f, ground %.3f\n", total, momentum, impulse);
  return impulse > 10 && std::abs(total - momentum - impulse) < 0.02 * impulse ? 0 : 1;
}
