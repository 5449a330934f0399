// Sleep state of tendons, actuators and what else lies between trees: asleep only if no side is awake.
#include "model/awake.h"

#include "model/access.h"

namespace corten {

namespace {

constexpr SleepState kAsleep = SleepState::kAsleep, kAwake = SleepState::kAwake, kStatic = SleepState::kStatic;

SleepState tendon_state(const Model& m, const Data& d, int t) {
  const int count = m.tendon_treenum[t];
  if (count == 0) return kStatic;
  if (count > 2) return kAwake;  // its trees never sleep
  for (int k = 0; k < count; ++k) {
    if (d.tree_awake[m.tendon_treeid[t][k]]) return kAwake;
  }
  return kAsleep;
}

SleepState either_site(const Model& m, const Data& d, int a, int b) {
  const auto awake = [&](int site) { return d.body_awake[m.site_bodyid[site]] == kAwake; };
  return awake(a) || awake(b) ? kAwake : kAsleep;
}

SleepState actuator_state(const Model& m, const Data& d, int i) {
  const int target = m.actuator_trnid[i][0], second = m.actuator_trnid[i][1];
  switch (m.actuator_trntype[i]) {
    case TransmissionType::kJoint:
    case TransmissionType::kJointInParent:
      return sleep_state(m, d, Object::kJoint, target);
    case TransmissionType::kTendon:
      return tendon_state(m, d, target);
    case TransmissionType::kSite:  // MuJoCo: the state of a reference site does not matter
      return sleep_state(m, d, Object::kSite, target);
    case TransmissionType::kSliderCrank:
      return either_site(m, d, target, second);
    case TransmissionType::kSo3:
      return second < 0 ? sleep_state(m, d, Object::kJoint, target) : either_site(m, d, target, second);
    case TransmissionType::kBody:
      return d.body_awake[target];
    case TransmissionType::kUndefined:
      break;
  }
  return kAwake;
}

// The trees of a flex sleep and wake together: the first one tells.
SleepState flex_state(const Model& m, const Data& d, int flex) {
  for (const int body : flex_bodies(m, flex)) {
    if (m.body_treeid[body] >= 0) return d.body_awake[body];
  }
  return kStatic;
}

}  // namespace

SleepState sleep_state(const Model& m, const Data& d, Object type, int id) {
  switch (type) {
    case Object::kBody:
    case Object::kXBody:
      return d.body_awake[id];
    case Object::kJoint:
      return d.body_awake[m.jnt_bodyid[id]];
    case Object::kDof:
      return d.body_awake[m.dof_bodyid[id]];
    case Object::kGeom:
      return d.body_awake[m.geom_bodyid[id]];
    case Object::kSite:
      return d.body_awake[m.site_bodyid[id]];
    case Object::kCamera:
      return d.body_awake[m.cam_bodyid[id]];
    case Object::kLight:
      return d.body_awake[m.light_bodyid[id]];
    case Object::kTendon:
      return tendon_state(m, d, id);
    case Object::kActuator:
      return actuator_state(m, d, id);
    case Object::kFlex:
      return flex_state(m, d, id);
    default:
      return kAwake;
  }
}

bool is_equality_asleep(const Model& m, const Data& d, int e) {
  Object type = Object::kUnknown;
  switch (m.eq_type[e]) {
    case EqualityType::kConnect:
    case EqualityType::kWeld:
      type = m.eq_objtype[e];
      break;
    case EqualityType::kJoint:
      type = Object::kJoint;
      break;
    case EqualityType::kTendon:
      type = Object::kTendon;
      break;
    case EqualityType::kFlex:
    case EqualityType::kFlexVert:
    case EqualityType::kFlexStrain:
      type = Object::kFlex;
      break;
    default:
      return false;
  }
  const auto awake = [&](int id) { return id >= 0 && sleep_state(m, d, type, id) == kAwake; };
  return !awake(m.eq_obj1id[e]) && !awake(m.eq_obj2id[e]);
}

bool is_sensor_asleep(const Model& m, const Data& d, int i) {
  const SensorType type = m.sensor_type[i];
  const Object object = m.sensor_objtype[i], reference = m.sensor_reftype[i];
  if (type == SensorType::kUser || type == SensorType::kPlugin || type == SensorType::kRangefinder) return false;
  // a site stands for a volume that anything may enter
  if (type == SensorType::kContact && (object == Object::kSite || reference == Object::kSite)) return false;

  if (reference == Object::kUnknown) return is_asleep(m, d, object, m.sensor_objid[i]);
  if (object == Object::kUnknown) return is_asleep(m, d, reference, m.sensor_refid[i]);
  return sleep_state(m, d, object, m.sensor_objid[i]) != kAwake &&
         sleep_state(m, d, reference, m.sensor_refid[i]) != kAwake;
}

}  // namespace corten
