// Bending of cloth and shells: what a bending model is, and the angle it usually depends on.
//
// Two triangles that share an edge are a hinge. Its vertices are x0 and x1, the ends of the edge, and x2 and x3,
// opposite to it. The dihedral angle theta between the triangles is zero where they are flat and positive where x2 and
// x3 lie on the side that the normals n2 = (x1 - x0) x (x2 - x0) and n3 = (x3 - x0) x (x1 - x0) point away from. Its
// gradient is
//   dtheta/dx2 = -|e| n2 / |n2|^2,   dtheta/dx3 = -|e| n3 / |n3|^2,   e = x1 - x0
//   dtheta/dx1 = -(t2 dtheta/dx2 + t3 dtheta/dx3),   dtheta/dx0 = -((1 - t2) dtheta/dx2 + (1 - t3) dtheta/dx3)
// where t2 and t3 say where along the edge, from 0 at x0 to 1 at x1, the opposite vertices stand.
//
// A bending model of your own is a struct with the functions of the concept BendingModel: see sim.h.
#pragma once

#include <cmath>
#include <concepts>

#include "corten/export.h"
#include "corten/math.h"
#include "corten/model.h"

namespace corten {

// What the compiler knows of a hinge at rest.
struct RestHinge {
  double stiffness = 0;            // N m / rad for small changes of the angle; from Young's modulus and thickness
  double angle = 0;                // rad
  const double* matrix = nullptr;  // flex_bending: 4 by 4 cotangent stencil, curvature at rest
};

// d2 energy / dx_i dx_j.
struct HingeStiffness {
  Mat3 block[4][4];
};

// Energy in J; forces in N are added to *force[i]; the stiffness in N/m must be positive semi-definite.
template <class T>
concept BendingModel = requires(const T& model, const RestHinge& rest, const Vec3 (&x)[4], Vec3* const (&force)[4],
                                HingeStiffness& stiffness) {
  { model.energy(rest, x) } -> std::convertible_to<double>;
  model.add_force(rest, x, force);
  model.set_stiffness(rest, x, stiffness);
};

// The dihedral angle and its gradient.
struct DihedralAngle {
  double angle = 0;
  Vec3 gradient[4];
  bool degenerate = false;  // a triangle has no area: the angle is meaningless and the gradient zero
};
CORTEN_API DihedralAngle dihedral_angle(const Vec3 (&x)[4]);

// Its second derivative, exact: d2theta / dx_i dx_j.
CORTEN_API HingeStiffness dihedral_hessian(const Vec3 (&x)[4]);

// out = scale gradient gradient'
CORTEN_API void set_outer(const DihedralAngle& angle, double scale, HingeStiffness& out);

// Angles beyond half a turn are the same as those before it.
inline double angle_difference(double angle, double rest) {
  return std::remainder(angle - rest, 2 * 3.14159265358979323846);
}

// ---- From a model of one hinge to all hinges of a flex

inline constexpr int kBendingSize = 17;  // numbers of an edge in flex_bending

// Vertices of a hinge, counted from the flex's first: the two of the edge and the two opposite to it; the last is -1 at
// a boundary.
struct Hinge {
  int vertex[4];
};
inline Hinge hinge(const Model& m, int edge) {
  return {{m.flex_edge[edge][0], m.flex_edge[edge][1], m.flex_edgeflap[edge][0], m.flex_edgeflap[edge][1]}};
}
inline RestHinge rest_hinge(const Model& m, int flex, int edge) {
  const int number = m.flex_bendingadr[flex] + kBendingSize * (edge - m.flex_edgeadr[flex]);
  return {m.flexedge_hinge[edge][0], m.flexedge_hinge[edge][1], m.flex_bending.data() + number};
}

// Calls visit(edge, hinge) for the edges of a flex that two triangles share.
template <class Visit>
void for_each_hinge(const Model& m, int flex, Visit visit) {
  for (int e = m.flex_edgeadr[flex], end = e + m.flex_edgenum[flex]; e < end; ++e) {
    const Hinge h = hinge(m, e);
    if (h.vertex[3] >= 0) visit(e, h);
  }
}

// force[v] += the forces of all hinges, x being the positions of the flex's vertices.
template <BendingModel T>
void add_hinge_forces(const T& model, const Model& m, int flex, const Vec3* x, Vec3* force) {
  for_each_hinge(m, flex, [&](int edge, const Hinge& h) {
    const auto& v = h.vertex;
    model.add_force(rest_hinge(m, flex, edge), {x[v[0]], x[v[1]], x[v[2]], x[v[3]]},
                    {&force[v[0]], &force[v[1]], &force[v[2]], &force[v[3]]});
  });
}

// A bending model as the pipeline calls it: once per flex for the forces, with the model itself inlined.
struct BendingStage {
  const void* model = nullptr;
  void (*add_forces)(const void* model, const Model& m, int flex, const Vec3* x, Vec3* force) = nullptr;
  void (*set_stiffness)(const void* model, const Model& m, int flex, int edge, const Vec3* x,
                        HingeStiffness& out) = nullptr;
  double (*energy)(const void* model, const Model& m, int flex, const Vec3* x) = nullptr;

  explicit operator bool() const { return add_forces != nullptr; }
};

// A model whose stiffness never changes says so with a member kIsDefault: it is the cotangent matrix that the compiler
// has factored already.
template <BendingModel T>
BendingStage bending_stage(const T& model) {
  if constexpr (requires { T::kIsDefault; }) return {};
  return {&model,
          [](const void* self, const Model& m, int flex, const Vec3* x, Vec3* force) {
            add_hinge_forces(*static_cast<const T*>(self), m, flex, x, force);
          },
          [](const void* self, const Model& m, int flex, int edge, const Vec3* x, HingeStiffness& out) {
            const Hinge h = hinge(m, edge);
            static_cast<const T*>(self)->set_stiffness(
                rest_hinge(m, flex, edge), {x[h.vertex[0]], x[h.vertex[1]], x[h.vertex[2]], x[h.vertex[3]]}, out);
          },
          [](const void* self, const Model& m, int flex, const Vec3* x) {
            double sum = 0;
            for_each_hinge(m, flex, [&](int edge, const Hinge& h) {
              sum += static_cast<const T*>(self)->energy(
                  rest_hinge(m, flex, edge), {x[h.vertex[0]], x[h.vertex[1]], x[h.vertex[2]], x[h.vertex[3]]});
            });
            return sum;
          }};
}

}  // namespace corten
