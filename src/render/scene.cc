// update_scene(): the shapes and lights of a world, in MuJoCo's order: flexes, geoms, sites, tendons, slider-cranks, rays of
// range finders, skins. Each shape is numbered in this order (segid).
#include "corten/scene.h"

#include <algorithm>
#include <cmath>

#include "model/access.h"
#include "render/scene_parts.h"

namespace corten {

namespace {

bool shown(const GroupFlags& groups, int group) {
  return groups[static_cast<std::size_t>(std::clamp(group, 0, 5))] != 0;
}

// MuJoCo: a colour that is the default one leaves the choice to the material.
bool is_usual_colour(const FloatVec<4>& rgba) { return rgba == FloatVec<4>{{0.5f, 0.5f, 0.5f, 1}}; }

int category_of(const Model& m, int body) { return m.body_weldid[body] == 0 ? kSceneStatic : kSceneDynamic; }

// (radius, radius, radius), (radius, radius, half length), or the sizes as they are.
FloatVec<3> full_size(GeomType type, const Vec3& size) {
  const auto x = static_cast<float>(size[0]), y = static_cast<float>(size[1]), z = static_cast<float>(size[2]);
  if (type == GeomType::kSphere) return {{x, x, x}};
  if (type == GeomType::kCapsule || type == GeomType::kCylinder) return {{x, x, y}};
  return {{x, y, z}};
}

void place(SceneGeom& g, const Vec3& pos, const Mat3& mat) {
  for (int k = 0; k < 3; ++k) g.pos[k] = static_cast<float>(pos[k]);
  for (int k = 0; k < 9; ++k) g.mat[k] = static_cast<float>(mat.m[k]);
}

void add_flexes(SceneBuilder& b) {
  const Model& m = b.model;
  for (int f = 0; f < m.nflex; ++f) {
    if (!shown(b.option.flexgroup, m.flex_group[f])) continue;
    SceneGeom g = b.shape(kShapeFlex, Object::kFlex, f, kSceneDynamic);
    g.dataid = f;
    g.texcoord = m.flex_texcoordadr[f] >= 0;
    b.paint(g, m.flex_matid[f], m.flex_rgba[f]);
    b.add(g);
  }
}

void add_geoms(SceneBuilder& b) {
  const Model& m = b.model;
  int planes = 0;
  for (int i = 0; i < m.ngeom; ++i) {
    const GeomType type = m.geom_type[i];
    const int plane = type == GeomType::kPlane ? planes++ : -1;
    if (!shown(b.option.geomgroup, m.geom_group[i])) continue;
    const bool mesh = type == GeomType::kMesh || type == GeomType::kSdf;
    if (mesh && m.geom_dataid[i] < 0) continue;
    SceneGeom g = b.shape(static_cast<int>(type), Object::kGeom, i, category_of(m, m.geom_bodyid[i]));
    g.dataid = mesh ? 2 * m.geom_dataid[i] : type == GeomType::kPlane ? plane : m.geom_dataid[i];
    g.texcoord = mesh && m.mesh_texcoordadr[m.geom_dataid[i]] >= 0;
    g.size = full_size(type, m.geom_size[i]);
    place(g, b.data.geom_xpos[i], b.data.geom_xmat[i]);
    b.paint(g, m.geom_matid[i], m.geom_rgba[i]);
    b.add(g);
  }
}

void add_sites(SceneBuilder& b) {
  const Model& m = b.model;
  for (int i = 0; i < m.nsite; ++i) {
    if (!shown(b.option.sitegroup, m.site_group[i])) continue;
    SceneGeom g = b.shape(static_cast<int>(m.site_type[i]), Object::kSite, i, category_of(m, m.site_bodyid[i]));
    g.size = full_size(m.site_type[i], m.site_size[i]);
    place(g, b.data.site_xpos[i], b.data.site_xmat[i]);
    b.paint(g, m.site_matid[i], m.site_rgba[i]);
    b.add(g);
  }
}

void add_skins(SceneBuilder& b) {
  const Model& m = b.model;
  for (int s = 0; s < m.nskin && b.option.skins; ++s) {
    if (!shown(b.option.skingroup, m.skin_group[s])) continue;
    SceneGeom g = b.shape(kShapeSkin, Object::kSkin, s, kSceneDynamic);
    g.dataid = s;
    g.texcoord = m.skin_texcoordadr[s] >= 0;
    b.paint(g, m.skin_matid[s], m.skin_rgba[s]);
    b.add(g);
  }
}

FloatVec<3> to_float(const Vec3& v) {
  return {{static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)}};
}

void add_lights(const Model& m, const Data& d, Scene& scene) {
  scene.lights.clear();
  if (m.vis.headlight.active == 1) {
    SceneLight light;
    light.pos = scene.camera.pos, light.dir = scene.camera.forward;
    light.ambient = m.vis.headlight.ambient, light.diffuse = m.vis.headlight.diffuse;
    light.specular = m.vis.headlight.specular;
    light.headlight = true;
    scene.lights.push_back(light);
  }
  for (int i = 0; i < m.nlight; ++i) {
    if (!m.light_active[i]) continue;
    SceneLight light;
    light.id = i, light.type = m.light_type[i];
    light.pos = to_float(d.light_xpos[i]), light.dir = to_float(d.light_xdir[i]);
    light.ambient = m.light_ambient[i], light.diffuse = m.light_diffuse[i], light.specular = m.light_specular[i];
    if (light.type != LightType::kDirectional) light.attenuation = m.light_attenuation[i];
    if (light.type == LightType::kSpot) light.cutoff = m.light_cutoff[i], light.exponent = m.light_exponent[i];
    light.castshadow = m.light_castshadow[i];
    scene.lights.push_back(light);
  }
}

}  // namespace

SceneGeom SceneBuilder::shape(int type, Object objtype, int objid, int category) const {
  SceneGeom g;
  g.type = type, g.objtype = static_cast<int>(objtype), g.objid = objid, g.category = category;
  g.mat = {{1, 0, 0, 0, 1, 0, 0, 0, 1}};
  return g;
}

void SceneBuilder::paint(SceneGeom& g, int material, const FloatVec<4>& rgba) const {
  g.rgba = rgba;
  g.matid = material;
  if (material >= 0) {
    if (is_usual_colour(rgba)) g.rgba = model.mat_rgba[material];
    g.emission = model.mat_emission[material], g.specular = model.mat_specular[material];
    g.shininess = model.mat_shininess[material], g.reflectance = model.mat_reflectance[material];
  }
  if (option.transparent && g.category == kSceneDynamic) g.rgba[3] *= model.vis.map.alpha;
}

void SceneBuilder::add(SceneGeom& g) {
  if (g.rgba[3] == 0 || !(option.categories & g.category)) return;
  if (g.category == kSceneStatic && !option.statics) return;
  g.segid = static_cast<int>(geoms.size());
  geoms.push_back(g);
}

void SceneBuilder::connect(SceneGeom& g, double width, const Vec3& from, const Vec3& to) {
  const Vec3 axis = to - from;
  const double length = norm(axis);
  place(g, (from + to) * 0.5, frame_along(axis));
  g.size = {{static_cast<float>(width), static_cast<float>(width), static_cast<float>(length / 2)}};
  if (g.type == kShapeLine) {
    place(g, from, frame_along(axis));
    g.size[2] = static_cast<float>(length);
  }
}

void update_scene(const Model& model, const Data& data, const SceneOption& option, const ViewCamera& camera,
                  Scene& scene) {
  require_own(model, data);
  scene.camera = scene_camera(model, data, camera);
  scene.geoms.clear();
  scene.textures = option.textures;
  SceneBuilder builder{model, data, option, scene.geoms};
  add_flexes(builder);
  add_geoms(builder);
  add_sites(builder);
  add_tendons(builder);
  add_slider_cranks(builder);
  add_rangefinders(builder);
  add_skins(builder);
  add_lights(model, data, scene);
}

}  // namespace corten
