// Batch: many worlds of one Model, with their states, controls and results in arrays over all worlds.
//
//   corten::Batch batch(model, 1024, {"xpos"}, std::make_shared<corten::ThreadPool>(0));
//   std::span<double> ctrl = batch.array<double>("ctrl");  // 1024 x nu, world after world
//   batch.step(5);
//
// A world is a row in each array: time, everything that the next step depends on, sensordata, and the Data fields that
// were asked for. Each thread has one Data, into which a row is copied for its steps and from which it is copied back;
// a world more costs its rows and little else. Only trees that sleep (flag sleep) keep more than that between steps:
// such a model gets a Data per world. Results are those of a Data that is stepped alone, bit for bit, for any number of
// threads, and steps allocate nothing once all worlds have been through their largest scene.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "corten/data.h"
#include "corten/export.h"
#include "corten/model.h"

namespace corten {

// Numbers of one kind of all worlds.
struct BatchArray {
  std::string name;
  std::string type;         // of a number: "double", "float", "int", "bool", "byte", "char" or "enum"
  std::size_t numbers = 0;  // per world
  std::size_t bytes = 0;    // per world
  std::byte* data = nullptr;
};

class CORTEN_API Batch {
 public:
  // All worlds are as after a reset. `results` names fields of Data that are copied out after each step; of cacc,
  // cfrc_int and cfrc_ext, which a step alone computes for sensors only, those that follow from where the step last
  // evaluated forces. Throws std::out_of_range for a field that does not exist, std::invalid_argument for an empty model
  // or no worlds.
  Batch(std::shared_ptr<const Model> model, int worlds, const std::vector<std::string>& results = {},
        std::shared_ptr<ThreadPool> threads = nullptr);
  ~Batch();
  Batch(Batch&&) noexcept;
  Batch& operator=(Batch&&) noexcept;

  int size() const;
  const Model& model() const;
  void set_threads(std::shared_ptr<ThreadPool> threads);     // null: the caller's thread alone
  void set_physics(std::shared_ptr<const Physics> physics);  // of all worlds, see sim.h
  std::size_t bytes_per_world() const;                       // of all arrays and records

  // time, qpos, qvel, act, history, plugin_state, qacc_warmstart, ctrl, qfrc_applied, xfrc_applied, eq_active,
  // mocap_pos, mocap_quat, userdata: may be written between steps. sensordata, energy, the results, and `unstable`
  // (Data::unstable) are written by steps. The memory stays where it is. Throws std::out_of_range for another name.
  const std::vector<BatchArray>& arrays() const;
  const BatchArray& find(std::string_view name) const;
  template <class T>
  std::span<T> array(std::string_view name) {
    return typed<T>(find(name), size());
  }

  // Gives every world its own values of a Model field of real numbers or flags, such as "body_mass", or of an option,
  // "opt.gravity"; all worlds start with those of the model. Written freely from then on. Throws std::out_of_range for
  // an unknown field, std::invalid_argument for one that the engine uses as index.
  const BatchArray& vary(std::string_view field);
  template <class T>
  std::span<T> vary_as(std::string_view field) {
    return typed<T>(vary(field), size());
  }
  const std::vector<BatchArray>& varied() const;
  // Brings fields that follow from the varied ones up to date in each world, see edit.h; those that change vary from
  // then on, too.
  void recompute_constants();

  // Steps each world. An option that cannot be simulated, such as a varied time step of zero, throws
  // std::invalid_argument; the other worlds have made their steps.
  void step(int substeps = 1);
  // Computes everything that follows from the states, without moving, in the worlds whose mask is true, or all of them.
  void forward(std::span<const bool> mask = {});
  // The worlds whose mask is true, or all of them if it is empty. std::invalid_argument for a mask of another length,
  // std::out_of_range for a keyframe that does not exist.
  void reset(std::span<const bool> mask = {});
  void reset_to_key(int key, std::span<const bool> mask = {});

  // Random numbers: each world has its own stream, which follows from the seed and the number of the world alone, not from
  // the number of worlds, the threads, or what other worlds draw. A batch starts with the seed 0. A mask as for reset.
  void seed(std::uint64_t seed, std::span<const bool> mask = {});
  // Moves states by random amounts: positions by as much as velocities in [-qpos, qpos) would move them in a second, which
  // keeps quaternions of unit length, and velocities by [-qvel, qvel). std::invalid_argument for scales that are not finite.
  void perturb(double qpos, double qvel, std::span<const bool> mask = {});
  // Fills numbers[world][] of the worlds in question with numbers in [0, 1). std::invalid_argument for a length that is no
  // multiple of size().
  void random(std::span<double> numbers, std::span<const bool> mask = {});

  // Makes `steps` steps in each world with controls[world][step][nu]. After each, the state (state.h,
  // kStateFullPhysics) goes to states[world][step][] and the sensors to sensors[world][step][]; what is empty is not
  // written. std::invalid_argument for spans of another length. Empty controls: those that the worlds have.
  void rollout(int steps, std::span<const double> controls, std::span<double> states, std::span<double> sensors);

  // One world as a Data of the same model, and back. Rows of Model fields that vary are not part of it.
  void copy_world(int world, Data& to) const;
  void set_world(int world, const Data& from);

 private:
  template <class T>
  static std::span<T> typed(const BatchArray& array, int worlds) {
    const bool fits = std::is_same_v<T, double>  ? array.type == "double"
                      : std::is_same_v<T, float> ? array.type == "float"
                      : std::is_same_v<T, bool>  ? array.type == "bool"
                                                 : std::is_same_v<T, int> && array.type == "int";
    if (!fits) throw std::invalid_argument(array.name + " holds numbers of type " + array.type);
    return {reinterpret_cast<T*>(array.data), array.numbers * static_cast<std::size_t>(worlds)};
  }

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace corten
