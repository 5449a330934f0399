// Sensors of a Model: each type has its stage, its number of outputs, and the kind of object that it measures.
#include <array>
#include <climits>

#include "model/consistency.h"

namespace corten {

int count_of(const Model& m, Object kind) {
  switch (kind) {
    case Object::kBody:
    case Object::kXBody:
      return m.nbody;
    case Object::kJoint:
      return m.njnt;
    case Object::kDof:
      return m.nv;
    case Object::kGeom:
      return m.ngeom;
    case Object::kSite:
      return m.nsite;
    case Object::kCamera:
      return m.ncam;
    case Object::kLight:
      return m.nlight;
    case Object::kFlex:
      return m.nflex;
    case Object::kMesh:
      return m.nmesh;
    case Object::kHfield:
      return m.nhfield;
    case Object::kMaterial:
      return m.nmat;
    case Object::kPair:
      return m.npair;
    case Object::kEquality:
      return m.neq;
    case Object::kTendon:
      return m.ntendon;
    case Object::kActuator:
      return m.nactuator;
    case Object::kSensor:
      return m.nsensor;
    default:
      return INT_MAX;
  }
}

bool history_fits(const Model& m, int adr, const IntVec<2>& buffer, int dim) {
  if (buffer[0] == 0) return true;
  const long long size = 2 + static_cast<long long>(buffer[0]) * (1 + dim);
  return buffer[0] > 0 && adr >= 0 && adr + size <= m.nhistory && is_id(buffer[1], 3);
}

namespace {

// What is measured: one kind of object, anything with a frame, or what a sensor itself knows about.
enum class Target { kSite, kJoint, kTendon, kActuator, kBody, kFrame, kNothing, kSpecial };

struct Row {
  Stage stage;
  int dim;  // 0: depends on the sensor
  Target target;
};

constexpr Stage kPos = Stage::kPos, kVel = Stage::kVel, kAcc = Stage::kAcc;

// In the order of SensorType, as far as kTactile.
constexpr std::array<Row, 47> kRows = {{
    {kAcc, 1, Target::kSite},     {kAcc, 3, Target::kSite},     {kVel, 3, Target::kSite},
    {kVel, 3, Target::kSite},     {kAcc, 3, Target::kSite},     {kAcc, 3, Target::kSite},
    {kPos, 3, Target::kSite},     {kPos, 0, Target::kSpecial},  {kPos, 2, Target::kSpecial},
    {kPos, 1, Target::kJoint},    {kVel, 1, Target::kJoint},    {kPos, 1, Target::kTendon},
    {kVel, 1, Target::kTendon},   {kPos, 0, Target::kActuator}, {kVel, 0, Target::kActuator},
    {kAcc, 0, Target::kActuator}, {kAcc, 1, Target::kJoint},    {kAcc, 1, Target::kTendon},
    {kPos, 4, Target::kJoint},    {kVel, 3, Target::kJoint},    {kPos, 1, Target::kJoint},
    {kVel, 1, Target::kJoint},    {kAcc, 1, Target::kJoint},    {kPos, 1, Target::kTendon},
    {kVel, 1, Target::kTendon},   {kAcc, 1, Target::kTendon},   {kPos, 3, Target::kFrame},
    {kPos, 4, Target::kFrame},    {kPos, 3, Target::kFrame},    {kPos, 3, Target::kFrame},
    {kPos, 3, Target::kFrame},    {kVel, 3, Target::kFrame},    {kVel, 3, Target::kFrame},
    {kAcc, 3, Target::kFrame},    {kAcc, 3, Target::kFrame},    {kPos, 3, Target::kBody},
    {kVel, 3, Target::kBody},     {kVel, 3, Target::kBody},     {kPos, 1, Target::kSpecial},
    {kPos, 1, Target::kSpecial},  {kPos, 3, Target::kSpecial},  {kPos, 6, Target::kSpecial},
    {kAcc, 0, Target::kSpecial},  {kPos, 1, Target::kNothing},  {kPos, 1, Target::kNothing},
    {kPos, 1, Target::kNothing},  {kAcc, 0, Target::kSpecial},
}};

bool has_frame(Object kind) {
  return kind == Object::kBody || kind == Object::kXBody || kind == Object::kGeom || kind == Object::kSite ||
         kind == Object::kCamera;
}

// Numbers that the bits of a sensor ask for; 0 for unknown bits.
template <std::size_t N>
int item_size(int bits, const std::array<int, N>& items) {
  if (bits < 0 || bits >= 1 << N) return 0;
  int size = 0;
  for (std::size_t i = 0; i < N; ++i) size += bits >> i & 1 ? items[i] : 0;
  return size;
}

struct Measured {
  const Model& m;
  const int sensor;
  const Object kind = m.sensor_objtype[sensor], reference = m.sensor_reftype[sensor];
  const int id = m.sensor_objid[sensor], refid = m.sensor_refid[sensor], dim = m.sensor_dim[sensor];

  bool is(Object wanted) const { return kind == wanted && is_id(id, count_of(m, wanted)); }
  bool refers_to(Object wanted) const { return reference == wanted && is_id(refid, count_of(m, wanted)); }
  bool is_special() const;
  bool is_of(Target target) const;
};

bool Measured::is_special() const {
  const IntVec<3>& parameters = m.sensor_intprm[sensor];
  switch (m.sensor_type[sensor]) {
    case SensorType::kRangefinder: {
      long long rays = 1;
      if (is(Object::kCamera)) rays = static_cast<long long>(m.cam_resolution[id][0]) * m.cam_resolution[id][1];
      const int size = item_size(parameters[0], std::array{1, 3, 3, 3, 3, 1});
      return (is(Object::kSite) || is(Object::kCamera)) && size > 0 && rays >= 0 && dim == rays * size;
    }
    case SensorType::kCamProjection:
      return is(Object::kSite) && refers_to(Object::kCamera);
    case SensorType::kInsideSite:
      return has_frame(kind) && is_id(id, count_of(m, kind)) && refers_to(Object::kSite);
    case SensorType::kGeomDist:
    case SensorType::kGeomNormal:
    case SensorType::kGeomFromTo:
      return (is(Object::kGeom) || is(Object::kBody)) && (refers_to(Object::kGeom) || refers_to(Object::kBody));
    case SensorType::kContact: {
      const int size = item_size(parameters[0], std::array{1, 3, 3, 1, 3, 3, 3});
      return size > 0 && is_id(parameters[1], 4) && parameters[2] > 0 &&
             dim == static_cast<long long>(parameters[2]) * size;
    }
    default:  // tactile
      return is(Object::kMesh) && refers_to(Object::kGeom) && dim == 3LL * m.mesh_vertnum[id];
  }
}

bool Measured::is_of(Target target) const {
  switch (target) {
    case Target::kSite:
      return is(Object::kSite);
    case Target::kJoint:
      return is(Object::kJoint);
    case Target::kTendon:
      return is(Object::kTendon);
    case Target::kActuator:
      return is(Object::kActuator) && dim == m.actuator_outnum[id];
    case Target::kBody:
      return is(Object::kBody);
    case Target::kFrame:
      return has_frame(kind) && is_id(id, count_of(m, kind)) &&
             (refid == -1 || (has_frame(reference) && is_id(refid, count_of(m, reference))));
    case Target::kNothing:
      return true;
    case Target::kSpecial:
      return is_special();
  }
  return false;
}

// Sensors of joints need a certain type of joint.
bool joint_fits(const Model& m, SensorType type, int joint) {
  const bool ball = type == SensorType::kBallQuat || type == SensorType::kBallAngVel;
  const bool limit = type >= SensorType::kJointLimitPos && type <= SensorType::kJointLimitFrc;
  return limit || (ball ? m.jnt_type[joint] == JointType::kBall : m.jnt_type[joint] >= JointType::kSlide);
}

}  // namespace

bool is_sensor_consistent(const Model& m, int sensor) {
  const Measured measured{m, sensor};
  const auto may_be = [&m](Object kind, int id) { return id >= -1 && id < count_of(m, kind); };
  if (!may_be(measured.kind, measured.id) || !may_be(measured.reference, measured.refid)) return false;
  if (!history_fits(m, m.sensor_historyadr[sensor], m.sensor_history[sensor], measured.dim)) return false;
  const auto type = static_cast<std::size_t>(m.sensor_type[sensor]);
  if (type >= kRows.size()) return true;  // of users and plugins
  const Row& row = kRows[type];
  if (m.sensor_needstage[sensor] != row.stage || (row.dim > 0 && measured.dim != row.dim)) return false;
  return measured.is_of(row.target) &&
         (row.target != Target::kJoint || joint_fits(m, m.sensor_type[sensor], measured.id));
}

}  // namespace corten
