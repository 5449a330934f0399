// Rows of <sensor>.
#include "base/sensor_table.h"
#include "mjcf/read/drafts.h"
#include "mjcf/schema/keywords.h"
#include "mjcf/schema/rows.h"

namespace corten::mjcf {

namespace {

void add_history(Rows<SensorDraft>& rows) {
  rows("nsample", &SensorDraft::nsample, "Past values that are kept");
  rows("interp", &SensorDraft::interp, keywords::interp, "Interpolation of past values");
  rows("delay", &SensorDraft::delay, "Delay of the value, s");
  rows("interval", &SensorDraft::interval, "Time between values and time of the first, s").partial();
}

void add_common(Rows<SensorDraft>& rows) {
  named_rows(rows);
  add_history(rows);
  rows("cutoff", &SensorDraft::cutoff, "Largest absolute value, 0: no limit");
  rows("noise", &SensorDraft::noise, "Standard deviation of noise, for the user");
  rows("user", &SensorDraft::user, "Numbers of the user");
}

void add_object(Rows<SensorDraft>& rows) {
  rows("objtype", &SensorDraft::objtype, keywords::frame_object, "Kind of the measured object").required();
  rows("objname", &SensorDraft::objname, "Measured object").required();
}

// The attribute that names the one object of a sensor; empty: none, or several.
std::string object_attribute(SensorTarget target) {
  switch (target) {
    case SensorTarget::kSite:
    case SensorTarget::kSiteAndCamera:
      return "site";
    case SensorTarget::kTendon:
    case SensorTarget::kLimitedTendon:
      return "tendon";
    case SensorTarget::kActuator:
      return "actuator";
    case SensorTarget::kBody:
      return "body";
    default:
      return is_joint_target(target) ? "joint" : "";
  }
}

// Sensors of one object, of frames, or of nothing.
bool is_plain(SensorTarget target) { return target != SensorTarget::kSiteOrCamera && target < SensorTarget::kGeoms; }

std::string path_of(const SensorTraits& row) { return "sensor/" + std::string(row.tag); }

void add_plain_sensor(Schema& schema, const SensorTraits& row) {
  Rows<SensorDraft> rows(schema, path_of(row), std::string(row.doc));
  add_common(rows);
  if (row.target == SensorTarget::kFrameAndSite) rows("site", &SensorDraft::refname, "Site").required();
  if (row.target >= SensorTarget::kFrame && row.target <= SensorTarget::kFrameAndSite) add_object(rows);
  if (const std::string attribute = object_attribute(row.target); !attribute.empty()) {
    rows(attribute, &SensorDraft::objname, "Measured " + attribute).required();
  }
  if (row.target == SensorTarget::kSiteAndCamera) rows("camera", &SensorDraft::refname, "Camera").required();
  if (row.target == SensorTarget::kFrame) {
    rows("reftype", &SensorDraft::reftype, keywords::frame_object, "Kind of the object in whose frame it is measured");
    rows("refname", &SensorDraft::refname, "That object; the world if absent");
    rows.together({{"reftype"}, {"refname"}});
  }
}

Rows<SensorDraft> special(Schema& schema, SensorType type) {
  return {schema, path_of(sensor_traits(type)), std::string(sensor_traits(type).doc)};
}

void add_geometry_sensors(Schema& schema) {
  Rows<SensorDraft> range = special(schema, SensorType::kRangefinder);
  add_common(range);
  range("site", &SensorDraft::site, "Site");
  range("camera", &SensorDraft::camera, "Camera, one ray per pixel");
  range.flags("data", &SensorDraft::ray_data, keywords::ray_data, "What each ray reports").in_order();
  range.exclusive({{"site"}, {"camera"}});
  range.one_of({{"site"}, {"camera"}});

  for (const SensorType type : {SensorType::kGeomDist, SensorType::kGeomNormal, SensorType::kGeomFromTo}) {
    Rows<SensorDraft> rows = special(schema, type);
    add_common(rows);
    rows("geom1", &SensorDraft::geom1, "First geom");
    rows("geom2", &SensorDraft::geom2, "Second geom");
    rows("body1", &SensorDraft::body1, "First body, instead of a geom");
    rows("body2", &SensorDraft::body2, "Second body, instead of a geom");
    for (const std::string n : {"1", "2"}) {
      rows.exclusive({{"geom" + n}, {"body" + n}});
      rows.one_of({{"geom" + n}, {"body" + n}});
    }
  }

  Rows<SensorDraft> contact = special(schema, SensorType::kContact);
  add_common(contact);
  contact("geom1", &SensorDraft::geom1, "Contacts of this geom");
  contact("geom2", &SensorDraft::geom2, "with this geom");
  contact("body1", &SensorDraft::body1, "Contacts of this body");
  contact("body2", &SensorDraft::body2, "with this body");
  contact("subtree1", &SensorDraft::subtree1, "Contacts of this subtree");
  contact("subtree2", &SensorDraft::subtree2, "with this subtree");
  contact("site", &SensorDraft::site, "Contacts in this site");
  contact("num", &SensorDraft::num, "Contacts that are reported").at_least(1);
  contact.flags("data", &SensorDraft::contact_data, keywords::contact_data, "What each contact reports").in_order();
  contact("reduce", &SensorDraft::reduce, keywords::reduce, "How contacts are selected");
  contact.exclusive({{"geom1"}, {"body1"}, {"subtree1"}, {"site"}});
  contact.exclusive({{"geom2"}, {"body2"}, {"subtree2"}});

  Rows<SensorDraft> tactile = special(schema, SensorType::kTactile);
  named_rows(tactile);
  tactile("geom", &SensorDraft::refname, "Geom").required();
  tactile("mesh", &SensorDraft::objname, "Mesh with the points").required();
  add_history(tactile);
  tactile("user", &SensorDraft::user, "Numbers of the user");
}

void add_open_sensors(Schema& schema) {
  Rows<SensorDraft> user = special(schema, SensorType::kUser);
  named_rows(user);
  user("objtype", &SensorDraft::objtype_text, "Kind of object");
  user("objname", &SensorDraft::objname, "Object");
  user.together({{"objtype"}, {"objname"}});
  user("datatype", &SensorDraft::datatype, keywords::datatype, "Kind of numbers");
  user("needstage", &SensorDraft::needstage, keywords::stage, "Stage after which it can be computed");
  user("dim", &SensorDraft::dim, "Number of values").required();
  user("cutoff", &SensorDraft::cutoff, "Largest absolute value, 0: no limit");
  user("noise", &SensorDraft::noise, "Standard deviation of noise");
  user("user", &SensorDraft::user, "Numbers of the user");

  Rows<SensorDraft> plugin = special(schema, SensorType::kPlugin);
  named_rows(plugin);
  plugin.custom(
      "plugin", {ValueKind::kText}, [](SensorDraft& s, const Value& v) { s.plugin.plugin = v.text; },
      [](const SensorDraft& s) -> Value {
        return {{}, s.plugin.plugin, {}};
      },
      "Plugin");
  plugin.custom(
      "instance", {ValueKind::kText}, [](SensorDraft& s, const Value& v) { s.plugin.instance = v.text; },
      [](const SensorDraft& s) -> Value {
        return {{}, s.plugin.instance, {}};
      },
      "Instance declared in <extension>");
  plugin("cutoff", &SensorDraft::cutoff, "Largest absolute value, 0: no limit");
  plugin("objtype", &SensorDraft::objtype_text, "Kind of object");
  plugin("objname", &SensorDraft::objname, "Object");
  plugin("reftype", &SensorDraft::reftype_text, "Kind of reference object");
  plugin("refname", &SensorDraft::refname, "Reference object");
  plugin("user", &SensorDraft::user, "Numbers of the user");
  plugin.child("config");
}

}  // namespace

void add_sensors(Schema& schema) {
  Rows<Group> group(schema, "sensor", "What is measured");
  for (const SensorTraits& row : kSensorTable) {
    if (!is_plain(row.target)) continue;
    group.child(path_of(row));
    add_plain_sensor(schema, row);
  }
  for (const char* tag : {"rangefinder", "distance", "normal", "fromto", "contact", "tactile", "user", "plugin"}) {
    group.child(std::string("sensor/") + tag);
  }
  add_geometry_sensors(schema);
  add_open_sensors(schema);
}

}  // namespace corten::mjcf
