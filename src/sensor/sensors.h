// What sensors measure: one function per kind, the frames and volumes they need, and their history.
#pragma once

#include <algorithm>
#include <span>

#include "corten/data.h"
#include "corten/model.h"
#include "corten/types.h"

namespace corten {

// ---- write
//
// Writing outputs of sensors.

inline void write(std::span<double> out, double value) { out[0] = value; }
inline void write(std::span<double> out, const Vec3& value) { std::copy_n(value.data(), 3, out.begin()); }
inline void write(std::span<double> out, const Quat& value) { std::copy_n(value.data(), 4, out.begin()); }

// ---- frame
//
// Frames of the things that a sensor can be attached to.

struct FrameView {
  const Vec3& pos;
  const Mat3& mat;
  int body;
};

// World frame of a body (kBody: principal axes at the centre of mass, kXBody: body frame), geom, site or camera.
FrameView frame_of(const Model& m, const Data& d, Object kind, int id);

// Its orientation as quaternion. MuJoCo: that of a camera ignores tracking and targeting, unlike frame_of.
Quat frame_quat(const Model& m, const Data& d, Object kind, int id);

// Frame of the measured object of a sensor, and of its reference.
inline FrameView object_frame(const Model& m, const Data& d, int sensor) {
  return frame_of(m, d, m.sensor_objtype[sensor], m.sensor_objid[sensor]);
}
inline FrameView reference_frame(const Model& m, const Data& d, int sensor) {
  return frame_of(m, d, m.sensor_reftype[sensor], m.sensor_refid[sensor]);
}
inline bool has_reference(const Model& m, int sensor) { return m.sensor_refid[sensor] >= 0; }

// ---- site_volume
//
// The volume of a site.

bool is_inside_site(const Model& m, const Data& d, int site, const Vec3& point);

// ---- camera
//
// The image of a camera: where its pixels look.

// Pixels per unit of (distance from the axis / depth) of a perspective camera.
struct FocalLengths {
  double x, y;
};
FocalLengths focal_lengths(const Model& m, int camera);

// The ray along which a pixel looks, with a direction of unit length. Row 0 is the uppermost.
class PixelRays {
 public:
  PixelRays(const Model& m, const Data& d, int camera);

  Vec3 origin(int row, int col) const;
  Vec3 direction(int row, int col) const;

 private:
  const Vec3& pos_;
  const Mat3& mat_;
  bool perspective_;
  double half_extent_;  // orthographic: half the height of the image
  double fx_, fy_;      // perspective: focal lengths; orthographic: half the number of pixels
  double cx_, cy_;      // pixel on the axis
};

}  // namespace corten

namespace corten::sensors {

// ---- position
//
// Sensors of the position stage; see SensorFunction.

void magnetometer(const Model& m, Data& d, int sensor, std::span<double> out);
void camera_projection(const Model& m, Data& d, int sensor, std::span<double> out);
void joint_position(const Model& m, Data& d, int sensor, std::span<double> out);
void tendon_position(const Model& m, Data& d, int sensor, std::span<double> out);
void actuator_position(const Model& m, Data& d, int sensor, std::span<double> out);
void ball_quaternion(const Model& m, Data& d, int sensor, std::span<double> out);
void frame_position(const Model& m, Data& d, int sensor, std::span<double> out);
void frame_quaternion(const Model& m, Data& d, int sensor, std::span<double> out);
void frame_axis(const Model& m, Data& d, int sensor, std::span<double> out);
void subtree_com(const Model& m, Data& d, int sensor, std::span<double> out);
void inside_site(const Model& m, Data& d, int sensor, std::span<double> out);
void potential_energy(const Model& m, Data& d, int sensor, std::span<double> out);
void kinetic_energy(const Model& m, Data& d, int sensor, std::span<double> out);
void clock_time(const Model& m, Data& d, int sensor, std::span<double> out);

// ---- velocity
//
// Sensors of the velocity stage; see SensorFunction.

// Momentum of subtrees, computed unless this pass has them.
void need_subtree_velocity(const Model& m, Data& d);

void velocimeter(const Model& m, Data& d, int sensor, std::span<double> out);
void gyro(const Model& m, Data& d, int sensor, std::span<double> out);
void joint_velocity(const Model& m, Data& d, int sensor, std::span<double> out);
void tendon_velocity(const Model& m, Data& d, int sensor, std::span<double> out);
void actuator_velocity(const Model& m, Data& d, int sensor, std::span<double> out);
void ball_angular_velocity(const Model& m, Data& d, int sensor, std::span<double> out);
void frame_linear_velocity(const Model& m, Data& d, int sensor, std::span<double> out);
void frame_angular_velocity(const Model& m, Data& d, int sensor, std::span<double> out);
void subtree_linear_velocity(const Model& m, Data& d, int sensor, std::span<double> out);
void subtree_angular_momentum(const Model& m, Data& d, int sensor, std::span<double> out);

// ---- acceleration
//
// Sensors of the acceleration stage; see SensorFunction.

// Body forces, computed unless this pass has them.
void need_body_forces(const Model& m, Data& d);

void accelerometer(const Model& m, Data& d, int sensor, std::span<double> out);
void force(const Model& m, Data& d, int sensor, std::span<double> out);
void torque(const Model& m, Data& d, int sensor, std::span<double> out);
void actuator_force(const Model& m, Data& d, int sensor, std::span<double> out);
void joint_actuator_force(const Model& m, Data& d, int sensor, std::span<double> out);
void tendon_actuator_force(const Model& m, Data& d, int sensor, std::span<double> out);
void frame_linear_acceleration(const Model& m, Data& d, int sensor, std::span<double> out);
void frame_angular_acceleration(const Model& m, Data& d, int sensor, std::span<double> out);

// ---- limit
//
// Sensors of joint and tendon limits; see SensorFunction.

void joint_limit_position(const Model& m, Data& d, int sensor, std::span<double> out);
void joint_limit_velocity(const Model& m, Data& d, int sensor, std::span<double> out);
void joint_limit_force(const Model& m, Data& d, int sensor, std::span<double> out);
void tendon_limit_position(const Model& m, Data& d, int sensor, std::span<double> out);
void tendon_limit_velocity(const Model& m, Data& d, int sensor, std::span<double> out);
void tendon_limit_force(const Model& m, Data& d, int sensor, std::span<double> out);

// ---- contact
//
// Sensors of contacts; see SensorFunction.

void touch(const Model& m, Data& d, int sensor, std::span<double> out);
void contact(const Model& m, Data& d, int sensor, std::span<double> out);

// ---- tactile
//
// Tactile sensor; see SensorFunction.

void tactile(const Model& m, Data& d, int sensor, std::span<double> out);

// ---- rangefinder
//
// Rangefinder: rays from a site or through the pixels of a camera; see SensorFunction.

void rangefinder(const Model& m, Data& d, int sensor, std::span<double> out);

// ---- geom_distance
//
// Sensors of the distance between geoms; see SensorFunction.

void distance(const Model& m, Data& d, int sensor, std::span<double> out);
void distance_normal(const Model& m, Data& d, int sensor, std::span<double> out);
void distance_fromto(const Model& m, Data& d, int sensor, std::span<double> out);

}  // namespace corten::sensors

namespace corten {

// ---- table
//
// One sensor at a time: what it measures now, without delay.

// Outputs of a sensor; `out` has sensor_dim numbers. Data changes only by what is computed on demand.
using SensorFunction = void (*)(const Model& m, Data& d, int sensor, std::span<double> out);

// Measures and clamps to the cutoff.
void measure_sensor(const Model& m, Data& d, int sensor, std::span<double> out);

// ---- history
//
// Delay and sampling of sensors.

// Outputs of a sensor from its delay buffer, if it is one that shows the past now: it has a delay, or its next sampling
// time has not come. False: the sensor is to be measured.
bool read_sensor_history(const Model& m, const Data& d, int sensor, std::span<double> out);

}  // namespace corten
