// Bodies, flex and equality constraints of a <flexcomp>.
//
// Without interpolation every point that is not pinned becomes a body with mass m / n, n points, and the inertia of a
// box, m / n * 2 h^2 / 3 about each axis, h inertiabox; it slides along three axes, two (2d) or its own direction
// (radial). With interpolation the bodies are the nodes of a grid over the bounding box; the vertices follow them. The
// mass of a node is 1 (trilinear), or the sum over its cells of w_x w_y w_z with Simpson's weights 1/6, 2/3, 1/6
// (quadratic), scaled so that all masses add up to m.
#include <algorithm>
#include <cmath>
#include <utility>

#include "math/vec3.h"
#include "spec/flexcomp/flexcomp.h"

namespace corten {

namespace {

class FlexMaker {
 public:
  FlexMaker(const FlexComp& comp, const FlexPlace& place, FlexDraft draft)
      : comp_(comp), place_(place), draft_(std::move(draft)) {}

  GeneratedFlex run() {
    start_flex();
    if (draft_.rigid) {
      out_.flex.vertbody = {place_.parent};
      keep_vertices();
      return std::move(out_);
    }
    if (is_interpolated(comp_.flex)) {
      out_.flex.vertbody.assign(draft_.shape.points.size(), place_.parent);
      keep_vertices();
      make_nodes();
    } else {
      make_points();
    }
    make_equalities();
    return std::move(out_);
  }

 private:
  void start_flex() {
    Flex& flex = out_.flex;
    const Flex plain;
    flex = comp_.flex;
    flex.name = comp_.name;
    flex.where = comp_.where;
    flex.compiler = comp_.compiler;
    flex.dim = draft_.shape.dim;
    flex.element = std::move(draft_.shape.elements);
    flex.texcoord = std::move(draft_.shape.texcoord);
    flex.elemtexcoord = std::move(draft_.shape.elemtexcoord);
    flex.flatskin |= comp_.type == kBox || comp_.type == kCylinder || (comp_.type == kGrid && flex.dim == 3);
    // What the recipe alone needs, and the equality constraints have.
    flex.edgeequality = plain.edgeequality;
    flex.edgesolref = plain.edgesolref;
    flex.edgesolimp = plain.edgesolimp;
    if (draft_.rigid || !is_interpolated(flex)) {
      flex.dof = plain.dof;
      flex.cellcount = plain.cellcount;
    }
  }

  void keep_vertices() {
    for (const Vec3& point : draft_.shape.points) {
      out_.flex.vertex.insert(out_.flex.vertex.end(), {point.x, point.y, point.z});
    }
  }

  Body make_body(const std::string& number, const Vec3& pos, double mass) const {
    Body body;
    body.name = comp_.name + "_" + number;
    body.where = comp_.where;
    body.compiler = comp_.compiler;
    body.pos = pos;
    body.inertial.emplace();
    body.inertial->mass = mass;
    const double inertia = mass * (2.0 * comp_.inertiabox * comp_.inertiabox) / 3.0;
    body.inertial->diaginertia = Vec3{inertia, inertia, inertia};
    return body;
  }

  Joint make_slider(const Vec3& axis) const {
    Joint joint = place_.joint;
    joint.where = comp_.where;
    joint.compiler = comp_.compiler;
    joint.classname = place_.classname;
    joint.type = JointType::kSlide;
    joint.pos = {};
    joint.axis = axis;
    return joint;
  }

  void add_sliders(Body& body, int count) const {
    for (int k = 0; k < count; ++k) {
      Vec3 axis{0, 0, 0};
      axis[k] = 1;
      body.joints.push_back(make_slider(axis));
    }
  }

  void make_points() {
    std::vector<Vec3>& points = draft_.shape.points;
    const double mass = comp_.mass / static_cast<double>(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (draft_.pinned[i]) {
        out_.flex.vertbody.push_back(place_.parent);
        continue;
      }
      Body body = make_body(std::to_string(i), points[i], mass);
      if (comp_.flex.dof == kRadialDof) {
        body.joints.push_back(make_slider(points[i]));  // a direction: its length does not matter
      } else {
        add_sliders(body, comp_.flex.dof == kPlanarDof ? 2 : 3);
      }
      out_.flex.vertbody.push_back(body.name);
      out_.bodies.push_back(std::move(body));
      points[i] = {};  // in the frame of its own body
    }
    if (!draft_.centered) keep_vertices();
  }

  // ---- interpolation

  bool is_in_shell(const IntVec<3>& node, const IntVec<3>& count) const {
    for (int k = 0; k < 3; ++k) {
      if (node[k] == 0 || node[k] == count[k] - 1) return true;
    }
    return false;
  }

  bool all_cells_empty(const IntVec<3>& node) const {
    const int order = grid_order(comp_.flex);
    const IntVec<3>& cells = comp_.flex.cellcount;
    IntVec<3> low, high, c;
    for (int k = 0; k < 3; ++k) {
      low[k] = std::max(node[k] - 1, 0) / order;
      high[k] = std::min(cells[k] - 1, node[k] / order);
    }
    for (c[0] = low[0]; c[0] <= high[0]; ++c[0]) {
      for (c[1] = low[1]; c[1] <= high[1]; ++c[1]) {
        for (c[2] = low[2]; c[2] <= high[2]; ++c[2]) {
          if (!draft_.cell_empty[(static_cast<std::size_t>(c[0]) * cells[1] + c[1]) * cells[2] + c[2]]) return false;
        }
      }
    }
    return true;
  }

  // Weight of a node along one axis: 1/6 at the end of a cell, 2/3 in its middle; two cells meet inside the grid.
  static double simpson_weight(int node, int count) {
    const bool is_end = node % 2 == 0;
    const double weight = is_end ? 1.0 / 6.0 : 2.0 / 3.0;
    return is_end && node > 0 && node < count - 1 ? 2 * weight : weight;
  }

  double node_mass(const IntVec<3>& node, const IntVec<3>& count) const {
    if (comp_.flex.dof == kTrilinearDof) return 1;
    double mass = 1;
    for (int k = 0; k < 3; ++k) mass *= simpson_weight(node[k], count[k]);
    return mass;
  }

  Vec3 node_position(const IntVec<3>& node, const IntVec<3>& count) const {
    Vec3 pos;
    for (int k = 0; k < 3; ++k) {
      const double share = static_cast<double>(node[k]) / (count[k] - 1);
      pos[k] = draft_.low[k] + share * (draft_.high[k] - draft_.low[k]);
    }
    return pos;
  }

  void make_nodes() {
    const IntVec<3> count = node_counts(comp_.flex);
    const bool shell = comp_.flex.elastic2d != kElastic2dNone;
    std::vector<double> coordinates;
    double total = 0;
    bool any_pinned = false;
    IntVec<3> node;
    std::size_t index = 0;
    for (node[0] = 0; node[0] < count[0]; ++node[0]) {
      for (node[1] = 0; node[1] < count[1]; ++node[1]) {
        for (node[2] = 0; node[2] < count[2]; ++node[2], ++index) {
          const bool unneeded = shell ? !is_in_shell(node, count) : all_cells_empty(node);
          const bool pinned = draft_.pinned[index] || unneeded;
          const Vec3 pos = node_position(node, count), local = pinned ? pos : Vec3{};
          coordinates.insert(coordinates.end(), {local.x, local.y, local.z});
          any_pinned |= pinned;
          if (pinned) {
            out_.flex.nodebody.push_back(place_.parent);
            continue;
          }
          total += add_node(node, pos, node_mass(node, count));
        }
      }
    }
    for (Body& body : out_.bodies) {
      const double scale = comp_.mass / total;
      body.inertial->mass *= scale;
      *body.inertial->diaginertia *= scale;
    }
    if (!draft_.centered || any_pinned) out_.flex.nodecoord = std::move(coordinates);
    out_.flex.cell_empty = draft_.cell_empty;
  }

  double add_node(const IntVec<3>& node, const Vec3& pos, double mass) {
    const std::string number = std::to_string(node[0]) + "_" + std::to_string(node[1]) + "_" + std::to_string(node[2]);
    Body body = make_body(number, pos, mass);
    add_sliders(body, 3);
    out_.flex.nodebody.push_back(body.name);
    out_.bodies.push_back(std::move(body));
    return mass;
  }

  // ---- equality constraints

  void add_equality(EqualityType type, const Vec3& cell = {}) {
    Equality equality;
    equality.where = comp_.where;
    equality.compiler = comp_.compiler;
    equality.classname = "main";
    equality.type = type;
    equality.solref = comp_.flex.edgesolref;
    equality.solimp = comp_.flex.edgesolimp;
    equality.name1 = comp_.name;
    equality.cell = cell;
    out_.equalities.push_back(std::move(equality));
  }

  void make_equalities() {
    enum { kNone, kEdges, kVertices, kStrain };
    if (comp_.flex.edgeequality == kEdges) add_equality(EqualityType::kFlex);
    if (comp_.flex.edgeequality == kVertices) add_equality(EqualityType::kFlexVert);
    if (comp_.flex.edgeequality != kStrain) return;
    const IntVec<3>& n = out_.flex.cellcount;
    if (is_interpolated(comp_.flex) && comp_.flex.elastic2d != kElastic2dNone) {
      // A shell: one for each face of a cell on the surface of the grid.
      const int faces = 2 * (n[1] * n[2] + n[0] * n[2] + n[0] * n[1]);
      for (int face = 0; face < faces; ++face) {
        add_equality(EqualityType::kFlexStrain, {static_cast<double>(face), -1, -1});
      }
      return;
    }
    const std::vector<bool>& empty = out_.flex.cell_empty;
    for (std::size_t i = 0; i < static_cast<std::size_t>(n[0]) * n[1] * n[2]; ++i) {
      if (!empty.empty() && empty[i]) continue;
      const int cell = static_cast<int>(i);
      add_equality(EqualityType::kFlexStrain,
                   {static_cast<double>(cell / (n[1] * n[2])), static_cast<double>(cell / n[2] % n[1]),
                    static_cast<double>(cell % n[2])});
    }
  }

  const FlexComp& comp_;
  const FlexPlace& place_;
  FlexDraft draft_;
  GeneratedFlex out_;
};

}  // namespace

GeneratedFlex generate_flex(const FlexComp& comp, const FlexPlace& place, FlexDraft draft) {
  return FlexMaker(comp, place, std::move(draft)).run();
}

}  // namespace corten
