// Sim: a model, its world, and the physics that the world obeys.
//
//   corten::Sim sim = corten::SimBuilder{}.bending(corten::BridsonBending{}).actuators(MyMotor{}).build(model);
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

#include "corten/actuator.h"
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

template <class T>
concept ActuatorPolicy = std::same_as<T, FromModel> || ActuatorModel<T>;

// The policies of a Sim, and the stages that call them.
template <BendingPolicy B, ElasticityPolicy E, ActuatorPolicy A>
struct Policies : Physics {
  Policies(B bending_policy, E elasticity_policy, A actuator_policy)
      : bending_model(std::move(bending_policy)),
        elasticity_model(std::move(elasticity_policy)),
        actuator_model(std::move(actuator_policy)) {
    if constexpr (BendingModel<B>) bending = bending_stage(bending_model);
    if constexpr (ElasticityModel<E>) elasticity = elasticity_stage(elasticity_model);
    if constexpr (std::same_as<E, LinearElasticity>) elasticity = ElasticityStage{};
    if constexpr (ActuatorModel<A>) actuators = actuator_stage(actuator_model);
  }
  Policies(const Policies&) = delete;
  Policies& operator=(const Policies&) = delete;

  B bending_model;
  E elasticity_model;
  A actuator_model;
};

template <BendingPolicy B = FromModel, ElasticityPolicy E = FromModel, ActuatorPolicy A = FromModel>
class Sim {
 public:
  // Throws std::invalid_argument if the actuators do not fit, see check_actuators().
  explicit Sim(std::shared_ptr<const Model> model, B bending = {}, E elasticity = {}, A actuators = {})
      : model_(std::move(model)),
        policies_(
            std::make_shared<const Policies<B, E, A>>(std::move(bending), std::move(elasticity), std::move(actuators))),
        data_(*model_) {
    if (policies_->actuators) check_actuators(*model_, *policies_->actuators);
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
  std::shared_ptr<const Policies<B, E, A>> policies_;
  Data data_;
};

// Collects policies; each call gives a builder of another type.
template <BendingPolicy B = FromModel, ElasticityPolicy E = FromModel, ActuatorPolicy A = FromModel>
class SimBuilder {
 public:
  explicit SimBuilder(B bending = {}, E elasticity = {}, A actuators = {})
      : bending_(std::move(bending)), elasticity_(std::move(elasticity)), actuators_(std::move(actuators)) {}

  template <BendingPolicy T>
  SimBuilder<T, E, A> bending(T policy) const {
    return SimBuilder<T, E, A>(std::move(policy), elasticity_, actuators_);
  }
  template <ElasticityPolicy T>
  SimBuilder<B, T, A> elasticity(T policy) const {
    return SimBuilder<B, T, A>(bending_, std::move(policy), actuators_);
  }
  // A material for all flexes.
  template <ElasticMaterial T>
  SimBuilder<B, AllOf<T>, A> elasticity(T material) const {
    return SimBuilder<B, AllOf<T>, A>(bending_, AllOf<T>{std::move(material)}, actuators_);
  }
  // Of gaintype custom and user, or those that the policy says.
  template <ActuatorPolicy T>
  SimBuilder<B, E, T> actuators(T policy) const {
    return SimBuilder<B, E, T>(bending_, elasticity_, std::move(policy));
  }

  Sim<B, E, A> build(Model model) const { return build(std::make_shared<const Model>(std::move(model))); }
  Sim<B, E, A> build(std::shared_ptr<const Model> model) const {
    return Sim<B, E, A>(std::move(model), bending_, elasticity_, actuators_);
  }

 private:
  B bending_;
  E elasticity_;
  A actuators_;
};

SimBuilder()->SimBuilder<>;

using MujocoSim = Sim<>;                                 // what step(model, data) does
using SoftBodySim = Sim<FromModel, MadeOf<NeoHookean>>;  // large strains: tissue, rubber

}  // namespace corten
