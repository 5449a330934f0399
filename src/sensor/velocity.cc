// Sensors of the velocity stage. With v, w the velocities of an object o and of a reference r in the world, the
// velocity of o seen from r is
//   linear R_r' (v_o - v_r - w_r x (x_o - x_r)),   angular R_r' (w_o - w_r)
#include "dynamics/smooth.h"
#include "math/spatial.h"
#include "sensor/sensors.h"

namespace corten::sensors {

namespace {

Spatial frame_velocity(const Model& m, const Data& d, int sensor) {
  const FrameView object = object_frame(m, d, sensor);
  const Spatial v = velocity_at(m, d, object.body, object.pos);
  if (!has_reference(m, sensor)) return v;
  const FrameView reference = reference_frame(m, d, sensor);
  const Spatial u = velocity_at(m, d, reference.body, reference.pos);
  const Vec3 lin = v.lin - u.lin + cross(object.pos - reference.pos, u.rot);
  return {mul_transposed(reference.mat, v.rot - u.rot), mul_transposed(reference.mat, lin)};
}

}  // namespace

void need_subtree_velocity(const Model& m, Data& d) {
  if (!d.has.subtree_velocity) compute_subtree_velocity(m, d);
  d.has.subtree_velocity = true;
}

void velocimeter(const Model& m, Data& d, int sensor, std::span<double> out) {
  const FrameView site = object_frame(m, d, sensor);
  write(out, mul_transposed(site.mat, velocity_at(m, d, site.body, site.pos).lin));
}

void gyro(const Model& m, Data& d, int sensor, std::span<double> out) {
  const FrameView site = object_frame(m, d, sensor);
  write(out, mul_transposed(site.mat, d.cvel[site.body].rot));
}

void joint_velocity(const Model& m, Data& d, int sensor, std::span<double> out) {
  write(out, d.qvel[m.jnt_dofadr[m.sensor_objid[sensor]]]);
}

void tendon_velocity(const Model& m, Data& d, int sensor, std::span<double> out) {
  write(out, d.ten_velocity[m.sensor_objid[sensor]]);
}

void actuator_velocity(const Model& m, Data& d, int sensor, std::span<double> out) {
  std::copy_n(d.actuator_velocity.data() + m.actuator_outadr[m.sensor_objid[sensor]], out.size(), out.begin());
}

void ball_angular_velocity(const Model& m, Data& d, int sensor, std::span<double> out) {
  std::copy_n(d.qvel.data() + m.jnt_dofadr[m.sensor_objid[sensor]], 3, out.begin());
}

void frame_linear_velocity(const Model& m, Data& d, int sensor, std::span<double> out) {
  write(out, frame_velocity(m, d, sensor).lin);
}

void frame_angular_velocity(const Model& m, Data& d, int sensor, std::span<double> out) {
  write(out, frame_velocity(m, d, sensor).rot);
}

void subtree_linear_velocity(const Model& m, Data& d, int sensor, std::span<double> out) {
  need_subtree_velocity(m, d);
  write(out, d.subtree_linvel[m.sensor_objid[sensor]]);
}

void subtree_angular_momentum(const Model& m, Data& d, int sensor, std::span<double> out) {
  need_subtree_velocity(m, d);
  write(out, d.subtree_angmom[m.sensor_objid[sensor]]);
}

}  // namespace corten::sensors
