// Trees, ancestors and sparsity.
//
// The parent of a dof is the dof before it in the same body or the last dof of the nearest ancestor that has any. Row i
// of the inertia matrix M has non-zeros at dof i and its ancestors only; a row of B lists the dofs that move a body.
//
// A body is simple if its block of M is diagonal and couples to nothing: its inertial frame is its body frame, nothing
// that moves is above it, no body is below it, its joints go through its origin along coordinate axes, with at most one
// rotation, which comes last; and no tendon with inertia touches it.
#include <cmath>

#include "compile/add_size.h"
#include "compile/tree/tree.h"
#include "math/ldl.h"

namespace corten {

namespace {

bool is_axis_aligned(const Vec3& axis) {
  constexpr double kTiny = 1e-14;
  return (std::abs(axis.x) > kTiny) + (std::abs(axis.y) > kTiny) + (std::abs(axis.z) > kTiny) == 1;
}

// Whether the body's place in the tree and its inertial frame allow a diagonal block. World counts as simple.
bool may_be_simple(const Context& context, int id) {
  const FlatBody& body = context.bodies[id];
  const FlatBody& parent = context.bodies[body.parent];
  if (!body.element->simple || same_frame(body.inertial) != SameFrame::kBody) return false;
  return body.parent == 0 || (parent.parent == 0 && parent.joints == 0);
}

void mark_simple_bodies(Context& context) {
  const int n = static_cast<int>(context.bodies.size());
  for (int id = 0; id < n; ++id) {
    context.bodies[id].simple = may_be_simple(context, id);
    const int parent = context.bodies[id].parent;
    if (parent > 0) context.bodies[parent].simple = 0;
  }
  std::vector<char> rotates(n, 0), slides_only(n, 1);
  for (const FlatJoint& joint : context.joints) {
    const JointType type = joint.element->type;
    const bool directed = type == JointType::kHinge || type == JointType::kSlide;
    if (rotates[joint.body] || !same_position(joint.pose.pos, {}) || (directed && !is_axis_aligned(joint.axis))) {
      context.bodies[joint.body].simple = 0;
    }
    if (type == JointType::kBall || type == JointType::kHinge) rotates[joint.body] = 1;
    if (type != JointType::kSlide) slides_only[joint.body] = 0;
  }
  for (int id = 0; id < n; ++id) {
    FlatBody& body = context.bodies[id];
    if (body.simple && body.joints > 0 && slides_only[id]) body.simple = 2;
  }
}

// The inertia of a tendon couples the bodies it runs along.
void demote_tendon_bodies(Context& context) {
  for (const Tendon& tendon : context.spec().tendons) {
    if (tendon.armature == 0) continue;
    for (const WrapObject& wrap : tendon.path) {
      const bool at_site = wrap.type == WrapType::kSite;
      const bool at_geom = wrap.type == WrapType::kSphere || wrap.type == WrapType::kCylinder;
      const int site = at_site ? context.find(Object::kSite, wrap.name) : -1;
      const int geom = at_geom ? context.find(Object::kGeom, wrap.name) : -1;
      if (site >= 0) context.bodies[context.sites[site].body].simple = 0;
      if (geom >= 0) context.bodies[context.geoms[geom].body].simple = 0;
    }
  }
}

void fill_dof_tree(const Context& context, Model& m) {
  std::vector<int> last(m.nbody, -1);  // last dof of a body and its ancestors
  int dof = 0, tree = -1;
  for (int b = 1; b < m.nbody; ++b) {
    last[b] = last[m.body_parentid[b]];
    for (; dof < m.nv && m.dof_bodyid[dof] == b; ++dof) {
      m.dof_parentid[dof] = last[b];
      if (last[b] < 0) ++tree;
      m.dof_treeid[dof] = tree;
      last[b] = dof;
    }
  }
  for (int i = m.nv - 1, run = 0; i >= 0; --i) {
    run = context.bodies[m.dof_bodyid[i]].simple ? run + 1 : 0;
    m.dof_simplenum[i] = run;
  }
}

void fill_body_dofs(Model& m) {
  std::fill(m.body_dofadr.begin(), m.body_dofadr.end(), -1);
  for (int i = m.nv - 1; i >= 0; --i) {
    ++m.body_dofnum[m.dof_bodyid[i]];
    m.body_dofadr[m.dof_bodyid[i]] = i;
  }
}

void fill_trees(Context& context, Model& m) {
  for (int i = m.nv - 1; i >= 0; --i) {
    ++m.tree_dofnum[m.dof_treeid[i]];
    m.tree_dofadr[m.dof_treeid[i]] = i;
  }
  int previous = -1;  // tree of the body before
  for (int b = 0; b < m.nbody; ++b) {
    const int adr = m.body_dofadr[m.body_weldid[b]];
    const int tree = adr < 0 ? -1 : m.dof_treeid[adr];
    m.body_treeid[b] = tree;
    if (tree >= 0 && m.tree_bodynum[tree]++ == 0) m.tree_bodyadr[tree] = b;
    const SleepPolicy sleep = context.bodies[b].element->sleep;
    if (sleep != SleepPolicy::kAuto && b > 0) {
      if (tree < 0 || tree == previous) {
        context.error(*context.bodies[b].element, "body", "sleep is only possible for moving bodies that are roots");
      } else {
        m.tree_sleep_policy[tree] = sleep;
      }
    }
    previous = tree;
  }
}

// Rows of B: a body's own dofs after those of its parent.
void fill_ancestor_dofs(Model& m) {
  int adr = 0;
  for (int b = 0; b < m.nbody; ++b) {
    m.B_rowadr[b] = adr;
    if (b > 0) {
      const int parent = m.body_parentid[b];
      for (int k = 0; k < m.B_rownnz[parent]; ++k) m.B_colind[adr++] = m.B_colind[m.B_rowadr[parent] + k];
      for (int k = 0; k < m.body_dofnum[b]; ++k) m.B_colind[adr++] = m.body_dofadr[b] + k;
    }
    m.B_rownnz[b] = adr - m.B_rowadr[b];
  }
}

// Rows of M: a dof's ancestors, then the dof, padded for the factorisation; only the dof if it is simple.
void fill_inertia_rows(Model& m) {
  int adr = 0;
  for (int i = 0; i < m.nv; ++i) {
    m.M_rowadr[i] = adr;
    int count = 1;
    for (int j = m.dof_parentid[i]; m.dof_simplenum[i] == 0 && j >= 0; j = m.dof_parentid[j]) ++count;
    m.M_rownnz[i] = count;
    for (int j = i, k = adr + count - 1; k >= adr; --k, j = m.dof_parentid[j]) m.M_colind[k] = j;
    adr += m.dof_simplenum[i] > 0 ? count : padded_factor_row(count);
  }
}

// Rows of D: the ancestors of a dof, the dof, its descendants. Dofs are in depth-first order, so the descendants of a
// dof follow it without a gap.
void fill_dof_rows(Model& m) {
  std::vector<int> below(m.nv, 0);  // descendants of each dof
  for (int i = m.nv - 1; i >= 0; --i) {
    if (m.dof_parentid[i] >= 0) below[m.dof_parentid[i]] += below[i] + 1;
  }
  int adr = 0;
  for (int i = 0; i < m.nv; ++i) {
    const int parent = m.dof_parentid[i];
    m.D_rowadr[i] = adr;
    m.D_diag[i] = parent < 0 ? 0 : m.D_diag[parent] + 1;
    m.D_rownnz[i] = m.D_diag[i] + 1 + below[i];
    for (int j = i, k = adr + m.D_diag[i]; j >= 0; j = m.dof_parentid[j]) m.D_colind[k--] = j;
    adr += m.D_diag[i] + 1;
    for (int k = 1; k <= below[i]; ++k) m.D_colind[adr++] = i + k;
  }
}

}  // namespace

void count_topology(Context& context, Sizes& sizes) {
  mark_simple_bodies(context);
  demote_tendon_bodies(context);
  const int n = static_cast<int>(context.bodies.size());
  std::vector<int> dofs(n, 0), above(n, 0);  // dofs of each body, dofs of its ancestors
  for (const FlatJoint& joint : context.joints) dofs[joint.body] += joint_nv(joint.element->type);
  for (int b = 1; b < n; ++b) {
    const int parent = context.bodies[b].parent;
    above[b] = above[parent] + dofs[parent];
    const Body& e = *context.bodies[b].element;
    add_size(context, e, "body", sizes.nB, above[b] + dofs[b]);
    for (int k = 1; k <= dofs[b]; ++k) {
      add_size(context, e, "body", sizes.nD, 2 * (above[b] + k) - 1);
      add_size(context, e, "body", sizes.nC, context.bodies[b].simple ? 1 : padded_factor_row(above[b] + k));
    }
    sizes.ntree += above[b] == 0 && dofs[b] > 0;
  }
}

void fill_topology(Context& context, Model& m) {
  fill_dof_tree(context, m);
  fill_body_dofs(m);
  fill_trees(context, m);
  fill_ancestor_dofs(m);
  fill_inertia_rows(m);
  fill_dof_rows(m);
}

}  // namespace corten
