// How update_scene() adds shapes, and the parts of it that have files of their own.
#pragma once

#include <vector>

#include "corten/math.h"
#include "corten/scene.h"

namespace corten {

struct SceneBuilder {
  const Model& model;
  const Data& data;
  const SceneOption& option;
  std::vector<SceneGeom>& geoms;

  SceneGeom shape(int type, Object objtype, int objid, int category) const;
  void paint(SceneGeom& g, int material, const FloatVec<4>& rgba) const;       // colour, and how the surface shines
  void add(SceneGeom& g);                                                      // unless it is invisible
  void connect(SceneGeom& g, double width, const Vec3& from, const Vec3& to);  // a capsule, cylinder or line
};

Mat3 frame_along(const Vec3& axis);  // whose z axis has this direction

void add_tendons(SceneBuilder& builder);        // connectors.cc
void add_slider_cranks(SceneBuilder& builder);  // connectors.cc
void add_rangefinders(SceneBuilder& builder);   // connectors.cc

}  // namespace corten
