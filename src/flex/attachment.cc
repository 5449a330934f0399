// The common case that a body of a flex moves along the axes of the world.
#include "flex/flex.h"

namespace corten {

int world_slides(const Model& m, const Data& d, int body) {
  if (!has_three_slides(m, body)) return -1;
  const int first = m.body_dofadr[body];
  for (int i = 0; i < 3; ++i) {
    const Vec3& axis = d.cdof[first + i].lin;
    if (axis[i] != 1 || axis[(i + 1) % 3] != 0 || axis[(i + 2) % 3] != 0) return -1;
  }
  return first;
}

}  // namespace corten
