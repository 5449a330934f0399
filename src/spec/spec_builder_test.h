// Short ways to write a Spec in a test, and to read its names.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "corten/spec.h"
#include "spec/query.h"

namespace corten {

using Names = std::vector<std::string>;

template <class T>
T named(const std::string& name) {
  T element;
  element.name = name;
  return element;
}

// A body with one hinge joint and one geom; empty names: no joint, unnamed geom.
inline Body make_body(const std::string& name, const std::string& joint = "", const std::string& geom = "") {
  Body body = named<Body>(name);
  if (!joint.empty()) body.joints.push_back(named<Joint>(joint));
  body.geoms.push_back(named<Geom>(geom));
  return body;
}

inline Actuator make_actuator(const std::string& name, TransmissionType type, const std::string& target) {
  Actuator actuator = named<Actuator>(name);
  actuator.trntype = type;
  actuator.target = target;
  return actuator;
}

inline Sensor make_sensor(const std::string& name, Object type = Object::kUnknown, const std::string& object = "",
                          Object reftype = Object::kUnknown, const std::string& reference = "") {
  Sensor sensor = named<Sensor>(name);
  sensor.type = type == Object::kUnknown ? SensorType::kClock : SensorType::kFramePos;
  sensor.objtype = type;
  sensor.objname = object;
  sensor.reftype = reftype;
  sensor.refname = reference;
  return sensor;
}

inline Exclude make_exclude(const std::string& name, const std::string& body1, const std::string& body2) {
  Exclude exclude = named<Exclude>(name);
  exclude.body1 = body1;
  exclude.body2 = body2;
  return exclude;
}

inline Equality make_joint_equality(const std::string& name, const std::string& joint1,
                                    const std::string& joint2 = "") {
  Equality equality = named<Equality>(name);
  equality.type = EqualityType::kJoint;
  equality.name1 = joint1;
  equality.name2 = joint2;
  return equality;
}

inline Tendon make_fixed_tendon(const std::string& name, const Names& joints) {
  Tendon tendon = named<Tendon>(name);
  for (const std::string& joint : joints) tendon.path.push_back({WrapType::kJoint, joint, "", 1, {}});
  return tendon;
}

template <class T>
Names names(const std::vector<T>& list) {
  Names result;
  for (const T& element : list) result.push_back(element.name);
  return result;
}

// Names of the tree in MuJoCo's order: by body, parents first. The world is left out.
inline Names tree_names(const Spec& spec, Object kind) {
  Names result;
  visit_bodies(spec.world, [&](const Body& body) {
    if (kind == Object::kBody && &body != &spec.world) result.push_back(body.name);
    visit_elements(body, [&](Object k, const Element& element) {
      if (k == kind) result.push_back(element.name);
    });
  });
  return result;
}

}  // namespace corten
