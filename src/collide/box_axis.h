// The axis along which two boxes are separated most, or overlap least.
#pragma once

#include "math/vec3.h"

namespace corten {

// Two boxes, each seen from the other.
struct BoxPair {
  Mat3 rot;           // axes of box 2 in the frame of box 1, as columns
  Vec3 pos21;         // centre of box 2 in the frame of box 1
  Vec3 pos12;         // centre of box 1 in the frame of box 2
  Vec3 half1, half2;  // half sizes

  double extent() const { return half1.x + half1.y + half1.z + half2.x + half2.y + half2.z; }
};

struct BoxAxis {
  enum class Kind { kNone, kFace1, kFace2, kEdges };
  Kind kind = Kind::kNone;  // kNone: the boxes are too far apart
  int i = 0;                // face: its axis; edges: axis of box 1
  int j = 0;                // edges: axis of box 2
};

// The winner of 15 axes. Boxes further apart than `reach` along one of them do not touch.
BoxAxis find_box_axis(const BoxPair& pair, double reach);

// Unit vector perpendicular to axis i of box 1 and axis j of box 2, in the frame of box 1.
Vec3 edge_axis(const Mat3& rot, int i, int j);

}  // namespace corten
