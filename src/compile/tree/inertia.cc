// Mass, centre of mass c and principal inertia of a body: as written in <inertial>, or the sum over its geoms
//   m = sum m_i,   c = sum m_i c_i / m,   I = sum R_i diag(I_i) R_i' + m_i (|d_i|^2 1 - d_i d_i'),   d_i = c_i - c
// whose eigenvectors are the principal axes, moments in decreasing order.
#include <algorithm>

#include "compile/tree/tree.h"
#include "spec/orientation.h"

namespace corten {

namespace {

constexpr double kNegligible = 1e-14;  // masses and moments below do not count

// R diag(moments) R'
Mat3 rotated_inertia(const Vec3& moments, const Quat& quat) {
  const Mat3 r = to_mat(quat);
  const Mat3 scaled{{r(0, 0) * moments.x, r(0, 1) * moments.y, r(0, 2) * moments.z, r(1, 0) * moments.x,
                     r(1, 1) * moments.y, r(1, 2) * moments.z, r(2, 0) * moments.x, r(2, 1) * moments.y,
                     r(2, 2) * moments.z}};
  return scaled * transpose(r);
}

bool uses_geoms(const Body& body, const Compiler& compiler) {
  return compiler.inertiafromgeom == Tristate::kTrue || (!body.inertial && compiler.inertiafromgeom == Tristate::kAuto);
}

void read_inertial(Context& context, FlatBody& body) {
  const Body& e = *body.element;
  const Inertial& inertial = *e.inertial;
  body.mass = inertial.mass;
  body.inertial.pos = inertial.pos;
  if (!resolve_orientation(inertial.orientation, context.compiler_of(e), body.inertial.quat)) {
    context.error(e, "inertial", "invalid orientation", "its vectors must not be zero or parallel");
  }
  if (inertial.diaginertia) body.inertia = *inertial.diaginertia;
  if (!inertial.fullinertia) return;
  if (inertial.diaginertia) context.error(e, "inertial", "diaginertia and fullinertia exclude each other");
  if (inertial.orientation.kind != Orientation::Kind::kQuat) {
    context.error(e, "inertial", "fullinertia and an orientation exclude each other");
  }
  if (!principal_axes(*inertial.fullinertia, body.inertial.quat, body.inertia)) {
    context.error(e, "inertial", "fullinertia must be positive definite", "the order is xx, yy, zz, xy, xz, yz");
  }
}

void sum_parts(Context& context, FlatBody& body, const std::vector<MassProperties>& parts) {
  // MuJoCo: the axes of a single geom are kept, even if its moments are not in decreasing order.
  MassProperties whole = parts[0];
  if (parts.size() > 1 && !combine(parts, whole)) {
    context.error(*body.element, "body", "the inertia of its geoms is not positive", "check their sizes and masses");
  }
  body.mass = whole.mass;
  body.inertial = whole.frame;
  body.inertia = whole.inertia;
}

void apply_bounds(Context& context, FlatBody& body) {
  const Body& e = *body.element;
  const Compiler& compiler = context.compiler_of(e);
  Vec3& i = body.inertia;
  body.mass = std::max(body.mass, compiler.boundmass);
  for (int k = 0; k < 3; ++k) i[k] = std::max(i[k], compiler.boundinertia);
  if (body.mass < 0 || i.x < 0 || i.y < 0 || i.z < 0) {
    context.error(e, "body", "mass and inertia must not be negative");
  } else if (i.x + i.y < i.z || i.x + i.z < i.y || i.y + i.z < i.x) {
    const double mean = (i.x + i.y + i.z) / 3;
    if (compiler.balanceinertia) {
      i = {mean, mean, mean};
    } else {
      context.error(e, "body", "no rigid body has these moments of inertia: one is larger than the sum of the others",
                    "correct them, or set balanceinertia=\"true\" in <compiler>");
    }
  }
}

bool has_mass(const FlatBody& b) {
  return b.mass >= kMinVal && b.inertia.x >= kMinVal && b.inertia.y >= kMinVal && b.inertia.z >= kMinVal;
}

}  // namespace

bool principal_axes(const Vec<6>& full, Quat& axes, Vec3& moments) {
  const Eigen3 e = eigen3({{full[0], full[3], full[4], full[3], full[1], full[5], full[4], full[5], full[2]}});
  if (!(e.values.z >= kNegligible)) return false;
  axes = e.quat;
  moments = e.values;
  return true;
}

bool combine(const std::vector<MassProperties>& parts, MassProperties& whole) {
  whole.mass = 0;
  Vec3 centre;
  for (const MassProperties& part : parts) {
    whole.mass += part.mass;
    centre += part.mass * part.frame.pos;
  }
  centre = {centre.x / whole.mass, centre.y / whole.mass, centre.z / whole.mass};
  whole.frame.pos = centre;
  Vec<6> full;
  for (const MassProperties& part : parts) {
    const Mat3 own = rotated_inertia(part.inertia, part.frame.quat);
    const Vec3 d = part.frame.pos - centre;
    full[0] = full[0] + own(0, 0) + part.mass * (d.y * d.y + d.z * d.z);
    full[1] = full[1] + own(1, 1) + part.mass * (d.x * d.x + d.z * d.z);
    full[2] = full[2] + own(2, 2) + part.mass * (d.x * d.x + d.y * d.y);
    full[3] = full[3] + own(0, 1) - part.mass * d.x * d.y;
    full[4] = full[4] + own(0, 2) - part.mass * d.x * d.z;
    full[5] = full[5] + own(1, 2) - part.mass * d.y * d.z;
  }
  return principal_axes(full, whole.frame.quat, whole.inertia);
}

void resolve_inertias(Context& context) {
  std::vector<std::vector<MassProperties>> parts(context.bodies.size());
  for (const FlatGeom& geom : context.geoms) {
    if (geom.mass > kNegligible) parts[geom.body].push_back({geom.mass, geom.pose, geom.inertia});
  }
  for (int id = 1; id < static_cast<int>(context.bodies.size()); ++id) {
    FlatBody& body = context.bodies[id];
    const Body& e = *body.element;
    const Compiler& compiler = context.compiler_of(e);
    if (e.inertial) read_inertial(context, body);
    if (uses_geoms(e, compiler) && !parts[id].empty()) {
      sum_parts(context, body, parts[id]);
    } else if (!e.inertial) {
      // MuJoCo: the inertial frame of a body without mass is its own pose in the parent, before frames.
      body.inertial.pos = e.pos;
      resolve_orientation(e.orientation, compiler, body.inertial.quat);
    }
    apply_bounds(context, body);
  }
}

void check_moving_masses(Context& context) {
  // A body whose own or fixed descendants' mass is valid; children come after their parents.
  const int n = static_cast<int>(context.bodies.size());
  std::vector<char> heavy(n, 0);
  for (int id = n - 1; id > 0; --id) {
    const FlatBody& body = context.bodies[id];
    if (has_mass(body)) heavy[id] = 1;
    if (heavy[id] && body.joints == 0) heavy[body.parent] = 1;
  }
  for (int id = 1; id < n; ++id) {
    if (context.bodies[id].joints == 0 || heavy[id]) continue;
    context.error(*context.bodies[id].element, "body", "moves but has no mass or no inertia",
                  "add a <geom>, an <inertial>, or a massive body without joints");
  }
}

void scale_total_mass(double total, Model& m) {
  if (!(total > 0)) return;
  double sum = 0;
  for (int i = 1; i < m.nbody; ++i) sum += m.body_mass[i];
  const double scale = std::max(kMinVal, total / std::max(kMinVal, sum));
  for (int i = 1; i < m.nbody; ++i) {
    m.body_mass[i] *= scale;
    m.body_inertia[i] *= scale;
  }
}

}  // namespace corten
