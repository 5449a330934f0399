// Sim: a model, its world, and the physics that the world obeys.
//
//   corten::Sim sim = corten::SimBuilder{}.bending(corten::BridsonBending{}).elasticity(MyRubber{}).build(model);
//   while (sim.data().time < 1) sim.step();
//
// Each of the policies is a type of the user's or one of the library's. It stands in the stage of the step that it
// replaces, in the order of the pipeline, and is compiled into the loop over hinges, elements, actuators or contacts.
// What is not named is left to the model file, FromModel: bending_model, elasticity_model, gaintype and solver there.
//
// step(model, data) is the step of MujocoSim: without policies nothing here is used.
#pragma once

#include <concepts>
#include <memory>
#include <utility>

#include "corten/bending/bridson.h"
#include "corten/bending/cotangent.h"
#include "corten/bending/discrete_shell.h"
#include "corten/data.h"
#include "corten/elasticity/corotated.h"
#include "corten/elasticity/mooney_rivlin.h"
#include "corten/elasticity/neo_hookean.h"
#include "corten/elasticity/ogden.h"
#include "corten/elasticity/stable_neo_hookean.h"
#include "corten/model.h"
#include "corten/physics.h"
#include "corten/step.h"

namespace corten {

// What the model file chose.
struct FromModel {};

template <class T>
concept BendingPolicy = std::same_as<T, FromModel> || BendingModel<T>;
template <class T>
concept ElasticityPolicy = std::same_as<T, FromModel> || std::same_as<T, LinearElasticity> || ElasticityModel<T>;

// The policies of a Sim, and the stages that call them.
template <BendingPolicy B, ElasticityPolicy E>
struct Policies : Physics {
  Policies(B bending_policy, E elasticity_policy)
      : bending_model(std::move(bending_policy)), elasticity_model(std::move(elasticity_policy)) {
    if constexpr (BendingModel<B>) bending = bending_stage(bending_model);
    if constexpr (ElasticityModel<E>) elasticity = elasticity_stage(elasticity_model);
    if constexpr (std::same_as<E, LinearElasticity>) elasticity = ElasticityStage{};
  }
  Policies(const Policies&) = delete;
  Policies& operator=(const Policies&) = delete;

  B bending_model;
  E elasticity_model;
};

template <BendingPolicy B = FromModel, ElasticityPolicy E = FromModel>
class Sim {
 public:
  explicit Sim(std::shared_ptr<const Model> model, B bending = {}, E elasticity = {})
      : model_(std::move(model)),
        policies_(std::make_shared<const Policies<B, E>>(std::move(bending), std::move(elasticity))),
        data_(*model_) {
    if constexpr (!std::same_as<Sim, Sim<>>) data_.physics = policies_;
  }

  void step() { corten::step(*model_, data_); }
  void forward() { corten::forward(*model_, data_); }
  void reset() { corten::reset(*model_, data_); }

  const Model& model() const { return *model_; }
  Data& data() { return data_; }
  const Data& data() const { return data_; }

 private:
  std::shared_ptr<const Model> model_;
  std::shared_ptr<const Policies<B, E>> policies_;
  Data data_;
};

// Collects policies; each call gives a builder of another type.
template <BendingPolicy B = FromModel, ElasticityPolicy E = FromModel>
class SimBuilder {
 public:
  explicit SimBuilder(B bending = {}, E elasticity = {})
      : bending_(std::move(bending)), elasticity_(std::move(elasticity)) {}

  template <BendingPolicy T>
  SimBuilder<T, E> bending(T policy) const {
    return SimBuilder<T, E>(std::move(policy), elasticity_);
  }
  template <ElasticityPolicy T>
  SimBuilder<B, T> elasticity(T policy) const {
    return SimBuilder<B, T>(bending_, std::move(policy));
  }
  // A material for all flexes.
  template <ElasticMaterial T>
  SimBuilder<B, AllOf<T>> elasticity(T material) const {
    return SimBuilder<B, AllOf<T>>(bending_, AllOf<T>{std::move(material)});
  }

  Sim<B, E> build(Model model) const { return build(std::make_shared<const Model>(std::move(model))); }
  Sim<B, E> build(std::shared_ptr<const Model> model) const {
    return Sim<B, E>(std::move(model), bending_, elasticity_);
  }

 private:
  B bending_;
  E elasticity_;
};

SimBuilder()->SimBuilder<>;

using MujocoSim = Sim<>;                                 // what step(model, data) does
using SoftBodySim = Sim<FromModel, MadeOf<NeoHookean>>;  // large strains: tissue, rubber

}  // namespace corten
