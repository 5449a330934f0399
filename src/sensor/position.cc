// Sensors of the position stage. The pose of an object o seen from a reference r:
//   position R_r' (x_o - x_r),  axes R_r' R_o
#include <algorithm>
#include <cmath>

#include "dynamics/smooth.h"
#include "flex/flex.h"
#include "math/vec3.h"
#include "sensor/sensors.h"

namespace corten::sensors {

void magnetometer(const Model& m, Data& d, int sensor, std::span<double> out) {
  write(out, mul_transposed(d.site_xmat[m.sensor_objid[sensor]], m.opt.magnetic));
}

// Pixel at which a camera sees a site; the camera looks along its -z axis, pixels count from the upper left corner.
void camera_projection(const Model& m, Data& d, int sensor, std::span<double> out) {
  const int camera = m.sensor_refid[sensor];
  const Vec3 offset = d.site_xpos[m.sensor_objid[sensor]] - d.cam_xpos[camera];
  const Vec3 p = mul_transposed(d.cam_xmat[camera], offset);
  const double depth = std::abs(p.z) < kMinVal ? std::copysign(kMinVal, p.z < 0 ? -1.0 : 1.0) : p.z;
  const FocalLengths focal = focal_lengths(m, camera);
  out[0] = -focal.x * (p.x / depth) + 0.5 * m.cam_resolution[camera][0];
  out[1] = focal.y * (p.y / depth) + 0.5 * m.cam_resolution[camera][1];
}

void joint_position(const Model& m, Data& d, int sensor, std::span<double> out) {
  write(out, d.qpos[m.jnt_qposadr[m.sensor_objid[sensor]]]);
}

void tendon_position(const Model& m, Data& d, int sensor, std::span<double> out) {
  write(out, d.ten_length[m.sensor_objid[sensor]]);
}

void actuator_position(const Model& m, Data& d, int sensor, std::span<double> out) {
  std::copy_n(d.actuator_length.data() + m.actuator_outadr[m.sensor_objid[sensor]], out.size(), out.begin());
}

void ball_quaternion(const Model& m, Data& d, int sensor, std::span<double> out) {
  const double* q = d.qpos.data() + m.jnt_qposadr[m.sensor_objid[sensor]];
  Quat quat{q[0], q[1], q[2], q[3]};
  normalize(quat);
  write(out, quat);
}

void frame_position(const Model& m, Data& d, int sensor, std::span<double> out) {
  const Vec3& pos = object_frame(m, d, sensor).pos;
  if (!has_reference(m, sensor)) return write(out, pos);
  const FrameView reference = reference_frame(m, d, sensor);
  write(out, mul_transposed(reference.mat, pos - reference.pos));
}

void frame_axis(const Model& m, Data& d, int sensor, std::span<double> out) {
  const int index = static_cast<int>(m.sensor_type[sensor]) - static_cast<int>(SensorType::kFrameXAxis);
  const Vec3 axis = col(object_frame(m, d, sensor).mat, index);
  write(out, has_reference(m, sensor) ? mul_transposed(reference_frame(m, d, sensor).mat, axis) : axis);
}

void frame_quaternion(const Model& m, Data& d, int sensor, std::span<double> out) {
  const Quat quat = frame_quat(m, d, m.sensor_objtype[sensor], m.sensor_objid[sensor]);
  if (!has_reference(m, sensor)) return write(out, quat);
  write(out, conjugate(frame_quat(m, d, m.sensor_reftype[sensor], m.sensor_refid[sensor])) * quat);
}

void subtree_com(const Model& m, Data& d, int sensor, std::span<double> out) {
  write(out, d.subtree_com[m.sensor_objid[sensor]]);
}

void inside_site(const Model& m, Data& d, int sensor, std::span<double> out) {
  const int id = m.sensor_objid[sensor];
  // MuJoCo: the centre of mass of a body without mass, such as the parent of a flex, is that of its descendants
  const bool hollow = m.sensor_objtype[sensor] == Object::kBody && id > 0 && m.body_mass[id] < kMinVal &&
                      m.body_subtreemass[id] >= kMinVal;
  const Vec3& point = hollow ? d.subtree_com[id] : object_frame(m, d, sensor).pos;
  write(out, is_inside_site(m, d, m.sensor_refid[sensor], point) ? 1.0 : 0.0);
}

void potential_energy(const Model& m, Data& d, int, std::span<double> out) {
  if (!d.has.potential_energy) {
    compute_potential_energy(m, d);
    add_flex_energy(m, d);
  }
  d.has.potential_energy = true;
  write(out, d.energy[0]);
}

// MuJoCo: measured with the positions, before the pass reaches its velocities; when passes compute energy by
// themselves, the sensor shows the kinetic energy of the previous pass.
void kinetic_energy(const Model& m, Data& d, int, std::span<double> out) {
  if (!d.has.kinetic_energy) compute_kinetic_energy(m, d);
  d.has.kinetic_energy = true;
  write(out, d.energy[1]);
}

void clock_time(const Model&, Data& d, int, std::span<double> out) { write(out, d.time); }

}  // namespace corten::sensors
