// Handles: typed numbers of bodies, joints, geoms, sites, ..., and fields that take them.
//
//   const JointId hip = model.joint("hip");             // one hash; std::out_of_range if there is none
//   data.qpos(hip)                                      // span of its coordinates
//   data.qvel(hip)                                      // span of its dofs
//   data.xpos(model.body("torso"))                      // Vec3
//   data.ctrl(model.actuator("hip_motor")) = 0.5;       // the control
//   data.sensordata(model.sensor("imu"))                // span of its outputs
//   model.jnt_range(hip)                                // Vec<2>
//   for (const JointId joint : model.joints()) joint.name();
//
// Field(handle) is what the field has for the thing; which field takes which handle is known to the compiler: data.xpos
// of a joint does not compile. A handle is a number (data.xpos[body] means the same), the places of the thing in the
// fields, and its name, which lives as long as the Model. It stays valid for copies of the Model. A handle that lies
// outside the field, as one of another model may, is refused with std::out_of_range.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "corten/array.h"
#include "corten/export.h"

namespace corten {

class Model;

// What a field has an element for.
enum class Per {
  kOther,
  kBody,
  kJoint,
  kQpos,
  kDof,
  kGeom,
  kSite,
  kCamera,
  kLight,
  kTendon,
  kEquality,
  kActuator,
  kCtrl,
  kAct,
  kOutput,
  kSensor,
  kSensordata,
};

// From the count of the field in model_fields.def or data_fields.def.
consteval Per per(std::string_view count) {
  struct Row {
    std::string_view count;
    Per per;
  };
  constexpr Row kRows[] = {
      {"nbody", Per::kBody},     {"njnt", Per::kJoint},   {"nq", Per::kQpos},        {"nv", Per::kDof},
      {"ngeom", Per::kGeom},     {"nsite", Per::kSite},   {"ncam", Per::kCamera},    {"nlight", Per::kLight},
      {"ntendon", Per::kTendon}, {"neq", Per::kEquality}, {"nu", Per::kCtrl},        {"nactuator", Per::kActuator},
      {"na", Per::kAct},         {"nout", Per::kOutput},  {"nsensor", Per::kSensor}, {"nsensordata", Per::kSensordata},
  };
  for (const Row& row : kRows) {
    if (row.count == count) return row.per;
  }
  return Per::kOther;
}

// Consecutive elements of a field.
struct FieldRange {
  int first = 0, count = 0;
};

// What all handles share.
class Handle {
 public:
  Handle(int id, const std::string& name) : id_(id), name_(&name) {}
  int id() const { return id_; }
  operator int() const { return id_; }
  const std::string& name() const { return *name_; }  // empty: it has none

 private:
  int id_;
  const std::string* name_;
};

// Of things that have one element in each of their fields.
template <Per kElement>
class ElementId : public Handle {
 public:
  using Handle::Handle;
  static constexpr bool is_element(Per per) { return per == kElement; }
  static constexpr bool is_scalar(Per) { return false; }
  static constexpr bool is_range(Per) { return false; }
};
using BodyId = ElementId<Per::kBody>;
using GeomId = ElementId<Per::kGeom>;
using SiteId = ElementId<Per::kSite>;
using CameraId = ElementId<Per::kCamera>;
using LightId = ElementId<Per::kLight>;
using TendonId = ElementId<Per::kTendon>;
using EqualityId = ElementId<Per::kEquality>;

// A joint has 1, 4 or 7 coordinates and 1, 3 or 6 dofs.
class JointId : public Handle {
 public:
  JointId(int id, const std::string& name, FieldRange qpos, FieldRange dofs)
      : Handle(id, name), qpos_(qpos), dofs_(dofs) {}
  FieldRange qpos() const { return qpos_; }
  FieldRange dofs() const { return dofs_; }

  static constexpr bool is_element(Per per) { return per == Per::kJoint; }
  static constexpr bool is_scalar(Per) { return false; }
  static constexpr bool is_range(Per per) { return per == Per::kQpos || per == Per::kDof; }
  FieldRange range(Per per) const { return per == Per::kQpos ? qpos_ : dofs_; }

 private:
  FieldRange qpos_, dofs_;
};

// An actuator has one control and one force output, few have several; and any number of activations.
class ActuatorId : public Handle {
 public:
  ActuatorId(int id, const std::string& name, FieldRange ctrl, FieldRange act, FieldRange outputs)
      : Handle(id, name), ctrl_(ctrl), act_(act), outputs_(outputs) {}
  FieldRange ctrl() const { return ctrl_; }
  FieldRange act() const { return act_; }
  FieldRange outputs() const { return outputs_; }

  static constexpr bool is_element(Per per) { return per == Per::kActuator; }
  static constexpr bool is_scalar(Per per) { return per == Per::kCtrl || per == Per::kOutput; }
  static constexpr bool is_range(Per per) { return per == Per::kAct; }
  FieldRange range(Per per) const { return per == Per::kCtrl ? ctrl_ : per == Per::kAct ? act_ : outputs_; }

 private:
  FieldRange ctrl_, act_, outputs_;
};

class SensorId : public Handle {
 public:
  SensorId(int id, const std::string& name, FieldRange outputs) : Handle(id, name), outputs_(outputs) {}
  FieldRange outputs() const { return outputs_; }

  static constexpr bool is_element(Per per) { return per == Per::kSensor; }
  static constexpr bool is_scalar(Per) { return false; }
  static constexpr bool is_range(Per per) { return per == Per::kSensordata; }
  FieldRange range(Per) const { return outputs_; }

 private:
  FieldRange outputs_;
};

// Throw std::out_of_range, and std::invalid_argument for an actuator of several controls.
[[noreturn]] CORTEN_API void refuse_handle(FieldRange range, int size);
[[noreturn]] CORTEN_API void refuse_scalar(int count);

// An Array that also takes handles.
template <class T, Per kPer>
class Field : public Array<T> {
 public:
  // The element of the thing.
  template <class Id>
  requires(Id::is_element(kPer)) T& operator()(const Id& id) { return *place({id, 1}); }
  template <class Id>
  requires(Id::is_element(kPer)) const T& operator()(const Id& id) const { return *place({id, 1}); }
  // The control or force of an actuator; std::invalid_argument if it has several, see all().
  template <class Id>
  requires(Id::is_scalar(kPer)) T& operator()(const Id& id) { return *place(single(id.range(kPer))); }
  template <class Id>
  requires(Id::is_scalar(kPer)) const T& operator()(const Id& id) const { return *place(single(id.range(kPer))); }
  // Coordinates or dofs of a joint, activations of an actuator, outputs of a sensor.
  template <class Id>
  requires(Id::is_range(kPer)) std::span<T>
  operator()(const Id& id) { return all(id); }
  template <class Id>
  requires(Id::is_range(kPer)) std::span<const T>
  operator()(const Id& id) const { return all(id); }
  // The same as span also where there usually is but one.
  template <class Id>
  requires(Id::is_scalar(kPer) || Id::is_range(kPer)) std::span<T> all(const Id& id) {
    const FieldRange range = id.range(kPer);
    return {place(range), static_cast<std::size_t>(range.count)};
  }
  template <class Id>
  requires(Id::is_scalar(kPer) || Id::is_range(kPer)) std::span<const T> all(const Id& id)
  const {
    const FieldRange range = id.range(kPer);
    return {place(range), static_cast<std::size_t>(range.count)};
  }

 private:
  static FieldRange single(FieldRange range) {
    if (range.count != 1) [[unlikely]]
      refuse_scalar(range.count);
    return range;
  }
  void check_range(FieldRange range) const {
    if (range.first < 0 || range.first > this->size() - range.count) [[unlikely]]
      refuse_handle(range, this->size());
  }
  T* place(FieldRange range) {
    check_range(range);
    return this->data() + range.first;
  }
  const T* place(FieldRange range) const {
    check_range(range);
    return this->data() + range.first;
  }
};

// All things of a kind: for (const JointId joint : model.joints()).
template <class Id>
class Handles {
 public:
  using Make = Id (Model::*)(int) const;
  Handles(const Model& model, int count, Make make) : model_(&model), count_(count), make_(make) {}

  class Iterator {
   public:
    Iterator(const Handles& all, int i) : all_(all), i_(i) {}
    Id operator*() const { return all_[i_]; }
    Iterator& operator++() {
      ++i_;
      return *this;
    }
    bool operator==(const Iterator& other) const { return i_ == other.i_; }

   private:
    Handles all_;
    int i_;
  };

  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, count_}; }
  int size() const { return count_; }
  bool empty() const { return count_ == 0; }
  Id operator[](int i) const { return (model_->*make_)(i); }

 private:
  const Model* model_;
  int count_;
  Make make_;
};

}  // namespace corten
