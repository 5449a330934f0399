// The kinematic tree of a Model and the sparsity that follows from it. Given the parents of bodies and the types of
// joints, everything else about bodies, joints and dofs has one right value, which is computed here again and compared.
#include <algorithm>
#include <vector>

#include "math/ldl.h"
#include "model/consistency.h"

namespace corten {

namespace {

using Ints = std::vector<int>;

bool equal(const Array<int>& field, const Ints& expected) {
  return std::equal(field.begin(), field.end(), expected.begin(), expected.end());
}

int dof_count(JointType type) { return type == JointType::kFree ? 6 : type == JointType::kBall ? 3 : 1; }

struct Tree {
  explicit Tree(const Model& m);
  Ints jntnum, jntadr, dofnum, dofadr, weldid, rootid, body_tree;  // of bodies
  Ints qposadr, jnt_dofadr;                                        // of joints
  Ints bodyid, jntid, parentid, treeid;                            // of dofs
  Ints tree_bodyadr, tree_bodynum, tree_dofadr, tree_dofnum;       // of trees
  int nq = 0;

 private:
  void add_dof(int body, int joint);
  Ints last_;  // last dof of a body and its ancestors
};

void Tree::add_dof(int body, int joint) {
  const int dof = static_cast<int>(bodyid.size());
  if (dofnum[body]++ == 0) dofadr[body] = dof;
  if (last_[body] < 0) {
    tree_dofadr.push_back(dof);
    tree_dofnum.push_back(0);
  }
  bodyid.push_back(body);
  jntid.push_back(joint);
  parentid.push_back(last_[body]);
  treeid.push_back(static_cast<int>(tree_dofadr.size()) - 1);
  ++tree_dofnum.back();
  last_[body] = dof;
}

Tree::Tree(const Model& m)
    : jntnum(m.nbody, 0),
      jntadr(m.nbody, -1),
      dofnum(m.nbody, 0),
      dofadr(m.nbody, -1),
      weldid(m.nbody, 0),
      rootid(m.nbody, 0),
      body_tree(m.nbody, -1),
      last_(m.nbody, -1) {
  int joint = 0;
  for (int b = 1; b < m.nbody; ++b) {
    const int parent = m.body_parentid[b];
    last_[b] = last_[parent];
    for (; joint < m.njnt && m.jnt_bodyid[joint] == b; ++joint) {
      if (jntnum[b]++ == 0) jntadr[b] = joint;
      const int count = dof_count(m.jnt_type[joint]);
      qposadr.push_back(nq);
      jnt_dofadr.push_back(static_cast<int>(bodyid.size()));
      nq += count == 1 ? 1 : count + 1;  // a rotation has one coordinate more than dofs
      for (int k = 0; k < count; ++k) add_dof(b, joint);
    }
    rootid[b] = parent == 0 ? b : rootid[parent];
    weldid[b] = jntnum[b] > 0 || m.body_mocapid[b] >= 0 ? b : weldid[parent];
    const int weld = weldid[b];
    if (dofnum[weld] > 0) body_tree[b] = treeid[dofadr[weld]];
  }
  tree_bodyadr.assign(tree_dofadr.size(), 0);
  tree_bodynum.assign(tree_dofadr.size(), 0);
  for (int b = 0; b < m.nbody; ++b) {
    const int tree = body_tree[b];
    if (tree >= 0 && tree_bodynum[tree]++ == 0) tree_bodyadr[tree] = b;
  }
}

bool tree_fits(const Model& m, const Tree& t) {
  return t.nq == m.nq && static_cast<int>(t.bodyid.size()) == m.nv && static_cast<int>(t.qposadr.size()) == m.njnt &&
         equal(m.body_jntnum, t.jntnum) && equal(m.body_jntadr, t.jntadr) && equal(m.body_dofnum, t.dofnum) &&
         equal(m.body_dofadr, t.dofadr) && equal(m.body_weldid, t.weldid) && equal(m.body_rootid, t.rootid) &&
         equal(m.body_treeid, t.body_tree) && equal(m.jnt_qposadr, t.qposadr) && equal(m.jnt_dofadr, t.jnt_dofadr) &&
         equal(m.dof_bodyid, t.bodyid) && equal(m.dof_jntid, t.jntid) && equal(m.dof_parentid, t.parentid) &&
         equal(m.dof_treeid, t.treeid) && equal(m.tree_bodyadr, t.tree_bodyadr) &&
         equal(m.tree_bodynum, t.tree_bodynum) && equal(m.tree_dofadr, t.tree_dofadr) &&
         equal(m.tree_dofnum, t.tree_dofnum);
}

// Rows of B: the dofs that move a body, which are its last dof and the ancestors of that.
bool body_rows_fit(const Model& m, const Tree& t) {
  int adr = 0;
  for (int b = 0; b < m.nbody; ++b) {
    int body = b;
    while (body > 0 && t.dofnum[body] == 0) body = m.body_parentid[body];
    int dof = body > 0 ? t.dofadr[body] + t.dofnum[body] - 1 : -1;
    if (m.B_rowadr[b] != adr) return false;
    adr += m.B_rownnz[b];
    for (int k = adr - 1; k >= m.B_rowadr[b]; --k, dof = t.parentid[dof]) {
      if (dof < 0 || m.B_colind[k] != dof) return false;
    }
    if (dof >= 0) return false;
  }
  return adr == m.nB;
}

// Rows of M: a dof and its ancestors, or the dof alone if it is simple.
bool inertia_rows_fit(const Model& m, const Tree& t) {
  int adr = 0;
  for (int i = 0; i < m.nv; ++i) {
    const bool simple = m.dof_simplenum[i] > 0;
    const int count = m.M_rownnz[i], next = i + 1 < m.nv ? m.dof_simplenum[i + 1] : 0;
    if (m.dof_simplenum[i] != (simple ? next + 1 : 0) || simple != (m.body_simple[t.bodyid[i]] > 0)) return false;
    if (m.M_rowadr[i] != adr || count < 1 || (simple && count > 1)) return false;
    adr += simple ? count : padded_factor_row(count);
    if (adr > m.nC) return false;
    int dof = i;
    for (int k = m.M_rowadr[i] + count - 1; k >= m.M_rowadr[i]; --k, dof = t.parentid[dof]) {
      if (dof < 0 || m.M_colind[k] != dof) return false;
    }
    if (!simple && dof >= 0) return false;
  }
  return adr == m.nC;
}

// Rows of D: the ancestors of a dof, the dof, its descendants, which follow it.
bool dof_rows_fit(const Model& m, const Tree& t) {
  Ints below(m.nv, 0);
  for (int i = m.nv - 1; i >= 0; --i) {
    if (t.parentid[i] >= 0) below[t.parentid[i]] += below[i] + 1;
  }
  int adr = 0;
  for (int i = 0; i < m.nv; ++i) {
    const int diagonal = t.parentid[i] < 0 ? 0 : m.D_diag[t.parentid[i]] + 1;
    if (m.D_rowadr[i] != adr || m.D_diag[i] != diagonal || m.D_rownnz[i] != diagonal + 1 + below[i]) return false;
    for (int dof = i, k = adr + diagonal; dof >= 0; dof = t.parentid[dof], --k) {
      if (m.D_colind[k] != dof) return false;
    }
    for (int k = 1; k <= below[i]; ++k) {
      if (m.D_colind[adr + diagonal + k] != i + k) return false;
    }
    adr += m.D_rownnz[i];
  }
  return adr == m.nD;
}

}  // namespace

bool is_tree_consistent(const Model& m) {
  if (m.nbody < 1 || m.body_parentid[0] != 0) return false;
  for (int b = 1; b < m.nbody; ++b) {
    if (m.body_parentid[b] >= b) return false;
  }
  const Tree tree(m);
  return tree_fits(m, tree) && body_rows_fit(m, tree) && inertia_rows_fit(m, tree) && dof_rows_fit(m, tree);
}

}  // namespace corten
