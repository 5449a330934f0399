// Height field: every cell of the grid is two prisms, from the base to a triangle of the surface. All prisms below the
// geom's bounding box are collided with it, each giving at most one contact.
//
// Along a row of cells the prisms form a strip: each shares two of its three vertical edges with the one before.
#include <algorithm>

#include "collide/convex/convex.h"
#include "collide/pairs/pairs.h"
#include "collide/sdf/sdf.h"
#include "model/workspace.h"

namespace corten {

namespace {

// Bounds of a shape in the frame of the height field.
struct Bounds {
  Vec3 min, max;
};

// All shapes but meshes are symmetric about their centre.
Bounds bounds_of(Shape& s) {
  const Vec3 pos = s.pos;
  Bounds b;
  if (!is_mesh(s)) s.pos = {};
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 dir;
    dir[axis] = 1;
    const double reach = support(s, dir)[axis];
    dir[axis] = -1;
    b.max[axis] = is_mesh(s) ? reach : reach + pos[axis];
    b.min[axis] = is_mesh(s) ? support(s, dir)[axis] : pos[axis] - reach;
  }
  s.pos = pos;
  return b;
}

// Extent of the field: half sizes in x and y, zero height is the surface's lowest possible point.
struct FieldExtent {
  Vec3 min, max;
};

bool apart(const FieldExtent& field, const Vec3& min, const Vec3& max, double margin) {
  for (int axis = 0; axis < 3; ++axis) {
    if (min[axis] - margin > field.max[axis] || max[axis] + margin < field.min[axis]) return true;
  }
  return false;
}

// Grid line at or below, at or above a coordinate, within the grid.
int clamp_line(double line, int last) { return line > 0 ? (line < last ? static_cast<int>(line) : last) : 0; }
struct Lines {
  int first, last;
};
Lines lines_between(double min, double max, double half_size, int count) {
  const double scale = count - 1;
  return {clamp_line(std::floor((min + half_size) / (2.0 * half_size) * scale), count - 1),
          clamp_line(std::ceil((max + half_size) / (2.0 * half_size) * scale), count - 1)};
}

// The prisms of one row of cells, one after the other.
class Strip {
 public:
  Strip(const Model& m, int hfield, double margin)
      : data_(m.hfield_data.data() + m.hfield_adr[hfield]), ncol_(m.hfield_ncol[hfield]), margin_(margin) {
    const Vec<4>& size = m.hfield_size[hfield];
    half_x_ = size[0], half_y_ = size[1], height_ = size[2];
    dx_ = (2.0 * half_x_) / (ncol_ - 1);
    dy_ = (2.0 * half_y_) / (m.hfield_nrow[hfield] - 1);
    for (int i = 0; i < 3; ++i) corner_[i].z = -size[3];
  }

  // The next vertical edge, at a sample of the grid.
  void add(int row, int column) {
    for (int i : {0, 1, 3, 4}) store(corner_[i], corner_[i + 1]);
    corner_[2].x = corner_[5].x = dx_ * column - half_x_;
    corner_[2].y = corner_[5].y = dy_ * row - half_y_;
    corner_[5].z = data_[row * ncol_ + column] * height_ + margin_;
  }
  bool is_below(double z) const { return corner_[3].z < z && corner_[4].z < z && corner_[5].z < z; }
  const Vec3* corners() const { return corner_; }

  // Horizontal, across the diagonal of all cells; the first prism of a cell lies before the diagonal, the second behind it.
  Vec3 across() const { return normalized(Vec3{dy_, -dx_, 0}); }
  const Vec3& on_diagonal() const { return corner_[1]; }

 private:
  const float* data_;
  int ncol_;
  double margin_, half_x_, half_y_, height_, dx_, dy_;
  Vec3 corner_[6];
};

// The height field geom, where it is and how large.
struct PlacedField {
  PlacedField(const Model& m, const Data& d, int geom)
      : hfield(m.geom_dataid[geom]), pos(d.geom_xpos[geom]), mat(d.geom_xmat[geom]), size(m.hfield_size[hfield]) {}

  FieldExtent extent() const { return {{-size[0], -size[1], -size[3]}, {size[0], size[1], size[2]}}; }

  int hfield;
  const Vec3& pos;
  const Mat3& mat;
  const Vec<4>& size;
};

// Whether a side of a prism separates it so well from a shape that the general search for convex shapes, which takes many
// times longer, surely finds nothing. Meshes are not asked: their answer is where the next search starts.
class ClearSides {
 public:
  ClearSides(Shape& shape, const Vec3& across, double clearance)
      : shape_(shape), across_(across), clearance_(clearance), asks_(!is_mesh(shape)) {
    if (!asks_) return;
    min_ = dot(support(shape, -across), across);
    max_ = dot(support(shape, across), across);
  }

  bool separate(const Strip& strip, bool before_diagonal) const {
    if (!asks_) return false;
    const double diagonal = dot(strip.on_diagonal(), across_);
    if ((before_diagonal ? min_ - diagonal : diagonal - max_) > clearance_) return true;
    const Vec3* top = strip.corners() + 3;
    Vec3 up = cross(top[1] - top[0], top[2] - top[0]);
    up *= (up.z < 0 ? -1 : 1) / norm(up);
    return dot(support(shape_, -up) - top[0], up) > clearance_;
  }

 private:
  Shape& shape_;
  const Vec3 across_;
  const double clearance_;
  const bool asks_;
  double min_ = 0, max_ = 0;  // of the shape, across the diagonal
};

// Contacts with a shape in the frame of the field, all prisms below its bounds.
int collide_prisms(const Model& m, const PlacedField& field, Shape& shape, const Bounds& bounds, double margin,
                   Scratch& scratch, RawContact* out) {
  const Lines columns = lines_between(bounds.min.x, bounds.max.x, field.size[0], m.hfield_ncol[field.hfield]);
  const Lines rows = lines_between(bounds.min.y, bounds.max.y, field.size[1], m.hfield_nrow[field.hfield]);
  constexpr double kRounding = 1e-9;
  const double clearance = margin < 0 ? kNoDistance : margin + 2 * m.opt.ccd_tolerance + kRounding;
  Strip strip(m, field.hfield, margin);
  const ClearSides sides(shape, strip.across(), clearance);
  Shape prism = make_prism(strip.corners());
  int count = 0;
  for (int row = rows.first; row < rows.last; ++row) {
    strip.add(row + 1, columns.first);
    strip.add(row, columns.first);
    for (int column = columns.first + 1; column <= columns.last; ++column) {
      for (const int corner_row : {row + 1, row}) {
        strip.add(corner_row, column);
        if (strip.is_below(bounds.min.z) || sides.separate(strip, corner_row > row)) continue;
        RawContact& contact = out[count];
        if (collide_shapes(m, prism, shape, 0, 1, scratch, &contact) == 0) continue;
        contact.normal = field.mat * contact.normal;
        contact.pos = field.mat * contact.pos + field.pos;
        if (++count == kMaxPairContacts) return count;
      }
    }
  }
  return count;
}

}  // namespace

int collide_hfield_convex(const GeomPair& pair, RawContact* out) {
  const Model& m = pair.m;
  const PlacedField field(m, pair.d, pair.geom1);
  const Vec3 local = mul_transposed(field.mat, pair.d.geom_xpos[pair.geom2] - field.pos);
  if (apart(field.extent(), local, local, m.geom_rbound[pair.geom2] + pair.margin)) return 0;

  Shape shape = make_shape(m, pair.d, pair.geom2, 0);
  shape.mat = transpose(field.mat) * shape.mat;
  shape.pos = local;
  const Bounds bounds = bounds_of(shape);
  if (apart(field.extent(), bounds.min, bounds.max, pair.margin)) return 0;

  // MuJoCo: the margin raises the surface, inflates the geom by half of it and is not taken off the distance.
  shape.margin = pair.margin;
  const int count = collide_prisms(m, field, shape, bounds, pair.margin, pair.scratch, out);
  if (uses_portals(m)) {
    for (int i = 0; i < count; ++i) correct_normal(m, pair.d, pair.geom1, pair.geom2, out[i]);
  }
  return count;
}

int collide_hfield_element(const Model& m, Data& d, int geom, const Shape& element, double margin, RawContact* out) {
  const PlacedField field(m, d, geom);
  Vec3 corner[4];
  Bounds bounds;  // MuJoCo: those of the corners, without the radius
  for (int i = 0; i < element.ncorner; ++i) {
    corner[i] = mul_transposed(field.mat, element.corner[i] - field.pos);
    for (int axis = 0; axis < 3; ++axis) {
      bounds.min[axis] = i == 0 ? corner[i][axis] : std::min(bounds.min[axis], corner[i][axis]);
      bounds.max[axis] = i == 0 ? corner[i][axis] : std::max(bounds.max[axis], corner[i][axis]);
    }
  }
  if (apart(field.extent(), bounds.min, bounds.max, margin)) return 0;
  const Vec3 middle = mul_transposed(field.mat, element.pos - field.pos);
  Shape local = make_element(corner, element.ncorner, element.size.x, middle);
  return collide_prisms(m, field, local, bounds, margin, work(d).scratch, out);
}

}  // namespace corten
