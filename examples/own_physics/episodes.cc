// Physics drawn anew for each episode, as a training loop does that must not rely on one kind of it: the bending model,
// the elasticity model and the stiffness of flexes, the torque and speed of a motor, and the contact formulation of a
// Spec are changed before it is compiled, and each episode moves differently.
#include <corten/corten.h>

#include <algorithm>
#include <cstdio>
#include <random>
#include <set>

int main(int argc, char** argv) {
  using corten::BendingKind, corten::ElasticityKind, corten::Formulation;
  corten::Diagnostics diagnostics;
  const corten::Spec base = corten::read_mjcf(argc > 1 ? argv[1] : "sheet.xml", diagnostics);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> factor(0.5, 2);
  const BendingKind bending[] = {BendingKind::kCotangent, BendingKind::kBridson, BendingKind::kDiscreteShell};
  const ElasticityKind elasticity[] = {ElasticityKind::kLinear, ElasticityKind::kNeoHookean,
                                       ElasticityKind::kStableNeoHookean, ElasticityKind::kCorotated};
  const Formulation contacts[] = {Formulation::kConvex, Formulation::kImpulse, Formulation::kCompliant,
                                  Formulation::kXpbd};
  std::set<double> heights, angles;
  for (int episode = 0; episode < 8; ++episode) {
    corten::Spec spec = base;
    for (corten::FlexComp& comp : spec.flexcomps) {
      comp.flex.young *= factor(random);
      comp.flex.elasticity_model = elasticity[random() % 4];
      if (comp.flex.dim == 2) comp.flex.bending_model = bending[random() % 3];
    }
    for (corten::Actuator& motor : spec.actuators) {
      for (double& parameter : motor.gain_params) parameter *= factor(random);
    }
    spec.option.formulation = contacts[episode % 4];
    spec.option.restitution = 0.25 * factor(random);
    const corten::Model model = corten::compile(spec, diagnostics);
    if (diagnostics.has_errors()) throw corten::LoadError(diagnostics);
    corten::Data data(model);
    data.ctrl[0] = 1;
    while (data.time < 0.5 && !data.unstable()) corten::step(model, data);
    double lowest = 0;
    for (const corten::Vec3& vertex : data.flexvert_xpos) lowest = std::min(lowest, vertex.z);
    const double angle = data.qpos[model.nq - 1];
    std::printf(
        "episode %d: bending %d, elasticity %d and %d, torque %.2f N m, contacts %d: lowest point at %.4f m, arm at "
        "%.4f rad\n",
        episode, static_cast<int>(model.flex_bendingmodel[0]), static_cast<int>(model.flex_elasticitymodel[0]),
        static_cast<int>(model.flex_elasticitymodel[1]), model.actuator_gainprm[0][0],
        static_cast<int>(model.opt.formulation), lowest, angle);
    heights.insert(lowest);
    angles.insert(angle);
  }
  return heights.size() == 8 && angles.size() == 8 ? 0 : 1;  // no two episodes are alike
}
