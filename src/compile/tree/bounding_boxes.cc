// Trees of bounding boxes in the Model: those of the bodies, of the meshes, of the flexes. The boxes of flexes move, so
// they are part of Data.
#include <algorithm>

#include "compile/add_size.h"
#include "compile/tree/tree.h"
#include "model/mesh_tree.h"

namespace corten {

namespace {

// The box, in the frame of the body's inertia, around a geom's own bounding box.
Box box_of_geom(const FlatGeom& geom, const Pose& inertial) {
  const Vec3 center{geom.aabb[0], geom.aabb[1], geom.aabb[2]}, half{geom.aabb[3], geom.aabb[4], geom.aabb[5]};
  Box box;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 sign{corner & 1 ? 1.0 : -1.0, corner & 2 ? 1.0 : -1.0, corner & 4 ? 1.0 : -1.0};
    const Vec3 local{center.x + sign.x * half.x, center.y + sign.y * half.y, center.z + sign.z * half.z};
    const Vec3 p = rotate(conjugate(inertial.quat), rotate(geom.pose.quat, local) + (geom.pose.pos - inertial.pos));
    for (int k = 0; k < 3; ++k) {
      box.min[k] = corner == 0 ? p[k] : std::min(box.min[k], p[k]);
      box.max[k] = corner == 0 ? p[k] : std::max(box.max[k], p[k]);
    }
  }
  return box;
}

// Appends a tree and returns its address, -1 if it is empty.
int append(const Bvh& tree, int& next, Model& m) {
  if (tree.size() == 0) return -1;
  std::copy(tree.depth.begin(), tree.depth.end(), m.bvh_depth.data() + next);
  std::copy(tree.child.begin(), tree.child.end(), m.bvh_child.data() + next);
  std::copy(tree.nodeid.begin(), tree.nodeid.end(), m.bvh_nodeid.data() + next);
  if (next < m.nbvhstatic) std::copy(tree.aabb.begin(), tree.aabb.end(), m.bvh_aabb.data() + next);
  next += tree.size();
  return next - tree.size();
}

// Appends an octree.
int append(const Octree& tree, int& next, Model& m) {
  if (tree.size() == 0) return -1;
  std::copy(tree.depth.begin(), tree.depth.end(), m.oct_depth.data() + next);
  std::copy(tree.child.begin(), tree.child.end(), m.oct_child.data() + next);
  std::copy(tree.aabb.begin(), tree.aabb.end(), m.oct_aabb.data() + next);
  std::copy(tree.coeff.begin(), tree.coeff.end(), m.oct_coeff.data() + next);
  next += tree.size();
  return next - tree.size();
}

}  // namespace

std::vector<Bvh> build_body_trees(const Context& context) {
  std::vector<std::vector<BvhElement>> elements(context.bodies.size());
  for (std::size_t i = 0; i < context.geoms.size(); ++i) {
    const FlatGeom& geom = context.geoms[i];
    if (geom.element->contype == 0 && geom.element->conaffinity == 0) continue;
    const Pose& inertial = context.bodies[geom.body].inertial;
    const Vec3 center = rotate(conjugate(inertial.quat), geom.pose.pos - inertial.pos);
    elements[geom.body].push_back({static_cast<int>(i), center, box_of_geom(geom, inertial)});
  }
  std::vector<Bvh> trees;
  for (const std::vector<BvhElement>& list : elements) trees.push_back(build_bvh(list));
  return trees;
}

void count_bounding_boxes(Context& context, const std::vector<Bvh>& bodies, const MeshAssets& meshes,
                          const std::vector<CompiledFlex>& flexes, Sizes& sizes) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    add_size(context, *context.bodies[i].element, "body", sizes.nbvhstatic, bodies[i].size());
  }
  for (std::size_t i = 0; i < meshes.id.size(); ++i) {
    if (meshes.id[i] < 0 || !meshes.usable[i]) continue;
    add_size(context, context.spec().meshes[i], "mesh", sizes.noct, meshes.processed[i]->octree.size());
  }
  sizes.nbvh = sizes.nbvhstatic;
  for (const CompiledFlex& flex : flexes) add_size(context, *flex.element, "flex", sizes.nbvh, flex.boxes.size());
  sizes.nbvhdynamic = sizes.nbvh - sizes.nbvhstatic;
}

void fill_bounding_boxes(const std::vector<Bvh>& bodies, const MeshAssets& meshes,
                         const std::vector<CompiledFlex>& flexes, Model& m) {
  int next = 0, next_octree = 0;
  for (int i = 0; i < m.nbody; ++i) {
    m.body_bvhnum[i] = bodies[i].size();
    m.body_bvhadr[i] = append(bodies[i], next, m);
  }
  for (std::size_t k = 0; k < meshes.id.size(); ++k) {
    const int i = meshes.id[k];
    if (i < 0) continue;
    const LoadedMesh& mesh = *meshes.processed[k];
    fill_mesh_tree(m, i, mesh.leaves, mesh.boxes);
    m.mesh_octnum[i] = mesh.octree.size();
    m.mesh_octadr[i] = append(mesh.octree, next_octree, m);
  }
  for (int i = 0; i < m.nflex; ++i) {
    const Bvh& tree = flexes[static_cast<std::size_t>(i)].boxes;
    m.flex_bvhnum[i] = tree.size();
    m.flex_bvhadr[i] = append(tree, next, m);
  }
}

}  // namespace corten
