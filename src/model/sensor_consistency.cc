// Sensors of a Model: each type has its stage, its number of outputs, and the kind of object that it measures.
#include <climits>

#include "base/sensor_table.h"
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

using Target = SensorTarget;

// Numbers that the bits of a sensor ask for; 0 for unknown bits.
template <std::size_t N>
int item_size(int bits, const int (&items)[N]) {
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
      const int size = item_size(parameters[0], kRayItems);
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
      const int size = item_size(parameters[0], kContactItems);
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
    case Target::kScalarJoint:
      return is(Object::kJoint) && m.jnt_type[id] >= JointType::kSlide;
    case Target::kBallJoint:
      return is(Object::kJoint) && m.jnt_type[id] == JointType::kBall;
    case Target::kLimitedJoint:
      return is(Object::kJoint);
    case Target::kTendon:
    case Target::kLimitedTendon:
      return is(Object::kTendon);
    case Target::kActuator:
      return is(Object::kActuator) && dim == m.actuator_outnum[id];
    case Target::kBody:
      return is(Object::kBody);
    case Target::kFrame:
    case Target::kFrameInWorld:
      return has_frame(kind) && is_id(id, count_of(m, kind)) &&
             (refid == -1 || (has_frame(reference) && is_id(refid, count_of(m, reference))));
    case Target::kNothing:
      return true;
    default:
      return is_special();
  }
}

}  // namespace

bool is_sensor_consistent(const Model& m, int sensor) {
  const Measured measured{m, sensor};
  const auto may_be = [&m](Object kind, int id) { return id >= -1 && id < count_of(m, kind); };
  if (!may_be(measured.kind, measured.id) || !may_be(measured.reference, measured.refid)) return false;
  if (!history_fits(m, m.sensor_historyadr[sensor], m.sensor_history[sensor], measured.dim)) return false;
  const SensorTraits& row = sensor_traits(m.sensor_type[sensor]);
  if (row.target == Target::kPlugin || row.target == Target::kUser) return true;  // they say themselves what they are
  if (m.sensor_needstage[sensor] != row.stage || (row.dim > 0 && measured.dim != row.dim)) return false;
  return measured.is_of(row.target);
}

}  // namespace corten
