// Centres of mass, body inertias and motion axes, all about the centre of mass c of the body's kinematic tree.
//
//   subtree_com(b) = sum of m_i x_i over the subtree / subtree mass
//   cinert(b)      = inertia of body b about c
//   cdof(d)        = motion of a body point at c per unit velocity of dof d (rot, lin):
//                    slide (0, axis); rotation about an anchor a: (axis, axis x (c - a)); free translation (0, e_k)
#include "dynamics/smooth.h"
#include "math/spatial.h"
#include "model/awake.h"

namespace corten {

namespace {

// subtree_com <- sum of m_i x_i over the subtree
void sum_subtrees(const Model& m, Data& d) {
  for_each_body_part(m, d, 1, m.nbody, [&](int first, int end) {
    for (int b = first; b < end; ++b) d.subtree_com[b] = d.xipos[b] * m.body_mass[b];
    for (int b = end - 1; b >= first; --b) {
      if (const int parent = m.body_parentid[b]; parent > 0) d.subtree_com[parent] += d.subtree_com[b];
    }
  });
  d.subtree_com[0] = d.xipos[0] * m.body_mass[0];
  for (int b = m.nbody - 1; b > 0; --b) {
    if (m.body_parentid[b] == 0) d.subtree_com[0] += d.subtree_com[b];
  }
}

void compute_subtree_com(const Model& m, Data& d) {
  sum_subtrees(m, d);
  for_each_part(d, m.nbody, 256, [&](int first, int end) {
    for (int b = first; b < end; ++b) {
      if (m.body_subtreemass[b] < kMinVal) {
        d.subtree_com[b] = d.xipos[b];
      } else {
        d.subtree_com[b] *= 1 / m.body_subtreemass[b];
      }
    }
  });
}

// Motion axes of the dofs of joint j; `offset` goes from its anchor to c.
void compute_joint_axes(const Model& m, Data& d, int j, const Mat3& xmat, const Vec3& offset) {
  Spatial* cdof = d.cdof.data() + m.jnt_dofadr[j];
  switch (m.jnt_type[j]) {
    case JointType::kSlide:
      store(cdof[0], {{}, d.xaxis[j]});
      return;
    case JointType::kHinge:
      store(cdof[0], {d.xaxis[j], cross(d.xaxis[j], offset)});
      return;
    case JointType::kFree:
      for (int k = 0; k < 3; ++k) {
        cdof[k] = {};
        cdof[k].lin[k] = 1;
      }
      cdof += 3;
      break;
    case JointType::kBall:
      break;
  }
  for (int k = 0; k < 3; ++k) {  // rotation about the axes of the body frame
    const Vec3 axis = col(xmat, k);
    store(cdof[k], {axis, cross(axis, offset)});
  }
}

// Inertias and motion axes.
void compute_bodies(const Model& m, Data& d, int begin, int end) {
  for (int b = begin; b < end; ++b) {
    const Vec3& c = d.subtree_com[m.body_rootid[b]];
    store(d.cinert[b], body_inertia_about(m.body_inertia[b], d.ximat[b], d.xipos[b] - c, m.body_mass[b]));
    const int first = m.body_jntadr[b];
    for (int j = first; j < first + m.body_jntnum[b]; ++j) {
      compute_joint_axes(m, d, j, d.xmat[b], c - d.xanchor[j]);
    }
  }
}

}  // namespace

void compute_com(const Model& m, Data& d) {
  compute_subtree_com(m, d);
  d.cinert[0] = {};
  for_each_awake_bodies(m, d, compute_bodies);
}

}  // namespace corten
