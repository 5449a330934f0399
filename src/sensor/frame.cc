// Frames of the things that a sensor can be attached to. The compiler admits no other kinds than these.
#include "math/vec3.h"
#include "sensor/sensors.h"

namespace corten {

FrameView frame_of(const Model& m, const Data& d, Object kind, int id) {
  switch (kind) {
    case Object::kBody:
      return {d.xipos[id], d.ximat[id], id};
    case Object::kGeom:
      return {d.geom_xpos[id], d.geom_xmat[id], m.geom_bodyid[id]};
    case Object::kSite:
      return {d.site_xpos[id], d.site_xmat[id], m.site_bodyid[id]};
    case Object::kCamera:
      return {d.cam_xpos[id], d.cam_xmat[id], m.cam_bodyid[id]};
    default:
      return {d.xpos[id], d.xmat[id], id};
  }
}

Quat frame_quat(const Model& m, const Data& d, Object kind, int id) {
  switch (kind) {
    case Object::kBody:
      return d.xquat[id] * m.body_iquat[id];
    case Object::kGeom:
      return d.xquat[m.geom_bodyid[id]] * m.geom_quat[id];
    case Object::kSite:
      return d.xquat[m.site_bodyid[id]] * m.site_quat[id];
    case Object::kCamera:
      return d.xquat[m.cam_bodyid[id]] * m.cam_quat[id];
    default:
      return d.xquat[id];
  }
}

}  // namespace corten
