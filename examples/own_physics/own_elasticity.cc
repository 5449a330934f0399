// A material of one's own: soft tissue that stiffens exponentially (after Fung), in principal stretches s:
//   psi = mu / (2 b) (exp(b (I1 - 3)) - 1) - mu ln J + lambda/2 (ln J)^2,   I1 = s1^2 + s2^2 + s3^2,   J = s1 s2 s3
// For b towards 0 it is Neo-Hookean.
#include <corten/corten.h>
#include <corten/sim.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

struct Tissue {
  double mu, lambda, b;  // Pa, Pa, 1

  double energy(const corten::Vec3& s) const {
    const double log = corten::extended_log(corten::volume_ratio(s)).value;
    return mu / (2 * b) * (std::exp(b * (corten::dot(s, s) - 3)) - 1) - mu * log + lambda / 2 * log * log;
  }
  corten::Vec3 gradient(const corten::Vec3& s) const {
    const corten::Jet log = corten::extended_log(corten::volume_ratio(s));
    corten::Vec3 g = s * (mu * std::exp(b * (corten::dot(s, s) - 3)));
    corten::add_volumetric(s, (lambda * log.value - mu) * log.slope, g);
    return g;
  }
  corten::Mat3 hessian(const corten::Vec3& s) const {
    const double e = mu * std::exp(b * (corten::dot(s, s) - 3));
    const corten::Jet log = corten::extended_log(corten::volume_ratio(s));
    corten::Mat3 h = corten::identity3() * e + corten::outer(s, s) * (2 * b * e);
    const double pressure = lambda * log.value - mu;
    corten::add_volumetric(s, pressure * log.slope, pressure * log.curvature + lambda * log.slope * log.slope, h);
    return h;
  }
};

// Which flex is made of what: solids of tissue, membranes of nearly Neo-Hookean rubber, all with their own moduli.
struct SolidTissue {
  double b = 2;
  Tissue material(const corten::Model& model, int flex) const {
    const corten::Lame lame = corten::Lame::of(model.flex_elasticityprm[flex][0], model.flex_elasticityprm[flex][1]);
    return {lame.mu, lame.lambda, model.flex_dim[flex] == 3 ? b : 1e-3};
  }
};

// How far the block hangs down below its place at rest after a second, in metres.
template <class Simulation>
double sag(Simulation sim) {
  const int first = sim.model().flex_vertadr[1], count = sim.model().flex_vertnum[1];
  const auto lowest = [&] {
    double z = 1e9;
    for (int v = first; v < first + count; ++v) z = std::min(z, sim.data().flexvert_xpos[v].z);
    return z;
  };
  sim.forward();
  const double start = lowest();
  while (sim.data().time < 1 && !sim.data().unstable()) sim.step();
  return start - lowest();
}

int main(int argc, char** argv) {
  const corten::Model model = corten::load(argc > 1 ? argv[1] : "sheet.xml");
  const double rubber = sag(corten::SimBuilder{}.elasticity(corten::MadeOf<corten::NeoHookean>{}).build(model));
  const double tissue = sag(corten::SimBuilder{}.elasticity(SolidTissue{}).build(model));
  std::printf("the block hangs down by %.4f m if it is rubber, by %.4f m if it is tissue\n", rubber, tissue);
  return tissue < rubber ? 0 : 1;  // tissue stiffens
}
