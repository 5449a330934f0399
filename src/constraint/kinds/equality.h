// What connect and weld constraints hold together.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// One side of the constraint: a point of a body and, for welds, the orientation that should agree with the other side.
struct BodyPoint {
  int body = 0;
  Vec3 point;
  Quat quat;
};

struct BodyPointPair {
  BodyPoint first, second;
};

// In world coordinates. The orientations are set for welds only.
BodyPointPair attachments(const Model& m, const Data& d, int equality);

// Maps the angular velocity of the first side relative to the second to the rate of the orientation error of a weld,
// the vector part of scale * q2* q1.
Mat3 orientation_error_map(const Quat& q1, const Quat& q2, double scale);

// Scale of the orientation error of a weld against its position error.
inline double torque_scale(const Model& m, int equality) { return m.eq_data[equality][10]; }

}  // namespace corten
