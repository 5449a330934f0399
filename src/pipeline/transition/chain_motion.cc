// From the root to the leaves, see transition.h:
//   v(b) = v(parent) + sum of S qvel,   J a and Jdot v likewise with S qacc and dS/dt qvel
//   A    = dS/dt + v x S, v: velocity behind the joint; zero for the translations of a free joint
#include "dynamics/jacobian.h"
#include "pipeline/transition/transition.h"

namespace corten {

ChainMotion::ChainMotion(const Model& m, const Data& d, std::span<const double> qacc, Scratch::Frame& frame)
    : body(frame.take<BodyMotion>(m.nbody)),
      carrier(frame.take<BodyMotion>(m.nv)),
      by_speed(frame.take<Spatial>(m.nv)) {
  body[0] = {};
  for (int b = 1; b < m.nbody; ++b) {
    BodyMotion now = body[m.body_parentid[b]];
    for (int i = m.body_dofadr[b], end = i + m.body_dofnum[b]; i < end;) {
      // axes with the same carrier: one, or three that turn or shift together
      const JointType type = m.jnt_type[m.dof_jntid[i]];
      const int next = i + (type == JointType::kFree || type == JointType::kBall ? 3 : 1);
      const bool shifts = type == JointType::kFree && i == m.jnt_dofadr[m.dof_jntid[i]];
      const BodyMotion behind = now;
      for (int k = i; k < next; ++k) {
        carrier[k] = behind;
        now.velocity += d.cdof[k] * d.qvel[k];
        now.driven += d.cdof[k] * qacc[k];
        now.rate += d.cdof_dot[k] * d.qvel[k];
      }
      for (; i < next; ++i) by_speed[i] = shifts ? Spatial{} : d.cdof_dot[i] + cross_motion(now.velocity, d.cdof[i]);
    }
    body[b] = now;
  }
}

}  // namespace corten
