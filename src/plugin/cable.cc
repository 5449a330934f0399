// mujoco.elasticity.cable: bending and twisting of a chain of bodies.
//
// Neighbouring bodies are joined by ball joints. With w the rotation vector of a body in the frame of the one before
// it, w0 that at rest (zero if the cable is flat), L their distance and k the stiffnesses of the cross section,
//   torque = -k (w - w0) / L,   k = (G J, E Iy, E Iz)
// acts on the body and its opposite on the one before. J is the torsion constant, I are second moments of area:
//   radius r             J = pi r^4 / 2,   Iy = Iz = pi r^4 / 4
//   half sides a >= b    J = a b^3 (16/3 - 3.36 b/a (1 - (b/a)^4 / 12)),   Iy = (2w)^3 2h / 12,   Iz = (2h)^3 2w / 12
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "corten/data.h"
#include "dynamics/jacobian.h"
#include "math/vec3.h"
#include "plugin/instances.h"

namespace corten {

namespace {

// One body of the cable.
struct Link {
  int body = 0;
  int qadr = 0;       // its quaternion in qpos; unused for the first
  Vec3 stiffness;     // twist, bend, bend
  Vec3 rest;          // rotation vector without stress
  double length = 0;  // distance from the link before
};

Vec3 section(const Model& m, int geom) {
  const Vec3& size = m.geom_size[geom];
  const GeomType type = m.geom_type[geom];
  if (type == GeomType::kCylinder || type == GeomType::kCapsule) {
    const double r4 = std::pow(size[0], 4);
    return {M_PI * r4 / 2, M_PI * r4 / 4, M_PI * r4 / 4};
  }
  if (type != GeomType::kBox) return {};
  const double h = size[1], w = size[2];
  const double a = std::max(h, w), b = std::min(h, w);
  return {a * std::pow(b, 3) * (16.0 / 3 - 3.36 * b / a * (1 - std::pow(b, 4) / std::pow(a, 4) / 12)),
          std::pow(2 * w, 3) * 2 * h / 12, std::pow(2 * h, 3) * 2 * w / 12};
}

// Position in the world at qpos0, where joints do not move anything.
Vec3 initial_position(const Model& m, int body) {
  Pose pose;
  for (int b = body; b > 0; b = m.body_parentid[b]) pose = Pose{m.body_pos[b], m.body_quat[b]} * pose;
  return pose.pos;
}

double distance(const Model& m, int before, int body) {
  if (m.body_parentid[body] == before) return norm(m.body_pos[body]);
  return norm(initial_position(m, body) - initial_position(m, before));
}

Quat quat_at(std::span<const double> qpos, int adr) { return {qpos[adr], qpos[adr + 1], qpos[adr + 2], qpos[adr + 3]}; }

class Cable : public PassivePlugin {
 public:
  explicit Cable(const PluginConfig& config)
      : twist_(config.number("twist")), bend_(config.number("bend")), flat_(config.text("flat") == "true") {}

  void prepare(const Model& m, const PluginUse& use) override {
    for (const int body : use.elements) {
      if (body > 0) add_link(m, body);  // MuJoCo: one of the world has no effect
    }
  }

  void compute(const Model& m, Data& d, const PluginUse&) const override {
    for (std::size_t i = 0; i < links_.size(); ++i) {
      const Link& link = links_[i];
      if (link.stiffness == Vec3{}) continue;
      Vec3 torque;
      if (i > 0) {
        const Quat turn = turn_of(m, d.qpos, link);
        torque = rotate(conjugate(turn), stress(link, turn));
      }
      if (i + 1 < links_.size()) torque = torque - stress(links_[i + 1], turn_of(m, d.qpos, links_[i + 1]));
      apply_wrench(m, d, {}, rotate(d.xquat[link.body], torque), d.xpos[link.body], link.body, d.qfrc_passive);
    }
  }

 private:
  static std::string named(const Model& m, int body) {
    return fmt::format("body {} '{}'", body, m.name_of(Object::kBody, body));
  }

  // Orientation of a link in the frame of the one before.
  static Quat turn_of(const Model& m, std::span<const double> qpos, const Link& link) {
    return m.body_quat[link.body] * quat_at(qpos, link.qadr);
  }

  static Vec3 stress(const Link& link, const Quat& turn) {
    const Vec3 change = rotation_vector(turn) - link.rest;
    Vec3 torque;
    for (int k = 0; k < 3; ++k) torque[k] = -link.stiffness[k] * change[k] / link.length;
    return torque;
  }

  void add_link(const Model& m, int body) {
    Link link;
    link.body = body;
    if (!links_.empty() && links_.back().body != body - 1) {
      throw std::runtime_error("the bodies of a cable must follow each other: " + named(m, body) + " does not");
    }
    if (m.body_geomnum[body] == 0) throw std::runtime_error(named(m, body) + " of a cable has no geom");
    const Vec3 area = section(m, m.body_geomadr[body]);
    link.stiffness = {area[0] * twist_, area[1] * bend_, area[2] * bend_};
    if (!links_.empty()) {
      link.qadr = quaternion_of(m, body);
      link.length = distance(m, body - 1, body);
      if (link.length < kMinVal) {
        throw std::runtime_error(named(m, body) + " of a cable is where the one before it is");
      }
      if (!flat_) link.rest = rotation_vector(conjugate(quat_at(m.qpos0, link.qadr)) * m.body_quat[body]);
    }
    links_.push_back(link);
  }

  // A body turns by its last joint; joints before it may slide or hinge.
  static int quaternion_of(const Model& m, int body) {
    const int count = m.body_jntnum[body], last = m.body_jntadr[body] + count - 1;
    const int adr = count > 0 ? m.jnt_qposadr[m.body_jntadr[body]] + m.body_dofnum[body] - 3 : 0;
    if (count > 0 && m.jnt_type[last] == JointType::kBall && m.jnt_qposadr[last] == adr) return adr;
    if (count == 1 && m.jnt_type[last] == JointType::kFree) return adr;
    throw std::runtime_error(named(m, body) + " of a cable has no ball joint");
  }

  double twist_, bend_;
  bool flat_;
  std::vector<Link> links_;
};

}  // namespace

PluginEntry cable_plugin() {
  PluginAttribute twist{"twist", "shear modulus"}, bend{"bend", "Young's modulus"};
  PluginAttribute flat{"flat", "true: straight without stress"}, vmax{"vmax", "stress of the last colour, for viewers"};
  flat.numbers = 0;
  return {{twist, bend, flat, vmax}, [](const PluginConfig& config) { return std::make_shared<Cable>(config); }, {}};
}

}  // namespace corten
