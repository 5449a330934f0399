// A robot that holds a pose: a proportional-derivative law on every joint that has a motor, found by name.
//
//   torque = qfrc_bias + M (kp (goal - q) - kd v)         computed torque: the same gains fit light and heavy links
//
// Run it on models/humanoid.xml: the humanoid is held at its pelvis and lifts an arm.
#include <corten/corten.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  corten::Diagnostics diagnostics;
  corten::Model model = corten::load(argc > 1 ? argv[1] : "humanoid.xml", diagnostics);
  for (const corten::Diagnostic& warning : diagnostics.list()) std::fprintf(stderr, "%s\n", warning.text().c_str());
  model.opt.gravity = {0, 0, 0};  // a lesson without falling

  // Goals by the names of the joints; all others stay where they are.
  const std::map<std::string, double> goals = {{"left_shoulder_raise", 1.2}, {"left_elbow", 0.8}, {"neck", -0.3}};
  corten::Data data(model);
  std::vector<double> goal(data.qpos.begin(), data.qpos.end());
  for (const auto& [name, angle] : goals) goal[static_cast<std::size_t>(model.joint(name).qpos().first)] = angle;

  const std::size_t nv = static_cast<std::size_t>(model.nv);
  const double kp = 100, kd = 20;
  std::vector<double> acceleration(nv), torque(nv);
  while (data.time < 2 && !data.unstable()) {
    corten::step1(model, data);
    for (const corten::JointId joint : model.joints()) {
      if (joint.dofs().count != 1) continue;  // the free joint has no motor
      const double error = goal[static_cast<std::size_t>(joint.qpos().first)] - data.qpos(joint)[0];
      acceleration[static_cast<std::size_t>(joint.dofs().first)] = kp * error - kd * data.qvel(joint)[0];
    }
    corten::mul_m(model, data, acceleration, torque);
    for (int i = 0; i < model.nv; ++i) {
      data.qfrc_applied[i] = torque[static_cast<std::size_t>(i)] + data.qfrc_bias[i] - data.qfrc_passive[i];
    }
    corten::step2(model, data);
  }

  double worst = 0;
  for (const auto& [name, angle] : goals) {
    const double q = data.qpos(model.joint(name))[0];
    std::printf("%-20s goal %6.3f, reached %6.3f rad\n", name.c_str(), angle, q);
    worst = std::max(worst, std::abs(q - angle));
  }
  try {
    model.joint("left_elbo");
  } catch (const std::out_of_range& error) {
    std::printf("%s\n", error.what());  // says which name was meant
  }
  return worst < 0.02 ? 0 : 1;
}
