// Forward kinematics: where every body, joint, geom and site is for the current qpos and mocap poses.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Writes xpos, xquat, xmat, xipos, ximat, xanchor, xaxis, geom_xpos, geom_xmat, site_xpos, site_xmat.
void compute_kinematics(const Model& m, Data& d);
// Its two parts: bodies and joints, and what is attached to bodies that are awake.
void compute_body_poses(const Model& m, Data& d);
void compute_attached_poses(const Model& m, Data& d);

// Pose in the world of a frame attached to a body; `same` tells what the frame shares with the body.
void local_to_world(const Data& d, int body, const Vec3& pos, const Quat& quat, SameFrame same, Vec3& xpos, Mat3& xmat);

}  // namespace corten
