// Bodies: poses in their parents, the frame that a free body moves with, and the body arrays of the Model.
#include <algorithm>

#include "compile/add_size.h"
#include "compile/elements/user_data.h"
#include "compile/tree/tree.h"
#include "spec/orientation.h"

namespace corten {

namespace {

// A body is aligned if a free joint is its only joint and it has no children.
bool is_aligned(const Context& context, const Body& e) {
  if (e.joints.size() != 1 || e.joints[0].type != JointType::kFree || !e.bodies.empty()) return false;
  if (e.joints[0].align == Tristate::kAuto) return context.compiler_of(e).alignfree;
  return e.joints[0].align == Tristate::kTrue;
}

// Expresses the poses of a body's elements in another frame of the body.
template <class F>
void move_elements(std::vector<F>& list, const std::vector<char>& moved, const std::vector<Pose>& change) {
  for (F& flat : list) {
    if (moved[flat.body]) flat.pose = compose(change[flat.body], flat.pose);
  }
}

void fill_contact_bits(const Context& context, Model& m) {
  for (const FlatGeom& geom : context.geoms) {
    m.body_contype[geom.body] |= geom.element->contype;
    m.body_conaffinity[geom.body] |= geom.element->conaffinity;
  }
}

// Number and first index of each body's elements; -1 for none.
template <class F>
void fill_ranges(const std::vector<F>& list, Array<int>& count, Array<int>& first) {
  std::fill(first.begin(), first.end(), -1);
  for (int i = static_cast<int>(list.size()) - 1; i >= 0; --i) {
    ++count[list[i].body];
    first[list[i].body] = i;
  }
}

}  // namespace

void resolve_bodies(Context& context) {
  for (int id = 1; id < static_cast<int>(context.bodies.size()); ++id) {
    FlatBody& body = context.bodies[id];
    const Body& e = *body.element;
    Pose own{e.pos, {}};
    if (!resolve_orientation(e.orientation, context.compiler_of(e), own.quat)) {
      context.error(e, "body", "invalid orientation", "its vectors must not be zero or parallel");
    }
    body.pose = compose(body.frame, own);
  }
}

void align_free_bodies(Context& context) {
  const std::size_t n = context.bodies.size();
  std::vector<char> moved(n, 0);
  std::vector<Pose> change(n);
  bool any = false;
  for (std::size_t id = 1; id < n; ++id) {
    FlatBody& body = context.bodies[id];
    if (!is_aligned(context, *body.element)) continue;
    any = true;
    moved[id] = 1;
    change[id] = inverted(body.inertial);
    body.pose = compose(body.pose, body.inertial);
    body.inertial = {};
  }
  if (!any) return;
  move_elements(context.geoms, moved, change);
  move_elements(context.sites, moved, change);
  // MuJoCo: fusing static bodies makes cameras and lights forget the alignment.
  if (context.spec().compilers[0].fusestatic) return;
  move_elements(context.cameras, moved, change);
  move_elements(context.lights, moved, change);
  for (FlatLight& light : context.lights) {
    if (moved[light.body]) light.dir = rotate(change[light.body].quat, light.dir);
  }
}

void count_bodies(Context& context, Sizes& sizes) {
  sizes.nbody = static_cast<int>(context.bodies.size());
  if (sizes.nbody >= kMostBodies) {
    context.error(context.spec().world, "worldbody", "too many bodies", "fewer than 65534 are possible");
  }
  for (const FlatBody& body : context.bodies) {
    sizes.nmocap += body.element->mocap && &body != &context.bodies[0];
    sizes.ngravcomp += body.element->gravcomp > 0;
  }
  sizes.nuser_body = count_user(context, "body", "nuser_body", context.spec().size.nuser_body, context.bodies);
}

void fill_bodies(Context& context, Model& m) {
  int mocap = 0;
  for (int i = 0; i < m.nbody; ++i) {
    const FlatBody& body = context.bodies[i];
    const Body& e = *body.element;
    m.body_parentid[i] = body.parent;
    m.body_rootid[i] = i == 0 || body.parent == 0 ? i : m.body_rootid[body.parent];
    m.body_weldid[i] = body.weld;
    m.body_mocapid[i] = i > 0 && e.mocap ? mocap++ : -1;
    m.body_simple[i] = static_cast<unsigned char>(body.simple);
    m.body_sameframe[i] = same_frame(body.inertial);
    m.body_pos[i] = body.pose.pos;
    m.body_quat[i] = body.pose.quat;
    m.body_ipos[i] = body.inertial.pos;
    m.body_iquat[i] = body.inertial.quat;
    m.body_mass[i] = body.mass;
    m.body_inertia[i] = body.inertia;
    m.body_gravcomp[i] = e.gravcomp;
    m.body_margin[i] = body.margin;
  }
  fill_ranges(context.joints, m.body_jntnum, m.body_jntadr);
  fill_ranges(context.geoms, m.body_geomnum, m.body_geomadr);
  fill_contact_bits(context, m);
  fill_user(context.bodies, m.nuser_body, m.body_user);
}

}  // namespace corten
