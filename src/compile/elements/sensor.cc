// Sensors: checks of what they are attached to, their sizes, and their arrays. base/sensor_table.h
// has what holds for a kind.
//
// sensordata concatenates the outputs of all sensors. The delay buffer of a sensor with n samples of d numbers has
// 2 + n + n d scalars: a free one for the user, the cursor, the times and the values. It
// follows the actuators' buffers.
#include <algorithm>
#include <span>

#include "base/sensor_table.h"
#include "compile/add_size.h"
#include "compile/elements/elements.h"
#include "compile/elements/user_data.h"

namespace corten {

namespace {

using Target = SensorTarget;

const SensorTraits& row_of(const Sensor& sensor) { return sensor_traits(sensor.type); }

constexpr std::int64_t kManyRays = std::int64_t{1} << 40;  // more than any model can hold

int data_size(int bits, std::span<const int> items) {
  int size = 0;
  for (std::size_t i = 0; i < items.size(); ++i) size += bits >> i & 1 ? items[i] : 0;
  return size;
}

// ---- checks

class SensorChecker {
 public:
  SensorChecker(Context& context, const Sensor& sensor) : context_(context), s_(sensor), row_(row_of(sensor)) {}

  void run() {
    check_numbers();
    const bool found = check_reference(s_.objtype, s_.objname, obj_, object_name(s_.objtype));
    if (!check_reference(s_.reftype, s_.refname, ref_, "reference") || !found) return;
    const bool frame = has_frame(s_.reftype);
    if (s_.reftype != Object::kUnknown && !frame)
      error("the reference has no frame", "use a body, geom, site or camera");
    check_target();
    const bool unit =
        datatype() == DataType::kQuaternion || (datatype() == DataType::kAxis && s_.type != SensorType::kGeomNormal);
    if (s_.cutoff > 0 && unit) error("cutoff of an axis or quaternion", "remove cutoff");
  }

 private:
  DataType datatype() const { return s_.type == SensorType::kUser ? s_.datatype : row_.datatype; }
  void error(std::string message, std::string hint) {
    context_.error(s_, row_.tag, std::move(message), std::move(hint));
  }
  bool check_reference(Object kind, const std::string& name, int& id, std::string_view role) {
    if (kind == Object::kUnknown) return true;
    id = context_.require(kind, name, s_, row_.tag, role);
    return id >= 0;
  }
  // The sensor must be attached to one kind of object.
  bool require(Object kind) {
    if (s_.objtype == kind) return true;
    error("is not attached to a " + std::string(object_name(kind)), "name one");
    return false;
  }

  void check_numbers();
  void check_target();
  void check_joint();
  void check_geoms();
  void check_contact();
  void check_data(std::span<const int> items);
  void check_user();

  Context& context_;
  const Sensor& s_;
  const SensorTraits& row_;
  int obj_ = -1, ref_ = -1;
};

void SensorChecker::check_numbers() {
  if (s_.noise < 0) error("noise is negative", "it is a standard deviation");
  if (s_.cutoff < 0) error("cutoff is negative", "it limits the magnitude; 0 means no limit");
  if (s_.interval[0] < 0) error("the interval is negative", "give a period in seconds");
  if (s_.interval[1] > 0) error("the phase is positive", "the phase is in (-period, 0]");
  if (s_.interval[0] > 0 && s_.interval[1] <= -s_.interval[0]) {
    error("the phase is a whole period or more", "the phase is in (-period, 0]");
  }
  if (s_.delay > 0 && s_.nsample <= 0) error("delay without history", "set nsample");
  if (s_.nsample > kMaxSamples) error("nsample is too large", "at most 16777216");
}

void SensorChecker::check_target() {
  switch (row_.target) {
    case Target::kNothing:
      break;
    case Target::kSite:
      require(Object::kSite);
      break;
    case Target::kSiteAndCamera:
      require(Object::kSite);
      if (s_.reftype != Object::kCamera) {
        error("has no camera", "name a camera");
      } else if (const auto& size = context_.cameras[ref_].element->resolution; size[0] == 0 || size[1] == 0) {
        error("camera '" + s_.refname + "' has no pixels", "give the camera a resolution");
      }
      break;
    case Target::kSiteOrCamera:
      if (s_.objtype != Object::kSite && s_.objtype != Object::kCamera)
        error("is not attached", "name a site or camera");
      check_data(kRayItems);
      break;
    case Target::kScalarJoint:
    case Target::kBallJoint:
    case Target::kLimitedJoint:
      if (require(Object::kJoint)) check_joint();
      break;
    case Target::kTendon:
      require(Object::kTendon);
      break;
    case Target::kLimitedTendon:
      if (require(Object::kTendon)) {
        const Tendon& tendon = context_.spec().tendons[obj_];
        const bool limited = tendon.limited == Tristate::kTrue ||
                             (tendon.limited == Tristate::kAuto && tendon.range[0] < tendon.range[1]);
        if (!limited) error("tendon '" + s_.objname + "' has no limits", "give the tendon a range");
      }
      break;
    case Target::kActuator:
      require(Object::kActuator);
      break;
    case Target::kBody:
      require(Object::kBody);
      break;
    case Target::kFrameAndSite:
      if (s_.reftype != Object::kSite) error("has no site", "name the site");
      [[fallthrough]];
    case Target::kFrame:
    case Target::kFrameInWorld:
      if (!has_frame(s_.objtype)) error("is attached to something without frame", "use a body, geom, site or camera");
      break;
    case Target::kGeoms:
      check_geoms();
      break;
    case Target::kContact:
      check_contact();
      break;
    case Target::kMesh:
      require(Object::kMesh);
      if (s_.reftype != Object::kGeom) error("has no geom", "name the geom that carries the sensor");
      break;
    case Target::kPlugin:  // the plugin itself says what it needs
      break;
    case Target::kUser:
      check_user();
      break;
  }
}

void SensorChecker::check_joint() {
  const FlatJoint& joint = context_.joints[obj_];
  const JointType type = joint.element->type;
  const std::string subject = "joint '" + s_.objname + "' ";
  if (row_.target == Target::kScalarJoint && type != JointType::kSlide && type != JointType::kHinge) {
    error(subject + "has more than one dof", "use a slide or hinge joint");
  }
  if (row_.target == Target::kBallJoint && type != JointType::kBall) error(subject + "is not a ball joint", "use one");
  if (row_.target == Target::kLimitedJoint && !joint.limited)
    error(subject + "has no limits", "give the joint a range");
}

void SensorChecker::check_geoms() {
  const auto valid = [](Object kind) { return kind == Object::kBody || kind == Object::kGeom; };
  if (!valid(s_.objtype) || !valid(s_.reftype)) {
    error("is not between two objects", "name two geoms or bodies");
    return;
  }
  if (s_.objtype == s_.reftype && obj_ == ref_) error("both objects are the same", "name two different ones");
  const auto is_hfield = [&](Object kind, int id) {
    return kind == Object::kGeom && context_.geoms[id].type == GeomType::kHfield;
  };
  if (is_hfield(s_.objtype, obj_) || is_hfield(s_.reftype, ref_)) {
    error("distances to height fields are not defined", "use other shapes");
  }
}

void SensorChecker::check_contact() {
  const auto valid = [](Object kind) {
    return kind == Object::kUnknown || kind == Object::kBody || kind == Object::kXBody || kind == Object::kGeom;
  };
  if (!valid(s_.objtype) && s_.objtype != Object::kSite)
    error("invalid first object", "use a body, subtree, geom or site");
  if (!valid(s_.reftype)) error("invalid second object", "use a body, subtree or geom");
  check_data(kContactItems);
  if (s_.intprm[1] < 0 || s_.intprm[1] > 3) error("unknown reduction", "reduce is none, mindist, maxforce or netforce");
  if (s_.intprm[2] <= 0) error("num is not positive", "give the number of contacts to report");
}

void SensorChecker::check_data(std::span<const int> items) {
  if (s_.intprm[0] <= 0 || s_.intprm[0] >> items.size() != 0) error("invalid data", "name the items to report");
}

void SensorChecker::check_user() {
  if (s_.dim < 0) error("dim is negative", "give the number of outputs");
  if (s_.datatype == DataType::kAxis && s_.dim != 3) error("an axis has 3 numbers", "set dim=\"3\"");
  if (s_.datatype == DataType::kQuaternion && s_.dim != 4) error("a quaternion has 4 numbers", "set dim=\"4\"");
}

// ---- sizes

std::int64_t sensor_dim(const Context& context, const Sensor& sensor) {
  switch (sensor.type) {
    case SensorType::kRangefinder: {
      std::int64_t rays = 1;
      if (sensor.objtype == Object::kCamera) {
        const int camera = context.find(Object::kCamera, sensor.objname);
        const IntVec<2> size = camera < 0 ? IntVec<2>{} : context.cameras[camera].element->resolution;
        rays = static_cast<std::int64_t>(std::max(0, size[0])) * std::max(0, size[1]);
      }
      return std::min(rays, kManyRays) * data_size(sensor.intprm[0], kRayItems);
    }
    case SensorType::kActuatorPos:
    case SensorType::kActuatorVel:
    case SensorType::kActuatorFrc: {
      const int actuator = context.find(Object::kActuator, sensor.objname);
      return actuator < 0 ? 1 : actuator_outputs(context.spec().actuators[actuator]);
    }
    case SensorType::kContact:
      return static_cast<std::int64_t>(std::max(0, sensor.intprm[2])) * data_size(sensor.intprm[0], kContactItems);
    case SensorType::kTactile: {
      const int mesh = context.find(Object::kMesh, sensor.objname);
      return mesh < 0 ? 0 : 3 * std::int64_t{context.mesh_vertnum[mesh]};
    }
    case SensorType::kUser:
      return std::max(0, sensor.dim);
    case SensorType::kPlugin: {
      const auto* plugin = context.plugin_code<SensorPlugin>(sensor);
      return plugin ? std::max(0, plugin->output_size()) : 0;
    }
    default:
      return row_of(sensor).dim;
  }
}

std::int64_t history_size(const Sensor& sensor, std::int64_t dim) {
  return sensor.nsample > 0 ? 2 + sensor.nsample * (1 + dim) : 0;
}

}  // namespace

void count_sensors(Context& context, Sizes& sizes) {
  const Spec& spec = context.spec();
  for (const Sensor& sensor : spec.sensors) {
    SensorChecker(context, sensor).run();
    const std::int64_t dim = sensor_dim(context, sensor);
    add_size(context, sensor, row_of(sensor).tag, sizes.nsensordata, dim);
    add_size(context, sensor, row_of(sensor).tag, sizes.nhistory, history_size(sensor, dim));
  }
  sizes.nsensor = static_cast<int>(spec.sensors.size());
  sizes.nuser_sensor = count_user(context, "sensor", "nuser_sensor", spec.size.nuser_sensor, spec.sensors);
}

void fill_sensors(Context& context, Model& model) {
  int adr = 0, history = actuator_history_size(context.spec());  // addresses in sensordata and history
  for (int i = 0; i < model.nsensor; ++i) {
    const Sensor& sensor = context.spec().sensors[i];
    const SensorTraits& row = row_of(sensor);
    const bool user = sensor.type == SensorType::kUser;
    model.sensor_type[i] = sensor.type;
    model.sensor_datatype[i] = user ? sensor.datatype : row.datatype;
    const auto* plugin = context.plugin_code<SensorPlugin>(sensor);
    model.sensor_needstage[i] = user ? sensor.needstage : plugin ? plugin->stage() : row.stage;
    model.sensor_objtype[i] = sensor.objtype;
    model.sensor_objid[i] = context.find(sensor.objtype, sensor.objname);
    model.sensor_reftype[i] = sensor.reftype;
    model.sensor_refid[i] = context.find(sensor.reftype, sensor.refname);
    model.sensor_intprm[i] = sensor.intprm;
    model.sensor_dim[i] = static_cast<int>(sensor_dim(context, sensor));
    model.sensor_adr[i] = adr;
    model.sensor_cutoff[i] = sensor.cutoff;
    model.sensor_noise[i] = sensor.noise;
    model.sensor_history[i] = {{sensor.nsample, static_cast<int>(sensor.interp)}};
    model.sensor_delay[i] = sensor.delay;
    model.sensor_interval[i] = sensor.interval;
    const int buffer = static_cast<int>(history_size(sensor, model.sensor_dim[i]));
    model.sensor_historyadr[i] = buffer > 0 ? history : -1;
    adr += model.sensor_dim[i];
    history += buffer;
  }
  fill_user(context.spec().sensors, model.nuser_sensor, model.sensor_user);
}

}  // namespace corten
