// Order of elimination that fills a symmetric matrix little: minimum degree.
//
// Eliminating a node of a graph connects all its neighbours. The graph is a list of cliques, sets of nodes that are all
// connected: the clique of the neighbours takes the place of those that held the node, and the lists never grow. Next
// comes a node with (nearly) the fewest neighbours. Its parent in the elimination tree is the first neighbour to go.
#pragma once

#include <span>

#include "corten/scratch.h"

namespace corten {

// Clique k is member[start[k]] ... member[start[k + 1] - 1].
struct Cliques {
  std::span<const int> start, member;
  int count() const { return static_cast<int>(start.size()) - 1; }
};

// Fills `order` with the nodes from the last to be eliminated to the first, so that each stands before its descendants in
// the elimination tree and right before one of its children. `weight` counts the rows of each node.
void find_elimination_order(const Cliques& cliques, std::span<const int> weight, Scratch& scratch,
                            std::span<int> order);

}  // namespace corten
