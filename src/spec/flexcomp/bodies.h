// What a <flexcomp> becomes: a flex, the bodies that carry its vertices or nodes, and equality constraints.
#pragma once

#include <string>
#include <vector>

#include "corten/spec.h"
#include "math/vec3.h"
#include "spec/flexcomp/points.h"

namespace corten {

// The points in their final places, and which of them move with the body that holds the flex.
struct FlexDraft {
  FlexPoints shape;
  std::vector<bool> pinned;      // points, and nodes if there are more of these
  std::vector<bool> cell_empty;  // of the interpolation grid; empty: not interpolated, or a shell
  Vec3 low, high;                // bounding box of all points, unused ones included
  bool rigid = false;            // all are pinned
  bool centered = false;         // none is
};

// Puts `shape` in place. Throws FlexCompError.
FlexDraft draft_flex(const FlexComp& comp, FlexPoints shape, const Pose& pose);

// Where the flex goes.
struct FlexPlace {
  std::string parent;  // body that holds it
  std::string classname;
  Joint joint;  // of that class
};

struct GeneratedFlex {
  Flex flex;
  std::vector<Body> bodies;  // children of the parent, in order
  std::vector<Equality> equalities;
};

GeneratedFlex generate_flex(const FlexComp& comp, const FlexPlace& place, FlexDraft draft);

}  // namespace corten
