// The growing polytope of EPA: triangles around the origin whose corners are support points of A - B.
#pragma once

#include <cstdint>
#include <span>

#include "collide/simplex.h"

namespace corten {

struct PolytopeFace {
  enum : int { kUnlisted = -1, kDeleted = -2 };

  int vertex[3];
  int neighbour[3];  // face across the edge that starts at the vertex
  int place;         // place in the list of candidates, or one of the values above
  Vec3 foot;         // projection of the origin, points outward
  double dist2;      // |foot|^2
};

// An edge of a face that stays, next to faces that are removed.
struct HorizonEdge {
  int face, edge;
};

class Polytope {
 public:
  Polytope(Scratch::Frame& frame, int iterations);

  // First polytope from a simplex of two to four points; false if it degenerates.
  bool build(Shape& a, Shape& b, const Simplex& simplex);

  // Support point of A - B in the given direction of the given length; returns its index.
  int add_support(Shape& a, Shape& b, const Vec3& dir, double length);

  // Candidate nearest to the origin, -1: none.
  int nearest() const;
  int candidates() const { return ncandidate_; }

  enum class Growth { kGrown, kFull, kBroken };
  // Replaces all faces that see `vertex`, starting from `face`. New faces are candidates when their squared distance is
  // between the bounds.
  Growth expand(int face, int vertex, double lower2, double upper2);

  const PolytopeFace& face(int i) const { return face_[i]; }
  const SupportPoint& point(int i) const { return point_[i]; }
  // Whether the last point comes from the same two vertices as an earlier one. (Features of a prism are all -1.)
  bool last_is_repeated() const;

 private:
  bool from_segment(Shape& a, Shape& b, const Simplex& simplex);
  bool from_triangle(Shape& a, Shape& b, const Simplex& simplex);
  bool from_tetrahedron(Shape& a, Shape& b, const Simplex& simplex);
  bool restart(Shape& a, Shape& b, int v1, int v2, int v3);
  int name_last();
  int add_point(const SupportPoint& point);
  double attach(int v1, int v2, int v3, int n1, int n2, int n3);
  void list_all();
  void list(int face);
  void remove(int face);
  void look_across(const PolytopeFace& face, int edge, const Vec3& eye);

  std::span<SupportPoint> point_;
  std::span<std::uint64_t> origin_;  // the two features that each point comes from
  std::span<PolytopeFace> face_;
  std::span<int> candidate_;  // faces that may hold the answer
  std::span<double> candidate_dist2_;
  std::span<HorizonEdge> horizon_;
  int npoint_ = 0, nface_ = 0, ncandidate_ = 0, nhorizon_ = 0;
  Vec3 center_;
};

}  // namespace corten
