// Points and elements of a <flexcomp>, before pose, pins and bodies.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "corten/spec.h"

namespace corten {

// Values of FlexComp::type.
enum FlexCompType { kGrid, kBox, kCylinder, kEllipsoid, kSquare, kDisc, kCircle, kMesh, kGmsh, kDirect };

// The points come from a file or from the model, not from a formula.
inline bool has_given_points(const FlexComp& comp) { return comp.type >= kMesh; }

struct FlexPoints {
  int dim = 2;
  std::vector<Vec3> points;
  std::vector<int> elements;      // dim + 1 points each
  std::vector<float> texcoord;    // u v of each point; or of elemtexcoord, if there are any
  std::vector<int> elemtexcoord;  // three entries of texcoord for each triangle
};

// What is wrong with a recipe, and what would be right.
class FlexCompError : public std::runtime_error {
 public:
  explicit FlexCompError(const std::string& message, std::string hint = {})
      : std::runtime_error(message), hint_(std::move(hint)) {}
  const std::string& hint() const { return hint_; }

 private:
  std::string hint_;
};

// By formula: all types before kMesh. Throws FlexCompError.
FlexPoints formula_points(const FlexComp& comp);

// From a mesh or GMSH file, which lies where the compiler settings say, or as written in the element.
// Throws std::runtime_error.
FlexPoints given_points(const FlexComp& comp, const Compiler& compiler, bool strip_path);

}  // namespace corten
