// Sensors of the acceleration stage. With cacc = (alpha, a) and cvel = (w, v) of a body about the centre of mass c of
// its tree, the acceleration of its point x is
//   a + alpha x (x - c) + w x v(x),   v(x) = v + w x (x - c)
// where the last term turns the rate of change of a moving point into that of a material one. cacc contains -gravity,
// as an accelerometer does. The force that a body receives from its parent, (torque, force) = cfrc_int, has the torque
//   torque - (x - c) x force   about x
#include "constraint/constraint.h"
#include "dynamics/smooth.h"
#include "math/spatial.h"
#include "sensor/sensors.h"

namespace corten::sensors {

namespace {

Vec3 arm_of(const Model& m, const Data& d, const FrameView& frame) {
  return frame.pos - d.subtree_com[m.body_rootid[frame.body]];
}

// MuJoCo: what cannot move does not accelerate, and its accelerometer does not feel gravity.
bool is_static(const Model& m, int body) { return m.body_dofnum[m.body_weldid[body]] == 0; }

Vec3 linear_acceleration(const Model& m, const Data& d, const FrameView& frame) {
  if (is_static(m, frame.body)) return {};
  const Spatial& a = d.cacc[frame.body];
  const Spatial v = velocity_at(m, d, frame.body, frame.pos);
  return a.lin + cross(a.rot, arm_of(m, d, frame)) + cross(v.rot, v.lin);
}

}  // namespace

void need_body_forces(const Model& m, Data& d) {
  if (!d.has.body_forces) compute_body_forces(m, d);
  d.has.body_forces = true;
}

void accelerometer(const Model& m, Data& d, int sensor, std::span<double> out) {
  need_body_forces(m, d);
  const FrameView site = object_frame(m, d, sensor);
  write(out, mul_transposed(site.mat, linear_acceleration(m, d, site)));
}

void force(const Model& m, Data& d, int sensor, std::span<double> out) {
  need_body_forces(m, d);
  const FrameView site = object_frame(m, d, sensor);
  write(out, mul_transposed(site.mat, d.cfrc_int[site.body].lin));
}

void torque(const Model& m, Data& d, int sensor, std::span<double> out) {
  need_body_forces(m, d);
  const FrameView site = object_frame(m, d, sensor);
  const Spatial& f = d.cfrc_int[site.body];
  write(out, mul_transposed(site.mat, f.rot - cross(arm_of(m, d, site), f.lin)));
}

void actuator_force(const Model& m, Data& d, int sensor, std::span<double> out) {
  std::copy_n(d.actuator_force.data() + m.actuator_outadr[m.sensor_objid[sensor]], out.size(), out.begin());
}

void joint_actuator_force(const Model& m, Data& d, int sensor, std::span<double> out) {
  write(out, d.qfrc_actuator[m.jnt_dofadr[m.sensor_objid[sensor]]]);
}

void tendon_actuator_force(const Model& m, Data& d, int sensor, std::span<double> out) {
  double sum = 0;
  for (int i = 0; i < m.nactuator; ++i) {
    const bool pulls = m.actuator_trntype[i] == TransmissionType::kTendon;
    if (pulls && m.actuator_trnid[i][0] == m.sensor_objid[sensor]) sum += d.actuator_force[m.actuator_outadr[i]];
  }
  write(out, sum);
}

void frame_linear_acceleration(const Model& m, Data& d, int sensor, std::span<double> out) {
  need_body_forces(m, d);
  write(out, linear_acceleration(m, d, object_frame(m, d, sensor)));
}

void frame_angular_acceleration(const Model& m, Data& d, int sensor, std::span<double> out) {
  need_body_forces(m, d);
  const int body = object_frame(m, d, sensor).body;
  write(out, is_static(m, body) ? Vec3{} : d.cacc[body].rot);
}

}  // namespace corten::sensors
