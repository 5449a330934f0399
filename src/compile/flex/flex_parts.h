// Flexes: from elements and vertices to the arrays of a Model, each step in the file of its name.
#pragma once

#include <span>
#include <vector>

#include "compile/context.h"
#include "corten/data.h"
#include "corten/model.h"
#include "corten/types.h"
#include "flex/cells/cell.h"
#include "geometry/bvh.h"

namespace corten {

// ---- topology
//
// How the elements of a flex hang together: edges, hinges between triangles, the border, layers below it.

// Local edges of an element with dim + 1 vertices, as pairs of its corners.
std::span<const IntVec<2>> edges_of_element(int dim);

struct FlexTopology {
  int dim = 0;
  std::vector<int> elem;          // dim + 1 vertices per element
  std::vector<int> elemedge;      // edges of each element
  std::vector<IntVec<2>> edge;    // vertices, the smaller first
  std::vector<IntVec<4>> hinge;   // dim 2: the edge as its first triangle runs it, then the opposite corners
  std::vector<int> shell;         // dim vertices per border fragment
  std::vector<int> elemlayer;     // dim 3: elements between this one and the border
  std::vector<IntVec<2>> evpair;  // dim 1 and 2: element and vertex of its neighbour
  int count() const { return static_cast<int>(elem.size()) / (dim + 1); }
};

// `elem` must have valid and distinct vertices in each element. Tetrahedra are turned so that
// their faces look outwards.
FlexTopology make_flex_topology(int dim, std::vector<int> elem, std::span<const Vec3> positions);

// ---- stiffness
//
// Stiffness of triangles and tetrahedra against changes of their edge lengths.

inline constexpr int kElementStiffness = 21;  // numbers per element, whatever its dimension

struct Elasticity {
  double young = 0, poisson = 0, thickness = 0;
};

// The matrices of all elements; those of lines are zero, as are those of triangles unless `stretches`.
std::vector<double> element_stiffness(const FlexTopology& topology, std::span<const Vec3> positions,
                                      const Elasticity& material, bool stretches);

// ---- bending
//
// Bending stiffness of the hinges between triangles.

inline constexpr int kHingeBending = 17;  // numbers per edge: a 4 by 4 matrix and the factor of the curved rest shape

// The matrices of all edges over (edge, opposite corners); zero at the border.
std::vector<double> hinge_bending(const FlexTopology& topology, std::span<const Vec3> positions,
                                  const Elasticity& material);

// ---- interpolation
//
// Stiffness of the cells of an interpolated flex or, if it is a shell, of the faces on the surface of its grid.

// One square matrix per cell, over the coordinates of its nodes; that of an empty cell is zero. MuJoCo: the matrices
// are negative, and mu is half of what it should be.
std::vector<double> interpolated_stiffness(const FlexGrid& grid, std::span<const Vec3> nodes,
                                           const Elasticity& material, const std::vector<bool>& empty);

// Replaces the matrices by the modes of deformation that a strain constraint holds: their number, then the modes, each
// scaled with the root of its stiffness. A face also gets the mode that bends it out of its plane.
void to_strain_modes(const FlexGrid& grid, std::span<const Vec3> nodes, const Elasticity& material,
                     std::vector<double>& stiffness);

// ---- modes
//
// Modes of deformation of a finite element.

// Replaces a negative semidefinite n by n matrix -K by (m, w_1, ... w_m), where K = sum w_i w_i'.
void write_modes(std::size_t n, std::span<double> matrix);

// Appends the mode in which opposite corners of a face move out of its plane in the same direction. `normal` is the
// axis normal to the face, `corners` are its (order + 1)^2 nodes.
void append_warp_mode(int normal, int order, std::span<const Vec3> corners, const Elasticity& material,
                      std::span<double> modes);

// ---- shell_bending
//
// Bending stiffness of the shell of an interpolation grid.

// The number of edges between faces, then 10 numbers for each: both faces, the middle of the edge in the coordinates of
// both, the stiffness, and the difference of their normals at rest.
std::vector<double> shell_bending(const FlexGrid& grid, std::span<const Vec3> nodes, const Elasticity& material);

// ---- flex
//
// Flexes: references, shape at rest, stiffness; then their arrays of the Model.

// What a flex of the Spec amounts to.
struct CompiledFlex {
  const Flex* element = nullptr;
  int order = 0;               // of the interpolation, 0: none
  bool rigid = false;          // all vertices are on one body
  bool centered = false;       // vertices (nodes, if interpolated) are at the origins of their bodies
  int equality = 0;            // Model::flex_edgeequality
  std::vector<int> vertbody;   // per vertex, -1: interpolated
  std::vector<int> nodebody;   // per node
  std::vector<Vec3> position;  // of the vertices in the world
  std::vector<Vec3> node0;     // of the nodes, in the axes of their grid
  FlexTopology topology;
  std::vector<double> stiffness, bending;
  std::vector<Vec<2>> hinges;     // at rest, as in Model::flexedge_hinge
  std::vector<Vec<10>> elements;  // at rest, as in Model::flexelem_rest
  Bvh boxes;                      // over the elements that collide
  Vec3 size;                      // half sizes of the bounding box
  std::vector<Vec3> vert0;        // vertices in that box, coordinates from 0 to 1

  bool interpolated() const { return !nodebody.empty(); }
  bool bends() const { return element->elastic2d == kElastic2dBend || element->elastic2d == kElastic2dBoth; }
};

// All flexes of the Spec; the list is incomplete if there are errors. The tree must be resolved.
std::vector<CompiledFlex> resolve_flexes(Context& context);

void count_flexes(Context& context, const std::vector<CompiledFlex>& flexes, Sizes& sizes);
void fill_flexes(const Context& context, const std::vector<CompiledFlex>& flexes, Model& model);

// Reports passive contacts that the options do not allow.
void check_passive_contacts(Context& context, const Model& model);

// ---- check
//
// What must be right about the attributes of a flex before it can be compiled.

// Order of the interpolation that a flex asks for, 0: none.
int interpolation_order(const Flex& flex);

// Reports everything that is wrong; true if nothing is.
bool check_flex(Context& context, const Flex& flex);

// ---- models
//
// Swappable physics of a flex: parameters of its elasticity model, hinges and elements at rest.

// Reports what is wrong with bending_model, elasticity_model and elasticity_params of a flex; true: nothing.
bool check_flex_models(Context& context, const Flex& flex);

// Young's modulus, Poisson's ratio, and the parameters of the model: Model::flex_elasticityprm. Models with parameters
// of their own say what Young's modulus is.
Vec<8> elasticity_parameters(const Flex& flex);

// Stiffness (N m/rad) and angle (rad) at rest of each edge, zero at the border.
std::vector<Vec<2>> rest_hinges(const FlexTopology& topology, std::span<const Vec3> positions,
                                const Elasticity& material);

// Volume and gradients of the weights of corners 1 to 3 of each element: Model::flexelem_rest.
std::vector<Vec<10>> rest_elements(const FlexTopology& topology, std::span<const Vec3> positions, double thickness);

// ---- boxes
//
// Tree of bounding boxes over the elements of a flex.

// Over the elements in the first `layers` layers below the border; lines and triangles are all in the first.
Bvh build_flex_boxes(const FlexTopology& topology, std::span<const Vec3> positions, double radius, int layers);

// ---- patterns
//
// Sparsity of the Jacobians of flexes, and the reference shape that vertex strains are measured against.

// Adds the room that the Jacobians of one flex need.
void count_flex_patterns(Context& context, const CompiledFlex& flex, Sizes& sizes);

// Writes flexedge_J_*, flexvert_J_*, flex_vertedge* and flex_vertmetric. Then turns flex_vert0 of the flexes that an
// equality holds by their vertices so that their first triangle lies in the x-y plane.
void set_flex_patterns(Model& model);

// ---- constants
//
// Constants of flexes that the engine computes at qpos0.

// Writes flexedge_length0 and flexedge_invweight0. Needs kinematics, com and the factored inertia.
void set_flex_constants(Model& model, Data& data);

// ---- factor
//
// The constant part of the effective metric of flexes: inertia plus the bending stiffness of one step.

// Adds the rows and non-zeros of the factor of one flex.
void count_bending_factor(Context& context, const CompiledFlex& flex, Sizes& sizes);

// Writes the pattern: efm0_dofid, efm0_L_rownnz, efm0_L_rowadr, efm0_L_colind. Needs the dofs of the bodies.
void fill_bending_factor(const Context& context, const std::vector<CompiledFlex>& flexes, Model& model);

// Writes efm0_L. False if the matrix is not positive definite.
bool set_bending_factor(Model& model);

}  // namespace corten
