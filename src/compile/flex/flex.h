// Flexes: references, shape at rest, stiffness; then their arrays of the Model.
#pragma once

#include <vector>

#include "compile/context.h"
#include "compile/flex/topology.h"
#include "geometry/bvh.h"

namespace corten {

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

}  // namespace corten
