// Flexes from recipes, in steps; each in the file of its name.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "corten/error.h"
#include "corten/spec.h"
#include "corten/types.h"
#include "math/vec3.h"
#include "spec/attach/attach.h"
#include "spec/attach/rename.h"

namespace corten {

// ---- points
//
// Points and elements of a <flexcomp>, before pose, pins and bodies.

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

// ---- pins
//
// Which points of a <flexcomp> stay fixed in its body.

// Values of Flex::dof.
enum FlexDof { kFullDof, kRadialDof, kTrilinearDof, kQuadraticDof, kPlanarDof };

inline bool is_interpolated(const Flex& flex) { return flex.dof == kTrilinearDof || flex.dof == kQuadraticDof; }
inline int grid_order(const Flex& flex) { return flex.dof == kTrilinearDof ? 1 : 2; }

// Nodes of the interpolation grid along each axis.
inline IntVec<3> node_counts(const Flex& flex) {
  IntVec<3> nodes;
  for (int k = 0; k < 3; ++k) nodes[k] = flex.cellcount[k] * grid_order(flex) + 1;
  return nodes;
}

// One entry per point, or per node if there are more of these: MuJoCo's pins mean both. Throws FlexCompError for pins
// that do not exist.
std::vector<bool> find_pinned(const FlexComp& comp, const FlexPoints& shape);

// ---- bodies
//
// What a <flexcomp> becomes: a flex, the bodies that carry its vertices or nodes, and equality constraints.

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

// ---- flex_cells
//
// Cells of a flex's interpolation grid that hold none of its elements.

// Divides the bounding box of the points into count[0] x count[1] x count[2] cells, x slowest, and says which are
// empty. `elements` holds dim + 1 point indices each. A closed surface (dim 2) fills what it encloses.
std::vector<bool> find_empty_cells(std::span<const Vec3> points, std::span<const int> elements, int dim,
                                   const IntVec<3>& count);

// ---- move_flexcomps
//
// Recipes of flexes stand beside the tree but belong to a body of it: they go with a part that is copied.

// Copies, under their new names and places, of the recipes in bodies of `part` of the tree of `spec`, for the moment
// when the part has been grafted into `parent`, another body of that tree. To be called before that. Where in the lists
// their flexes and equality constraints go is left to the caller.
std::vector<FlexComp> move_flexcomps(const Spec& spec, const Part& part, const Body& parent, const Namespace& space);

// ---- flexcomp
//
// <flexcomp>: a recipe for a flex with its bodies, joints and equality constraints.
//
// A Spec keeps recipes as they are written; compile() works on a copy in which they are carried out, and attach() on
// such a copy of the attached model. The generated bodies stand among their siblings where the recipe was written, the
// flex and its equality constraints in their lists where FlexComp::flexes and FlexComp::equalities say.

// Carries out all recipes. One that cannot be is reported and stays.
void expand_flexcomps(Spec& spec, Diagnostics& diagnostics);

// Whether <flexcomp> elements would read back to the same: MJCF appends their results to the lists, and gives their
// joints the default class of their body.
bool can_write_flexcomps(const Spec& spec);

// How many degrees of freedom each recipe will have; 0 for one that cannot be carried out.
std::vector<int> flexcomp_dofs(const Spec& spec);

// The default class of elements in a body: its childclass, or that of the frame or body around it.
std::string class_at(const Spec& spec, const std::vector<int>& body_path);

}  // namespace corten
