// Checks of the attributes of a flex: sizes that fit each other, ranges, combinations that exist.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>

#include "compile/flex/flex_parts.h"

namespace corten {

namespace {

constexpr int kTrilinear = 2, kQuadratic = 3;  // of Flex::dof

class Check {
 public:
  Check(Context& context, const Flex& flex) : context_(context), flex_(flex) {}

  bool run() {
    if (flex_.dim < 1 || flex_.dim > 3) {
      error("dim must be 1, 2 or 3", "lines, triangles or tetrahedra");
      return false;
    }
    check_elements();
    check_vertices();
    check_elasticity();
    check_contact();
    check_texture();
    if (interpolated()) check_interpolation();
    if (order() > 0) check_grid();
    return sound_;
  }

 private:
  bool interpolated() const { return !flex_.nodebody.empty(); }
  int order() const { return interpolation_order(flex_); }
  std::size_t vertex_count() const { return flex_.vertex.empty() ? flex_.vertbody.size() : flex_.vertex.size() / 3; }

  void error(std::string message, std::string hint = {}) {
    context_.error(flex_, "flex", std::move(message), std::move(hint));
    sound_ = false;
  }

  void check_elements() {
    const std::size_t corners = static_cast<std::size_t>(flex_.dim) + 1;
    if (flex_.element.empty()) return error("element is empty", "list the vertices of each element");
    if (flex_.element.size() % corners != 0) {
      return error(fmt::format("element has {} numbers", flex_.element.size()),
                   fmt::format("each element has {} vertices", corners));
    }
    const int count = static_cast<int>(vertex_count());
    for (std::size_t e = 0; e < flex_.element.size(); e += corners) {
      std::set<int> distinct;
      for (std::size_t k = 0; k < corners; ++k) {
        const int v = flex_.element[e + k];
        if (v < 0 || v >= count) {
          return error(fmt::format("element {} has vertex {}", e / corners, v),
                       fmt::format("there are {} vertices, counted from 0", count));
        }
        distinct.insert(v);
      }
      if (distinct.size() < corners) return error(fmt::format("element {} has a vertex twice", e / corners));
    }
  }

  void check_vertices() {
    if (flex_.vertbody.empty() && !interpolated()) {
      return error("there is no body for its vertices", "name one body per vertex, or one for all");
    }
    if (flex_.vertex.size() % 3 != 0) return error("vertex needs three numbers per vertex");
    const std::size_t count = vertex_count(), bodies = flex_.vertbody.size();
    if (interpolated() ? bodies != count : bodies != 1 && bodies != count) {
      return error(fmt::format("there are {} bodies for {} vertices", bodies, count),
                   interpolated() ? "an interpolated flex needs one body per vertex"
                                  : "name one body per vertex, or one for all");
    }
    if (count < static_cast<std::size_t>(flex_.dim) + 1) {
      error("there are not enough vertices for one element", fmt::format("dim {} needs {}", flex_.dim, flex_.dim + 1));
    }
  }

  void check_elasticity() {
    const bool bad_poisson = !(flex_.poisson >= 0 && flex_.poisson < 0.5);
    if ((flex_.elastic2d != kElastic2dNone || flex_.young > 0) && bad_poisson) error("poisson must be in [0, 0.5)");
    if (flex_.elastic2d != kElastic2dNone) {
      if (!(flex_.thickness > 0)) error("elastic2d needs a positive thickness");
      if (flex_.dim != 2 && !interpolated()) error("elastic2d needs dim 2", "or an interpolated flex");
    }
    if (!check_flex_models(context_, flex_)) sound_ = false;
    if (flex_.edgestiffness > 0 && flex_.dim > 1) {
      error("edge stiffness needs dim 1", "use <elasticity> for triangles and tetrahedra");
    }
  }

  void check_contact() {
    if (flex_.condim != 1 && flex_.condim != 3 && flex_.condim != 4 && flex_.condim != 6) {
      error("condim must be 1, 3, 4 or 6");
    }
    if (flex_.dim == 3 && flex_.activelayers < 1)
      error("activelayers must be positive", "1: the elements at the border");
    if (interpolated() && flex_.selfcollide != FlexSelf::kNone) {
      error("an interpolated flex cannot collide with itself", "add <contact selfcollide=\"none\"/>");
    }
    if (interpolated() && flex_.internal) {
      error("an interpolated flex cannot have internal collisions", "remove internal from <contact>");
    }
  }

  void check_texture() {
    if (flex_.texcoord.empty()) return;
    if (flex_.texcoord.size() % 2 != 0 || (flex_.elemtexcoord.empty() && flex_.texcoord.size() != 2 * vertex_count())) {
      return error("texcoord needs two numbers per vertex", "or elemtexcoord, which says who uses them");
    }
    if (flex_.elemtexcoord.empty()) return;
    if (flex_.elemtexcoord.size() != flex_.element.size()) {
      return error("elemtexcoord must have as many numbers as element");
    }
    const int count = static_cast<int>(flex_.texcoord.size() / 2);
    const auto outside = [count](int i) { return i < 0 || i >= count; };
    if (std::ranges::any_of(flex_.elemtexcoord, outside)) {
      error("elemtexcoord refers to texture coordinates that do not exist", fmt::format("there are {}", count));
    }
  }

  void check_interpolation() {
    if (order() == 0) return error("node needs an order of interpolation", "set dof to trilinear or quadratic");
    if (flex_.vertex.empty()) error("an interpolated flex needs the coordinates of its vertices", "add vertex=\"...\"");
    if (!flex_.nodecoord.empty() && flex_.nodecoord.size() != 3 * flex_.nodebody.size()) {
      error("nodecoord needs three numbers per node");
    }
  }

  void check_grid() {
    std::int64_t nodes = 1;
    for (const int cells : flex_.cellcount.v) {
      if (cells < 1 || cells > 65534) return error("cellcount must be positive");
      nodes *= static_cast<std::int64_t>(cells) * order() + 1;
      if (nodes > 65534) break;
    }
    if (nodes != static_cast<std::int64_t>(flex_.nodebody.size())) {
      error(fmt::format("the grid has {} nodes, but {} are named", nodes > 65534 ? "too many" : std::to_string(nodes),
                        flex_.nodebody.size()),
            "cellcount * order + 1 along each axis, where order is 1 for trilinear and 2 for quadratic");
    }
  }

  Context& context_;
  const Flex& flex_;
  bool sound_ = true;
};

}  // namespace

int interpolation_order(const Flex& flex) {
  if (flex.dof == kTrilinear) return 1;
  return flex.dof == kQuadratic ? 2 : 0;
}

bool check_flex(Context& context, const Flex& flex) { return Check(context, flex).run(); }

}  // namespace corten
