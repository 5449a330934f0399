// Convex hull of a point set by qhull, reentrant version.
//
// qhull reports errors by longjmp; everything between setjmp and the end of the computation is therefore kept free of
// C++ objects with destructors (QhullRun::compute).
#include "geometry/mesh/hull.h"

#include <fmt/core.h>

#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

#include "math/vec3.h"

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace corten {

namespace {

// Dimension of what the points span: 0 a point, 1 a line, 2 a plane, 3 space. They are taken one after the other, as
// seen from the first; one that is outside of what the earlier ones span, by more than rounding, adds a dimension.
int rank_of(std::span<const Vec3> points) {
  int rank = 0;
  double unit = 0;    // length of the first edge
  Vec3 edge, normal;  // of the line; of the plane, with length one
  for (const Vec3& point : points) {
    const Vec3 away = point - points[0];
    const double distance = norm(away);
    if (!(distance > kMinVal)) continue;
    if (rank == 0) {
      edge = away;
      unit = distance;
      rank = 1;
    } else if (rank == 1) {
      const Vec3 across = cross(edge, away);
      const double area = norm(across);
      if (!(area > kMinVal * unit * distance)) continue;
      normal = {across.x / area, across.y / area, across.z / area};
      rank = 2;
    } else if (std::abs(dot(normal, away)) > kMinVal * unit) {
      return 3;
    }
  }
  return rank;
}

// Throws if the points span no volume. qhull would find that too, but with a page of advice that does not fit a mesh.
void check_not_flat(std::span<const Vec3> points) {
  static constexpr const char* kShape[] = {"are all the same point", "are all on one line", "are all in one plane"};
  static constexpr const char* kInstead[] = {"a sphere", "a capsule or cylinder", "a box or plane"};
  const int rank = rank_of(points);
  if (rank == 3) return;
  throw std::runtime_error(
      fmt::format("the vertices {} and enclose no volume: give the mesh some thickness, or make its geom {}",
                  kShape[rank], kInstead[rank]));
}

// One computation of qhull: its state and the messages it wrote.
class QhullRun {
 public:
  QhullRun() : qh_(std::make_unique<qhT>()), messages_(open_memstream(&text_, &text_size_)) {
    if (!messages_) throw std::runtime_error("no memory for the convex hull");
    qh_zero(qh_.get(), messages_);
  }
  QhullRun(const QhullRun&) = delete;
  QhullRun& operator=(const QhullRun&) = delete;
  ~QhullRun() {
    int long_blocks, long_bytes;
    qh_freeqhull(qh_.get(), !qh_ALL);
    qh_memfreeshort(qh_.get(), &long_blocks, &long_bytes);
    std::fclose(messages_);
    std::free(text_);
  }

  // False if qhull gave up.
  bool compute(const Vec3* points, int count, char* options) {
    qhT* qh = qh_.get();
    qh_init_A(qh, nullptr, messages_, messages_, 0, nullptr);
    if (setjmp(qh->errexit) != 0) {
      qh->NOerrexit = True;
      return false;
    }
    qh->NOerrexit = False;
    qh_initflags(qh, options);
    qh_init_B(qh, const_cast<double*>(points->data()), count, 3, False);
    qh_qhull(qh);
    qh_triangulate(qh);
    qh_vertexneighbors(qh);
    qh->NOerrexit = True;
    return true;
  }

  qhT* state() { return qh_.get(); }

  // First line of what qhull said.
  std::string message() {
    std::fflush(messages_);
    return {text_, std::strcspn(text_, "\n")};
  }

 private:
  std::unique_ptr<qhT> qh_;
  char* text_ = nullptr;
  std::size_t text_size_ = 0;
  FILE* messages_;
};

// Points of a triangle of the hull, in qhull's order.
void triangle_points(qhT* qh, facetT* facet, int (&points)[3]) {
  if (qh_setsize(qh, facet->vertices) != 3) throw std::runtime_error("the convex hull is not made of triangles");
  for (int i = 0; i < 3; ++i) {
    points[i] = qh_pointid(qh, static_cast<vertexT*>(facet->vertices->e[i].p)->point);
  }
}

// Appends the points that share a triangle with `vertex`, each once, in the order of its triangles.
void append_neighbours(qhT* qh, vertexT* vertex, std::vector<int>& neighbours) {
  const std::size_t start = neighbours.size();
  const int self = qh_pointid(qh, vertex->point);
  const int count = qh_setsize(qh, vertex->neighbors);
  for (int n = 0; n < count; ++n) {
    int points[3];
    triangle_points(qh, static_cast<facetT*>(vertex->neighbors->e[n].p), points);
    for (const int point : points) {
      bool known = point == self;
      for (std::size_t j = start; j < neighbours.size() && !known; ++j) known = neighbours[j] == point;
      if (!known) neighbours.push_back(point);
    }
  }
}

std::vector<int> make_graph(qhT* qh, int point_count) {
  const int n = qh->num_vertices, f = qh->num_facets;
  std::vector<int> starts, points, neighbours, faces;
  std::vector<int> local(point_count, -1);  // hull vertex of each point
  for (vertexT* vertex = qh->vertex_list; vertex && vertex->next; vertex = vertex->next) {
    const int point = qh_pointid(qh, vertex->point);
    if (point < 0 || point >= point_count) throw std::runtime_error("the convex hull has a vertex that is no point");
    local[point] = static_cast<int>(points.size());
    starts.push_back(static_cast<int>(neighbours.size()));
    points.push_back(point);
    append_neighbours(qh, vertex, neighbours);
    neighbours.push_back(-1);
  }
  for (facetT* facet = qh->facet_list; facet && facet->next; facet = facet->next) {
    int p[3];
    triangle_points(qh, facet, p);
    if (facet->toporient) std::swap(p[0], p[1]);
    faces.insert(faces.end(), p, p + 3);
  }
  for (int& neighbour : neighbours) {
    if (neighbour >= 0) neighbour = local[neighbour];
  }
  if (std::ssize(points) != n || std::ssize(faces) != 3 * f || std::ssize(neighbours) != n + 3 * f) {
    throw std::runtime_error("the convex hull is not a closed surface");
  }

  std::vector<int> graph = {n, f};
  for (const auto* part : {&starts, &points, &neighbours, &faces})
    graph.insert(graph.end(), part->begin(), part->end());
  return graph;
}

}  // namespace

std::vector<int> convex_hull(std::span<const Vec3> points, int max_vertices) {
  if (points.size() < 4) throw std::runtime_error("a convex hull needs at least four points");
  if (max_vertices != -1 && max_vertices < 4)
    throw std::runtime_error("maxhullvert is too small: a hull has at least 4 vertices");
  check_not_flat(points);

  // Qt: triangles only. Q9: always add the point that is furthest of all. TAn: stop after n points beyond the four of
  // the first simplex.
  std::string options = "qhull Qt";
  if (max_vertices != -1) options += fmt::format(" Q9 TA{}", max_vertices - 4);
  QhullRun run;
  if (!run.compute(points.data(), static_cast<int>(points.size()), options.data())) {
    throw std::runtime_error(fmt::format("the convex hull cannot be computed: {}", run.message()));
  }
  return make_graph(run.state(), static_cast<int>(points.size()));
}

std::span<const int> hull_faces(std::span<const int> graph) {
  return graph.last(3 * static_cast<std::size_t>(graph[1]));
}

}  // namespace corten
