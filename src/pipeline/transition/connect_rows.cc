// Derivatives of the force of a connect constraint, which pushes the points p of two bodies together: f on the first,
// -f on the second, with
//   x = acc + B vel + K d(|e|) e,   f = -D x,   e = p_1 - p_2
// acc and vel are acceleration and velocity of p_1 relative to p_2 (acc = J qacc + Jdot qvel). For a point of a body with
// velocity v, acceleration a and turning velocity w = v.rot, in vectors about the point,
//   acc = a.lin + w x v.lin
// A dof with the axis S carries the point by s = S.lin and changes v and a by dv and da (transition.h), so
//   dacc = da.lin + a.rot x s + dv.rot x v.lin + w x (dv.lin + w x s),   dvel = dv.lin + w x s,   de = s
// The generalised force of dof j is s_j . f for each side that it moves, and s_j changes by
//   S.rot x s_j    if the dof carries the axis of j,      S_j.rot x s    else
// By the velocity: dv = S, da = A + S x v.
#include "constraint/kinds/kinds.h"
#include "dynamics/derivative/derivative.h"
#include "pipeline/transition/transition.h"

namespace corten {

namespace {

struct ConnectedPoint {
  double sign;  // + first, - second
  int body;
  Vec3 arm;           // from the centre of mass of the tree to the point
  BodyMotion motion;  // about the point
};

struct Connection {
  Connection(const Model& m, const Data& d, int row, const ChainMotion& chain) {
    const BodyPointPair pair = attachments(m, d, d.efc_id[row]);
    error = pair.first.point - pair.second.point;
    const BodyPoint* points[2] = {&pair.first, &pair.second};
    for (int side = 0; side < 2; ++side) {
      const int body = points[side]->body;
      const Vec3 arm = com_offset(m, d, body, points[side]->point);
      sides[side] = {side == 0 ? 1.0 : -1.0, body, arm, about(chain.body[body], arm)};
    }
  }

  // Calls visit(dof) for the dofs of both chains, those of both once.
  template <class Visit>
  void for_each_dof(const Model& m, Visit&& visit) const {
    const PairDofs dofs = pair_dofs(m, sides[0].body, sides[1].body);
    for (const std::span<const int> part : {dofs.shared, dofs.only[0], dofs.only[1]}) {
      for (const int dof : part) visit(dof);
    }
  }

  ConnectedPoint sides[2];
  Vec3 error;
};

bool moves(const Model& m, int dof, int body) {
  for (const int k : body_dofs(m, body)) {
    if (k >= dof) return k == dof;
  }
  return false;
}

struct PointChange {
  Vec3 acceleration, velocity, position;
};

PointChange change_by_position(const Data& d, const ConnectedPoint& side, int dof, const ChainMotion& chain) {
  const Spatial S = about(d.cdof[dof], side.arm);
  const BodyMotion u = about(chain.carrier[dof], side.arm);
  const Spatial &v = side.motion.velocity, a = side.motion.driven + side.motion.rate;
  const Spatial dv = cross_motion(S, v - u.velocity);
  const Spatial da = cross_motion(S, a - u.driven - u.rate) + cross_motion(cross_motion(u.velocity, S), v - u.velocity);
  const Vec3 dvel = dv.lin + cross(v.rot, S.lin);
  return {da.lin + cross(a.rot, S.lin) + cross(dv.rot, v.lin) + cross(v.rot, dvel), dvel, S.lin};
}

Vec3 rate_by_velocity(const Data& d, const ConnectedPoint& side, int dof, const ChainMotion& chain) {
  const Spatial S = about(d.cdof[dof], side.arm);
  const Spatial& v = side.motion.velocity;
  const Spatial da = about(chain.by_speed[dof], side.arm) + cross_motion(S, v);
  return da.lin + cross(S.rot, v.lin) + cross(v.rot, S.lin);
}

Vec3 force_of(const Data& d, int row) { return {d.efc_force[row], d.efc_force[row + 1], d.efc_force[row + 2]}; }

}  // namespace

void subtract_connect_force(const Model& m, const Data& d, int row, const ChainMotion& chain,
                            std::span<double> columns) {
  const Connection connection(m, d, row, chain);
  const Vec3 force = force_of(d, row), e = connection.error;
  const Vec<4>& kbip = d.efc_KBIP[row];
  const double D = d.efc_D[row], distance = norm(e), growth = kbip[3] / (kbip[2] * (1 - kbip[2]));
  connection.for_each_dof(m, [&](int k) {
    PointChange change;
    for (const ConnectedPoint& side : connection.sides) {
      if (!moves(m, k, side.body)) continue;
      const PointChange of_side = change_by_position(d, side, k, chain);
      change.acceleration += of_side.acceleration * side.sign;
      change.velocity += of_side.velocity * side.sign;
      change.position += of_side.position * side.sign;
    }
    const double dr = distance > 0 ? dot(e, change.position) / distance : 0;
    const Vec3 dx =
        change.acceleration + change.velocity * kbip[1] + (change.position * kbip[2] + e * (kbip[3] * dr)) * kbip[0];
    const Vec3 df = force * (growth * dr) - dx * D;
    double* column = columns.data() + static_cast<std::ptrdiff_t>(k) * m.nv;
    for (const ConnectedPoint& side : connection.sides) {
      const bool moved = moves(m, k, side.body);
      const Spatial S = about(d.cdof[k], side.arm);
      for (const int j : body_dofs(m, side.body)) {
        const Spatial axis = about(d.cdof[j], side.arm);
        double sum = dot(axis.lin, df);
        if (moved) {
          sum += dot(is_carried_by(m, j, k) ? cross(S.rot, axis.lin) : cross(axis.rot, S.lin), force);
        }
        column[j] -= side.sign * sum;
      }
    }
  });
}

void add_connect_rate(const Model& m, const Data& d, int row, const ChainMotion& chain, std::span<double> columns) {
  const Connection connection(m, d, row, chain);
  connection.for_each_dof(m, [&](int k) {
    Vec3 change;
    for (const ConnectedPoint& side : connection.sides) {
      if (moves(m, k, side.body)) change += rate_by_velocity(d, side, k, chain) * side.sign;
    }
    change = change * d.efc_D[row];
    double* column = columns.data() + static_cast<std::ptrdiff_t>(k) * m.nv;
    for (const ConnectedPoint& side : connection.sides) {
      for (const int j : body_dofs(m, side.body)) {
        column[j] += side.sign * dot(translation(d.cdof[j], side.arm), change);
      }
    }
  });
}

}  // namespace corten
