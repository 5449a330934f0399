// The shapes of a scene as few calls of OpenGL: those that share triangles and texture are drawn at once.
#pragma once

#include <optional>
#include <vector>

#include "corten/scene.h"
#include "render/lens.h"
#include "render/library.h"

namespace corten::gl {

enum class Texturing : int { kNone, kVertices, kPlane, kCube };

// What one call draws.
struct DrawCall {
  Range range;
  int texture = -1;  // of the model
  Texturing texturing = Texturing::kNone;
  float line_width = 1;
  bool infinite = false;  // a plane without end, which fades into haze
  bool shadow = true;     // casts shadows
  std::size_t first = 0;  // instance
  GLsizei count = 0;
};

// A plane in which the scene is seen.
struct Mirror {
  DrawCall call;
  Plane plane;
  float reflectance;
};

struct DrawList {
  std::optional<Plane> endless;               // the first plane without end
  std::vector<DrawCall> opaque, transparent;  // transparent ones from far to near
  std::vector<Mirror> mirrors;
  std::vector<Instance> instances;
};

// All shapes, or those alone that have a number in segmentations.
enum class Shown { kAll, kNumbered };
DrawList make_draw_list(const Scene& scene, const Model& model, const Library& library, const Lens& lens, Shown shown);

}  // namespace corten::gl
