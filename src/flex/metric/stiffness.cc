// Numbers of the stiffness K, stencil by stencil. Blocks are 3 by 3 in the slides of the points' bodies, which may be
// turned: R_i' block R_j.
#include "flex/metric/stiffness.h"

#include <algorithm>

#include "flex/element_stretch.h"
#include "flex/flex.h"
#include "math/vec3.h"

namespace corten {

namespace {

// K while it is being filled, and the places of the stencil that is next.
class Assembly {
 public:
  Assembly(const Model& m, Data& d) : m_(m), d_(d), place_(d.efm_place.begin()) {
    d.efm_K_val.resize(d.nefmK);
    std::fill(d.efm_K_val.begin(), d.efm_K_val.end(), 0.0);
  }

  void add_flex(int flex, bool with_cells);

 private:
  void add_bending(int flex, double scale);
  template <int kDim>
  void add_stretch(int flex, double scale);
  template <int kDim>
  void add_element(const ElementStretch& s, double scale, const int* body);
  void add_cells(int flex, double scale);
  void add_bending(const BendingStage& stage, int flex, double scale);
  void add_stretch(const ElasticityStage& stage, int flex, double scale);
  void add(int place, int row_body, int column_body, const Mat3& block);

  bool is_turned(std::span<const int> bodies) const {
    return std::ranges::any_of(bodies, [&](int body) { return body >= 0 && !is_identity(d_.xquat[body]); });
  }

  const Model& m_;
  Data& d_;
  const int* place_;
  bool turned_ = false;  // some body of the flex is turned
};

// K(i, j) += R_i' block R_j
void Assembly::add(int place, int row_body, int column_body, const Mat3& block) {
  if (place < 0) return;
  const int stride = d_.efm_K_rownnz[m_.body_dofadr[row_body]];
  double* value = d_.efm_K_val.begin() + place;
  const auto add_rows = [&](const double* from) {
    for (int r = 0; r < 3; ++r, value += stride, from += 3) {
      for (int c = 0; c < 3; ++c) value[c] += from[c];
    }
  };
  if (turned_) {
    add_rows((transpose(d_.xmat[row_body]) * (block * d_.xmat[column_body])).m);
  } else {
    add_rows(block.m);
  }
}

// MuJoCo: the blocks, multiples of the identity, are not turned even if the two bodies are turned differently.
void Assembly::add_bending(int flex, double scale) {
  const double* bending = m_.flex_bending.data() + m_.flex_bendingadr[flex];
  const int* body = m_.flex_vertbodyid.data() + m_.flex_vertadr[flex];
  for (int e = 0; e < m_.flex_edgenum[flex]; ++e, bending += kBendingSize) {
    const Hinge h = hinge(m_, m_.flex_edgeadr[flex] + e);
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) {
        const int place = *place_++;
        if (place < 0) continue;
        const int stride = d_.efm_K_rownnz[m_.body_dofadr[body[h.vertex[i]]]];
        double* value = d_.efm_K_val.begin() + place;
        const double b = scale * bending[4 * i + j];
        value[0] += b;
        value[stride + 1] += b;
        value[2 * stride + 2] += b;
      }
    }
  }
}

// The edges that meet at each corner of an element, the corner at their other end, and 1 if they point to the corner.
template <int kDim>
struct EdgesAt {
  int edge[kDim + 1][kDim] = {}, other[kDim + 1][kDim] = {};
  double sign[kDim + 1][kDim] = {};

  constexpr EdgesAt() {
    using Edges = ElementEdges<kDim>;
    int count[kDim + 1] = {};
    for (int a = 0; a < Edges::kCount; ++a) {
      for (int end = 0; end < 2; ++end) {
        const int corner = Edges::end[a][end], next = count[corner]++;
        edge[corner][next] = a;
        other[corner][next] = Edges::end[a][1 - end];
        sign[corner][next] = end == 0 ? 1 : -1;
      }
    }
  }
};

// K is symmetric: the blocks above the diagonal are computed, those below are their transposes.
template <int kDim>
void Assembly::add_element(const ElementStretch& s, double scale, const int* body) {
  constexpr int corners = kDim + 1, n = ElementEdges<kDim>::kCount;
  constexpr EdgesAt<kDim> at;
  double edge[corners][kDim][3];  // the edges at each corner, all pointing to it
  for (int i = 0; i < corners; ++i) {
    for (int a = 0; a < kDim; ++a) {
      for (int k = 0; k < 3; ++k) edge[i][a][k] = at.sign[i][a] * s.edge[at.edge[i][a]][k];
    }
  }
  for (int i = 0; i < corners; ++i) {
    double pull[n][3] = {};  // 2 scale times the sum over the edges a at i of M_ab d_a
    for (int a = 0; a < kDim; ++a) {
      const double* metric = s.metric[at.edge[i][a]];
      for (int b = 0; b < n; ++b) {
        for (int k = 0; k < 3; ++k) pull[b][k] += 2 * scale * metric[b] * edge[i][a][k];
      }
    }
    for (int j = i; j < corners; ++j) {
      Mat3 block;
      for (int b = 0; b < kDim; ++b) {
        const double *u = pull[at.edge[j][b]], *v = edge[j][b];
        for (int k = 0; k < 9; ++k) block.m[k] += u[k / 3] * v[k % 3];
      }
      double tension = 0;
      for (int a = 0; a < kDim; ++a) {
        if (j == i || j == at.other[i][a]) tension += (j == i ? scale : -scale) * s.tension[at.edge[i][a]];
      }
      for (int k = 0; k < 3; ++k) block(k, k) += tension;
      add(place_[corners * i + j], body[i], body[j], block);
      if (j > i) add(place_[corners * j + i], body[j], body[i], transpose(block));
    }
  }
  place_ += corners * corners;
}

template <int kDim>
void Assembly::add_stretch(int flex, double scale) {
  for (int t = 0; t < m_.flex_elemnum[flex]; ++t) {
    const std::span<const int> vertex = element_vertices(m_, flex, t);
    int body[kDim + 1];
    for (int i = 0; i <= kDim; ++i) body[i] = m_.flex_vertbodyid[m_.flex_vertadr[flex] + vertex[i]];
    add_element<kDim>(element_stretch<kDim>(m_, d_, flex, t), scale, body);
  }
}

// The stiffness of cells is stored with the sign of the force.
void Assembly::add_cells(int flex, double scale) {
  const FlexGrid grid = flex_grid(m_, flex);
  const int nodes = cell_node_count(grid), cells = cell_count(grid), width = 3 * nodes;
  const int* node_body = m_.flex_nodebodyid.data() + m_.flex_nodeadr[flex];
  for (int c = 0; c < cells; ++c, place_ += nodes * nodes) {
    if (is_empty_cell(cell_stiffness(m_, flex, c, nodes))) continue;
    const int at = m_.flex_stiffnessadr[flex] + c * width * width;
    const CellNodes cell = cell_nodes(grid, c);
    for (int i = 0; i < nodes; ++i) {
      for (int j = 0; j < nodes; ++j) {
        const double* from = d_.flexelem_krot.data() + at + 3 * (i * width + j);
        Mat3 block;
        for (int k = 0; k < 9; ++k) block.m[k] = -scale * from[k / 3 * width + k % 3];
        add(place_[i * nodes + j], node_body[cell.node[i]], node_body[cell.node[j]], block);
      }
    }
  }
}

void Assembly::add_bending(const BendingStage& stage, int flex, double scale) {
  const Vec3* x = d_.flexvert_xpos.data() + m_.flex_vertadr[flex];
  const int* body = m_.flex_vertbodyid.data() + m_.flex_vertadr[flex];
  for (int e = m_.flex_edgeadr[flex], end = e + m_.flex_edgenum[flex]; e < end; ++e, place_ += 16) {
    const Hinge h = hinge(m_, e);
    if (h.vertex[3] < 0) continue;
    HingeStiffness k;
    stage.set_stiffness(stage.model, m_, flex, e, x, k);
    for (int i = 0; i < 16; ++i) {
      add(place_[i], body[h.vertex[i / 4]], body[h.vertex[i % 4]], k.block[i / 4][i % 4] * scale);
    }
  }
}

void Assembly::add_stretch(const ElasticityStage& stage, int flex, double scale) {
  const Vec3* x = d_.flexvert_xpos.data() + m_.flex_vertadr[flex];
  const int* body = m_.flex_vertbodyid.data() + m_.flex_vertadr[flex];
  const int corners = m_.flex_dim[flex] + 1;
  for (int e = 0; e < m_.flex_elemnum[flex]; ++e, place_ += corners * corners) {
    const ElementResponse r = stage.response(stage.model, m_, flex, e, x);
    const std::span<const int> vertex = element_vertices(m_, flex, e);
    for (int i = 0; i < corners * corners; ++i) {
      const int row = i / corners, column = i % corners;
      add(place_[i], body[vertex[row]], body[vertex[column]], r.stiffness[row][column] * scale);
    }
  }
}

void Assembly::add_flex(int flex, bool with_cells) {
  const double h = m_.opt.timestep, scale = h * h + h * m_.flex_damping[flex];
  const BendingStage bending = bends(m_, flex) ? bending_of(m_, d_, flex) : BendingStage{};
  const ElasticityStage elasticity = stretches(m_, flex) ? elasticity_of(m_, d_, flex) : ElasticityStage{};
  const auto vertex_bodies = m_.flex_vertbodyid.span(m_.flex_vertadr[flex], m_.flex_vertnum[flex]);
  turned_ = (bending || stretches(m_, flex)) && is_turned(vertex_bodies);
  if (bending) {
    add_bending(bending, flex, scale);
  } else if (bends(m_, flex)) {
    add_bending(flex, scale);
  }
  if (elasticity) {
    add_stretch(elasticity, flex, scale);
  } else if (stretches(m_, flex)) {
    if (m_.flex_dim[flex] == 2) {
      add_stretch<2>(flex, scale);
    } else {
      add_stretch<3>(flex, scale);
    }
  }
  if (with_cells && has_stiff_cells(m_, flex)) {
    turned_ = is_turned(m_.flex_nodebodyid.span(m_.flex_nodeadr[flex], m_.flex_nodenum[flex]));
    add_cells(flex, scale);
  }
}

}  // namespace

void compute_stiffness(const Model& m, Data& d, bool with_cells) {
  Assembly assembly(m, d);
  for (int f = 0; f < m.nflex; ++f) assembly.add_flex(f, with_cells);
}

}  // namespace corten
