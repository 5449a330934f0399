// See stiffness.h. Vectors over dofs become motions of the points, R x, and forces at the points act on the
// dofs as R' f, R being the orientation of the point's body.
#include "flex/element_stretch.h"
#include "flex/flex.h"
#include "flex/metric/stiffness.h"
#include "math/kernels/kernels.h"
#include "math/vec3.h"
#include "model/workspace.h"

namespace corten {

namespace {

// Motions of the vertices of a flex when the dofs move by x. MuJoCo: whatever the joints of its body, the first three
// dofs are taken for slides.
void gather_motion(const Model& m, const Data& d, int flex, std::span<const double> x, std::span<Vec3> motion) {
  const int* body = m.flex_vertbodyid.data() + m.flex_vertadr[flex];
  for (std::size_t v = 0; v < motion.size(); ++v) {
    Vec3 local;
    if (m.body_dofnum[body[v]] > 0) {
      const std::size_t first = static_cast<std::size_t>(m.body_dofadr[body[v]]);
      for (std::size_t k = 0; k < 3 && first + k < x.size(); ++k) local[static_cast<int>(k)] = x[first + k];
    }
    store(motion[v], d.xmat[body[v]] * local);
  }
}

void scatter_force(const Model& m, const Data& d, int flex, std::span<const Vec3> force, std::span<double> y) {
  const int* body = m.flex_vertbodyid.data() + m.flex_vertadr[flex];
  for (std::size_t v = 0; v < force.size(); ++v) {
    if (m.body_dofnum[body[v]] > 0) add_body_frame_force(m, d, body[v], force[v], y);
  }
}

// Calls add(motion, force) with the vertices of a flex.
template <class Add>
void with_vertices(const Model& m, Data& d, int flex, std::span<const double> x, std::span<double> y, Add add) {
  Scratch::Frame frame(work(d).scratch);
  const std::span<Vec3> motion = frame.take<Vec3>(m.flex_vertnum[flex]);
  const std::span<Vec3> force = frame.take_zero<Vec3>(m.flex_vertnum[flex]);
  gather_motion(m, d, flex, x, motion);
  add(motion, force);
  scatter_force(m, d, flex, force, y);
}

// Points in lanes: three numbers and one that means nothing.
void spread(std::span<const Vec3> from, std::span<double> to) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Vec3& v = from[i];
    double* lanes = &to[kernels::kPointLanes * i];
    lanes[0] = v.x, lanes[1] = v.y, lanes[2] = v.z, lanes[3] = 0;
  }
}

void add_bending(const Model& m, Data& d, int flex, double scale, std::span<const Vec3> motion, std::span<Vec3> force) {
  Scratch::Frame frame(work(d).scratch);
  const int size = kernels::kPointLanes * m.flex_vertnum[flex], first = m.flex_edgeadr[flex];
  const std::span<double> in = frame.take<double>(size), out = frame.take_zero<double>(size);
  spread(motion, in);
  kernels::add_hinge_product({m.flex_edge[first].v, m.flex_edgeflap[first].v,
                              m.flex_bending.data() + m.flex_bendingadr[flex], kBendingSize, m.flex_edgenum[flex]},
                             scale, in.data(), out.data());
  for (std::size_t i = 0; i < force.size(); ++i) {
    const double* lanes = &out[kernels::kPointLanes * i];
    force[i] += {lanes[0], lanes[1], lanes[2]};
  }
}

template <int kDim>
void add_stretch(const Model& m, const Data& d, int flex, double scale, std::span<const Vec3> motion,
                 std::span<Vec3> force) {
  using Edges = ElementEdges<kDim>;
  constexpr int n = Edges::kCount;
  for (int t = 0; t < m.flex_elemnum[flex]; ++t) {
    const ElementStretch s = element_stretch<kDim>(m, d, flex, t);
    const std::span<const int> vertex = element_vertices(m, flex, t);
    Vec3 change[n];
    double along[n];
    for (int a = 0; a < n; ++a) {
      change[a] = motion[vertex[Edges::end[a][0]]] - motion[vertex[Edges::end[a][1]]];
      along[a] = dot(s.edge[a], change[a]);
    }
    for (int a = 0; a < n; ++a) {
      double pull = 0;
      for (int b = 0; b < n; ++b) pull += s.metric[a][b] * along[b];
      const Vec3 f = s.edge[a] * (2 * scale * pull) + change[a] * (scale * s.tension[a]);
      force[vertex[Edges::end[a][0]]] += f;
      force[vertex[Edges::end[a][1]]] -= f;
    }
  }
}

void add_bending(const BendingStage& stage, const Model& m, const Data& d, int flex, double scale,
                 std::span<const Vec3> motion, std::span<Vec3> force) {
  const Vec3* x = d.flexvert_xpos.data() + m.flex_vertadr[flex];
  for_each_hinge(m, flex, [&](int edge, const Hinge& h) {
    HingeStiffness k;
    stage.set_stiffness(stage.model, m, flex, edge, x, k);
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) force[h.vertex[i]] += k.block[i][j] * motion[h.vertex[j]] * scale;
    }
  });
}

void add_stretch(const ElasticityStage& stage, const Model& m, const Data& d, int flex, double scale,
                 std::span<const Vec3> motion, std::span<Vec3> force) {
  const Vec3* x = d.flexvert_xpos.data() + m.flex_vertadr[flex];
  for (int e = 0; e < m.flex_elemnum[flex]; ++e) {
    const ElementResponse r = stage.response(stage.model, m, flex, e, x);
    const std::span<const int> vertex = element_vertices(m, flex, e);
    for (std::size_t i = 0; i < vertex.size(); ++i) {
      for (std::size_t j = 0; j < vertex.size(); ++j) {
        force[vertex[i]] += r.stiffness[i][j] * motion[vertex[j]] * scale;
      }
    }
  }
}

}  // namespace

void add_bending_product(const Model& m, Data& d, StiffnessScale scale, std::span<const double> x,
                         std::span<double> y) {
  for (int f = 0; f < m.nflex; ++f) {
    if (!bends(m, f)) continue;
    with_vertices(m, d, f, x, y, [&](std::span<const Vec3> motion, std::span<Vec3> force) {
      if (const BendingStage stage = bending_of(m, d, f)) {
        add_bending(stage, m, d, f, scale.of(m, f), motion, force);
      } else {
        add_bending(m, d, f, scale.of(m, f), motion, force);
      }
    });
  }
}

void add_stretch_product(const Model& m, Data& d, StiffnessScale scale, std::span<const double> x,
                         std::span<double> y) {
  for (int f = 0; f < m.nflex; ++f) {
    if (!stretches(m, f)) continue;
    with_vertices(m, d, f, x, y, [&](std::span<const Vec3> motion, std::span<Vec3> force) {
      if (const ElasticityStage stage = elasticity_of(m, d, f)) {
        add_stretch(stage, m, d, f, scale.of(m, f), motion, force);
      } else if (m.flex_dim[f] == 2) {
        add_stretch<2>(m, d, f, scale.of(m, f), motion, force);
      } else {
        add_stretch<3>(m, d, f, scale.of(m, f), motion, force);
      }
    });
  }
}

}  // namespace corten
