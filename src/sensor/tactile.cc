// Tactile sensor: a mesh whose vertices are the sensing points, fixed to a geom. For each point i of n it reports
//   out[i]                   largest depth in any of the geoms that touch the sensor's body
//   out[n + i], out[2n + i]  speed of sliding along the two tangents, summed over the geoms that the point is in
// Tangents are known only if the mesh gives a whole frame, three normals, per vertex. Geoms without a signed distance
// (height fields, meshes that no sdf geom uses) are not felt.
#include <algorithm>
#include <cmath>

#include "collide/sdf/sdf.h"
#include "constraint/kinds/kinds.h"
#include "dynamics/smooth.h"
#include "math/vec3.h"
#include "model/workspace.h"
#include "sensor/sensors.h"

namespace corten::sensors {

namespace {

Vec3 to_vec3(const FloatVec<3>& v) { return {v[0], v[1], v[2]}; }

// Geoms in contact with the body, each once, in the order of the contacts; returns how many.
std::size_t find_touching(const Model& m, const Data& d, int weld, std::span<int> geoms) {
  std::size_t count = 0;
  const auto add = [&](int geom) {
    const auto end = geoms.begin() + static_cast<std::ptrdiff_t>(count);
    if (std::find(geoms.begin(), end, geom) == end) geoms[count++] = geom;
  };
  for (const Contact& c : d.contact) {
    for (const int side : {0, 1}) {
      const int other = c.geom[1 - side];  // -1: a flex, which is not felt
      if (other >= 0 && m.body_weldid[representative_body(m, c, side)] == weld) add(other);
    }
  }
  return count;
}

// Sensing points of one sensor.
struct Points {
  Points(const Model& m, int sensor)
      : mesh(m.sensor_objid[sensor]),
        geom(m.sensor_refid[sensor]),
        weld(m.body_weldid[m.geom_bodyid[geom]]),
        count(m.mesh_vertnum[mesh]),
        has_tangents(m.mesh_normalnum[mesh] == 3 * count) {}

  int mesh, geom, weld, count;
  bool has_tangents;
};

// MuJoCo: the tangents are turned into the frame of the mesh's file, but the velocity is that in the world.
Vec3 tangent(const Model& m, const Points& points, int vertex, int which) {
  const int adr = m.mesh_normaladr[points.mesh] + 3 * vertex + which;
  return rotate(m.mesh_quat[points.mesh], to_vec3(m.mesh_normal[adr]));
}

void feel(const Model& m, const Data& d, const Points& points, int vertex, const DistanceField& field,
          std::span<double> out) {
  const int geom = field.geom;
  const Vec3 point =
      d.geom_xpos[points.geom] + d.geom_xmat[points.geom] * to_vec3(m.mesh_vert[m.mesh_vertadr[points.mesh] + vertex]);
  Vec3 local = mul_transposed(d.geom_xmat[geom], point - d.geom_xpos[geom]);
  // MuJoCo: registered shapes are taken to be in the frame of the mesh's file, here alone
  const int mesh = m.geom_dataid[geom];
  if (field.shape) local = to_mat(m.mesh_quat[mesh]) * local + m.mesh_pos[mesh];
  const double depth = -signed_distance(field, local);
  if (!(depth > 0)) return;
  const auto i = static_cast<std::size_t>(vertex), n = static_cast<std::size_t>(points.count);
  out[i] = std::max(out[i], depth);
  if (!points.has_tangents) return;
  // MuJoCo: the velocity of the other geom is taken at its centre
  const Vec3 sliding =
      velocity_at(m, d, points.weld, point).lin - velocity_at(m, d, m.geom_bodyid[geom], d.geom_xpos[geom]).lin;
  out[n + i] += std::abs(dot(sliding, tangent(m, points, vertex, 1)));
  out[2 * n + i] += std::abs(dot(sliding, tangent(m, points, vertex, 2)));
}

}  // namespace

void tactile(const Model& m, Data& d, int sensor, std::span<double> out) {
  std::fill(out.begin(), out.end(), 0.0);
  const Points points(m, sensor);
  Scratch::Frame frame(work(d).scratch);
  const std::span<int> room = frame.take<int>(2 * static_cast<int>(d.contact.size()));
  for (const int geom : room.first(find_touching(m, d, points.weld, room))) {
    const DistanceField field = distance_field(m, geom);
    if (!has_distance(field)) continue;
    for (int vertex = 0; vertex < points.count; ++vertex) feel(m, d, points, vertex, field, out);
  }
}

}  // namespace corten::sensors
