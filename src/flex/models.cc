// The built-in bending and elasticity models, by the kind that the compiler stored for each flex.
#include "corten/bending/bridson.h"
#include "corten/bending/discrete_shell.h"
#include "corten/elasticity/corotated.h"
#include "corten/elasticity/mooney_rivlin.h"
#include "corten/elasticity/neo_hookean.h"
#include "corten/elasticity/ogden.h"
#include "corten/elasticity/stable_neo_hookean.h"
#include "flex/flex.h"

namespace corten {

namespace {

struct FromMooneyRivlin {
  MooneyRivlin material(const Model& m, int flex) const {
    const Vec<8>& p = m.flex_elasticityprm[flex];
    return MooneyRivlin::of(p[2], p[3], p[1]);
  }
};

struct FromOgden {
  Ogden material(const Model& m, int flex) const {
    const Vec<8>& p = m.flex_elasticityprm[flex];
    return Ogden::of({p[2], p[3]}, {p[4], p[5]}, {p[6], p[7]}, p[1]);
  }
};

template <class T>
BendingStage built_in_bending() {
  static constexpr T model;
  return bending_stage(model);
}

template <class T>
ElasticityStage built_in_elasticity() {
  static constexpr T model;
  return elasticity_stage(model);
}

}  // namespace

BendingStage bending_of(const Model& m, const Data& d, int flex) {
  if (d.physics && d.physics->bending) return *d.physics->bending;
  switch (m.flex_bendingmodel[flex]) {
    case BendingKind::kBridson:
      return built_in_bending<BridsonBending>();
    case BendingKind::kDiscreteShell:
      return built_in_bending<DiscreteShellBending>();
    case BendingKind::kCotangent:
      break;
  }
  return {};
}

ElasticityStage elasticity_of(const Model& m, const Data& d, int flex) {
  if (d.physics && d.physics->elasticity) return *d.physics->elasticity;
  switch (m.flex_elasticitymodel[flex]) {
    case ElasticityKind::kNeoHookean:
      return built_in_elasticity<MadeOf<NeoHookean>>();
    case ElasticityKind::kStableNeoHookean:
      return built_in_elasticity<MadeOf<StableNeoHookean>>();
    case ElasticityKind::kMooneyRivlin:
      return built_in_elasticity<FromMooneyRivlin>();
    case ElasticityKind::kOgden:
      return built_in_elasticity<FromOgden>();
    case ElasticityKind::kCorotated:
      return built_in_elasticity<MadeOf<Corotated>>();
    case ElasticityKind::kLinear:
      break;
  }
  return {};
}

}  // namespace corten
