// Model: everything about a simulated system that does not change with time.
//
// A Model is compiled from a Spec and keeps its structure from then on; any number of Data and threads share it as a
// const Model. Who owns it may change numbers, such as opt.timestep or body_mass (edit.h says which of them others
// follow from). All arrays of model_fields.def lie in one buffer, so that a copy is one memcpy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "corten/array.h"
#include "corten/enums.h"
#include "corten/export.h"
#include "corten/handle.h"
#include "corten/option.h"
#include "corten/types.h"
#include "corten/visual.h"

namespace corten {

// Number of everything in a model; zero until the compiler has counted.
struct Sizes {
#define CORTEN_SIZE(name, doc) int name = 0;
#include "corten/model_sizes.def"
#undef CORTEN_SIZE
};

// One 64-byte aligned block of memory.
class CORTEN_API Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t bytes);  // zeroed
  static Buffer uninitialized(std::size_t bytes);
  Buffer(const Buffer& other);
  Buffer(Buffer&& other) noexcept : bytes_(std::move(other.bytes_)), size_(std::exchange(other.size_, 0)) {}
  Buffer& operator=(Buffer other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(size_, other.size_);
    return *this;
  }
  std::byte* data() const { return bytes_.get(); }
  std::size_t size() const { return size_; }

 private:
  struct Free {
    void operator()(std::byte* p) const;
  };
  std::unique_ptr<std::byte[], Free> bytes_;
  std::size_t size_ = 0;
};

class Plugin;
// A number that a Model and its worlds have in common; what was moved from has none.
class Signature {
 public:
  Signature() = default;
  explicit Signature(std::uint64_t value) : value_(value) {}
  Signature(const Signature&) = default;
  Signature(Signature&& other) noexcept : value_(std::exchange(other.value_, 0)) {}
  Signature& operator=(const Signature&) = default;
  Signature& operator=(Signature&& other) noexcept {
    value_ = std::exchange(other.value_, 0);
    return *this;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

// Bytes for contacts and constraint rows of a world where the model gives no <size memory>.
inline constexpr std::size_t kDefaultMemory = std::size_t{512} << 20;

class SdfShape;
struct RegisteredActuator;

// An instance of a plugin: its code, and what names it. See plugin.h.
struct PluginUse {
  int id = -1;  // of the instance
  PluginKind kind = PluginKind::kSdf;
  std::shared_ptr<const Plugin> code{};  // null: a signed distance, or an instance that nothing names
  std::vector<int> elements{};           // actuators, bodies or sensors that name it, in order
};

class CORTEN_API Model : public Sizes {
 public:
  std::string name;  // <mujoco model="...">
  Option opt;
  Statistic stat;
  Visual vis;
  std::size_t narena = kDefaultMemory;                      // memory limit of new worlds, see Data::memory_limit
  std::vector<std::shared_ptr<const SdfShape>> sdf_shapes;  // analytic signed distances, by geom_plugin; see sdf.h
  std::vector<std::shared_ptr<const RegisteredActuator>> actuator_models;  // of users, by actuator_plugin
  std::vector<PluginUse> plugins;  // actuators, passive forces and sensors of plugins, by instance; see plugin.h

#define CORTEN_FIELD(type, name, count, doc) Field<type, per(#count)> name;
#include "corten/model_fields.def"
#undef CORTEN_FIELD

  Model() = default;
  Model(const Model& other);
  Model(Model&& other) noexcept = default;
  Model& operator=(Model other) noexcept;

  // Depends on the sizes and the kinematic tree: Models that differ in numbers only have the same, and may be used with
  // the same Data.
  std::uint64_t signature() const { return signature_.value(); }

  // All arrays, as they lie in memory.
  std::span<const std::byte> memory() const { return {buffer_.data(), buffer_.size()}; }

  // Names. An unnamed thing has the empty name; an unknown name has id -1. require_id throws std::out_of_range instead,
  // which says what a similar name would be. A look-up is one hash.
  int id(Object kind, std::string_view name) const;
  int require_id(Object kind, std::string_view name) const;
  const std::string& name_of(Object kind, int id) const;
  const std::vector<std::string>& names(Object kind) const;  // by id

  // Handles (handle.h) by name or number, and all of a kind; std::out_of_range if there is none.
  BodyId body(std::string_view name) const;
  BodyId body(int id) const;
  Handles<BodyId> bodies() const { return {*this, nbody, &Model::body}; }
  JointId joint(std::string_view name) const;
  JointId joint(int id) const;
  Handles<JointId> joints() const { return {*this, njnt, &Model::joint}; }
  GeomId geom(std::string_view name) const;
  GeomId geom(int id) const;
  Handles<GeomId> geoms() const { return {*this, ngeom, &Model::geom}; }
  SiteId site(std::string_view name) const;
  SiteId site(int id) const;
  Handles<SiteId> sites() const { return {*this, nsite, &Model::site}; }
  CameraId camera(std::string_view name) const;
  CameraId camera(int id) const;
  Handles<CameraId> cameras() const { return {*this, ncam, &Model::camera}; }
  LightId light(std::string_view name) const;
  LightId light(int id) const;
  Handles<LightId> lights() const { return {*this, nlight, &Model::light}; }
  TendonId tendon(std::string_view name) const;
  TendonId tendon(int id) const;
  Handles<TendonId> tendons() const { return {*this, ntendon, &Model::tendon}; }
  EqualityId equality(std::string_view name) const;
  EqualityId equality(int id) const;
  Handles<EqualityId> equalities() const { return {*this, neq, &Model::equality}; }
  ActuatorId actuator(std::string_view name) const;
  ActuatorId actuator(int id) const;
  Handles<ActuatorId> actuators() const { return {*this, nactuator, &Model::actuator}; }
  SensorId sensor(std::string_view name) const;
  SensorId sensor(int id) const;
  Handles<SensorId> sensors() const { return {*this, nsensor, &Model::sensor}; }

 private:
  friend class ModelBuilder;  // the compiler's and the binary reader's way to fill a Model
  struct NameTable;
  const std::string& checked_name(Object kind, int id, int count) const;
  std::size_t bind(std::byte* buffer);  // gives each array its place in `buffer`, or counts the bytes when it is null

  Signature signature_;
  Buffer buffer_;
  std::shared_ptr<const NameTable> names_[kObjectCount];
};

}  // namespace corten
