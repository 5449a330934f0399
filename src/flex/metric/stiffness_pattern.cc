// Sparsity of the stiffness K, and where the blocks of each stencil are in it.
//
// efm_place lists, stencil after stencil and for each pair (i, j) of its points, where the block K(i, j) starts in
// efm_K_val; its other two rows follow at the distance of the row's length. -1: a point does not take part.
#include <algorithm>

#include "flex/flex.h"
#include "flex/metric/stiffness.h"
#include "model/workspace.h"

namespace corten {

namespace {

bool takes_part(const Model& m, int flex) {
  return bends(m, flex) || stretches(m, flex) || has_passive_contacts(m, flex);
}

int count_places(const Model& m, bool with_cells) {
  int count = 0;
  for (int f = 0; f < m.nflex; ++f) {
    const int corners = m.flex_dim[f] + 1;
    if (bends(m, f)) count += 16 * m.flex_edgenum[f];
    if (stretches(m, f)) count += corners * corners * m.flex_elemnum[f];
    if (with_cells && has_stiff_cells(m, f)) {
      const FlexGrid grid = flex_grid(m, f);
      const int nodes = cell_node_count(grid);
      count += nodes * nodes * cell_count(grid);
    }
  }
  return count;
}

// Calls visit(bodies of the points) for every stencil; for an edge that bends nothing with -1.
template <class Visit>
void for_each_stencil(const Model& m, bool with_cells, Visit visit) {
  for (int f = 0; f < m.nflex; ++f) {
    const int* body = m.flex_vertbodyid.data() + m.flex_vertadr[f];
    int points[kMaxCellNodes];
    for (int e = 0; bends(m, f) && e < m.flex_edgenum[f]; ++e) {
      const Hinge h = hinge(m, m.flex_edgeadr[f] + e);
      for (int i = 0; i < 4; ++i) points[i] = h.vertex[3] < 0 ? -1 : body[h.vertex[i]];
      visit(std::span<const int>(points, 4));
    }
    for (int t = 0; stretches(m, f) && t < m.flex_elemnum[f]; ++t) {
      const std::span<const int> vertex = element_vertices(m, f, t);
      for (std::size_t i = 0; i < vertex.size(); ++i) points[i] = body[vertex[i]];
      visit(std::span<const int>(points, vertex.size()));
    }
    if (!with_cells || !has_stiff_cells(m, f)) continue;
    const FlexGrid grid = flex_grid(m, f);
    for (int c = 0; c < cell_count(grid); ++c) {
      const CellNodes cell = cell_nodes(grid, c);
      for (int i = 0; i < cell.count; ++i) points[i] = m.flex_nodebodyid[m.flex_nodeadr[f] + cell.node[i]];
      visit(std::span<const int>(points, static_cast<std::size_t>(cell.count)));
    }
  }
}

// The points that take part, numbered in the order of their dofs.
struct Points {
  std::span<int> of_dof;  // point whose first dof it is, -1: none
  std::span<int> dof;     // first dof of each point

  int of_body(const Model& m, int body) const {
    const int first = body < 0 ? -1 : first_dof(m, body);
    return first < 0 ? -1 : of_dof[static_cast<std::size_t>(first)];
  }
};

Points number_points(const Model& m, bool with_cells, Scratch::Frame& frame) {
  Points points{frame.take<int>(m.nv), {}};
  std::ranges::fill(points.of_dof, -1);
  int count = 0;
  const auto mark = [&](int body) {
    const int first = body < 0 ? -1 : first_dof(m, body);
    if (first < 0) return;
    int& point = points.of_dof[static_cast<std::size_t>(first)];
    count += point < 0;
    point = 0;
  };
  for (int f = 0; f < m.nflex; ++f) {
    if (takes_part(m, f)) std::ranges::for_each(m.flex_vertbodyid.span(m.flex_vertadr[f], m.flex_vertnum[f]), mark);
    if (with_cells && has_stiff_cells(m, f)) {
      std::ranges::for_each(m.flex_nodebodyid.span(m.flex_nodeadr[f], m.flex_nodenum[f]), mark);
    }
  }
  points.dof = frame.take<int>(count);
  int next = 0;
  for (int dof = 0; dof < m.nv; ++dof) {
    int& point = points.of_dof[static_cast<std::size_t>(dof)];
    if (point < 0) continue;
    points.dof[static_cast<std::size_t>(next)] = dof;
    point = next++;
  }
  return points;
}

// Neighbours of every point, itself included, in increasing order: those of point p from start[p] to start[p + 1].
struct Neighbours {
  std::span<int> start, point;

  std::span<const int> of(int p) const {
    return point.subspan(static_cast<std::size_t>(start[p]), static_cast<std::size_t>(start[p + 1] - start[p]));
  }
};

Neighbours find_neighbours(const Model& m, bool with_cells, const Points& points, Scratch::Frame& frame) {
  const int n = static_cast<int>(points.dof.size());
  const std::span<int> room = frame.take_zero<int>(n + 1), used = frame.take<int>(n);
  for (int p = 0; p < n; ++p) room[p + 1] = 1;  // itself
  for_each_stencil(m, with_cells, [&](std::span<const int> bodies) {
    for (const int body : bodies) {
      const int p = points.of_body(m, body);
      if (p >= 0) room[p + 1] += static_cast<int>(bodies.size());
    }
  });
  for (int p = 0; p < n; ++p) room[p + 1] += room[p];
  const std::span<int> listed = frame.take<int>(room[n]);
  for (int p = 0; p < n; ++p) {
    listed[room[p]] = p;
    used[p] = 1;
  }
  for_each_stencil(m, with_cells, [&](std::span<const int> bodies) {
    for (const int body : bodies) {
      const int p = points.of_body(m, body);
      if (p < 0) continue;
      for (const int other : bodies) {
        const int q = points.of_body(m, other);
        if (q >= 0) listed[room[p] + used[p]++] = q;
      }
    }
  });
  Neighbours neighbours{frame.take<int>(n + 1), listed};  // duplicates go, so the list can be written over
  int next = 0;
  neighbours.start[0] = 0;
  for (int p = 0; p < n; ++p) {
    const auto begin = listed.begin() + room[p];
    std::sort(begin, begin + used[p]);
    const auto end = std::unique(begin, begin + used[p]);
    next = static_cast<int>(std::copy(begin, end, listed.begin() + next) - listed.begin());
    neighbours.start[p + 1] = next;
  }
  return neighbours;
}

void write_rows(const Model& m, Data& d, const Points& points, const Neighbours& neighbours) {
  const int n = static_cast<int>(points.dof.size());
  std::fill(d.efm_K_rownnz.begin(), d.efm_K_rownnz.end(), 0);
  for (int p = 0; p < n; ++p) {
    for (int k = 0; k < 3; ++k) d.efm_K_rownnz[points.dof[p] + k] = 3 * static_cast<int>(neighbours.of(p).size());
  }
  d.nefmK = 0;
  for (int dof = 0; dof < m.nv; ++dof) {
    d.efm_K_rowadr[dof] = d.nefmK;
    d.nefmK += d.efm_K_rownnz[dof];
  }
  d.efm_K_colind.resize(d.nefmK);
  for (int p = 0; p < n; ++p) {
    for (int k = 0; k < 3; ++k) {
      int at = d.efm_K_rowadr[points.dof[p] + k];
      for (const int q : neighbours.of(p)) {
        for (int c = 0; c < 3; ++c) d.efm_K_colind[at++] = points.dof[q] + c;
      }
    }
  }
}

void write_places(const Model& m, Data& d, bool with_cells, const Points& points, const Neighbours& neighbours) {
  d.nefmplace = count_places(m, with_cells);
  d.efm_place.resize(d.nefmplace);
  int* place = d.efm_place.begin();
  for_each_stencil(m, with_cells, [&](std::span<const int> bodies) {
    for (const int body : bodies) {
      const int p = points.of_body(m, body);
      for (const int other : bodies) {
        const int q = points.of_body(m, other);
        *place = -1;
        if (p >= 0 && q >= 0) {
          const std::span<const int> row = neighbours.of(p);
          const auto at = std::lower_bound(row.begin(), row.end(), q) - row.begin();
          *place = d.efm_K_rowadr[points.dof[p]] + 3 * static_cast<int>(at);
        }
        ++place;
      }
    }
  });
}

}  // namespace

bool can_assemble_cells(const Model& m) {
  for (int f = 0; f < m.nflex; ++f) {
    if (!has_stiff_cells(m, f)) continue;
    for (const int body : m.flex_nodebodyid.span(m.flex_nodeadr[f], m.flex_nodenum[f])) {
      if (body >= 0 && m.body_dofnum[body] != 0 && !has_three_slides(m, body)) return false;
    }
  }
  return true;
}

void update_stiffness_pattern(const Model& m, Data& d, bool with_cells) {
  // A user may switch a stiffness off and on again.
  if (d.efm_fixed && d.nefmplace == count_places(m, with_cells)) return;
  Scratch::Frame frame(work(d).scratch);
  const Points points = number_points(m, with_cells, frame);
  const Neighbours neighbours = find_neighbours(m, with_cells, points, frame);
  write_rows(m, d, points, neighbours);
  write_places(m, d, with_cells, points, neighbours);
  d.efm_fixed = true;
}

}  // namespace corten
