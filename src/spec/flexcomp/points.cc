// Points by formula: a grid of n_x, n_y, n_z points at distances s_x, s_y, s_z around the origin, or the surface of
// such a grid, as it is (box, square) or bent to a round shape.
//
//   grid       x_i = s_x (i - (n_x - 1) / 2), likewise y, z; cells cut into 2 triangles or 6 tetrahedra
//   circle     n_x - 1 points at distance s_x of each other
//   box        the surface only, in coordinates b = 2 i / (n - 1) - 1 of [-1, 1], times the half size h = s (n - 1) /
//   2;
//              a volume has the centre as point 0, which all tetrahedra share; a surface is open at the top
//   cylinder   (b_x, b_y) -> max(|b_x|, |b_y|) (b_x, b_y) / |(b_x, b_y)|, a square to a disc
//   ellipsoid  b -> b / |b|
//   disc       a square, bent likewise
#include <algorithm>
#include <cmath>

#include "math/vec3.h"
#include "spec/flexcomp/flexcomp.h"
#include "spec/query.h"

namespace corten {

namespace {

constexpr double kEps = 1e-14;

// Scales the first n coordinates to unit length. MuJoCo: leaves alone what is too short or long enough already.
void to_unit(Vec3& v, int n) {
  double square = 0;
  for (int k = 0; k < n; ++k) square += v[k] * v[k];
  if (square < kEps) return;
  const double length = std::sqrt(square);
  if (std::abs(length - 1) <= kEps) return;
  for (int k = 0; k < n; ++k) v[k] /= length;
}

// Square to disc, with half sizes.
Vec3 bent_to_disc(Vec3 v, const Vec3& half) {
  const double ring = std::max(std::abs(v.x), std::abs(v.y));
  to_unit(v, 2);
  return {v.x * (half.x * ring), v.y * (half.y * ring), v.z};
}

Vec3 half_size(const FlexComp& comp) {
  Vec3 half;
  for (int k = 0; k < 3; ++k) half[k] = 0.5 * comp.spacing[k] * (comp.count[k] - 1);
  return half;
}

bool needs_texcoord(const FlexComp& comp) { return comp.texcoord.empty() && !comp.flex.material.empty(); }

// ---- grid

class GridMaker {
 public:
  GridMaker(const FlexComp& comp, int dim) : comp_(comp), count_(comp.count), textured_(needs_texcoord(comp)) {
    out_.dim = dim;
  }

  FlexPoints make() {
    if (out_.dim == 1) {
      comp_.type == kCircle ? make_circle() : make_line();
    } else {
      make_layers();
    }
    if (out_.elements.empty()) throw FlexCompError("no elements are created", "give more points in 'count'");
    return std::move(out_);
  }

 private:
  double at(int axis, int i) const { return comp_.spacing[axis] * (i - 0.5 * (count_[axis] - 1)); }

  void make_line() {
    for (int i = 0; i < count_[0]; ++i) {
      out_.points.push_back({at(0, i), 0, 0});
      if (i < count_[0] - 1) out_.elements.insert(out_.elements.end(), {i, i + 1});
    }
  }

  void make_circle() {
    const int n = count_[0] - 1;
    const double angle = 2 * M_PI / n, radius = comp_.spacing.x / std::sin(angle / 2) / 2;
    for (int i = 0; i < n; ++i) {
      out_.points.push_back({radius * std::cos(angle * i), radius * std::sin(angle * i), 0});
      out_.elements.insert(out_.elements.end(), {i, i == n - 1 ? 0 : i + 1});
    }
  }

  void make_layers() {
    const bool flat = out_.dim == 2;
    for (int ix = 0; ix < count_[0]; ++ix) {
      for (int iy = 0; iy < count_[1]; ++iy) {
        for (int iz = 0; iz < (flat ? 1 : count_[2]); ++iz) {
          out_.points.push_back({at(0, ix), at(1, iy), flat ? 0 : at(2, iz)});
          if (textured_) add_texcoord(ix, iy);
          if (ix == count_[0] - 1 || iy == count_[1] - 1) continue;
          if (flat) add_triangles(ix, iy, out_.points.back());
          if (!flat && iz < count_[2] - 1) add_tetrahedra(ix, iy, iz);
        }
      }
    }
  }

  // MuJoCo: divides in double precision for a surface, in single precision for a volume.
  void add_texcoord(int ix, int iy) {
    const int nx = std::max(count_[0] - 1, 1), ny = std::max(count_[1] - 1, 1);
    if (out_.dim == 2) {
      out_.texcoord.push_back(static_cast<float>(static_cast<double>(ix) / nx));
      out_.texcoord.push_back(static_cast<float>(static_cast<double>(iy) / ny));
    } else {
      out_.texcoord.push_back(static_cast<float>(ix) / static_cast<float>(nx));
      out_.texcoord.push_back(static_cast<float>(iy) / static_cast<float>(ny));
    }
  }

  int id(int ix, int iy, int iz) const { return (ix * count_[1] + iy) * count_[2] + iz; }

  // The square behind point (ix, iy), its corners counter-clockwise. In two quadrants of a disc it is cut along the
  // other diagonal, so that the diagonals run towards the rim.
  void add_triangles(int ix, int iy, const Vec3& point) {
    const int corner[4] = {id(ix, iy, 0), id(ix + 1, iy, 0), id(ix + 1, iy + 1, 0), id(ix, iy + 1, 0)};
    const bool second_or_fourth = (point.x < -kEps && point.y > -kEps) || (point.x > -kEps && point.y < -kEps);
    const bool turned = comp_.type == kDisc && second_or_fourth;
    const int third = turned ? 3 : 2, fourth = turned ? 1 : 0;
    for (const int k : {0, 1, third, fourth, 2, 3}) out_.elements.push_back(corner[k]);
  }

  // The cube behind the point, in six tetrahedra around the diagonal from corner 1 to 7.
  void add_tetrahedra(int ix, int iy, int iz) {
    constexpr int kCut[6][4] = {{0, 3, 1, 7}, {0, 1, 4, 7}, {1, 3, 2, 7}, {1, 2, 6, 7}, {1, 5, 4, 7}, {1, 6, 5, 7}};
    int corner[8];
    for (int k = 0; k < 8; ++k) {
      const int around = k % 4;  // counter-clockwise from the first corner
      corner[k] = id(ix + (around == 1 || around == 2), iy + (around >= 2), iz + k / 4);
    }
    for (const auto& tetrahedron : kCut) {
      for (const int k : tetrahedron) out_.elements.push_back(corner[k]);
    }
  }

  const FlexComp& comp_;
  const IntVec<3>& count_;
  const bool textured_;
  FlexPoints out_;
};

FlexPoints make_square(const FlexComp& comp) {
  FlexPoints result = GridMaker(comp, 2).make();
  if (comp.type == kDisc) {
    // MuJoCo: the ring is measured in lengths, so that the shape grows with the square of the size.
    for (Vec3& point : result.points) point = bent_to_disc(point, half_size(comp));
  }
  return result;
}

// ---- box

// Points and elements of the six sides in pairs, low and high: across z, then y, then x. A point on an edge belongs to
// the side that comes first.
class BoxMaker {
 public:
  BoxMaker(const FlexComp& comp, int dim)
      : comp_(comp),
        n_(comp.count),
        solid_(dim == 3),
        open_(dim == 2),
        textured_(needs_texcoord(comp)),
        ids_(static_cast<std::size_t>(n_[0]) * n_[1] * n_[2], -1) {
    out_.dim = dim;
  }

  FlexPoints make() {
    if (solid_) out_.points.push_back({});
    if (textured_) out_.texcoord.insert(out_.texcoord.end(), {0, 0});  // MuJoCo: also where there is no centre
    for (int axis = 2; axis >= 0; --axis) {
      for (const int level : {0, n_[axis] - 1}) add_points(axis, level);
    }
    for (int axis = 2; axis >= 0; --axis) {
      for (const int level : {0, n_[axis] - 1}) add_elements(axis, level);
    }
    return std::move(out_);
  }

 private:
  bool is_missing(int axis, int level) const { return open_ && axis == 2 && level != 0; }

  int& id(const IntVec<3>& i) { return ids_[(static_cast<std::size_t>(i[0]) * n_[1] + i[1]) * n_[2] + i[2]]; }

  Vec3 place(const IntVec<3>& i) const {
    Vec3 b;
    for (int k = 0; k < 3; ++k) b[k] = 2.0 * i[k] / (n_[k] - 1) - 1;
    const Vec3 half = half_size(comp_);
    if (comp_.type == kCylinder) {
      const Vec3 round = bent_to_disc(b, half);
      return {round.x, round.y, b.z * half.z};
    }
    if (comp_.type == kEllipsoid) to_unit(b, 3);
    return {b.x * half.x, b.y * half.y, b.z * half.z};
  }

  void add_points(int axis, int level) {
    if (is_missing(axis, level)) return;
    const int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;  // axes in the side
    IntVec<3> i{{0, 0, 0}};
    i[axis] = level;
    for (i[u] = 0; i[u] < n_[u]; ++i[u]) {
      for (i[v] = 0; i[v] < n_[v]; ++i[v]) {
        if (id(i) >= 0) continue;
        id(i) = static_cast<int>(out_.points.size());
        out_.points.push_back(place(i));
        if (!textured_) continue;
        for (const int k : {u, v}) {
          out_.texcoord.push_back(static_cast<float>(i[k]) / static_cast<float>(std::max(n_[k] - 1, 1)));
        }
      }
    }
  }

  void add_elements(int axis, int level) {
    if (is_missing(axis, level)) return;
    const int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
    IntVec<3> i{{0, 0, 0}};
    i[axis] = level;
    for (i[u] = 0; i[u] < n_[u] - 1; ++i[u]) {
      for (i[v] = 0; i[v] < n_[v] - 1; ++i[v]) {
        IntVec<3> next_u = i, next_v = i, next_both = i;
        ++next_u[u], ++next_v[v], ++next_both[u], ++next_both[v];
        const int a = id(i), b = id(next_u), c = id(next_both), d = id(next_v);
        if (solid_) {
          out_.elements.insert(out_.elements.end(), {0, a, b, c, 0, a, d, c});
        } else {
          add_outward(axis, level, a, b, c, d);
        }
      }
    }
  }

  // Two triangles of a square a, b, c, d, counter-clockwise seen from outside.
  void add_outward(int axis, int level, int a, int b, int c, int d) {
    const bool high = level != 0;
    auto& e = out_.elements;
    if (axis == 2) {
      high ? e.insert(e.end(), {a, b, c, a, c, d}) : e.insert(e.end(), {a, c, b, a, d, c});
    } else if (axis == 1 ? !high : high) {
      e.insert(e.end(), {a, b, c, a, c, d});
    } else {
      e.insert(e.end(), {b, a, d, b, d, c});
    }
  }

  const FlexComp& comp_;
  const IntVec<3>& n_;
  const bool solid_, open_, textured_;
  std::vector<int> ids_;  // of the points of the full grid, -1: none yet
  FlexPoints out_;
};

FlexPoints make_box(const FlexComp& comp) {
  if (std::min({comp.count[0], comp.count[1], comp.count[2]}) < 2) {
    throw FlexCompError("count is too small", "a box, cylinder or ellipsoid has at least 2 points along each axis");
  }
  return BoxMaker(comp, comp.flex.dim).make();
}

}  // namespace

FlexPoints formula_points(const FlexComp& comp) {
  if (1.0 * comp.count[0] * comp.count[1] * comp.count[2] > kMaxElements) {
    throw FlexCompError("count is too large", "a model may have " + std::to_string(kMaxElements) + " elements");
  }
  FlexPoints result;
  switch (comp.type) {
    case kGrid:
    case kCircle:
      result = GridMaker(comp, comp.flex.dim).make();
      break;
    case kSquare:
    case kDisc:
      result = make_square(comp);
      break;
    default:
      result = make_box(comp);
      break;
  }
  if (result.texcoord.empty()) result.texcoord.assign(comp.texcoord.begin(), comp.texcoord.end());
  return result;
}

}  // namespace corten
