// Rows of <sensor>.
#include <algorithm>

#include "mjcf/read/drafts.h"
#include "mjcf/schema/keywords.h"
#include "mjcf/schema/rows.h"
#include "mjcf/schema/sensor_types.h"

namespace corten::mjcf {

// clang-format off
const std::vector<SensorRow>& sensor_rows() {
  using T = SensorType;
  using O = Object;
  static const std::vector<SensorRow> rows = {
    {"touch", T::kTouch, O::kSite, "site", false, "Sum of normal contact forces in a site, N"},
    {"accelerometer", T::kAccelerometer, O::kSite, "site", false, "Linear acceleration with gravity, m/s^2"},
    {"velocimeter", T::kVelocimeter, O::kSite, "site", false, "Linear velocity, m/s"},
    {"gyro", T::kGyro, O::kSite, "site", false, "Angular velocity, rad/s"},
    {"force", T::kForce, O::kSite, "site", false, "Force between the site's body and its parent, N"},
    {"torque", T::kTorque, O::kSite, "site", false, "Torque between the site's body and its parent, N m"},
    {"magnetometer", T::kMagnetometer, O::kSite, "site", false, "Magnetic flux"},
    {"camprojection", T::kCamProjection, O::kSite, "site", false, "Pixel in which a camera sees a site"},
    {"jointpos", T::kJointPos, O::kJoint, "joint", false, "Position of a slide or hinge, m or rad"},
    {"jointvel", T::kJointVel, O::kJoint, "joint", false, "Velocity of a slide or hinge, m/s or rad/s"},
    {"tendonpos", T::kTendonPos, O::kTendon, "tendon", false, "Tendon length, m"},
    {"tendonvel", T::kTendonVel, O::kTendon, "tendon", false, "Tendon velocity, m/s"},
    {"actuatorpos", T::kActuatorPos, O::kActuator, "actuator", false, "Actuator length"},
    {"actuatorvel", T::kActuatorVel, O::kActuator, "actuator", false, "Actuator velocity"},
    {"actuatorfrc", T::kActuatorFrc, O::kActuator, "actuator", false, "Actuator force"},
    {"jointactuatorfrc", T::kJointActFrc, O::kJoint, "joint", false, "Actuator force on a joint, N or N m"},
    {"tendonactuatorfrc", T::kTendonActFrc, O::kTendon, "tendon", false, "Actuator force on a tendon, N"},
    {"ballquat", T::kBallQuat, O::kJoint, "joint", false, "Orientation of a ball joint"},
    {"ballangvel", T::kBallAngVel, O::kJoint, "joint", false, "Angular velocity of a ball joint, rad/s"},
    {"jointlimitpos", T::kJointLimitPos, O::kJoint, "joint", false, "Distance to a joint limit, m or rad"},
    {"jointlimitvel", T::kJointLimitVel, O::kJoint, "joint", false, "Velocity towards a joint limit, m/s or rad/s"},
    {"jointlimitfrc", T::kJointLimitFrc, O::kJoint, "joint", false, "Force of a joint limit, N or N m"},
    {"tendonlimitpos", T::kTendonLimitPos, O::kTendon, "tendon", false, "Distance to a tendon limit, m"},
    {"tendonlimitvel", T::kTendonLimitVel, O::kTendon, "tendon", false, "Velocity towards a tendon limit, m/s"},
    {"tendonlimitfrc", T::kTendonLimitFrc, O::kTendon, "tendon", false, "Force of a tendon limit, N"},
    {"framepos", T::kFramePos, O::kUnknown, "objname", true, "Position of a frame, m"},
    {"framequat", T::kFrameQuat, O::kUnknown, "objname", true, "Orientation of a frame"},
    {"framexaxis", T::kFrameXAxis, O::kUnknown, "objname", true, "X axis of a frame"},
    {"frameyaxis", T::kFrameYAxis, O::kUnknown, "objname", true, "Y axis of a frame"},
    {"framezaxis", T::kFrameZAxis, O::kUnknown, "objname", true, "Z axis of a frame"},
    {"framelinvel", T::kFrameLinVel, O::kUnknown, "objname", true, "Linear velocity of a frame, m/s"},
    {"frameangvel", T::kFrameAngVel, O::kUnknown, "objname", true, "Angular velocity of a frame, rad/s"},
    {"framelinacc", T::kFrameLinAcc, O::kUnknown, "objname", false, "Linear acceleration of a frame, m/s^2"},
    {"frameangacc", T::kFrameAngAcc, O::kUnknown, "objname", false, "Angular acceleration of a frame, rad/s^2"},
    {"subtreecom", T::kSubtreeCom, O::kBody, "body", false, "Centre of mass of a subtree, m"},
    {"subtreelinvel", T::kSubtreeLinVel, O::kBody, "body", false, "Velocity of a subtree's centre of mass, m/s"},
    {"subtreeangmom", T::kSubtreeAngMom, O::kBody, "body", false, "Angular momentum of a subtree about its centre of mass"},
    {"insidesite", T::kInsideSite, O::kUnknown, "objname", false, "1 if the object is inside a site"},
    {"e_potential", T::kEPotential, O::kUnknown, nullptr, false, "Potential energy, J"},
    {"e_kinetic", T::kEKinetic, O::kUnknown, nullptr, false, "Kinetic energy, J"},
    {"clock", T::kClock, O::kUnknown, nullptr, false, "Simulation time, s"},
  };
  return rows;
}
// clang-format on

const SensorRow* find_sensor(std::string_view tag) {
  const auto& rows = sensor_rows();
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const SensorRow& r) { return r.tag == tag; });
  return found == rows.end() ? nullptr : &*found;
}

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

void add_table_sensors(Schema& schema) {
  for (const SensorRow& row : sensor_rows()) {
    Rows<SensorDraft> rows(schema, std::string("sensor/") + row.tag, row.doc);
    add_common(rows);
    const std::string attribute = row.attribute ? row.attribute : "";
    if (attribute == "objname") {
      if (row.type == SensorType::kInsideSite) rows("site", &SensorDraft::refname, "Site").required();
      add_object(rows);
    } else if (!attribute.empty()) {
      rows(attribute, &SensorDraft::objname, "Measured " + attribute).required();
    }
    if (row.type == SensorType::kCamProjection) rows("camera", &SensorDraft::refname, "Camera").required();
    if (row.reference) {
      rows("reftype", &SensorDraft::reftype, keywords::frame_object,
           "Kind of the object in whose frame it is measured");
      rows("refname", &SensorDraft::refname, "That object; the world if absent");
      rows.together({{"reftype"}, {"refname"}});
    }
  }
}

void add_geometry_sensors(Schema& schema) {
  Rows<SensorDraft> range(schema, "sensor/rangefinder",
                          "Distance to the nearest geom along the z axis of a site or camera rays");
  add_common(range);
  range("site", &SensorDraft::site, "Site");
  range("camera", &SensorDraft::camera, "Camera, one ray per pixel");
  range.flags("data", &SensorDraft::ray_data, keywords::ray_data, "What each ray reports").in_order();
  range.exclusive({{"site"}, {"camera"}});
  range.one_of({{"site"}, {"camera"}});

  for (const auto& [tag, doc] : {std::pair{"distance", "Smallest distance between two geoms or bodies, m"},
                                 std::pair{"normal", "Direction of the smallest distance"},
                                 std::pair{"fromto", "End points of the smallest distance, m"}}) {
    Rows<SensorDraft> rows(schema, std::string("sensor/") + tag, doc);
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

  Rows<SensorDraft> contact(schema, "sensor/contact", "Contacts that match");
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

  Rows<SensorDraft> tactile(schema, "sensor/tactile", "Pressure and slip of a geom at the vertices of a mesh");
  named_rows(tactile);
  tactile("geom", &SensorDraft::refname, "Geom").required();
  tactile("mesh", &SensorDraft::objname, "Mesh with the points").required();
  add_history(tactile);
  tactile("user", &SensorDraft::user, "Numbers of the user");
}

void add_open_sensors(Schema& schema) {
  Rows<SensorDraft> user(schema, "sensor/user", "Computed by the user");
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

  Rows<SensorDraft> plugin(schema, "sensor/plugin", "Computed by a plugin");
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
  for (const SensorRow& row : sensor_rows()) group.child(std::string("sensor/") + row.tag);
  for (const char* tag : {"rangefinder", "distance", "normal", "fromto", "contact", "tactile", "user", "plugin"}) {
    group.child(std::string("sensor/") + tag);
  }
  add_table_sensors(schema);
  add_geometry_sensors(schema);
  add_open_sensors(schema);
}

}  // namespace corten::mjcf
