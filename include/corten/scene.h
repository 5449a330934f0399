// Scene: what a picture of a world shows, as shapes, lights and a camera. A Renderer (render.h) draws it.
//
//   Scene scene;
//   update_scene(model, data, {}, {.fixedcamid = 0}, scene);   // what the first camera of the model sees
//   scene.geoms.push_back(arrow);                              // shapes of one's own
//
// Names, order, numbers and defaults are those of MuJoCo's mjvScene, mjvOption and mjvCamera. Units: m, angles in degrees.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "corten/data.h"
#include "corten/enums.h"
#include "corten/export.h"
#include "corten/model.h"
#include "corten/types.h"

namespace corten {

// Shapes besides those of GeomType.
enum SceneShape : int {
  kShapeArrow = 100,
  kShapeArrow1,
  kShapeArrow2,
  kShapeLine,
  kShapeLineBox,
  kShapeFlex,
  kShapeSkin
};
enum SceneCategory : int { kSceneStatic = 1, kSceneDynamic = 2, kSceneDecor = 4, kSceneAll = 7 };

struct SceneGeom {
  int type = 0;        // GeomType or SceneShape
  int dataid = -1;     // mesh: twice its number; height field, flex, skin: its number
  int objtype = 0;     // Object that it shows
  int objid = -1;      // its number
  int category = 0;    // SceneCategory
  int matid = -1;      // material, -1: none
  int texcoord = 0;    // the mesh, flex or skin has texture coordinates
  int segid = -1;      // number in segmentations, -1: not in them
  FloatVec<3> size{};  // by type, as in the model; capsule, cylinder: (radius, radius, half length)
  FloatVec<3> pos{};   // in the world
  FloatVec<9> mat{};   // orientation, row after row
  FloatVec<4> rgba{};  // colour and opacity
  float emission = 0, specular = 0.5f, shininess = 0.5f, reflectance = 0;
};

struct SceneLight {
  int id = -1;  // of the model, -1: headlight
  LightType type = LightType::kDirectional;
  FloatVec<3> pos{}, dir{}, attenuation{}, ambient{}, diffuse{}, specular{};
  float cutoff = 0, exponent = 0;  // degrees
  bool headlight = false, castshadow = false;
};

// The pyramid (or box) that a picture shows; all in m, at the near plane.
struct SceneCamera {
  FloatVec<3> pos{}, forward{}, up{};
  float frustum_center = 0,
        frustum_width = 0;  // middle and half width; width 0: from the height and shape of the picture
  float frustum_bottom = 0, frustum_top = 0, frustum_near = 0, frustum_far = 0;
  bool orthographic = false;
};

using GroupFlags = std::array<std::uint8_t, 6>;  // groups outside 0 ... 5 count as the nearest of them
inline constexpr GroupFlags kUsualGroups{1, 1, 1, 0, 0, 0};

// What of a world is shown.
struct SceneOption {
  GroupFlags geomgroup = kUsualGroups, sitegroup = kUsualGroups, tendongroup = kUsualGroups;
  GroupFlags actuatorgroup = kUsualGroups, flexgroup = kUsualGroups, skingroup = kUsualGroups;
  bool textures = true, tendons = true, rangefinders = true, statics = true, skins = true;
  bool transparent = false;  // opacity of what moves is multiplied by vis.map.alpha
  int categories = kSceneAll;
};

// Where a picture is taken from.
struct ViewCamera {
  enum Type : int { kFree, kTracking, kFixed };
  Type type = kFree;
  int fixedcamid = -1;   // kFixed: camera of the model
  int trackbodyid = -1;  // kTracking: body that is looked at
  Vec3 lookat{};
  double distance = 2, azimuth = 90, elevation = -45;

  static ViewCamera fixed(int camera) { return {kFixed, camera}; }
};

struct Scene {
  std::vector<SceneGeom> geoms;
  std::vector<SceneLight> lights;
  SceneCamera camera;
  bool shadows = true, reflections = true, skybox = true, haze = true, fog = false, cull_face = true, textures = true;
};

// The free camera that sees the whole model.
CORTEN_API ViewCamera default_free_camera(const Model& model);

// Fills geoms, lights and camera of the scene anew; the world needs the results of a forward pass. Throws
// std::invalid_argument for a Data of another Model, std::out_of_range for a camera or body that does not exist.
CORTEN_API void update_scene(const Model& model, const Data& data, const SceneOption& option, const ViewCamera& camera,
                             Scene& scene);

// The camera alone.
CORTEN_API SceneCamera scene_camera(const Model& model, const Data& data, const ViewCamera& camera);

}  // namespace corten
