// How contacts move with the second geom: the narrowphase again, with that geom moved and turned a little both ways
// along each axis; columns = (geometry(+h) - geometry(-h)) / 2h. A small turn w of the frame with rows a_r is found from
//   sum a_r x da_r = sum a_r x (w x a_r) = 2 w
// Where the geoms find other contacts on one side, the difference is one-sided. When both geoms turn as one, so does the
// normal; the tangents too if the narrowphase names one, else they follow the axes of the world (contact_frame).
#include <cmath>

#include "collide/filter.h"
#include "collide/parameters.h"
#include "collide/phases.h"
#include "model/workspace.h"
#include "pipeline/transition/transition.h"

namespace corten {

namespace {

// Contacts are smooth and free of stiffness as long as only their geometry is looked at.
constexpr double kGeometryNudge = 1e-7;
constexpr double kFastest = 1e3;  // what moves faster than this per unit of nudge has jumped

// The explicit pair of two geoms, -1: none.
int explicit_pair(const Model& m, int geom1, int geom2) {
  for (int k = 0; k < m.npair; ++k) {
    const int a = m.pair_geom1[k], b = m.pair_geom2[k];
    if ((a == geom1 && b == geom2) || (a == geom2 && b == geom1)) return k;
  }
  return -1;
}

class NudgedPair {
 public:
  NudgedPair(const Model& m, Data& d, int geom1, int geom2, Scratch::Frame& frame)
      : m_(m),
        d_(d),
        geom1_(geom1),
        geom2_(geom2),
        pos_(d.geom_xpos[geom2]),
        mat_(d.geom_xmat[geom2]),
        found_(frame.take<RawContact>(kMaxPairContacts)) {
    const int pair = explicit_pair(m, geom1, geom2);
    distance_ = contact_margin(m, geom1, geom2, pair) + contact_gap(m, geom1, geom2, pair);
  }

  // Contacts with the second geom moved along an axis, or turned about it.
  std::span<const RawContact> find(bool turn, int axis, double h) {
    Vec3 along;
    along[axis] = h;
    if (turn) {
      d_.geom_xmat[geom2_] = rotation_of(along) * mat_;
    } else {
      d_.geom_xpos[geom2_] = pos_ + along;
    }
    for (RawContact& raw : found_) raw = {};
    const NarrowPhase narrow = narrow_phase(m_.geom_type[geom1_], m_.geom_type[geom2_]);
    const int count = narrow({m_, d_, geom1_, geom2_, distance_, work(d_).scratch}, found_.data());
    d_.geom_xpos[geom2_] = pos_;
    d_.geom_xmat[geom2_] = mat_;
    return found_.first(count);
  }

 private:
  static Mat3 rotation_of(const Vec3& turn) { return to_mat(to_quat(turn)); }

  const Model& m_;
  Data& d_;
  int geom1_, geom2_;
  Vec3 pos_;
  Mat3 mat_;
  double distance_ = 0;
  std::span<RawContact> found_;
};

Vec3 turn_of(const Mat3& frame, const Mat3& to) {
  Vec3 sum;
  for (int r = 0; r < 3; ++r) sum += cross(row(frame, r), row(to, r));
  return sum * 0.5;
}

// From the contact to where it was found; false if that is another one.
bool measure(const Contact& from, const RawContact& to, ContactMotion::Change& change) {
  change = {to.pos - from.pos, turn_of(from.frame, contact_frame(to.normal, to.tangent)), to.dist - from.dist};
  constexpr double kFar = kFastest * kGeometryNudge;
  return norm(change.point) < kFar && norm(change.turn) < kFar && std::abs(change.distance) < kFar;
}

// How the frame turns when normal and tangent turn about each axis.
void find_common_turn(const Contact& contact, const RawContact& raw, ContactMotion& motion) {
  motion.rigid = true;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 turn;
    turn[axis] = kGeometryNudge;
    const auto frame_after = [&](const Quat& q) {
      return contact_frame(rotate(q, raw.normal), rotate(q, raw.tangent));
    };
    const Mat3 ahead = frame_after(to_quat(turn)), back = frame_after(to_quat(-turn));
    motion.both[axis] = (turn_of(contact.frame, ahead) - turn_of(contact.frame, back)) * (0.5 / kGeometryNudge);
    motion.rigid &= norm(motion.both[axis] * kGeometryNudge - turn) < 1e-6 * kGeometryNudge;
  }
}

// One side of the difference; false if the contacts are others.
bool measure_all(std::span<const Contact> from, std::span<const RawContact> to,
                 std::span<ContactMotion::Change> change) {
  if (to.size() != from.size()) return false;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (!measure(from[i], to[i], change[i])) return false;
  }
  return true;
}

}  // namespace

bool find_contact_motion(const Model& m, Data& d, int first, int count, std::span<ContactMotion> motion) {
  const std::span<const Contact> contacts(d.contact.data() + first, static_cast<std::size_t>(count));
  const int geom1 = contacts[0].geom[0], geom2 = contacts[0].geom[1];
  Scratch::Frame frame(work(d).scratch);
  NudgedPair pair(m, d, geom1, geom2, frame);
  const auto plus = frame.take<ContactMotion::Change>(count), minus = frame.take<ContactMotion::Change>(count);
  const std::span<const RawContact> raw = pair.find(false, 0, 0);
  if (!measure_all(contacts, raw, plus)) return false;
  for (int i = 0; i < count; ++i) {
    const Contact& contact = contacts[static_cast<std::size_t>(i)];
    motion[i].arm = d.geom_xpos[geom2] - contact.pos;
    find_common_turn(contact, raw[i], motion[i]);
  }
  for (const bool turn : {true, false}) {
    for (int axis = 0; axis < 3; ++axis) {
      const bool ahead = measure_all(contacts, pair.find(turn, axis, kGeometryNudge), plus);
      const bool back = measure_all(contacts, pair.find(turn, axis, -kGeometryNudge), minus);
      if (!ahead && !back) return false;
      const double a = ahead ? (back ? 0.5 : 1) / kGeometryNudge : 0, b = back ? (ahead ? 0.5 : 1) / kGeometryNudge : 0;
      for (int i = 0; i < count; ++i) {
        motion[i].unit[turn ? 0 : 1][axis] = {plus[i].point * a - minus[i].point * b,
                                              plus[i].turn * a - minus[i].turn * b,
                                              plus[i].distance * a - minus[i].distance * b};
      }
    }
  }
  return true;
}

ContactMotion::Change ContactMotion::follow(const Spatial& S) const {
  const Spatial centre = about(S, arm);
  Change sum;
  for (int k = 0; k < 3; ++k) {
    const double turn = centre.rot[k], shift = centre.lin[k];
    sum.point += unit[0][k].point * turn + unit[1][k].point * shift;
    sum.turn += unit[0][k].turn * turn + unit[1][k].turn * shift;
    sum.distance += unit[0][k].distance * turn + unit[1][k].distance * shift;
  }
  return sum;
}

ContactMotion::Change ContactMotion::move_along(const Spatial& S) const {
  return {S.lin, both[0] * S.rot.x + both[1] * S.rot.y + both[2] * S.rot.z, 0};
}

}  // namespace corten
