// Length and inverse weight of the edges at qpos0: with the row J of an edge,
//   flexedge_invweight0 = J M^-1 J',
// or the mean inverse mass if both ends are free points.
#include <algorithm>
#include <vector>

#include "compile/flex/flex_parts.h"
#include "dynamics/smooth.h"
#include "flex/flex.h"
#include "model/access.h"

namespace corten {

namespace {

// While it lives, no flex is rigid, so that the edges of all are computed.
class WithoutRigid {
 public:
  explicit WithoutRigid(Model& m) : m_(m), rigid_(m.flex_rigid.begin(), m.flex_rigid.end()) {
    std::fill(m.flex_rigid.begin(), m.flex_rigid.end(), false);
  }
  ~WithoutRigid() { std::copy(rigid_.begin(), rigid_.end(), m_.flex_rigid.begin()); }

 private:
  Model& m_;
  const std::vector<char> rigid_;
};

double inverse_weight(const Model& m, const Data& d, int e) {
  const auto columns = m.flexedge_J_colind.span(m.flexedge_J_rowadr[e], m.flexedge_J_rownnz[e]);
  const double* row = d.flexedge_J.data() + m.flexedge_J_rowadr[e];
  std::vector<double> x(static_cast<std::size_t>(m.nv), 0.0);
  for (std::size_t k = 0; k < columns.size(); ++k) x[static_cast<std::size_t>(columns[k])] = row[k];
  solve_inertia(m, d, x);
  double sum = 0;
  for (std::size_t k = 0; k < columns.size(); ++k) sum += row[k] * x[static_cast<std::size_t>(columns[k])];
  return sum;
}

}  // namespace

void set_flex_constants(Model& m, Data& d) {
  if (m.nflex == 0) return;
  {
    const WithoutRigid without_rigid(m);
    compute_flex_positions(m, d);
    compute_flex_edges(m, d);
  }
  std::copy(d.flexedge_length.begin(), d.flexedge_length.end(), m.flexedge_length0.begin());
  for (int f = 0; f < m.nflex; ++f) {
    if (is_interpolated(m, f)) continue;
    for (int e = m.flex_edgeadr[f]; e < m.flex_edgeadr[f] + m.flex_edgenum[f]; ++e) {
      const int a = m.flex_vertbodyid[m.flex_vertadr[f] + m.flex_edge[e][0]];
      const int b = m.flex_vertbodyid[m.flex_vertadr[f] + m.flex_edge[e][1]];
      if (m.flexedge_rigid[e] || m.nv == 0) {
        m.flexedge_invweight0[e] = 0;
      } else if (m.body_simple[a] == 2 && m.body_simple[b] == 2) {
        m.flexedge_invweight0[e] = (1 / m.body_mass[a] + 1 / m.body_mass[b]) / 2;
      } else {
        m.flexedge_invweight0[e] = m.flexedge_J_rownnz[e] > 0 ? inverse_weight(m, d, e) : 0;
      }
    }
  }
}

}  // namespace corten
