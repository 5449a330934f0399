// Physics drawn anew for each episode, as a training loop does that must not rely on one material: the bending model,
// the elasticity model and the stiffness of a Spec are changed before it is compiled, and each episode moves
// differently.
#include <corten/corten.h>

#include <algorithm>
#include <cstdio>
#include <random>
#include <set>

int main(int argc, char** argv) {
  corten::Diagnostics diagnostics;
  const corten::Spec base = corten::read_mjcf(argc > 1 ? argv[1] : "sheet.xml", diagnostics);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> factor(0.5, 2);
  const corten::BendingKind bending[] = {corten::BendingKind::kCotangent, corten::BendingKind::kBridson,
                                         corten::BendingKind::kDiscreteShell};
  const corten::ElasticityKind elasticity[] = {corten::ElasticityKind::kLinear, corten::ElasticityKind::kNeoHookean,
                                               corten::ElasticityKind::kStableNeoHookean,
                                               corten::ElasticityKind::kCorotated};
  std::set<double> heights;
  for (int episode = 0; episode < 8; ++episode) {
    corten::Spec spec = base;
    for (corten::FlexComp& comp : spec.flexcomps) {
      comp.flex.young *= factor(random);
      comp.flex.elasticity_model = elasticity[random() % 4];
      if (comp.flex.dim == 2) comp.flex.bending_model = bending[random() % 3];
    }
    const corten::Model model = corten::compile(spec, diagnostics);
    if (diagnostics.has_errors()) throw corten::LoadError(diagnostics);
    corten::Data data(model);
    while (data.time < 0.5 && !data.unstable()) corten::step(model, data);
    double lowest = 0;
    for (const corten::Vec3& vertex : data.flexvert_xpos) lowest = std::min(lowest, vertex.z);
    std::printf("episode %d: bending %d, elasticity %d and %d, lowest point at %.4f m\n", episode,
                static_cast<int>(model.flex_bendingmodel[0]), static_cast<int>(model.flex_elasticitymodel[0]),
                static_cast<int>(model.flex_elasticitymodel[1]), lowest);
    heights.insert(lowest);
  }
  return heights.size() == 8 ? 0 : 1;  // no two episodes are alike
}
