// A cable: a chain of bodies along a curve.
//
// Body i lies on the edge from vertex i to i + 1. Its frame is carried along the curve without twist: x is the edge's
// direction t_i, and the normal n_i (the y axis) is n_{i-1} turned by the rotation that takes t_{i-1} to t_i about
// their common perpendicular. The first normal lies in the plane of the first two edges.
#include "spec/composite.h"

#include <cmath>
#include <string>
#include <utility>

#include "math/vec3.h"
#include "spec/query.h"

namespace corten {

namespace {

// Scales to unit length and returns the length; a vector shorter than 1e-7 stays as it is and has length zero.
// MuJoCo: divides, and leaves vectors of nearly unit length alone. The normal of an almost straight cable depends on
// the last bits of its edges.
double unit(Vec3& v) {
  constexpr double kTiny = 1e-14;
  const double square = dot(v, v);
  if (square < kTiny) return 0;
  const double length = std::sqrt(square);
  if (std::abs(length - 1) > kTiny) v = {v.x / length, v.y / length, v.z / length};
  return length;
}

// MuJoCo: vertices are in single precision, also those of a formula.
std::vector<float> curve_vertices(const CompositeCable& cable) {
  std::vector<float> vertices;
  const int count = cable.count[0];
  for (int i = 0; i < count; ++i) {
    Vec3 v;
    for (int k = 0; k < 3; ++k) {
      const double angle = M_PI * i * cable.size.z / (count - 1);
      switch (cable.curve[k]) {
        case CableCurve::kLine:
          v[k] = i * cable.size.x / (count - 1);
          break;
        case CableCurve::kCos:
          v[k] = cable.size.y * std::cos(angle);
          break;
        case CableCurve::kSin:
          v[k] = cable.size.y * std::sin(angle);
          break;
        case CableCurve::kZero:
          break;
      }
    }
    if (!is_identity(cable.quat)) v = rotate(cable.quat, v);
    for (int k = 0; k < 3; ++k) vertices.push_back(static_cast<float>(v[k]));
  }
  return vertices;
}

class CableBuilder {
 public:
  CableBuilder(const CompositeCable& cable, std::vector<float> vertices)
      : cable_(cable), vertices_(std::move(vertices)), count_(static_cast<int>(vertices_.size() / 3)) {}

  int count() const { return count_; }

  // The first body with all others nested in it.
  Body chain() {
    std::vector<Body> bodies;
    for (int i = 0; i < count_ - 1; ++i) bodies.push_back(body(i));
    for (std::size_t i = bodies.size() - 1; i > 0; --i) {
      bodies[i - 1].bodies.push_back(std::move(bodies[i]));
      bodies.pop_back();
    }
    return std::move(bodies[0]);
  }

  std::string plugin_instance() const {
    return cable_.plugin.instance.empty() ? "composite" + cable_.prefix : cable_.plugin.instance;
  }

 private:
  Vec3 vertex(int i) const { return {vertices_[3 * i], vertices_[3 * i + 1], vertices_[3 * i + 2]}; }

  // MuJoCo: the difference is rounded to single precision as well.
  Vec3 edge(int i) const {
    Vec3 e;
    for (int k = 0; k < 3; ++k) e[k] = vertices_[3 * (i + 1) + k] - vertices_[3 * i + k];
    return e;
  }

  // Bodies have to be made in order, since the frame is carried along.
  Body body(int i) {
    Body b;
    b.name = cable_body_name(cable_, i, count_);
    b.where = cable_.where;
    b.compiler = cable_.compiler;
    const double length = place(i, b);
    b.geoms.push_back(geom(i, length));
    if (i > 0 || cable_.initial != "none") b.joints.push_back(joint(i));
    const bool last = i == count_ - 2;
    if (i == 0 || last) b.sites.push_back(site(i, last ? length : 0));
    if (cable_.plugin.active) {
      b.plugin.active = true;
      b.plugin.plugin = cable_.plugin.plugin;
      b.plugin.instance = plugin_instance();
    }
    return b;
  }

  // Sets the pose of body i relative to the one before and returns the length of its edge.
  double place(int i, Body& b) {
    Vec3 tangent = edge(i), binormal;
    const double length = norm(tangent);
    unit(tangent);
    if (i == 0) {
      Vec3 next = count_ > 2 ? edge(1) : Vec3{};
      unit(next);
      binormal = cross(tangent, next);
      unit(binormal);
      normal_ = cross(binormal, tangent);
      unit(normal_);
      quat_ = to_quat(from_columns(tangent, normal_, binormal));
      b.pos = cable_.offset + vertex(0);
      b.orientation.quat = quat_;
      return length;
    }
    Vec3 previous = edge(i - 1);
    b.pos = {unit(previous), 0, 0};
    binormal = cross(previous, tangent);
    const double sine = unit(binormal);
    normal_ = rotate(axis_angle(binormal, std::atan2(sine, dot(previous, tangent))), normal_);
    unit(normal_);
    binormal = cross(tangent, normal_);
    unit(binormal);
    const Quat before = quat_;
    quat_ = to_quat(from_columns(tangent, normal_, binormal));
    b.orientation.quat = conjugate(before) * quat_;
    normalize(b.orientation.quat);
    return length;
  }

  Geom geom(int i, double length) const {
    Geom g = cable_.geom;
    label(g, "G" + std::to_string(i));
    if (g.type == GeomType::kBox) {
      g.pos = {length / 2, 0, 0};
      g.size.x = length / 2;
    } else {
      g.fromto = Vec<6>{{0, 0, 0, length, 0, 0}};
    }
    return g;
  }

  Joint joint(int i) const {
    Joint j = cable_.joint;
    label(j, "J_" + place_name(i));
    j.type = JointType::kBall;
    if (i == 0 && cable_.initial == "free") {
      j.type = JointType::kFree;
      j.damping = {};
      j.armature = 0;
      j.frictionloss = 0;
    }
    return j;
  }

  Site site(int i, double x) const {
    Site s = cable_.site;
    label(s, "S_" + place_name(i));
    s.pos = {x, 0, 0};
    return s;
  }

  std::string place_name(int i) const { return i == 0 ? "first" : i == count_ - 2 ? "last" : std::to_string(i); }

  template <class T>
  void label(T& element, const std::string& name) const {
    element.name = cable_.prefix + name;
    element.where = cable_.where;
    element.compiler = cable_.compiler;
    element.classname = cable_.childclass;
    element.frame = -1;
  }

  const CompositeCable& cable_;
  const std::vector<float> vertices_;
  const int count_;
  Vec3 normal_;  // of the body before
  Quat quat_;    // of the body before, relative to the parent of the cable
};

// What is wrong with the description; empty: nothing.
std::string problem(const CompositeCable& cable) {
  const IntVec<3>& count = cable.count;
  if (count[0] < 1 || count[1] < 1 || count[2] < 1) return "count must be positive";
  const bool given = !cable.vertex.empty();
  if (given && count[0] > 1) return "vertex and count exclude each other";
  if (!given && dot(cable.size, cable.size) < kMinVal) return "size must be positive";
  const std::size_t vertices = given ? cable.vertex.size() / 3 : static_cast<std::size_t>(count[0]);
  if (vertices < 2 || (!given && count[1] > 1) || count[2] > 1)
    return "a cable is a single row of at least two vertices";
  if (vertices > kMaxTreeDepth) return "a cable may have " + std::to_string(kMaxTreeDepth) + " vertices at most";
  const GeomType type = cable.geom.type;
  if (type != GeomType::kCylinder && type != GeomType::kCapsule && type != GeomType::kBox) {
    return "the geom of a cable must be a cylinder, a capsule or a box";
  }
  if (type == GeomType::kBox && cable.skin.subgrid > 0 && vertices < 3) return "a skin subgrid needs three vertices";
  if (type == GeomType::kBox && cable.skin.subgrid > 100) return "a skin subgrid may be 100 at most";
  if (cable.plugin.active && cable.plugin.plugin != "mujoco.elasticity.cable") {
    return "plugin '" + cable.plugin.plugin + "' does not fit a cable";
  }
  return {};
}

void exclude_neighbours(Spec& spec, const CompositeCable& cable, int count) {
  for (int i = 0; i < count - 2; ++i) {
    Exclude exclude;
    exclude.where = cable.where;
    exclude.compiler = cable.compiler;
    exclude.body1 = cable_body_name(cable, i, count);
    exclude.body2 = cable_body_name(cable, i + 1, count);
    spec.excludes.push_back(std::move(exclude));
  }
}

}  // namespace

void expand_cable(Spec& spec, Body& parent, int frame, const CompositeCable& cable, Diagnostics& diagnostics) {
  if (const std::string message = problem(cable); !message.empty()) {
    diagnostics.error(cable.where, "composite", cable.prefix, message);
    return;
  }
  CableBuilder builder(cable, cable.vertex.empty() ? curve_vertices(cable) : cable.vertex);
  parent.bodies.push_back(builder.chain());
  parent.bodies.back().frame = frame;
  exclude_neighbours(spec, cable, builder.count());

  // MuJoCo: a text marks the composite.
  Text text;
  text.name = "composite_" + cable.prefix;
  text.where = cable.where;
  text.data = "rope_" + cable.prefix;
  spec.texts.push_back(std::move(text));

  if (cable.plugin.active && cable.plugin.instance.empty()) {
    PluginInstance instance;
    instance.name = builder.plugin_instance();
    instance.where = cable.where;
    instance.plugin = cable.plugin.plugin;
    instance.config = cable.plugin.config;
    spec.plugins.push_back(std::move(instance));
  }
  if (cable.geom.type == GeomType::kBox) spec.skins.push_back(cable_skin(cable, builder.count()));
}

}  // namespace corten
