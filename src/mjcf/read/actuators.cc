// <actuator> and <sensor>.
#include "base/sensor_table.h"
#include "mjcf/read/drafts.h"
#include "mjcf/read/reader.h"
#include "mjcf/schema/keywords.h"

namespace corten::mjcf {

namespace {

// The transmission is told by the attribute that names its target. MuJoCo: of several, the last in this order counts.
void set_transmission(const XmlElement& xml, ActuatorDraft& a) {
  const std::pair<const char*, TransmissionType> kinds[] = {
      {"joint", TransmissionType::kJoint},   {"jointinparent", TransmissionType::kJointInParent},
      {"tendon", TransmissionType::kTendon}, {"cranksite", TransmissionType::kSliderCrank},
      {"site", TransmissionType::kSite},     {"body", TransmissionType::kBody}};
  for (const auto& [attribute, type] : kinds) {
    const std::string* target = xml.find(attribute);
    if (!target) continue;
    a.target = *target;
    a.trntype = type;
  }
}

// A model of gaintype custom that comes from the class is not that of actuators with another gain.
void drop_gain_model(const XmlElement& xml, ActuatorDraft& a) {
  if (xml.tag == "plugin" && a.gaintype == GainType::kCustom) a.gaintype = GainType::kFixed;
  if (a.gaintype == GainType::kCustom || xml.find("corten:gain_model") || xml.find("corten:gain_params")) return;
  a.gain_model.clear();
  a.gain_params.clear();
}

}  // namespace

void Reader::lay_actuator(const XmlElement& xml, const ElementType& type, Actuator& actuator) {
  ActuatorDraft draft;
  static_cast<Actuator&>(draft) = actuator;
  lay(xml, type, draft);
  set_transmission(xml, draft);
  const bool known = draft.trntype != TransmissionType::kUndefined;
  const bool crank = xml.find("cranklength") || xml.find("slidersite");
  if (crank && known && draft.trntype != TransmissionType::kSliderCrank) {
    error(xml, "cranklength and slidersite belong to a slider-crank", "give cranksite");
  }
  if (xml.find("refsite") && known && draft.trntype != TransmissionType::kSite) {
    error(xml, "refsite belongs to a site transmission", "give site");
  }
  const std::string problem = apply_shortcut(xml.tag, draft);
  if (!problem.empty()) error(xml, problem);
  drop_gain_model(xml, draft);
  actuator = draft;
}

void Reader::read_actuator(const XmlElement& section) {
  for (const XmlElement& xml : section.children) {
    const Child* child = schema_.at("actuator").find_child(xml.tag);
    if (!child) continue;
    Actuator actuator = make_of_class(xml, 0, &DefaultClass::actuator);
    actuator.tag = xml.tag;
    lay_actuator(xml, *child->type, actuator);
    if (xml.tag == "plugin") read_plugin(xml, actuator.plugin);
    spec_.actuators.push_back(std::move(actuator));
  }
}

namespace {

Object object_of_word(const std::string& word) {
  for (const Keyword& keyword : keywords::object_type) {
    if (word == keyword.word) return static_cast<Object>(keyword.value);
  }
  return Object::kUnknown;
}

// The one of several attributes that is given names the object and tells its kind.
void choose_object(const XmlElement& xml, std::initializer_list<std::pair<const char*, Object>> choices, Object& kind,
                   std::string& name) {
  kind = Object::kUnknown;
  for (const auto& [attribute, object] : choices) {
    const std::string* text = xml.find(attribute);
    if (!text) continue;
    kind = object;
    name = *text;
  }
}

// What the element of a sensor of this kind says by its tag and by the choice of its attributes.
void set_objects(const XmlElement& xml, SensorTarget target, SensorDraft& s) {
  switch (target) {
    case SensorTarget::kSiteAndCamera:
      s.objtype = Object::kSite;
      s.reftype = Object::kCamera;
      break;
    case SensorTarget::kSite:
      s.objtype = Object::kSite;
      break;
    case SensorTarget::kScalarJoint:
    case SensorTarget::kBallJoint:
    case SensorTarget::kLimitedJoint:
      s.objtype = Object::kJoint;
      break;
    case SensorTarget::kTendon:
    case SensorTarget::kLimitedTendon:
      s.objtype = Object::kTendon;
      break;
    case SensorTarget::kActuator:
      s.objtype = Object::kActuator;
      break;
    case SensorTarget::kBody:
      s.objtype = Object::kBody;
      break;
    case SensorTarget::kFrameAndSite:
      s.reftype = Object::kSite;
      break;
    case SensorTarget::kSiteOrCamera:
      s.intprm[0] = s.ray_data;
      choose_object(xml, {{"site", Object::kSite}, {"camera", Object::kCamera}}, s.objtype, s.objname);
      break;
    case SensorTarget::kGeoms:
      choose_object(xml, {{"geom1", Object::kGeom}, {"body1", Object::kBody}}, s.objtype, s.objname);
      choose_object(xml, {{"geom2", Object::kGeom}, {"body2", Object::kBody}}, s.reftype, s.refname);
      break;
    case SensorTarget::kContact:
      s.intprm = {{s.contact_data, static_cast<int>(s.reduce), s.num}};
      choose_object(
          xml,
          {{"geom1", Object::kGeom}, {"body1", Object::kBody}, {"subtree1", Object::kXBody}, {"site", Object::kSite}},
          s.objtype, s.objname);
      choose_object(xml, {{"geom2", Object::kGeom}, {"body2", Object::kBody}, {"subtree2", Object::kXBody}}, s.reftype,
                    s.refname);
      break;
    case SensorTarget::kMesh:
      s.objtype = Object::kMesh;
      s.reftype = Object::kGeom;
      break;
    case SensorTarget::kUser:
    case SensorTarget::kPlugin:
      s.objtype = object_of_word(s.objtype_text);
      s.reftype = object_of_word(s.reftype_text);
      break;
    case SensorTarget::kNothing:
    case SensorTarget::kFrame:
    case SensorTarget::kFrameInWorld:
      break;
  }
}

}  // namespace

// An object of a plugin has a kind and a name, or neither.
void Reader::read_sensor_plugin(const XmlElement& xml, Sensor& sensor) {
  read_plugin(xml, sensor.plugin);
  const auto check = [&](Object kind, const std::string& name, const char* word, const char* attribute) {
    if ((kind == Object::kUnknown) == name.empty()) return;
    error(xml, std::string(name.empty() ? attribute : word) + " is missing or unknown",
          std::string(word) + " and " + attribute + " belong together");
  };
  check(sensor.objtype, sensor.objname, "objtype", "objname");
  check(sensor.reftype, sensor.refname, "reftype", "refname");
}

void Reader::read_sensor(const XmlElement& section) {
  for (const XmlElement& xml : section.children) {
    const Child* child = schema_.at("sensor").find_child(xml.tag);
    if (!child) continue;
    SensorDraft draft;
    draft.where = tree_.where(xml);
    lay(xml, *child->type, draft);
    if (const SensorTraits* row = find_sensor(xml.tag)) {
      draft.type = row->type;
      set_objects(xml, row->target, draft);
    }
    if (xml.tag == "plugin") read_sensor_plugin(xml, draft);
    spec_.sensors.push_back(draft);
  }
}

}  // namespace corten::mjcf
