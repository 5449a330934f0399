// The skin of a cable made of boxes.
//
// Bones stand in a grid: one row for each vertex of the cable, across the box 2 bones, or 3 with a subgrid. The skin
// has a lower and an upper sheet, closed at the four edges. Without a subgrid each bone holds one vertex of each sheet.
// With a subgrid of n there are n more lines of vertices between neighbouring bones, and a vertex at (x, y) in the cell
// of four bones is held by the 4 x 4 bones around the cell with the weights w_i(x) w_j(y) of bicubic interpolation:
//   w(t) = cubic with the values of the inner two points and slopes by central, at the border one-sided, differences.
#include <array>

#include "spec/composite.h"

namespace corten {

namespace {

struct SheetGrid {
  int rows, columns;
  int at(int sheet, int row, int column) const { return (sheet * rows + row) * columns + column; }
};

void add_face(Skin& skin, int a, int b, int c) { skin.face.insert(skin.face.end(), {a, b, c}); }

// Two sheets that look in opposite directions.
void add_sheets(Skin& skin, const SheetGrid& grid, bool texcoord) {
  for (int s = 0; s < 2; ++s) {
    for (int r = 0; r < grid.rows; ++r) {
      for (int c = 0; c < grid.columns; ++c) {
        skin.vertex.insert(skin.vertex.end(), {0, 0, 0});  // bones place them
        if (texcoord) {
          skin.texcoord.push_back(static_cast<float>(r) / static_cast<float>(grid.rows - 1));
          skin.texcoord.push_back(static_cast<float>(c) / static_cast<float>(grid.columns - 1));
        }
        if (r == grid.rows - 1 || c == grid.columns - 1) continue;
        const int corner = grid.at(s, r, c), opposite = grid.at(s, r + 1, c + 1);
        const int down = grid.at(s, r + 1, c), right = grid.at(s, r, c + 1);
        add_face(skin, corner, s == 0 ? down : opposite, s == 0 ? opposite : down);
        add_face(skin, corner, s == 0 ? opposite : right, s == 0 ? right : opposite);
      }
    }
  }
}

// Closes the gap between the sheets along the edge from a to b; `flip` turns the faces over.
void add_edge(Skin& skin, int a, int b, int sheet_size, bool flip) {
  const int upper_a = a + sheet_size, upper_b = b + sheet_size;
  add_face(skin, a, flip ? b : upper_b, flip ? upper_b : b);
  add_face(skin, a, flip ? upper_b : upper_a, flip ? upper_a : upper_b);
}

void add_edges(Skin& skin, const SheetGrid& grid) {
  const int sheet = grid.rows * grid.columns, last_row = grid.rows - 1, last_column = grid.columns - 1;
  for (int r = 0; r < last_row; ++r) add_edge(skin, grid.at(0, r, 0), grid.at(0, r + 1, 0), sheet, false);
  for (int r = 0; r < last_row; ++r) {
    add_edge(skin, grid.at(0, r, last_column), grid.at(0, r + 1, last_column), sheet, true);
  }
  for (int c = 0; c < last_column; ++c) add_edge(skin, grid.at(0, 0, c), grid.at(0, 0, c + 1), sheet, true);
  for (int c = 0; c < last_column; ++c) {
    add_edge(skin, grid.at(0, last_row, c), grid.at(0, last_row, c + 1), sheet, false);
  }
}

// The last row of bones belongs to the last body too.
// MuJoCo: it is bound at -2 size[0] with the size that was given, which is not half the length of the body.
void add_bones(Skin& skin, const CompositeCable& cable, int count, int across) {
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < across; ++j) {
      SkinBone bone;
      bone.body = cable_body_name(cable, i == count - 1 ? i - 1 : i, count);
      const double side = 2.0 * j / (across - 1) - 1;
      bone.bindpos = {i == count - 1 ? -2 * cable.geom.size.x : 0, side * cable.geom.size.y, 0};
      skin.bones.push_back(std::move(bone));
    }
  }
}

// Weights at t in [0, 1] of the points at -1, 0, 1, 2; `first` and `last`: there is no point at -1, at 2.
std::array<double, 4> cubic_weights(double t, bool first, bool last) {
  const double value0 = 2 * t * t * t - 3 * t * t + 1, slope0 = t * t * t - 2 * t * t + t;
  const double value1 = -2 * t * t * t + 3 * t * t, slope1 = t * t * t - t * t;
  std::array<double, 4> w{0, value0, value1, 0};
  const double step0 = first ? 1 : 0.5, step1 = last ? 1 : 0.5;
  w[first ? 1 : 0] -= step0 * slope0;
  w[2] += step0 * slope0;
  w[1] -= step1 * slope1;
  w[last ? 2 : 3] += step1 * slope1;
  return w;
}

void hold(SkinBone& bone, int vertex, int sheet_size, double weight) {
  bone.vertid.insert(bone.vertid.end(), {vertex, vertex + sheet_size});
  bone.vertweight.insert(bone.vertweight.end(), 2, static_cast<float>(weight));
}

// Vertices of the cell between bone rows i and i + 1, columns j and j + 1; the last cells own their far border.
void hold_cell(Skin& skin, const SheetGrid& grid, int i, int j, int count, int across, int subgrid) {
  const int lines = 1 + subgrid;
  const double step = 1.0 / lines;
  const bool last_i = i == count - 2, last_j = j == across - 2;
  for (int a = 0; a < lines + last_i; ++a) {
    const std::array<double, 4> wx = cubic_weights(a * step, i == 0, last_i);
    for (int b = 0; b < lines + last_j; ++b) {
      const std::array<double, 4> wy = cubic_weights(b * step, j == 0, last_j);
      const int vertex = grid.at(0, i * lines + a, j * lines + b);
      for (int k = 0; k < 16; ++k) {
        const double weight = wx[k / 4] * wy[k % 4];
        if (weight == 0) continue;
        hold(skin.bones[(i + k / 4 - 1) * across + j + k % 4 - 1], vertex, grid.rows * grid.columns, weight);
      }
    }
  }
}

}  // namespace

std::string cable_body_name(const CompositeCable& cable, int i, int count) {
  return cable.prefix + "B_" + (i == 0 ? "first" : i == count - 2 ? "last" : std::to_string(i));
}

Skin cable_skin(const CompositeCable& cable, int count) {
  const int subgrid = cable.skin.subgrid, across = subgrid > 0 ? 3 : 2;
  const SheetGrid grid{count + (count - 1) * subgrid, across + (across - 1) * subgrid};
  Skin skin;
  skin.name = cable.prefix + "Skin";
  skin.where = cable.where;
  skin.compiler = cable.compiler;
  skin.material = cable.skin.material;
  skin.rgba = cable.skin.rgba;
  skin.group = cable.skin.group;
  skin.inflate = 2 * cable.geom.size.z;
  add_sheets(skin, grid, cable.skin.texcoord);
  add_edges(skin, grid);
  add_bones(skin, cable, count, across);
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < across; ++j) {
      if (subgrid == 0) {
        hold(skin.bones[i * across + j], grid.at(0, i, j), grid.rows * grid.columns, 1);
      } else if (i < count - 1 && j < across - 1) {
        hold_cell(skin, grid, i, j, count, across, subgrid);
      }
    }
  }
  return skin;
}

}  // namespace corten
