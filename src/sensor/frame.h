// Frames of the things that a sensor can be attached to.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

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

}  // namespace corten
