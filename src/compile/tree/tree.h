// The passes over the tree: one pair of functions (resolve, fill) per kind of element, each in the file of its name.
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "compile/assets/assets.h"
#include "compile/context.h"
#include "compile/flex/flex_parts.h"
#include "corten/enums.h"
#include "corten/types.h"
#include "geometry/bvh.h"
#include "math/vec3.h"

namespace corten {

// ---- flatten
//
// The first pass of compile(): the nested Spec as flat lists in model order, and the index of all names.

// Fills the lists of the Context with elements, bodies and frames; the resolved numbers follow in later passes. False
// if the Spec refers to compiler settings or frames that do not exist, so that nothing more can be said about it.
bool flatten(Context& context);

// Indexes the names of the tree's elements again, after ids have changed.
void index_tree_names(Context& context);

// Name of an asset: its own, or the stem of its file's name.
std::string asset_name(const Element& asset, const std::string& file);

// Writes all indexed names into the Model.
void fill_names(const Context& context, Model& model);

// ---- tree_dofs
//
// Degrees of freedom of the flattened tree, before any Model array exists.

int dof_count(JointType type);

class TreeDofs {
 public:
  explicit TreeDofs(const Context& context);

  int nv() const { return nv_; }
  int joint_dof(int joint) const { return joint_dof_[joint]; }

  // The dofs that move a body, its own and its ancestors', increasing.
  std::vector<int> chain(int body) const;
  // The dofs that move either body, increasing; without those that move both when `relative`.
  std::vector<int> merged_chain(int body1, int body2, bool relative) const;

 private:
  std::vector<int> parent_, body_dof_, body_dofnum_, joint_dof_;
  int nv_ = 0;
};

// ---- shape
//
// Position, orientation and size of geoms and sites.

// The pose and size of a shape in the frame that contains it.
struct ResolvedShape {
  Pose pose;
  Vec3 size;
};

// From pos, orientation and size, or from the end points `fromto` of the shape's long axis.
ResolvedShape resolve_shape(Context& context, const Element& element, std::string_view tag, GeomType type,
                            const Vec3& pos, const Orientation& orientation, const Vec3& size,
                            const std::optional<Vec<6>>& fromto);

// The sizes that a shape of this type uses must be positive.
void check_size(Context& context, const Element& element, std::string_view tag, GeomType type, const Vec3& size);

// The material, if there is one, must exist. It has no effect on physics.
void check_material(Context& context, const Element& element, std::string_view tag, const std::string& material);

// ---- sameframe
//
// What a frame on a body shares with the body's own frame or with its inertial frame, so that kinematics can copy.

inline constexpr double kFrameEps = 1e-6;  // frames closer than this are the same

inline bool same_position(const Vec3& a, const Vec3& b) {
  return std::abs(a.x - b.x) < kFrameEps && std::abs(a.y - b.y) < kFrameEps && std::abs(a.z - b.z) < kFrameEps;
}

// Opposite quaternions are the same rotation.
inline bool same_rotation(const Quat& a, const Quat& b) {
  double minus = 0, plus = 0;
  for (int i = 0; i < 4; ++i) {
    minus = std::fmax(minus, std::abs(a[i] - b[i]));
    plus = std::fmax(plus, std::abs(a[i] + b[i]));
  }
  return minus < kFrameEps || plus < kFrameEps;
}

inline SameFrame same_frame(const Pose& pose, const Pose& inertial) {
  if (same_rotation(pose.quat, {})) return same_position(pose.pos, {}) ? SameFrame::kBody : SameFrame::kBodyRot;
  if (same_rotation(pose.quat, inertial.quat)) {
    return same_position(pose.pos, inertial.pos) ? SameFrame::kInertia : SameFrame::kInertiaRot;
  }
  return SameFrame::kNone;
}

// The inertial frame itself can only share the body's.
inline SameFrame same_frame(const Pose& inertial) {
  if (!same_rotation(inertial.quat, {})) return SameFrame::kNone;
  return same_position(inertial.pos, {}) ? SameFrame::kBody : SameFrame::kBodyRot;
}

// ---- body
//
// Bodies.

// Poses of all bodies in their parents.
void resolve_bodies(Context& context);

// Moves the frame of free bodies to their inertial frame where <freejoint align> or <compiler alignfree> asks for it.
// Everything on the body must be resolved.
void align_free_bodies(Context& context);

void count_bodies(Context& context, Sizes& sizes);
void fill_bodies(Context& context, Model& model);

// ---- joint
//
// Joints and their dofs.

inline int joint_nq(JointType type) { return type == JointType::kFree ? 7 : type == JointType::kBall ? 4 : 1; }
inline int joint_nv(JointType type) { return type == JointType::kFree ? 6 : type == JointType::kBall ? 3 : 1; }

// Checks every joint and computes its anchor, axis, limits and reference in radians.
void resolve_joints(Context& context);

// Checks which joints stand together in a body.
void check_joint_combinations(Context& context);

void count_joints(Context& context, Sizes& sizes);
void fill_joints(Context& context, Model& model);

// ---- geom
//
// Geoms.

// ResolvedShape, pose, bounds and mass of every geom.
void resolve_geoms(Context& context, const MeshAssets& meshes);

void count_geoms(Context& context, Sizes& sizes);
void fill_geoms(Context& context, const MeshAssets& meshes, Model& model);

// ---- fluid_geom
//
// Parameters of the ellipsoid fluid model for one geom.

// (on, five coefficients, virtual mass, virtual moments of inertia) as Model::geom_fluid stores them.
Vec<12> fluid_parameters(GeomType type, const Vec3& size, const Vec<5>& coefficients);

// ---- site
//
// Sites.

void resolve_sites(Context& context);
void count_sites(Context& context, Sizes& sizes);
void fill_sites(Context& context, Model& model);

// ---- view
//
// Cameras and lights.

void resolve_views(Context& context);
void count_views(Context& context, Sizes& sizes);
void fill_views(Context& context, Model& model);

// ---- inertia
//
// Mass, centre of mass and principal inertia of bodies.

// Mass, centre of mass, principal axes and moments of one rigid part, in the frame of its body.
struct MassProperties {
  double mass = 0;
  Pose frame;
  Vec3 inertia;
};

// Principal axes and moments of a symmetric inertia (xx, yy, zz, xy, xz, yz). False if a moment is not positive.
bool principal_axes(const Vec<6>& full, Quat& axes, Vec3& moments);

// The rigid union of two or more parts. False if its inertia is not positive.
bool combine(const std::vector<MassProperties>& parts, MassProperties& whole);

// Mass properties of every body, from its <inertial> or its geoms. Geoms must be resolved.
void resolve_inertias(Context& context);

// Every moving body needs a mass and inertia, its own or that of a body fixed to it.
void check_moving_masses(Context& context);

// Scales all masses and inertias to the total that <compiler settotalmass> asks for.
void scale_total_mass(double total, Model& model);

// ---- fuse
//
// Leaving out what does not change the physics: bodies without joints, geoms and meshes that are only drawn.

// <compiler fusestatic>: merges bodies without joints into their parents. Everything must be resolved.
void fuse_static_bodies(Context& context);

// <compiler discardvisual>: drops geoms that cannot collide and are not referred to, and
// meshes that no other geom uses.
void discard_visuals(Context& context, MeshAssets& meshes);

// ---- topology
//
// What follows from which body hangs on which: trees, ancestor dofs and the sparsity of the inertia matrix.

// Decides which bodies have a diagonal inertia block (FlatBody::simple) and counts trees and non-zeros. Tendons must be
// in the index of names.
void count_topology(Context& context, Sizes& sizes);

// Joints and bodies must have been filled.
void fill_topology(Context& context, Model& model);

// ---- bounding_boxes
//
// Trees of bounding boxes of the Model: one over the colliding geoms of each body, one over the triangles of each mesh,
// one over the elements of each flex.

// The tree of each body, in the frame of its inertia.
std::vector<Bvh> build_body_trees(const Context& context);

void count_bounding_boxes(Context& context, const std::vector<Bvh>& bodies, const MeshAssets& meshes,
                          const std::vector<CompiledFlex>& flexes, Sizes& sizes);
void fill_bounding_boxes(const std::vector<Bvh>& bodies, const MeshAssets& meshes,
                         const std::vector<CompiledFlex>& flexes, Model& model);

}  // namespace corten
