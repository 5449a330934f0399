// How vertices and nodes of flexes are attached to bodies: where they are, and which dofs a force there acts on.
//
// Nearly always a vertex is the origin of a body with three slides along its own axes under the world or a body that
// does not move; a force f at it acts on the three dofs as R' f, R being the body's orientation.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"
#include "math/vec3.h"

namespace corten {

// World position of a point given in the frame of a body; `centered` promises that it is the origin.
inline Vec3 attached_point(const Data& d, int body, const Vec3& local, bool centered) {
  if (centered || (local.x == 0 && local.y == 0 && local.z == 0)) return d.xpos[body];
  return d.xmat[body] * local + d.xpos[body];
}

// The body has exactly three slides, along its axes, and nothing above it moves.
inline bool has_three_slides(const Model& m, int body) { return m.body_simple[body] == 2 && m.body_dofnum[body] == 3; }

// The first of the body's three slides if they are along x, y, z of the world, otherwise -1.
int world_slides(const Model& m, const Data& d, int body);

// qfrc at the first three dofs of a body += R' force. MuJoCo: so for any kind of joints.
inline void add_body_frame_force(const Model& m, const Data& d, int body, const Vec3& force, std::span<double> qfrc) {
  const Vec3 local = mul_transposed(d.xmat[body], force);
  const std::size_t first = static_cast<std::size_t>(m.body_dofadr[body]);
  for (std::size_t i = 0; i < 3 && first + i < qfrc.size(); ++i) qfrc[first + i] += local[static_cast<int>(i)];
}

}  // namespace corten
