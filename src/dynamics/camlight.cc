// Cameras and lights: fixed to their body, following it without turning, or looking at another body.
#include "dynamics/smooth.h"
#include "math/vec3.h"

namespace corten {

namespace {

bool is_tracking(CamLightMode mode) { return mode == CamLightMode::kTrack || mode == CamLightMode::kTrackCom; }
bool is_targeting(CamLightMode mode) {
  return mode == CamLightMode::kTargetBody || mode == CamLightMode::kTargetBodyCom;
}

// The point of a body that is followed or looked at.
Vec3 point_of(const Data& d, CamLightMode mode, int body) {
  const bool com = mode == CamLightMode::kTrackCom || mode == CamLightMode::kTargetBodyCom;
  return com ? d.subtree_com[body] : d.xpos[body];
}

// Camera axes for looking from `eye` at `target` with the world's z axis up; a camera looks along its -z axis.
Mat3 look_at(const Vec3& eye, const Vec3& target) {
  Vec3 z = eye - target;
  normalize(z);
  Vec3 x = cross({0, 0, 1}, z);
  normalize(x);
  Vec3 y = cross(z, x);
  normalize(y);
  return from_columns(x, y, z);
}

}  // namespace

void compute_camlight(const Model& m, Data& d) {
  for (int i = 0; i < m.ncam; ++i) {
    const int body = m.cam_bodyid[i], target = m.cam_targetbodyid[i];
    const CamLightMode mode = m.cam_mode[i];
    if (is_tracking(mode)) {
      d.cam_xmat[i] = m.cam_mat0[i];
      d.cam_xpos[i] = point_of(d, mode, body) + (mode == CamLightMode::kTrack ? m.cam_pos0[i] : m.cam_poscom0[i]);
    } else if (is_targeting(mode) && target >= 0) {
      d.cam_xpos[i] = d.xpos[body] + d.xmat[body] * m.cam_pos[i];
      d.cam_xmat[i] = look_at(d.cam_xpos[i], point_of(d, mode, target));
    } else {
      local_to_world(d, body, m.cam_pos[i], m.cam_quat[i], SameFrame::kNone, d.cam_xpos[i], d.cam_xmat[i]);
    }
  }
  for (int i = 0; i < m.nlight; ++i) {
    const int body = m.light_bodyid[i], target = m.light_targetbodyid[i];
    const CamLightMode mode = m.light_mode[i];
    Vec3 pos, direction;
    if (is_tracking(mode)) {
      pos = point_of(d, mode, body) + (mode == CamLightMode::kTrack ? m.light_pos0[i] : m.light_poscom0[i]);
      direction = m.light_dir0[i];
    } else {
      pos = d.xpos[body] + d.xmat[body] * m.light_pos[i];
      const bool targeting = is_targeting(mode) && target >= 0;
      direction = targeting ? point_of(d, mode, target) - pos : rotate(d.xquat[body], m.light_dir[i]);
    }
    normalize(direction);
    store(d.light_xpos[i], pos);
    store(d.light_xdir[i], direction);
  }
}

}  // namespace corten
