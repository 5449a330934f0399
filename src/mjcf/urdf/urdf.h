// URDF, the robot description of ROS, read into a Spec.
//
//   link        a body; <inertial> its mass, <collision> a geom, <visual> a geom of group 1 that does not collide
//   joint       the pose of its child link and, by type, a hinge, slide, ball or free joint, or several (planar)
//   mimic       an equality between two joints
//   <mujoco>    compiler, option and size as in MJCF
//
// What MuJoCo reads comes out with MuJoCo's numbers: radians, bodies without joints merged into their parents
// (fusestatic), the root link fixed to the world. MuJoCo drops visuals unless <compiler discardvisual="false"/> is
// given; here they stay unless it is "true". They have no mass and touch nothing, so that the physics is the same; but
// they count as part of the robot in dof_length, which scales the speed below which it may fall asleep.
#pragma once

#include <string>

#include "corten/error.h"
#include "corten/spec.h"
#include "mjcf/read/xml_tree.h"

namespace corten::mjcf {

// `tree` has the root element <robot>; `directory` is where its file is.
Spec read_urdf(const XmlTree& tree, const std::string& directory, Diagnostics& diagnostics);

}  // namespace corten::mjcf
