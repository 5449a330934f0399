// Hinges and elements at rest.
//
//   hinge      k = 3 mu h^3 |e|^2 / (24 A): for small angles the energy k/2 theta^2 is that of the cotangent matrix,
//   with
//              the shear modulus mu, the thickness h, the edge e and the area A of both triangles
//   element    with the edges D = (x1 - x0, x2 - x0, x3 - x0) the gradients of the weights are the rows of D^-1; those
//   of
//              a triangle are in its plane, with the first edge along the first axis
//   moduli     mooney_rivlin: mu = 2 (c10 + c01); ogden: mu = 1/2 sum mu_p alpha_p; E = 2 mu (1 + nu)
#include <fmt/format.h>

#include <cmath>

#include "compile/flex/flex_parts.h"
#include "corten/bending.h"
#include "corten/elasticity.h"

namespace corten {

namespace {

double own_shear_modulus(const Flex& flex) {
  const std::vector<double>& p = flex.elasticity_params;
  if (flex.elasticity_model == ElasticityKind::kMooneyRivlin && p.size() == 2) return 2 * (p[0] + p[1]);
  double mu = 0;
  if (flex.elasticity_model == ElasticityKind::kOgden) {
    for (std::size_t i = 0; i + 1 < p.size(); i += 2) mu += 0.5 * p[i] * p[i + 1];
  }
  return mu;
}

// What the numbers of elasticity_params must be, empty: they are right.
std::string problem_of_params(const Flex& flex) {
  const std::vector<double>& p = flex.elasticity_params;
  for (const double x : p) {
    if (!std::isfinite(x)) return "elasticity_params must be finite";
  }
  if (flex.elasticity_model == ElasticityKind::kMooneyRivlin) {
    if (p.size() != 2)
      return fmt::format("mooney_rivlin needs elasticity_params=\"c10 c01\" in Pa, not {} numbers", p.size());
    if (!(p[0] >= 0 && p[1] >= 0 && p[0] + p[1] > 0)) return "c10 and c01 must not be negative, and not both zero";
    const double lambda = 4 * (p[0] + p[1]) * flex.poisson / (1 - 2 * flex.poisson);
    if (lambda < 4 * p[1]) return "this c01 needs a larger poisson: lambda must be at least 4 c01";
    return "";
  }
  if (flex.elasticity_model == ElasticityKind::kOgden) {
    if (p.size() != 2 && p.size() != 4 && p.size() != 6) {
      return fmt::format("ogden needs elasticity_params=\"mu1 alpha1 ...\", one to three pairs, not {} numbers",
                         p.size());
    }
    for (std::size_t i = 0; i < p.size(); i += 2) {
      if (!(p[i] * p[i + 1] > 0)) return fmt::format("mu{0} alpha{0} must be positive", i / 2 + 1);
    }
    return "";
  }
  return p.empty() ? "" : "elasticity_params are those of mooney_rivlin and ogden only";
}

// Gradients of the weights in the plane of a triangle.
void set_triangle(const Vec3& a, const Vec3& b, double thickness, Vec<10>& out) {
  const double length = norm(a), along = dot(a, b) / length, height = norm(cross(a, b)) / length;
  out[0] = 0.5 * length * height * thickness;
  out[1] = 1 / length;
  out[2] = -along / (length * height);
  out[5] = 1 / height;
}

void set_tetrahedron(const Vec3 (&edge)[3], Vec<10>& out) {
  const double volume6 = dot(edge[0], cross(edge[1], edge[2]));
  out[0] = std::abs(volume6) / 6;
  for (int i = 0; i < 3; ++i) {
    const Vec3 gradient = cross(edge[(i + 1) % 3], edge[(i + 2) % 3]) * (1 / volume6);
    for (int k = 0; k < 3; ++k) out[1 + 3 * i + k] = gradient[k];
  }
}

}  // namespace

bool check_flex_models(Context& context, const Flex& flex) {
  bool sound = true;
  const auto error = [&](std::string message, std::string hint) {
    sound = false;
    context.error(flex, "flex", std::move(message), std::move(hint));
  };
  const bool interpolated = !flex.nodebody.empty();
  const bool other_elasticity = flex.elasticity_model != ElasticityKind::kLinear;
  const bool other_bending = flex.bending_model != BendingKind::kCotangent;
  if (interpolated && (other_elasticity || other_bending)) {
    error("an interpolated flex has linear elasticity and no other",
          "remove bending_model and elasticity_model, or dof");
  }
  if (!interpolated && other_bending &&
      (flex.dim != 2 || (flex.elastic2d != kElastic2dBend && flex.elastic2d != kElastic2dBoth))) {
    error("bending_model has no effect: the flex does not bend", "it needs dim 2 and elastic2d=\"bend\" or \"both\"");
  }
  if (!interpolated && other_elasticity && (flex.dim == 1 || (flex.dim == 2 && flex.elastic2d < 2))) {
    error("elasticity_model has no effect: the flex does not stretch",
          "it needs dim 3, or dim 2 and elastic2d=\"stretch\" or \"both\"");
  }
  if (const std::string problem = problem_of_params(flex); !problem.empty()) {
    error(problem, "see docs/policies/elasticity.md");
    return sound;
  }
  const double mu = own_shear_modulus(flex), young = 2 * mu * (1 + flex.poisson);
  if (mu > 0 && flex.young > 0 && std::abs(flex.young - young) > 0.01 * young) {
    error(fmt::format("young is {}, but elasticity_params say {:.6g}", flex.young, young), "leave out young");
  }
  if ((other_elasticity || other_bending) && !(flex.young > 0) && mu == 0) {
    error("the flex has no stiffness", "give a positive young (Pa) in <elasticity>");
  }
  return sound;
}

Vec<8> elasticity_parameters(const Flex& flex) {
  const double mu = own_shear_modulus(flex);
  Vec<8> out{{mu > 0 ? 2 * mu * (1 + flex.poisson) : flex.young, flex.poisson}};
  for (std::size_t i = 0; i < flex.elasticity_params.size() && i < 6; ++i) {
    out[static_cast<int>(i) + 2] = flex.elasticity_params[i];
  }
  return out;
}

std::vector<Vec<2>> rest_hinges(const FlexTopology& topology, std::span<const Vec3> positions,
                                const Elasticity& material) {
  std::vector<Vec<2>> out(topology.hinge.size());
  const double mu = Lame::of(material.young, material.poisson).mu;
  for (std::size_t e = 0; e < topology.hinge.size(); ++e) {
    const IntVec<4>& v = topology.hinge[e];
    if (v[3] < 0) continue;
    Vec3 x[4];
    for (int i = 0; i < 4; ++i) x[i] = positions[static_cast<std::size_t>(v[i])];
    const Vec3 edge = x[1] - x[0];
    const double area = 0.5 * (norm(cross(edge, x[2] - x[0])) + norm(cross(edge, x[3] - x[0])));
    out[e] = {{3 * mu * std::pow(material.thickness, 3) * dot(edge, edge) / (24 * area), dihedral_angle(x).angle}};
  }
  return out;
}

std::vector<Vec<10>> rest_elements(const FlexTopology& topology, std::span<const Vec3> positions, double thickness) {
  const int corners = topology.dim + 1;
  std::vector<Vec<10>> out(static_cast<std::size_t>(topology.count()));
  for (int t = 0; t < topology.count() && topology.dim > 1; ++t) {
    const auto corner = [&](int i) -> const Vec3& {
      return positions[static_cast<std::size_t>(topology.elem[static_cast<std::size_t>(corners * t + i)])];
    };
    Vec<10>& rest = out[static_cast<std::size_t>(t)];
    if (topology.dim == 2) {
      set_triangle(corner(1) - corner(0), corner(2) - corner(0), thickness, rest);
    } else {
      set_tetrahedron({corner(1) - corner(0), corner(2) - corner(0), corner(3) - corner(0)}, rest);
    }
  }
  return out;
}

}  // namespace corten
