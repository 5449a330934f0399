// Geoms: a shape on a body. Its frame is that of the file, moved by the enclosing frames; a mesh brings its own frame
// (centre of mass and principal axes), which is appended. Its mass, if the body's inertia comes from geoms, follows
// from density or mass and the shape.
#include <algorithm>
#include <stdexcept>

#include "compile/assets/assets.h"
#include "compile/elements/user_data.h"
#include "compile/tree/tree.h"
#include "geometry/bounds.h"
#include "geometry/mesh/inertia.h"
#include "spec/orientation.h"

namespace corten {

namespace {

bool is_mesh(GeomType type) { return type == GeomType::kMesh || type == GeomType::kSdf; }

void check_attributes(Context& context, const FlatGeom& geom) {
  const Geom& e = *geom.element;
  if (e.condim != 1 && e.condim != 3 && e.condim != 4 && e.condim != 6) {
    context.error(e, "geom", "condim is " + std::to_string(e.condim), "condim is 1, 3, 4 or 6");
  }
  const FlatBody& weld = context.bodies[context.bodies[geom.body].weld];
  if (e.type == GeomType::kPlane && weld.joints > 0) {
    context.error(e, "geom", "a plane cannot move", "attach it to the world or use a box");
  }
  check_material(context, e, "geom", e.material);
  if (e.fromto && !e.mesh.empty()) context.error(e, "geom", "fromto and mesh exclude each other");
}

// Finds the mesh or height field of a geom; false if it is missing.
bool find_asset(Context& context, FlatGeom& geom) {
  const Geom& e = *geom.element;
  if (!e.mesh.empty()) {
    geom.mesh = context.require(Object::kMesh, e.mesh, e, "geom", "mesh");
    if (geom.mesh < 0) return false;
  } else if (is_mesh(e.type)) {
    context.error(e, "geom", "a geom of type mesh needs the attribute mesh");
    return false;
  }
  if ((e.type == GeomType::kHfield) != !e.hfield.empty()) {
    context.error(e, "geom", "type hfield and the attribute hfield go together");
    return false;
  }
  if (!e.hfield.empty()) geom.hfield = context.require(Object::kHfield, e.hfield, e, "geom", "hfield");
  return e.hfield.empty() || geom.hfield >= 0;
}

// Surface velocity about and along the axes of the frame `offset` instead of those of the file.
void move_surface_velocity(FlatGeom& geom, const Pose& offset) {
  Vec<6>& v = geom.surfacevel;
  const Vec3 angular{v[3], v[4], v[5]};
  const Vec3 linear = Vec3{v[0], v[1], v[2]} + cross(angular, offset.pos);
  const Vec3 l = rotate(conjugate(offset.quat), linear), a = rotate(conjugate(offset.quat), angular);
  v = {{l.x, l.y, l.z, a.x, a.y, a.z}};
}

// A mesh geom takes the mesh's frame; another type with a mesh becomes a primitive of the mesh's size.
void apply_mesh(Context& context, FlatGeom& geom, ResolvedShape& shape, const ProcessedMesh& mesh) {
  const Geom& e = *geom.element;
  Pose offset{mesh.pos, mesh.quat};
  if (is_mesh(e.type)) {
    if (e.shellinertia) {
      context.error(e, "geom", "shellinertia is not possible for mesh geoms", "set inertia=\"shell\" in <mesh>");
    }
    shape.size = reach(mesh.bounds);
  } else {
    try {
      const FittedGeom fitted = fit_geom(mesh, e.type, shape.size, context.spec().compilers[0].fitaabb, e.fitscale);
      shape.size = fitted.size;
      offset = fitted.pose;
    } catch (const std::runtime_error& failure) {
      context.error(e, "geom", failure.what());
    }
  }
  shape.pose = compose(shape.pose, offset);
  move_surface_velocity(geom, offset);
}

void set_bounds(FlatGeom& geom, const Aabb& box, double radius) {
  geom.aabb = {{box.center.x, box.center.y, box.center.z, box.half.x, box.half.y, box.half.z}};
  geom.rbound = radius;
}

// Only geoms of the groups that the body's inertia is made of have mass.
void set_mass(Context& context, FlatGeom& geom, const ProcessedMesh* mesh) {
  const Geom& e = *geom.element;
  const Body& body = *context.bodies[geom.body].element;
  const Compiler& compiler = context.compiler_of(body);
  const bool used = geom.body > 0 && (!body.inertial || compiler.inertiafromgeom == Tristate::kTrue) &&
                    e.group >= compiler.inertiagrouprange[0] && e.group <= compiler.inertiagrouprange[1];
  if (!used) return;
  const MassInertia m = mesh ? mesh_mass_inertia(*mesh, e.density, e.mass)
                             : primitive_mass_inertia(geom.type, geom.size, e.shellinertia, e.density, e.mass);
  if (m.mass < 0 || (!e.mass && e.density < 0)) context.error(e, "geom", "mass and density must not be negative");
  geom.mass = m.mass;
  geom.inertia = m.inertia;
}

void resolve_geom(Context& context, FlatGeom& geom, const MeshAssets& meshes) {
  const Geom& e = *geom.element;
  geom.type = e.type;
  geom.surfacevel = e.surfacevel;
  check_attributes(context, geom);
  if (!find_asset(context, geom)) return;
  ResolvedShape shape = resolve_shape(context, e, "geom", e.type, e.pos, e.orientation, e.size, e.fromto);
  if (geom.mesh >= 0) {
    if (!meshes.usable[geom.mesh]) return;
    apply_mesh(context, geom, shape, *meshes.processed[geom.mesh]);
  }
  const ProcessedMesh* mesh = is_mesh(e.type) ? meshes.processed[geom.mesh].get() : nullptr;
  if (e.type == GeomType::kSdf && geom.plugin < 0 && mesh->octree.size() == 0) {
    context.warning(e, "geom", "a geom of type sdf whose mesh is made by a plugin needs that plugin to collide");
  }
  check_size(context, e, "geom", e.type, shape.size);
  geom.size = shape.size;
  if (mesh) {
    set_bounds(geom, mesh_aabb(mesh->bounds), mesh_rbound(mesh->bounds));
  } else if (geom.hfield >= 0) {
    const Vec<4>& size = context.spec().hfields[geom.hfield].size;
    geom.size = hfield_geom_size(size);
    set_bounds(geom, hfield_aabb(size), hfield_rbound(size));
  } else {
    set_bounds(geom, geom_aabb(e.type, geom.size), geom_rbound(e.type, geom.size));
  }
  set_mass(context, geom, mesh);
  geom.pose = compose(geom.frame, shape.pose);
}

}  // namespace

void resolve_geoms(Context& context, const MeshAssets& meshes) {
  for (FlatGeom& geom : context.geoms) resolve_geom(context, geom, meshes);
}

void count_geoms(Context& context, Sizes& sizes) {
  sizes.ngeom = static_cast<int>(context.geoms.size());
  sizes.nuser_geom = count_user(context, "geom", "nuser_geom", context.spec().size.nuser_geom, context.geoms);
}

void fill_geoms(Context& context, const MeshAssets& meshes, Model& m) {
  for (int i = 0; i < m.ngeom; ++i) {
    const FlatGeom& geom = context.geoms[i];
    const Geom& e = *geom.element;
    m.geom_type[i] = geom.type;
    m.geom_contype[i] = e.contype;
    m.geom_conaffinity[i] = e.conaffinity;
    m.geom_condim[i] = e.condim;
    m.geom_bodyid[i] = geom.body;
    m.geom_dataid[i] = geom.mesh >= 0 ? meshes.id[geom.mesh] : geom.hfield;
    m.geom_group[i] = e.group;
    m.geom_priority[i] = e.priority;
    m.geom_sameframe[i] = same_frame(geom.pose, context.bodies[geom.body].inertial);
    m.geom_solmix[i] = e.solmix;
    m.geom_solref[i] = e.solref;
    m.geom_solimp[i] = e.solimp;
    m.geom_size[i] = geom.size;
    m.geom_aabb[i] = geom.aabb;
    m.geom_rbound[i] = geom.rbound;
    m.geom_pos[i] = geom.pose.pos;
    m.geom_quat[i] = geom.pose.quat;
    m.geom_friction[i] = {e.friction[0], e.friction[1], e.friction[2]};
    m.geom_margin[i] = e.margin;
    m.geom_gap[i] = e.gap;
    m.geom_surfacevel[i] = geom.surfacevel;
    m.geom_adhesion[i] = e.adhesion;
    m.geom_plugin[i] = geom.plugin;
    m.geom_matid[i] = material_id(context, geom);
    m.geom_rgba[i] = e.rgba;
    if (e.fluid_ellipsoid) m.geom_fluid[i] = fluid_parameters(geom.type, geom.size, e.fluid_coefs);
  }
  fill_user(context.geoms, m.nuser_geom, m.geom_user);
}

}  // namespace corten
