// The surface of a skin. Each vertex follows its bones, body b with weight w_b:
//   x = sum_b w_b (x_b + R_b R_bind^T (v - v_bind)),   then x + inflate * n along the smooth normal n
#include "corten/math.h"
#include "surface/surface.h"

namespace corten {

namespace {

Vec3 to_vec3(const FloatVec<3>& v) { return {v[0], v[1], v[2]}; }

void follow_bone(const Model& m, const Data& d, int skin, int bone, std::vector<Vec3>& moved) {
  const FloatVec<4>& bind = m.skin_bonebindquat[bone];
  const int body = m.skin_bonebodyid[bone];
  const Quat turn = d.xquat[body] * conjugate(normalized(Quat{bind[0], bind[1], bind[2], bind[3]}));
  const Vec3 from = to_vec3(m.skin_bonebindpos[bone]), to = d.xpos[body];
  const int first = m.skin_bonevertadr[bone];
  for (int i = first; i < first + m.skin_bonevertnum[bone]; ++i) {
    const int vert = m.skin_bonevertid[i];
    const Vec3 at = to + rotate(turn, to_vec3(m.skin_vert[m.skin_vertadr[skin] + vert]) - from);
    moved[static_cast<std::size_t>(vert)] += at * static_cast<double>(m.skin_bonevertweight[i]);
  }
}

}  // namespace

void move_skin_surface(const Model& m, const Data& d, int skin, SurfaceMesh& surface) {
  std::vector<Vec3> moved(surface.vertices.size());
  for (int b = m.skin_boneadr[skin]; b < m.skin_boneadr[skin] + m.skin_bonenum[skin]; ++b) {
    follow_bone(m, d, skin, b, moved);
  }
  for (std::size_t i = 0; i < moved.size(); ++i) {
    for (int k = 0; k < 3; ++k) surface.vertices[i].pos[k] = static_cast<float>(moved[i][k]);
  }
  smooth_normals(surface);
  if (m.skin_inflate[skin] == 0) return;
  for (SurfaceVertex& v : surface.vertices) {
    for (int k = 0; k < 3; ++k) v.pos[k] += m.skin_inflate[skin] * v.normal[k];
  }
}

SurfaceMesh skin_surface(const Model& m, const Data& d, int skin) {
  SurfaceMesh surface;
  for (int i = 0; i < m.skin_vertnum[skin]; ++i) {
    SurfaceVertex v;
    for (int k = 0; k < 2 && m.skin_texcoordadr[skin] >= 0; ++k) {
      v.uv[k] = m.skin_texcoord[m.skin_texcoordadr[skin] + i][k];
    }
    surface.vertices.push_back(v);
  }
  for (int f = m.skin_faceadr[skin]; f < m.skin_faceadr[skin] + m.skin_facenum[skin]; ++f) {
    for (int k = 0; k < 3; ++k) surface.indices.push_back(static_cast<std::uint32_t>(m.skin_face[f][k]));
  }
  move_skin_surface(m, d, skin, surface);
  return surface;
}

}  // namespace corten
