// Model statistics: a bounding box of everything at qpos0, and mean mass, inertia and size.
//
// The size of a body is the largest distance from its centre of mass to one of its or its children's joints, or to the
// far side of one of its geoms, or the length of an edge of a flex at it; rotational dofs use it as length scale.
#include <algorithm>
#include <vector>

#include "compile/derived/derived.h"
#include "model/access.h"

namespace corten {

namespace {

struct SceneBox {
  Vec3 low{1e10, 1e10, 1e10}, high{-1e10, -1e10, -1e10};

  void include(const Vec3& point, double radius = 0) {
    for (int k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], point[k] - radius);
      high[k] = std::max(high[k], point[k] + radius);
    }
  }
};

// Radius with which a geom enters the bounding box; unbounded shapes count with a fraction of their size.
double box_radius(const Model& m, int g) {
  if (m.geom_rbound[g] > 0) return m.geom_rbound[g];
  if (m.geom_type[g] == GeomType::kPlane) {
    const double side = std::max(m.geom_size[g].x, m.geom_size[g].y);
    return side > 0 ? 0.1 * side : 0.01;
  }
  if (m.geom_type[g] == GeomType::kHfield) {
    const Vec<4>& size = m.hfield_size[m.geom_dataid[g]];
    return 0.1 * *std::max_element(size.begin(), size.end());
  }
  return 0;
}

SceneBox bounding_box(const Model& m, const Data& d) {
  SceneBox box;
  for (int b = 1; b < m.nbody; ++b) {
    box.include(d.xpos[b]);
    box.include(d.xipos[b]);
  }
  for (const Vec3& anchor : d.xanchor) box.include(anchor);
  for (const Vec3& site : d.site_xpos) box.include(site);
  for (int g = 0; g < m.ngeom; ++g) box.include(d.geom_xpos[g], box_radius(m, g));
  return box;
}

void add_flex_sizes(const Model& m, const Data& d, int f, std::vector<double>& size) {
  const auto reach = [&size](int body, double length) {
    double& s = size[static_cast<std::size_t>(body)];
    s = std::max(s, length);
  };
  if (is_interpolated(m, f)) {
    const auto bodies = m.flex_nodebodyid.span(m.flex_nodeadr[f], m.flex_nodenum[f]);
    for (const int a : bodies) {
      for (const int b : bodies) reach(a, norm(d.xpos[a] - d.xpos[b]));
    }
    return;
  }
  for (int e = m.flex_edgeadr[f]; e < m.flex_edgeadr[f] + m.flex_edgenum[f]; ++e) {
    for (const int v : m.flex_edge[e].v) reach(m.flex_vertbodyid[m.flex_vertadr[f] + v], m.flexedge_length0[e]);
  }
}

std::vector<double> body_sizes(const Model& m, const Data& d) {
  std::vector<double> size(static_cast<std::size_t>(m.nbody), 0.0);
  const auto reach = [&](int b, const Vec3& point, double radius) {
    size[static_cast<std::size_t>(b)] = std::max(size[static_cast<std::size_t>(b)], radius + norm(d.xipos[b] - point));
  };
  for (int j = 0; j < m.njnt; ++j) {
    reach(m.jnt_bodyid[j], d.xanchor[j], 0);
    reach(m.body_parentid[m.jnt_bodyid[j]], d.xanchor[j], 0);
  }
  for (int g = 0; g < m.ngeom; ++g) {
    if (m.geom_bodyid[g] > 0 && m.geom_rbound[g] > 0) reach(m.geom_bodyid[g], d.geom_xpos[g], m.geom_rbound[g]);
  }
  for (int f = 0; f < m.nflex; ++f) add_flex_sizes(m, d, f, size);
  for (double& s : size) s = std::max(s, 1e-5);
  return size;
}

void set_dof_lengths(Model& m, const std::vector<double>& size) {
  for (int i = 0; i < m.nv; ++i) {
    const int j = m.dof_jntid[i];
    const JointType type = m.jnt_type[j];
    const bool translates = type == JointType::kSlide || (type == JointType::kFree && i < m.jnt_dofadr[j] + 3);
    m.dof_length[i] = translates ? 1 : size[static_cast<std::size_t>(m.dof_bodyid[i])];
  }
}

}  // namespace

void compute_statistics(Model& m, const Data& d) {
  const SceneBox box = bounding_box(m, d);
  m.stat = {};
  m.stat.center = (box.low + box.high) * 0.5;
  const Vec3 side = box.high - box.low;
  if (side.x > 0) m.stat.extent = std::max({1e-5, side.x, side.y, side.z});

  const std::vector<double> size = body_sizes(m, d);
  set_dof_lengths(m, size);
  if (const int count = m.nbody - 1; count > 0) {
    m.stat.meansize = m.stat.meanmass = 0;
    for (int b = 1; b < m.nbody; ++b) {
      m.stat.meansize += size[static_cast<std::size_t>(b)] / count;
      m.stat.meanmass += m.body_mass[b];
    }
    m.stat.meanmass /= count;
  }
  m.stat.extent = std::max(m.stat.extent, 2 * m.stat.meansize);
  if (m.nv > 0) {
    m.stat.meaninertia = 0;
    for (int i = 0; i < m.nv; ++i) m.stat.meaninertia += d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1];
    m.stat.meaninertia /= m.nv;
  }
}

}  // namespace corten
