// <actuator> and <sensor>; the counterpart of read/actuators.cc.
//
// A Spec keeps general actuators and the names of the shortcuts they came from. A shortcut is written if, read again,
// it gives the same general actuator; otherwise the general one is.
#include <cmath>
#include <optional>
#include <utility>

#include "base/sensor_table.h"
#include "mjcf/read/drafts.h"
#include "mjcf/schema/keywords.h"
#include "mjcf/write/writer.h"

namespace corten::mjcf {

namespace {

using Draft = ActuatorDraft;

void name_target(Draft& a) {
  switch (a.trntype) {
    case TransmissionType::kJoint:
      a.joint = a.target;
      break;
    case TransmissionType::kJointInParent:
      a.jointinparent = a.target;
      break;
    case TransmissionType::kTendon:
      a.tendon = a.target;
      break;
    case TransmissionType::kSliderCrank:
      a.cranksite = a.target;
      break;
    case TransmissionType::kSite:
    case TransmissionType::kSo3:
      a.site = a.target;
      break;
    case TransmissionType::kBody:
      a.body = a.target;
      break;
    case TransmissionType::kUndefined:
      break;
  }
}

// What a shortcut's attributes would have to be; see actuator.cc.
void infer_attributes(const std::string& tag, Draft& a) {
  if (tag == "position" || tag == "intvelocity" || tag == "orientation") a.kp = a.gainprm[0];
  if (tag == "pid") a.kp = -a.biasprm[1];
  if (a.kp) (std::signbit(a.biasprm[2]) ? a.kv : a.dampratio) = std::abs(a.biasprm[2]);
  if (tag == "velocity") a.kv = a.gainprm[0];
  if (tag == "damper") a.kv = -a.gainprm[2];
  if (tag == "position" || tag == "intvelocity" || tag == "pid") a.range_to_inherit = a.inheritrange;
  if (tag == "position" && a.dyntype == DynType::kFilterExact) a.timeconst = {a.dynprm[0]};
  if (tag == "adhesion") a.gain = a.gainprm[0];
  if (tag == "pid") {
    a.ki = a.gainprm[0];
    a.imax = a.dynprm[0];
    a.slewmax = a.dynprm[1];
  }
  if (tag == "cylinder") {
    a.timeconst = {a.dynprm[0]};
    a.area = a.gainprm[0];
    a.bias = {a.biasprm[0], a.biasprm[1], a.biasprm[2]};
  }
  if (tag == "muscle") {
    a.timeconst = {a.dynprm[0], a.dynprm[1]};
    a.tausmooth = a.dynprm[2];
    a.range = {a.gainprm[0], a.gainprm[1]};
    int i = 2;
    for (auto* value : {&a.force, &a.scale, &a.lmin, &a.lmax, &a.vmax, &a.fpmax, &a.fvmax}) *value = a.gainprm[i++];
  }
}

// Writes `wanted` as an element of `type`, reads it over `start` and compares.
bool replay(const ElementType& type, const Draft& wanted, const Actuator& start, XmlElement& out) {
  Draft read;
  static_cast<Actuator&>(read) = start;
  read.name.clear();
  if (wanted.gaintype != GainType::kCustom) {  // the reader forgets the model of the class
    read.gain_model.clear();
    read.gain_params.clear();
  }
  out = {};
  out.tag = type.tag;
  write_attributes(type, &wanted, &read, {}, out);
  return apply_shortcut(type.tag, read).empty() && read.inheritrange == wanted.inheritrange &&
         same_attributes(Schema::instance().at("actuator/general"), &wanted, &read);
}

// The element with as few attributes as possible; empty if this type cannot say it.
std::optional<XmlElement> as_type(const ElementType& type, Draft wanted, const Actuator& start) {
  infer_attributes(type.tag, wanted);
  XmlElement out;
  if (!replay(type, wanted, start, out)) return std::nullopt;
  const auto drop = [&](auto& attribute) {
    const auto kept = std::exchange(attribute, {});
    if (!replay(type, wanted, start, out)) attribute = kept;
  };
  for (auto* number : {&wanted.kp, &wanted.kv, &wanted.dampratio, &wanted.ki, &wanted.imax, &wanted.slewmax,
                       &wanted.range_to_inherit, &wanted.area, &wanted.gain, &wanted.tausmooth, &wanted.force,
                       &wanted.scale, &wanted.lmin, &wanted.lmax, &wanted.vmax, &wanted.fpmax, &wanted.fvmax}) {
    drop(*number);
  }
  for (auto* list : {&wanted.timeconst, &wanted.range, &wanted.bias}) drop(*list);
  replay(type, wanted, start, out);
  return out;
}

Draft draft_of(const Actuator& actuator) {
  Draft draft;
  static_cast<Actuator&>(draft) = actuator;
  name_target(draft);
  return draft;
}

}  // namespace

XmlElement Writer::default_actuator(const Actuator& actuator, const Actuator& start) const {
  const Draft draft = draft_of(actuator);
  for (const char* id : {"default/general", "default/position", "default/intvelocity", "default/pid"}) {
    if (const auto out = as_type(schema_.at(id), draft, start)) return *out;
  }
  XmlElement out;
  replay(schema_.at("default/general"), draft, start, out);
  return out;
}

void Writer::write_actuators() {
  for (const Actuator& actuator : spec_.actuators) {
    const Draft draft = draft_of(actuator);
    const DefaultClass& used = class_named(actuator.classname);
    const Child* own = schema_.at("actuator").find_child(actuator.tag);
    std::optional<XmlElement> out;
    if (actuator.plugin.active) {  // whatever gain and bias it has from its class: the plugin has its own
      replay(schema_.at("actuator/plugin"), draft, used.actuator, out.emplace());
    } else if (own) {
      out = as_type(*own->type, draft, used.actuator);
    }
    if (!out) {
      out.emplace();
      replay(schema_.at("actuator/general"), draft, used.actuator, *out);
    }
    if (used.name != "main") {
      const bool named = !out->attributes.empty() && out->attributes[0].first == "name";
      out->attributes.insert(out->attributes.begin() + named, {"class", used.name});
    }
    if (out->tag == "plugin") write_config(actuator.plugin.config, *out);
    section("actuator").children.push_back(std::move(*out));
  }
}

namespace {

std::string word_of(Object object) {
  return format_value({ValueKind::kKeyword, 1, 1, &keywords::object_type}, {{static_cast<double>(object)}, {}, {}});
}

// Attributes that tell the kind of an object by their own names.
void name_objects(SensorDraft& s) {
  using Names = std::initializer_list<std::pair<Object, std::string*>>;
  const auto choose = [](Object kind, const std::string& name, Names names) {
    for (const auto& [object, attribute] : names) {
      if (object == kind) *attribute = name;
    }
  };
  choose(s.objtype, s.objname,
         {{Object::kGeom, &s.geom1},
          {Object::kBody, &s.body1},
          {Object::kXBody, &s.subtree1},
          {Object::kSite, &s.site},
          {Object::kCamera, &s.camera}});
  choose(s.reftype, s.refname, {{Object::kGeom, &s.geom2}, {Object::kBody, &s.body2}, {Object::kXBody, &s.subtree2}});
}

}  // namespace

void Writer::write_sensors() {
  for (const Sensor& sensor : spec_.sensors) {
    SensorDraft draft;
    static_cast<Sensor&>(draft) = sensor;
    name_objects(draft);
    draft.ray_data = draft.contact_data = sensor.intprm[0];
    draft.reduce = static_cast<ContactReduce>(sensor.intprm[1]);
    draft.num = sensor.intprm[2];
    draft.objtype_text = word_of(sensor.objtype);
    draft.reftype_text = word_of(sensor.reftype);
    XmlElement out = element("sensor/" + std::string(sensor_traits(sensor.type).tag), draft);
    if (out.tag == "plugin") write_config(sensor.plugin.config, out);
    section("sensor").children.push_back(std::move(out));
  }
}

}  // namespace corten::mjcf
