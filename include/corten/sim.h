// Sim: a model, its world, and the physics that the world obeys.
//
//   corten::Sim sim = corten::SimBuilder{}.bending(corten::BridsonBending{}).actuators(MyMotor{}).build(model);
//   while (sim.data().time < 1) sim.step();
//
// Each of the policies is a type of the user's or one of the library's. It stands in the stage of the step that it
// replaces, in the order of the pipeline, and is compiled into the loop over hinges, elements, actuators or contacts.
// What is not named is left to the model file, FromModel: bending_model, elasticity_model, gaintype, corten:solver
// there.
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
#include "corten/contact/compliant.h"
#include "corten/contact/convex.h"
#include "corten/contact/impulse.h"
#include "corten/contact/xpbd.h"
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

template <class T>
concept ContactPolicy = std::same_as<T, FromModel> || ContactSolver<T>;

// The policies of a Sim, and the stages that call them.
template <BendingPolicy B, ElasticityPolicy E, ActuatorPolicy A, ContactPolicy C>
struct Policies : Physics {
  Policies(B bending_policy, E elasticity_policy, A actuator_policy, C contact_policy)
      : bending_model(std::move(bending_policy)),
        elasticity_model(std::move(elasticity_policy)),
        actuator_model(std::move(actuator_policy)),
        contact_formulation(std::move(contact_policy)) {
    if constexpr (BendingModel<B>) bending = bending_stage(bending_model);
    if constexpr (ElasticityModel<E>) elasticity = elasticity_stage(elasticity_model);
    if constexpr (std::same_as<E, LinearElasticity>) elasticity = ElasticityStage{};
    if constexpr (ActuatorModel<A>) actuators = actuator_stage(actuator_model);
    if constexpr (ContactSolver<C>) contact_solver = contact_stage(contact_formulation);
    if constexpr (std::same_as<C, ConvexSolver>) contact_solver = ContactStage{};
  }
  Policies(const Policies&) = delete;
  Policies& operator=(const Policies&) = delete;

  B bending_model;
  E elasticity_model;
  A actuator_model;
  C contact_formulation;
};

template <BendingPolicy B = FromModel, ElasticityPolicy E = FromModel, ActuatorPolicy A = FromModel,
          ContactPolicy C = FromModel>
class Sim {
 public:
  // Throws std::invalid_argument if the actuators do not fit, see check_actuators().
  explicit Sim(std::shared_ptr<const Model> model, B bending = {}, E elasticity = {}, A actuators = {},
               C contact_solver = {})
      : model_(std::move(model)),
        policies_(std::make_shared<const Policies<B, E, A, C>>(std::move(bending), std::move(elasticity),
                                                               std::move(actuators), std::move(contact_solver))),
        data_(*model_) {
    if (policies_->actuators) check_actuators(*model_, *policies_->actuators);
    if constexpr (!std::same_as<Sim, Sim<>>) data_.physics = policies_;
  }

  void step() { corten::step(*model_, data_); }
  RunResult run_until(double time) { return corten::run_until(*model_, data_, time); }
  void forward() { corten::forward(*model_, data_); }
  void reset() { corten::reset(*model_, data_); }

  const Model& model() const { return *model_; }
  Data& data() { return data_; }
  const Data& data() const { return data_; }

 private:
  std::shared_ptr<const Model> model_;
  std::shared_ptr<const Policies<B, E, A, C>> policies_;
  Data data_;
};

// Collects policies; each call gives a builder of another type.
template <BendingPolicy B = FromModel, ElasticityPolicy E = FromModel, ActuatorPolicy A = FromModel,
          ContactPolicy C = FromModel>
class SimBuilder {
 public:
  explicit SimBuilder(B bending = {}, E elasticity = {}, A actuators = {}, C contact_solver = {})
      : bending_(std::move(bending)),
        elasticity_(std::move(elasticity)),
        actuators_(std::move(actuators)),
        contact_solver_(std::move(contact_solver)) {}

  template <BendingPolicy T>
  SimBuilder<T, E, A, C> bending(T policy) const {
    return SimBuilder<T, E, A, C>(std::move(policy), elasticity_, actuators_, contact_solver_);
  }
  template <ElasticityPolicy T>
  SimBuilder<B, T, A, C> elasticity(T policy) const {
    return SimBuilder<B, T, A, C>(bending_, std::move(policy), actuators_, contact_solver_);
  }
  // A material for all flexes.
  template <ElasticMaterial T>
  SimBuilder<B, AllOf<T>, A, C> elasticity(T material) const {
    return SimBuilder<B, AllOf<T>, A, C>(bending_, AllOf<T>{std::move(material)}, actuators_, contact_solver_);
  }
  // Of gaintype custom and user, or those that the policy says.
  template <ActuatorPolicy T>
  SimBuilder<B, E, T, C> actuators(T policy) const {
    return SimBuilder<B, E, T, C>(bending_, elasticity_, std::move(policy), contact_solver_);
  }
  // Of contacts, limits, equalities and joint friction.
  template <ContactPolicy T>
  SimBuilder<B, E, A, T> contact_solver(T policy) const {
    return SimBuilder<B, E, A, T>(bending_, elasticity_, actuators_, std::move(policy));
  }
  // A law of contacts, solved by Gauss-Seidel.
  template <ContactLaw T>
  SimBuilder<B, E, A, GaussSeidel<T>> contact_solver(T law) const {
    return contact_solver(GaussSeidel<T>{std::move(law)});
  }

  Sim<B, E, A, C> build(Model model) const { return build(std::make_shared<const Model>(std::move(model))); }
  Sim<B, E, A, C> build(std::shared_ptr<const Model> model) const {
    return Sim<B, E, A, C>(std::move(model), bending_, elasticity_, actuators_, contact_solver_);
  }

 private:
  B bending_;
  E elasticity_;
  A actuators_;
  C contact_solver_;
};

SimBuilder()->SimBuilder<>;

using MujocoSim = Sim<>;  // what step(model, data) does
// Cloth that folds, contacts that never explode: what looks right, fast.
using AnimationSim = Sim<BridsonBending, LinearElasticity, FromModel, XpbdSolver>;
using SoftBodySim = Sim<FromModel, MadeOf<NeoHookean>>;  // large strains: tissue, rubber

}  // namespace corten
