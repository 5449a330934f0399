// Elasticity of triangles and tetrahedra: what a material is, and the forces and stiffness of an element made of it.
//
// A material is isotropic: its energy per rest volume psi depends on the principal stretches s = (s1, s2, s3) only,
// the singular values of the deformation gradient F = U diag(s) V', with U and V rotations and s3 negative where the
// element is inside out. From psi follow the stress and the stiffness:
//   P = dpsi/dF = U diag(g) V',  g_i = dpsi/ds_i                                      first Piola-Kirchhoff stress
//   dP = U Q V',  with Mo = U' dF V:   Q_ii = sum_j h_ij Mo_jj,   h_ij = d2psi/ds_i ds_j
//                                      Q_ij = a_ij Mo_ij + b_ij Mo_ji,   i != j
//   a_ij + b_ij = (g_i - g_j) / (s_i - s_j),   a_ij - b_ij = (g_i + g_j) / (s_i + s_j)
// The eigenvalues of this map are those of h and the two quotients of each pair; what is negative is set to zero, so
// that the stiffness is positive semi-definite (Stomakhin et al., Energetically Consistent Invertible Elasticity, 2012;
// Smith, De Goes, Kim, Analytic Eigensystems for Isotropic Distortion Energies, 2019).
//
// A triangle is a membrane of some thickness: its third stretch is the one that no stress acts along, g_3 = 0.
//
// A material of your own is a struct with the three functions of the concept ElasticMaterial; policies say which flex
// is made of what: see sim.h.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>

#include "corten/export.h"
#include "corten/math.h"
#include "corten/model.h"

namespace corten {

// Energy per volume in J/m^3 as a function of the principal stretches, its gradient and its Hessian. Must be defined
// for all stretches, also where s1 s2 s3 <= 0.
template <class T>
concept ElasticMaterial = requires(const T& material, const Vec3& stretch) {
  { material.energy(stretch) } -> std::convertible_to<double>;
  { material.gradient(stretch) } -> std::convertible_to<Vec3>;
  { material.hessian(stretch) } -> std::convertible_to<Mat3>;
};

// What engineers measure, and Lame's constants that follow from it.
struct Lame {
  double mu = 0, lambda = 0;  // Pa

  static Lame of(double young, double poisson) {
    return {young / (2 * (1 + poisson)), young * poisson / ((1 + poisson) * (1 - 2 * poisson))};
  }
};

// Volume ratio J = s1 s2 s3 and its derivatives.
inline double volume_ratio(const Vec3& s) { return s.x * s.y * s.z; }
inline Vec3 volume_gradient(const Vec3& s) { return {s.y * s.z, s.z * s.x, s.x * s.y}; }

// Adds those of a function u(J), given u' and u''.
inline void add_volumetric(const Vec3& s, double slope, Vec3& gradient) { gradient += volume_gradient(s) * slope; }
inline void add_volumetric(const Vec3& s, double slope, double curvature, Mat3& hessian) {
  const Vec3 n = volume_gradient(s);
  hessian += outer(n, n) * curvature;
  hessian += Mat3{{0, s.z, s.y, s.z, 0, s.x, s.y, s.x, 0}} * slope;
}

// A function of one variable with two derivatives.
struct Jet {
  double value, slope, curvature;
};

// Below this volume ratio or stretch logarithms and powers go on along their tangent, so that they exist for inverted
// elements, and push them back with a force that stays finite.
inline constexpr double kSquashed = 0.2;

inline Jet extended_log(double x) {
  const double at = std::max(x, kSquashed), slope = 1 / at;
  return {std::log(at) + (x - at) * slope, slope, x < kSquashed ? 0 : -slope * slope};
}

inline Jet extended_power(double x, double a) {
  const double at = std::max(x, kSquashed), value = std::pow(at, a), slope = a * value / at;
  return {value + (x - at) * slope, slope, x < kSquashed ? 0 : (a - 1) * slope / at};
}

// F = U diag(s) V' with rotations U and V and s1 >= s2 >= |s3|.
struct SignedSvd {
  Mat3 u, v;
  Vec3 s;
};
CORTEN_API SignedSvd signed_svd(const Mat3& f);

// R diag(max(values, 0)) R' of a symmetric matrix.
CORTEN_API Mat3 clamp_to_positive(const Mat3& symmetric);

// Energy, stress and stiffness of a material under stretches s, in the axes of the stretches.
struct PrincipalResponse {
  double energy = 0;
  Vec3 gradient;          // g
  Mat3 hessian;           // h, positive semi-definite
  Mat3 shear, transpose;  // a and b above; their diagonals are not used
};

// The quotients that multiply shear, without what is negative.
inline void set_shear(const Vec3& s, const Vec3& g, const Mat3& h, PrincipalResponse& out) {
  for (int i = 0; i < 3; ++i) {
    for (int j = i + 1; j < 3; ++j) {
      const double difference = s[i] - s[j], sum = s[i] + s[j];
      const double equal = 0.5 * (h(i, i) + h(j, j)) - h(i, j);  // the limit of equal stretches
      const double strain = std::abs(difference) > 1e-6 ? (g[i] - g[j]) / difference : equal;
      const double turn = std::abs(sum) > 1e-6 ? (g[i] + g[j]) / sum : 0;
      const double p = std::max(strain, 0.0), q = std::max(turn, 0.0);
      out.shear(i, j) = out.shear(j, i) = 0.5 * (p + q);
      out.transpose(i, j) = out.transpose(j, i) = 0.5 * (p - q);
    }
  }
}

template <ElasticMaterial T>
PrincipalResponse solid_response(const T& material, const Vec3& s) {
  PrincipalResponse out;
  out.energy = material.energy(s);
  out.gradient = material.gradient(s);
  const Mat3 h = material.hessian(s);
  out.hessian = clamp_to_positive(h);
  set_shear(s, out.gradient, h, out);
  return out;
}

// The stretch across a membrane that no stress acts along: g_3(s1, s2, s3) = 0, by Newton's method kept in brackets.
template <ElasticMaterial T>
double thickness_stretch(const T& material, double s1, double s2) {
  double low = 1e-3, high = 1e3, s3 = std::clamp(1 / std::max(s1 * s2, 1e-3), 2 * low, 0.5 * high);
  for (int i = 0; i < 60; ++i) {
    const Vec3 s{s1, s2, s3};
    const double g = material.gradient(s).z, slope = material.hessian(s)(2, 2);
    if (g == 0 || (slope > 0 && std::abs(g) <= 1e-14 * s3 * slope)) break;
    (g > 0 ? high : low) = s3;
    const double next = s3 - g / slope;
    s3 = slope > 0 && next > low && next < high ? next : std::sqrt(low * high);
  }
  return s3;
}

// The third stretch follows the other two: h_ij - h_i3 h_3j / h_33.
template <ElasticMaterial T>
PrincipalResponse membrane_response(const T& material, double s1, double s2) {
  const Vec3 s{s1, s2, thickness_stretch(material, s1, s2)};
  const Vec3 g = material.gradient(s);
  PrincipalResponse out;
  out.energy = material.energy(s);
  out.gradient = {g.x, g.y, 0};
  const Mat3 full = material.hessian(s);
  Mat3 h;
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) h(i, j) = full(i, j) - (full(2, 2) > 0 ? full(i, 2) * full(2, j) / full(2, 2) : 0);
  }
  out.hessian = clamp_to_positive(h);
  set_shear({s1, s2, 0}, out.gradient, h, out);
  return out;
}

// An element at rest: the gradient of each corner's weight, and its volume. A triangle has three corners, and gradients
// in its own plane, whose third number is zero.
struct RestElement {
  Vec3 gradient[4];  // 1/m
  double volume = 0;
  int corners = 4;
};

// F = sum_c x_c gradient_c'
inline Mat3 deformation_gradient(const RestElement& rest, const Vec3* x) {
  Mat3 f;
  for (int c = 0; c < rest.corners; ++c) f += outer(x[c], rest.gradient[c]);
  return f;
}

// Energy, forces and stiffness of an element. force[c] = -volume P gradient_c; stiffness[c][d] = d2 energy / dx_c dx_d.
struct ElementResponse {
  double energy = 0;
  Vec3 force[4];
  Mat3 stiffness[4][4];
};

enum class Want { kForce, kStiffness };

// Rotates the principal response into the element.
CORTEN_API void expand(const RestElement& rest, const SignedSvd& svd, const PrincipalResponse& principal, Want want,
                       ElementResponse& out);

template <ElasticMaterial T>
ElementResponse element_response(const T& material, const RestElement& rest, const Vec3* x, Want want) {
  const SignedSvd svd = signed_svd(deformation_gradient(rest, x));
  ElementResponse out;
  expand(rest, svd, rest.corners == 4 ? solid_response(material, svd.s) : membrane_response(material, svd.s.x, svd.s.y),
         want, out);
  return out;
}

// ---- From a material to all elements of a flex

// Says which flex is made of what material.
template <class T>
concept ElasticityModel = requires(const T& model, const Model& m, int flex) {
  { model.material(m, flex) } -> ElasticMaterial;
};

// St. Venant-Kirchhoff's material, MuJoCo's model and the default: E = e' S e / 4 with the changes e of the squared
// lengths of an element's edges. Its forces are summed per edge, not per element (src/flex/stretch.cc).
struct LinearElasticity {};

// Every flex of material T with its own Young's modulus and Poisson's ratio.
template <ElasticMaterial T>
struct MadeOf {
  T material(const Model& m, int flex) const {
    return T::of(m.flex_elasticityprm[flex][0], m.flex_elasticityprm[flex][1]);
  }
};

// Every flex of this material.
template <ElasticMaterial T>
struct AllOf {
  T value;
  T material(const Model&, int) const { return value; }
};

inline RestElement rest_element(const Model& m, int flex, int element) {
  const Vec<10>& number = m.flexelem_rest[m.flex_elemadr[flex] + element];
  RestElement rest;
  rest.corners = m.flex_dim[flex] + 1;
  rest.volume = number[0];
  for (int c = 1; c < rest.corners; ++c) {
    rest.gradient[c] = {number[3 * c - 2], number[3 * c - 1], number[3 * c]};
    rest.gradient[0] -= rest.gradient[c];
  }
  return rest;
}

// Response of an element of the flex, x being the positions of the flex's vertices.
template <ElasticMaterial T>
ElementResponse element_response(const T& material, const Model& m, int flex, int element, const Vec3* x, Want want) {
  const int corners = m.flex_dim[flex] + 1;
  const int* vertex = m.flex_elem.data() + m.flex_elemdataadr[flex] + corners * element;
  Vec3 corner[4];
  for (int c = 0; c < corners; ++c) corner[c] = x[vertex[c]];
  return element_response(material, rest_element(m, flex, element), corner, want);
}

// An elasticity model as the pipeline calls it.
struct ElasticityStage {
  const void* model = nullptr;
  void (*add_forces)(const void* model, const Model& m, int flex, const Vec3* x, Vec3* force) = nullptr;
  ElementResponse (*response)(const void* model, const Model& m, int flex, int element, const Vec3* x) = nullptr;
  double (*energy)(const void* model, const Model& m, int flex, const Vec3* x) = nullptr;

  explicit operator bool() const { return add_forces != nullptr; }
};

template <ElasticityModel T>
ElasticityStage elasticity_stage(const T& model) {
  return {&model,
          [](const void* self, const Model& m, int flex, const Vec3* x, Vec3* force) {
            const auto material = static_cast<const T*>(self)->material(m, flex);
            const int corners = m.flex_dim[flex] + 1;
            const int* vertex = m.flex_elem.data() + m.flex_elemdataadr[flex];
            for (int e = 0; e < m.flex_elemnum[flex]; ++e, vertex += corners) {
              const ElementResponse r = element_response(material, m, flex, e, x, Want::kForce);
              for (int c = 0; c < corners; ++c) force[vertex[c]] += r.force[c];
            }
          },
          [](const void* self, const Model& m, int flex, int element, const Vec3* x) {
            return element_response(static_cast<const T*>(self)->material(m, flex), m, flex, element, x,
                                    Want::kStiffness);
          },
          [](const void* self, const Model& m, int flex, const Vec3* x) {
            const auto material = static_cast<const T*>(self)->material(m, flex);
            double sum = 0;
            for (int e = 0; e < m.flex_elemnum[flex]; ++e) {
              sum += element_response(material, m, flex, e, x, Want::kForce).energy;
            }
            return sum;
          }};
}

}  // namespace corten
