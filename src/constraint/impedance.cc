// Stiffness, damping and regularisation of the constraint rows.
//
//   d(r)    impedance in (0, 1): from d0 at the margin to dwidth at a distance `width` beyond, r = pos - margin
//   R       = (1 - d) / d * A          A: diagonal of J M^-1 J', see constraint.h
//   D       = 1 / R
//   K, B    = 1 / (dwidth timeconst dampratio)^2,  2 / (dwidth timeconst)      solref = (timeconst, dampratio) > 0
//           = -solref[0] / dwidth^2,              -solref[1] / dwidth          else
// One impedance holds for all rows of a constraint; connect and weld take the norm of their positions.
// Friction rows have K = 0. Of a frictional contact, with friction mu_k of axis k and R_0 of its normal:
//   R_1 = R_0 / impratio,  R_k mu_k^2 = R_1 mu_1^2,  mu = mu_1 sqrt(R_1 / R_0)    elliptic
//   R = 2 mu^2 R_0 for all rows                                                    pyramidal
// At the end diagA is set back to what gives R with this impedance.
#include <algorithm>
#include <cmath>

#include "constraint/constraint.h"
#include "constraint/row_sink.h"
#include "math/dense.h"
#include "math/vec3.h"

namespace corten {

namespace {

constexpr double kMinImpedance = 0.0001, kMaxImpedance = 0.9999;

// What the rows of one constraint have in common.
struct Block {
  int first = 0, count = 0;
  ConstraintType type = ConstraintType::kEquality;
  Vec<2> solref, solreffriction;
  Vec<5> solimp;
  double pos = 0;
};

void describe_equality(const Model& m, const Data& d, int e, Block& block) {
  block.solref = m.eq_solref[e], block.solimp = m.eq_solimp[e];
  if (m.eq_type[e] == EqualityType::kConnect) block.count = 3;
  if (m.eq_type[e] == EqualityType::kWeld) block.count = 6;
  if (block.count > 1) block.pos = norm(d.efc_pos.span(block.first, block.count));
}

void describe_contact(const Contact& contact, Block& block) {
  block.solref = contact.solref, block.solimp = contact.solimp;
  block.solreffriction = contact.solreffriction;
  if (block.type == ConstraintType::kContactElliptic) block.count = contact.dim;
  if (block.type == ConstraintType::kContactPyramidal) block.count = 2 * (contact.dim - 1);
}

// The constraint whose first row is `first`.
Block describe(const Model& m, const Data& d, int first) {
  Block block{first, 1, d.efc_type[first], {}, {}, {}, d.efc_pos[first]};
  const int id = d.efc_id[first];
  switch (block.type) {
    case ConstraintType::kEquality:
      describe_equality(m, d, id, block);
      break;
    case ConstraintType::kFrictionDof:
      block.solref = m.dof_solref[id], block.solimp = m.dof_solimp[id];
      break;
    case ConstraintType::kFrictionTendon:
      block.solref = m.tendon_solref_fri[id], block.solimp = m.tendon_solimp_fri[id];
      break;
    case ConstraintType::kLimitJoint:
      block.solref = m.jnt_solref[id], block.solimp = m.jnt_solimp[id];
      break;
    case ConstraintType::kLimitTendon:
      block.solref = m.tendon_solref_lim[id], block.solimp = m.tendon_solimp_lim[id];
      break;
    default:
      describe_contact(d.contact[static_cast<std::size_t>(id)], block);
  }
  block.solref = effective_solref(m, block.solref, kDefaultSolref);
  block.solimp = effective_solimp(block.solimp);
  return block;
}

// MuJoCo: K goes by the sign of the first number, B by that of the second.
double stiffness(const Vec<2>& ref, double dwidth) {
  if (ref[0] > 0) return 1 / std::max(kMinVal, dwidth * dwidth * ref[0] * ref[0] * ref[1] * ref[1]);
  return -ref[0] / std::max(kMinVal, dwidth * dwidth);
}

double damping(const Vec<2>& ref, double dwidth) {
  if (ref[1] > 0) return 2 / std::max(kMinVal, dwidth * ref[0]);
  return -ref[1] / std::max(kMinVal, dwidth);
}

bool is_friction_loss(ConstraintType type) {
  return type == ConstraintType::kFrictionDof || type == ConstraintType::kFrictionTendon;
}

// The same for all rows, but for the friction rows of an elliptic cone.
void set_kbip(const Model& m, const Block& block, const Impedance& imp, Vec<4>* kbip) {
  const double dwidth = block.solimp[1];
  const double k = is_friction_loss(block.type) ? 0 : stiffness(block.solref, dwidth);
  const Vec<4> all{{k, damping(block.solref, dwidth), imp.value, imp.slope}};
  std::fill_n(kbip, block.count, all);
  if (block.type != ConstraintType::kContactElliptic) return;

  const Vec<2> friction_ref = effective_solref(m, block.solreffriction, {});
  const bool own_ref = friction_ref[0] != 0 || friction_ref[1] != 0;
  const double b = own_ref ? damping(friction_ref, dwidth) : all[1];
  for (int i = 1; i < block.count; ++i) kbip[i][0] = 0, kbip[i][1] = b;
}

// R of the friction rows from R of the first; returns mu of the regularised cone.
double set_friction_regularisation(const Model& m, const Contact& contact, const Block& block, double* R) {
  const double normal = R[0], tangent = normal / std::max(kMinVal, m.opt.impratio);
  const double mu = contact.friction[0] * std::sqrt(tangent / normal);
  if (block.type == ConstraintType::kContactPyramidal) {
    std::fill_n(R, block.count, 2 * mu * mu * normal);
    return mu;
  }
  R[1] = tangent;
  const double product = tangent * contact.friction[0] * contact.friction[0];
  for (int k = 2; k < contact.dim; ++k) R[k] = product / (contact.friction[k - 1] * contact.friction[k - 1]);
  return mu;
}

bool has_cone(ConstraintType type) {
  return type == ConstraintType::kContactPyramidal || type == ConstraintType::kContactElliptic;
}

void compute_block(const Model& m, Data& d, const Block& block) {
  const Impedance imp = impedance(block.solimp, block.pos, d.efc_margin[block.first]);
  set_kbip(m, block, imp, d.efc_KBIP.data() + block.first);

  double* R = d.efc_R.data() + block.first;
  double* A = d.efc_diagA.data() + block.first;
  double* D = d.efc_D.data() + block.first;
  const double ratio = (1 - imp.value) / imp.value, inverse_ratio = imp.value / (1 - imp.value);
  for (int i = 0; i < block.count; ++i) R[i] = std::max(kMinVal, ratio * A[i]);
  if (has_cone(block.type)) {
    Contact& contact = d.contact[static_cast<std::size_t>(d.efc_id[block.first])];
    contact.mu = set_friction_regularisation(m, contact, block, R);
  }
  for (int i = 0; i < block.count; ++i) {
    D[i] = 1 / R[i];
    A[i] = R[i] * inverse_ratio;
  }
}

// a^b, quickly for the usual powers.
double power(double a, double b) {
  if (b == 1) return a;
  if (b == 2) return a * a;
  return std::pow(a, b);
}

}  // namespace

Vec<2> effective_solref(const Model& m, const Vec<2>& solref, const Vec<2>& when_mixed) {
  Vec<2> ref = (solref[0] > 0) != (solref[1] > 0) ? when_mixed : solref;
  const bool safe = !(m.opt.disableflags & kDisableRefSafe);
  if (safe && ref[0] > 0) ref[0] = std::max(ref[0], 2 * m.opt.timestep);
  return ref;
}

Vec<5> effective_solimp(const Vec<5>& s) {
  const auto bounded = [](double x) { return std::min(kMaxImpedance, std::max(kMinImpedance, x)); };
  return {{bounded(s[0]), bounded(s[1]), std::max(0.0, s[2]), bounded(s[3]), std::max(1.0, s[4])}};
}

Impedance impedance(const Vec<5>& solimp, double position, double margin) {
  const auto [d0, dwidth, width, midpoint, exponent] = solimp.v;
  if (d0 == dwidth || width <= kMinVal) return {0.5 * (d0 + dwidth), 0};
  const double signed_x = (position - margin) / width;
  const double x = std::abs(signed_x), sign = signed_x < 0 ? -1 : 1;
  if (x >= 1) return {dwidth, 0};
  if (!(x > 0)) return {d0, 0};

  // y(x) rises from 0 to 1: two power laws that meet at the midpoint with the same slope
  double y = x, slope = 1;
  if (exponent != 1) {
    const bool low = x <= midpoint;
    const double from_end = low ? x : 1 - x, end = low ? midpoint : 1 - midpoint;
    const double scale = 1 / power(end, exponent - 1);
    const double rise = scale * power(from_end, exponent);
    y = low ? rise : 1 - rise;
    slope = exponent * scale * power(from_end, exponent - 1);
  }
  return {d0 + y * (dwidth - d0), slope * sign * (dwidth - d0) / width};
}

void compute_impedance(const Model& m, Data& d) {
  d.efc_KBIP.resize(d.nefc);
  d.efc_R.resize(d.nefc);
  d.efc_D.resize(d.nefc);
  compute_diagonal(m, d);
  for_each_row_part(d, [&](int first, int end) {
    for (int i = first; i < end;) {
      const Block block = describe(m, d, i);
      compute_block(m, d, block);
      i += block.count;
    }
  });
}

}  // namespace corten
