// Elastic forces of flexes against continuum mechanics.
//
//   patch        an affine map x = F X strains every element alike: the energy is the volume times W(F), the forces f_i
//   of
//                the vertices vanish inside and  sum_i f_i X_i' = -volume P(F)
//   press        a cube under dead loads p on two opposite faces is homogeneous: with the stretch a across and c along,
//                E_zz = (c^2 - 1) / 2,  c young E_zz = p,  (a^2 - 1) / 2 = -poisson E_zz
//   cantilever   load N at the end:  w = N L^3 / (3 young I) + N L / (5/6 mu A), plates  w = N L^3 / (3 D b)
//   momentum     the forces of a flex on itself and their moments add up to zero
//
// St. Venant-Kirchhoff material: strain E = (F'F - 1) / 2, stress S = lambda tr(E) + 2 mu E, W = E : S / 2, P = F S.
// Interpolated flexes are linear in the frame of each cell: E = U - 1, where F = R U.
//
// MuJoCo: Lame's parameters of the material that young and poisson describe are l = young poisson / ((1 + poisson) (1 -
// 2 poisson)) and m = young / (2 (1 + poisson)); what acts is lambda = 2 l and mu = m in tetrahedra, half of both in
// interpolated cells and a quarter of both, times the thickness, in triangles. So a solid has Poisson's ratio
// 2 poisson / (1 + 2 poisson). The stiffness of plates in bending is D = m thickness^3 / 8.
#include <functional>
#include <numeric>

#include "../common/stretch_energy.h"
#include "math/vec3.h"
#include "world.h"

namespace corten {
namespace {

constexpr double kYoung = 1e4, kPoisson = .3;

struct Material {
  double lambda, mu;
  double poisson() const { return lambda / (2 * (lambda + mu)); }
  double young() const { return mu * (3 * lambda + 2 * mu) / (lambda + mu); }
};
// What acts if young and poisson are given; scale: 1, 1/2 or 1/4, see above.
Material material(double scale, double young = kYoung, double poisson = kPoisson) {
  return {scale * 2 * young * poisson / ((1 + poisson) * (1 - 2 * poisson)), scale * young / (2 * (1 + poisson))};
}

std::string flex_model(const std::string& shape, const std::string& inner) {
  return "<mujoco><option gravity='0 0 0'><flag contact='disable'/></option><worldbody><flexcomp name='f' "
         "radius='.001' " +
         shape + "><contact selfcollide='none' internal='false'/>" + inner + "</flexcomp></worldbody></mujoco>";
}
std::string elasticity(const std::string& more = "", double young = kYoung, double poisson = kPoisson) {
  return "<elasticity young='" + std::to_string(young) + "' poisson='" + std::to_string(poisson) + "' " + more + "/>";
}

// Deterministic numbers in [-1, 1].
double noise(int i) { return std::sin(12.9898 * i + 78.233 * std::sin(3.1 * i)); }

// ---- patch test

struct Mesh {
  std::vector<Vec3> point;
  std::vector<bool> inside;  // points that are not on the border
  std::string element;
  std::string text;  // attributes of <flexcomp>
};

// A unit square or cube of n cells a side, two triangles or six tetrahedra each. Points inside are moved at random by
// `irregular`.
Mesh square_mesh(int dim, int n, double irregular) {
  Mesh mesh;
  std::string point, &element = mesh.element;
  const int nz = dim == 3 ? n : 0, stride[] = {(n + 1) * (nz + 1), nz + 1, 1};
  for (int id = 0; id < (n + 1) * stride[0]; ++id) {
    const int at[] = {id / stride[0], id / stride[1] % (n + 1), id % (nz + 1)};
    Vec3 p;
    bool inside = true;
    for (int k = 0; k < dim; ++k) inside = inside && at[k] > 0 && at[k] < n;
    for (int k = 0; k < dim; ++k) p[k] = (at[k] + (inside ? irregular * noise(3 * id + k) : 0)) / n;
    for (int k = 0; k < 3; ++k) {
      point += std::to_string(p[k]) + " ";
      p[k] = std::stod(std::to_string(p[k]));
    }
    mesh.point.push_back(p);
    mesh.inside.push_back(inside);
    if (at[0] == n || at[1] == n || (dim == 3 && at[2] == n)) continue;
    const auto add = [&](std::initializer_list<int> corners) {
      for (const int c : corners) element += std::to_string(id + c) + " ";
    };
    const int x = stride[0], y = stride[1], z = 1;
    if (dim == 2) {
      add({0, x, x + y}), add({0, x + y, y});
    } else {  // all around the diagonal
      add({0, x, x + y, x + y + z}), add({0, x + y, y, x + y + z}), add({0, y, y + z, x + y + z});
      add({0, y + z, z, x + y + z}), add({0, z, x + z, x + y + z}), add({0, x + z, x, x + y + z});
    }
  }
  mesh.text = "type='direct' dim='" + std::to_string(dim) + "' point='" + point + "' element='" + element + "'";
  return mesh;
}

// Moves the vertices to where F takes them.
void deform(World& w, const Mat3& f) {
  const std::vector<Vec3> rest(w.d.flexvert_xpos.begin(), w.d.flexvert_xpos.end());
  for (int v = 0; v < w.m.nflexvert; ++v) {
    const Vec3 move = f * rest[static_cast<std::size_t>(v)] - rest[static_cast<std::size_t>(v)];
    for (int k = 0; k < 3; ++k) w.d.qpos[3 * v + k] = move[k];
  }
  forward(w.m, w.d);
}

Vec3 force(const World& w, int v) {
  return {w.d.qfrc_spring[3 * v], w.d.qfrc_spring[3 * v + 1], w.d.qfrc_spring[3 * v + 2]};
}

// E = (F'F - 1) / 2 in the first `dim` directions.
Mat3 green_strain(const Mat3& f, int dim) {
  Mat3 e{};
  for (int i = 0; i < dim; ++i) {
    for (int j = 0; j < dim; ++j) {
      for (int k = 0; k < 3; ++k) e(i, j) += .5 * f(k, i) * f(k, j);
      e(i, j) -= i == j ? .5 : 0;
    }
  }
  return e;
}
Mat3 stress(const Material& given, const Mat3& e, int dim) {
  Mat3 s{};
  const double trace = e(0, 0) + e(1, 1) + e(2, 2);
  for (int i = 0; i < dim; ++i) {
    for (int j = 0; j < dim; ++j) s(i, j) = 2 * given.mu * e(i, j) + (i == j ? given.lambda * trace : 0);
  }
  return s;
}

void expect_patch(const World& w, const Mesh& mesh, const Mat3& f, const Material& given, double volume) {
  const int dim = w.m.flex_dim[0];
  const Mat3 e = green_strain(f, dim), s = stress(given, e, dim), piola = f * s;
  double density = 0, largest = 0;
  for (int i = 0; i < 9; ++i) density += .5 * e.m[i] * s.m[i];
  EXPECT_NEAR(stretch_energy(w), density * volume, 1e-10 * density * volume);
  Mat3 moment{};
  for (int v = 0; v < w.m.nflexvert; ++v) {
    largest = std::max(largest, norm(force(w, v)));
    for (int i = 0; i < 9; ++i) moment.m[i] += force(w, v)[i / 3] * mesh.point[static_cast<std::size_t>(v)][i % 3];
  }
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(moment.m[i], -volume * piola.m[i], 1e-10 * density * volume);
  int inside = 0;
  for (int v = 0; v < w.m.nflexvert; ++v) {
    if (!mesh.inside[static_cast<std::size_t>(v)]) continue;
    ++inside;
    EXPECT_LT(norm(force(w, v)), 1e-12 * largest) << v;
  }
  EXPECT_GT(inside, 5);
}

const Mat3 kStretchAndTurn = {{1.08, -.35, .1, .3, .9, .05, -.12, .02, 1.15}};

TEST(FlexPatch, Triangles) {
  const Mesh mesh = square_mesh(2, 4, .25);
  World w(flex_model(mesh.text, elasticity("elastic2d='stretch' thickness='.02'")));
  deform(w, kStretchAndTurn);
  expect_patch(w, mesh, kStretchAndTurn, material(.25), .02);
}

TEST(FlexPatch, Tetrahedra) {
  const Mesh mesh = square_mesh(3, 3, .25);
  World w(flex_model(mesh.text, elasticity()));
  deform(w, kStretchAndTurn);
  expect_patch(w, mesh, kStretchAndTurn, material(1), 1);
}

// An affine map leaves a flat plate flat: it does not bend. MuJoCo: on an irregular mesh it would, since the weights of
// the two ends of an edge are exchanged where the first triangle has it backwards.
TEST(FlexPatch, PlatesDoNotBend) {
  const Mesh mesh = square_mesh(2, 4, 0);
  World w(flex_model(mesh.text, elasticity("elastic2d='bend' thickness='.02'")));
  deform(w, kStretchAndTurn);
  for (int v = 0; v < w.m.nflexvert; ++v) EXPECT_LT(norm(force(w, v)), 1e-14) << v;
  w.d.qpos[3 * 12 + 2] += .01;  // the vertex in the middle
  forward(w.m, w.d);
  EXPECT_GT(norm(force(w, 12)), 1e-4);
}

// x = R U X with a symmetric U: the stress in the frame of every cell is that of U - 1.
TEST(FlexPatch, Cells) {
  const Quat turn = axis_angle(Vec3{1, 2, -2} * (1. / 3), .6);
  const Mat3 stretch = {{1.1, .03, -.02, .03, .95, .01, -.02, .01, 1.04}}, f = to_mat(turn) * stretch;
  for (const char* kind : {"dof='trilinear' cellcount='3 3 3'", "dof='quadratic' cellcount='2 2 2'"}) {
    World w(flex_model("type='grid' dim='3' count='7 7 7' spacing='.2 .2 .2' " + std::string(kind), elasticity()));
    std::vector<Vec3> rest;
    for (const int body : w.m.flex_nodebodyid) rest.push_back(w.d.xpos[body]);
    for (std::size_t n = 0; n < rest.size(); ++n) {
      const Vec3 move = f * rest[n] - rest[n];
      for (int k = 0; k < 3; ++k) w.d.qpos[3 * static_cast<int>(n) + k] = move[k];
    }
    forward(w.m, w.d);
    Mat3 e = stretch;
    for (int i = 0; i < 3; ++i) e(i, i) -= 1;
    const Mat3 piola = to_mat(turn) * stress(material(.5), e, 3);
    Mat3 moment{};
    double largest = 0, inner = 0;
    int inside = 0;
    for (std::size_t n = 0; n < rest.size(); ++n) {
      const Vec3 at = rest[n], push = force(w, static_cast<int>(n));
      const bool within = std::max({std::abs(at.x), std::abs(at.y), std::abs(at.z)}) < .59;
      inside += within;
      (within ? inner : largest) = std::max(within ? inner : largest, norm(push));
      for (int i = 0; i < 9; ++i) moment.m[i] += push[i / 3] * at[i % 3];
    }
    EXPECT_GE(inside, 8);
    // the rotation of a cell is found by iteration, to about 1e-9
    EXPECT_LT(inner, 1e-8 * largest) << kind;
    for (int i = 0; i < 9; ++i) EXPECT_NEAR(moment.m[i], -1.728 * piola.m[i], 1e-6 * std::abs(piola(0, 0))) << kind;
  }
}

// ---- small displacements

using Values = std::vector<double>;
double product(const Values& a, const Values& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }

// -K p by central differences of the forces at rest.
Values stiffness_times(World& w, const Values& p) {
  constexpr double kStep = 1e-6;
  const double size = kStep / std::sqrt(product(p, p));
  Values result(p.size());
  for (const double sign : {1., -1.}) {
    for (int i = 0; i < w.m.nq; ++i) w.d.qpos[i] = sign * size * p[static_cast<std::size_t>(i)];
    forward(w.m, w.d);
    for (int i = 0; i < w.m.nv; ++i) result[static_cast<std::size_t>(i)] -= sign * w.d.qfrc_spring[i] / (2 * size);
  }
  return result;
}

// K u = load by conjugate gradients; every K p is passed through `restrict`, a projection that leaves the load as it
// is.
Values displacement(World& w, const Values& load, const std::function<void(Values&)>& restrict = {}) {
  Values u(load.size()), r = load, p = load;
  double square = product(r, r);
  const double enough = 1e-14 * square;
  for (int iteration = 0; iteration < 3000 && square > enough; ++iteration) {
    Values kp = stiffness_times(w, p);
    if (restrict) restrict(kp);
    const double step = square / product(p, kp);
    for (std::size_t i = 0; i < u.size(); ++i) u[i] += step * p[i], r[i] -= step * kp[i];
    const double before = square;
    square = product(r, r);
    for (std::size_t i = 0; i < p.size(); ++i) p[i] = r[i] + square / before * p[i];
  }
  EXPECT_LE(square, enough);
  return u;
}

// A beam of 1 x 0.2 x 0.2 with square cells, fixed at one end; the mean deflection of the other end under a load spread
// over it, relative to beam theory.
double cantilever(const std::string& grid, int across, const std::string& kind, double scale) {
  const int face = (across + 1) * (across + 1);
  std::string pins;
  for (int i = 0; i < face; ++i) pins += std::to_string(i) + " ";
  World w(
      flex_model("type='grid' dim='3' " + grid + " " + kind, elasticity("", kYoung, 0) + "<pin id='" + pins + "'/>"));
  Values load(static_cast<std::size_t>(w.m.nv)), weight;
  const bool quadratic = kind.find("quadratic") != std::string::npos;
  for (int i = 0; i < face; ++i) {
    const auto share = [&](int at) {  // of a point on the face: trapezoids, or Simpson's rule over one cell
      return quadratic ? (at == 1 ? 4. / 6 : 1. / 6) : (at == 0 || at == across ? .5 : 1.) / across;
    };
    weight.push_back(share(i / (across + 1)) * share(i % (across + 1)));
  }
  const std::size_t first = load.size() - 3 * weight.size();
  for (std::size_t i = 0; i < weight.size(); ++i) load[first + 3 * i + 2] = weight[i];
  const Values u = displacement(w, load);
  const Material given = material(scale, kYoung, 0);
  const double inertia = std::pow(.2, 4) / 12,
               wanted = 1 / (3 * given.young() * inertia) + 1 / (5. / 6 * given.mu * .04);
  double deflection = 0;
  for (std::size_t i = 0; i < weight.size(); ++i) deflection += weight[i] * u[first + 3 * i + 2];
  return deflection / wanted;
}

// The stiffness of linear elements exceeds that of the beam by a part of the second order of their size: 4 times less
// when halved, and what is left after extrapolation is of higher order (and the fixed end, where theory knows no
// warping).
void expect_second_order(const std::vector<double>& deflection, double left) {
  const double coarse = 1 / deflection[0] - 1, middle = 1 / deflection[1] - 1, fine = 1 / deflection[2] - 1;
  EXPECT_GT(coarse, middle);
  EXPECT_NEAR(middle / fine, 4, .4);
  EXPECT_NEAR(fine - (middle - fine) / 3, 0, left);
}

// Deflections of 0.25, 0.55 and 0.83 of theory: tetrahedra of constant strain lock.
TEST(FlexCantilever, Tetrahedra) {
  std::vector<double> deflection;
  for (const int n : {1, 2, 4}) {
    const std::string points = std::to_string(n + 1), size = std::to_string(.2 / n);
    deflection.push_back(cantilever("count='" + std::to_string(5 * n + 1) + " " + points + " " + points +
                                        "' spacing='" + size + " " + size + " " + size + "'",
                                    n, "", 1));
  }
  expect_second_order(deflection, .02);
}

// 0.66, 0.89 and 0.97 of theory
TEST(FlexCantilever, TrilinearCells) {
  std::vector<double> deflection;
  for (const int n : {5, 10, 20}) {
    deflection.push_back(cantilever("count='3 2 2' spacing='.5 .2 .2'", 1,
                                    "dof='trilinear' cellcount='" + std::to_string(n) + " 1 1'", .5));
  }
  expect_second_order(deflection, .01);
}

// A strip of a wide plate, of length 1 beyond two columns of pinned vertices, n cells long and one wide, that bends as
// a cylinder: the two vertices of a column move together. (Left to itself it would twist as well: this energy, the
// square of the mean curvature, does not resist saddles.)
double strip(int n) {
  const double size = 1. / n;
  World w(flex_model("type='grid' dim='2' count='" + std::to_string(n + 2) + " 2 1' spacing='" + std::to_string(size) +
                         " " + std::to_string(size) + " 1'",
                     elasticity("elastic2d='bend' thickness='.02'") + "<pin id='0 1 2 3'/>"));
  Values load(static_cast<std::size_t>(w.m.nv));
  load[load.size() - 1] = load[load.size() - 4] = .5;
  const Values u = displacement(w, load, [](Values& z) {
    for (std::size_t i = 2; i < z.size(); i += 6) z[i] = z[i + 3] = .5 * (z[i] + z[i + 3]);
  });
  const double rigidity = kYoung / (2 * (1 + kPoisson)) * std::pow(.02, 3) / 8;
  return .5 * (u[load.size() - 1] + u[load.size() - 4]) * 3 * rigidity * size;
}

// 1.41, 1.20, 1.10 and 1.05 of theory: edges on the border of the mesh do not bend, half a cell at either end.
TEST(FlexCantilever, Plate) {
  const double coarse = strip(8) - 1, middle = strip(16) - 1, fine = strip(32) - 1;
  EXPECT_NEAR(coarse / middle, 2, .1);
  EXPECT_NEAR(middle / fine, 2, .1);
  EXPECT_NEAR(2 * fine - middle, 0, .002);
}

// ---- a cube between frictionless plates

// Vertices of the lowest face do not move along z; the others are bodies with three slides, all damped.
std::string standing_cube(const Mesh& mesh) {
  std::string bodies, names;
  for (std::size_t v = 0; v < mesh.point.size(); ++v) {
    const Vec3& p = mesh.point[v];
    bodies += "<body name='" + std::to_string(v) + "' pos='" + std::to_string(p.x) + " " + std::to_string(p.y) + " " +
              std::to_string(p.z) +
              "'><inertial pos='0 0 0' mass='.1' diaginertia='1 1 1'/><joint type='slide' axis='1 0 0' damping='4'/>"
              "<joint type='slide' axis='0 1 0' damping='4'/>" +
              (p.z > 0 ? "<joint type='slide' axis='0 0 1' damping='4'/>" : "") + "</body>";
    names += std::to_string(v) + " ";
  }
  return "<mujoco><option gravity='0 0 0' timestep='.002' integrator='implicitfast'><flag contact='disable'/></option>"
         "<worldbody>" +
         bodies + "</worldbody><deformable><flex name='f' dim='3' radius='.001' body='" + names + "' element='" +
         mesh.element + "'>" + elasticity() + "</flex></deformable></mujoco>";
}

// Pressure p on the upper face, a third of it for each corner of a triangle.
void press(World& w, const Mesh& mesh, double p) {
  for (int t = 0; t < w.m.nflexelem; ++t) {
    const int* corner = &w.m.flex_elem[4 * t];
    for (int left_out = 0; left_out < 4; ++left_out) {
      std::vector<int> face;
      for (int k = 0; k < 4; ++k) {
        if (k != left_out && mesh.point[static_cast<std::size_t>(corner[k])].z == 1) face.push_back(corner[k]);
      }
      if (face.size() < 3) continue;
      const Vec3& a = mesh.point[static_cast<std::size_t>(face[0])];
      const double area = .5 * norm(cross(mesh.point[static_cast<std::size_t>(face[1])] - a,
                                          mesh.point[static_cast<std::size_t>(face[2])] - a));
      for (const int v : face) w.d.qfrc_applied[w.m.body_dofadr[w.m.flex_vertbodyid[v]] + 2] -= p * area / 3;
    }
  }
}

TEST(FlexPress, CubeWidensByPoissonsRatio) {
  const Mesh mesh = square_mesh(3, 3, .2);
  for (const double along : {.9, 1.2}) {
    World w(standing_cube(mesh));
    const Material given = material(1);
    const double strain = .5 * (along * along - 1), across = std::sqrt(1 - 2 * given.poisson() * strain);
    press(w, mesh, -along * given.young() * strain);
    w.step(1000);
    EXPECT_LT(w.fastest(), 1e-9);
    Vec3 middle, rest;
    for (int v = 0; v < w.m.nflexvert; ++v) {
      middle += w.d.flexvert_xpos[v] * (1. / w.m.nflexvert);
      rest += mesh.point[static_cast<std::size_t>(v)] * (1. / w.m.nflexvert);
    }
    for (int v = 0; v < w.m.nflexvert; ++v) {
      const Vec3 was = mesh.point[static_cast<std::size_t>(v)] - rest, is = w.d.flexvert_xpos[v] - middle;
      // distances from the axis, as nothing holds the cube against turning about it
      EXPECT_NEAR(std::hypot(is.x, is.y), across * std::hypot(was.x, was.y), 1e-8);
      EXPECT_NEAR(is.z, along * was.z, 1e-8);
    }
  }
}

// ---- momentum

struct Sums {
  Vec3 force, moment;
  double size = 0, moment_size = 0;  // the same with absolute values
};
// Of generalized forces at the nodes or vertices, bodies with three slides along the axes of the world.
Sums sums(const World& w, const Array<double>& f) {
  Sums s;
  for (int body = 1; body < w.m.nbody; ++body) {
    if (w.m.body_dofnum[body] != 3) continue;
    const int dof = w.m.body_dofadr[body];
    const Vec3 push{f[dof], f[dof + 1], f[dof + 2]};
    s.force += push;
    s.moment += cross(w.d.xpos[body], push);
    s.size += norm(push);
    s.moment_size += norm(w.d.xpos[body]) * norm(push);
  }
  return s;
}
// qpos_i = 0.02 sin(1.3 i + 0.2), qvel_i = cos(0.7 i)
World waved(const std::string& text) {
  World w(text);
  for (int i = 0; i < w.m.nq; ++i) w.d.qpos[i] = .02 * std::sin(1.3 * i + .2);
  for (int i = 0; i < w.m.nv; ++i) w.d.qvel[i] = std::cos(.7 * i);
  forward(w.m, w.d);
  return w;
}
void expect_no_force(const World& w, const Array<double>& f) {
  const Sums s = sums(w, f);
  EXPECT_GT(s.size, 0);
  EXPECT_LT(norm(s.force), 1e-12 * s.size);
}
void expect_no_moment(const World& w, const Array<double>& f) {
  const Sums s = sums(w, f);
  EXPECT_LT(norm(s.moment), 1e-12 * s.moment_size);
}
const std::string kPlace = "type='grid' spacing='.1 .1 .1' pos='.3 .2 .1' ";

TEST(FlexMomentum, Lines) {
  const World w = waved(flex_model(kPlace + "dim='1' count='6 1 1'", "<edge stiffness='50' damping='3'/>"));
  expect_no_force(w, w.d.qfrc_spring), expect_no_moment(w, w.d.qfrc_spring);
  expect_no_force(w, w.d.qfrc_damper), expect_no_moment(w, w.d.qfrc_damper);
}

TEST(FlexMomentum, TrianglesAndTetrahedra) {
  for (const std::string kind : {"elastic2d='stretch'", "elastic2d='bend'", "elastic2d='both'"}) {
    const World w =
        waved(flex_model(kPlace + "dim='2' count='5 4 1'", elasticity(kind + " thickness='.02' damping='.01'")));
    expect_no_force(w, w.d.qfrc_spring), expect_no_moment(w, w.d.qfrc_spring);
    // MuJoCo: damping of bending acts on velocities in the world, so that it slows the turning of a bent plate
    if (kind != "elastic2d='stretch'") expect_no_force(w, w.d.qfrc_damper);
  }
  const World w = waved(flex_model(kPlace + "dim='3' count='4 3 3'", elasticity("damping='.01'")));
  expect_no_force(w, w.d.qfrc_spring), expect_no_moment(w, w.d.qfrc_spring);
}

// Curved at rest: the surface of a ball.
TEST(FlexMomentum, CurvedShell) {
  const World w = waved(flex_model("type='ellipsoid' dim='2' count='5 5 5' spacing='.1 .1 .1' pos='.3 .2 .1'",
                                   elasticity("elastic2d='both' thickness='.02'")));
  expect_no_force(w, w.d.qfrc_spring), expect_no_moment(w, w.d.qfrc_spring);
}

// Linear in the frame of a cell, which follows its mean rotation: moments are of the second order in the strain.
TEST(FlexMomentum, Cells) {
  for (const char* kind : {"trilinear' cellcount='2 2 2'", "quadratic' cellcount='1 1 1'"}) {
    const World w = waved(flex_model(kPlace + "dim='3' count='4 4 4' dof='" + kind, elasticity("damping='.01'")));
    expect_no_force(w, w.d.qfrc_spring), expect_no_force(w, w.d.qfrc_damper);
  }
}

// Rows along edges pull at both ends; a contact of a flex with itself pushes both elements alike.
TEST(FlexMomentum, Constraints) {
  const World edges = waved(flex_model(kPlace + "dim='2' count='4 4 1'", "<edge equality='true'/>"));
  expect_no_force(edges, edges.d.qfrc_constraint), expect_no_moment(edges, edges.d.qfrc_constraint);
  World self(
      "<mujoco><option gravity='0 0 0'/><worldbody><flexcomp name='f' type='grid' dim='2' count='5 5 1' "
      "spacing='.04 .04 .04' radius='.005'><contact selfcollide='narrow' internal='true'/>" +
      elasticity("elastic2d='stretch' thickness='.001'") + "</flexcomp></worldbody></mujoco>");
  for (int i = 0; i < self.m.nq; ++i) self.d.qpos[i] = .03 * std::sin(1.3 * i * (i % 3 + 1) + .2);
  forward(self.m, self.d);
  EXPECT_EQ(self.contacts(), 6u);
  expect_no_force(self, self.d.qfrc_constraint);
}

// A free cloth that was hit keeps its momentum over many steps.
TEST(FlexMomentum, StaysTheSame) {
  World w = waved(flex_model(kPlace + "dim='2' count='5 5 1' mass='2.5'",
                             elasticity("elastic2d='both' thickness='.02' damping='.001'")));
  const auto momentum = [&] {
    Vec3 sum;
    for (int i = 0; i < w.m.nv; ++i) sum[i % 3] += .1 * w.d.qvel[i];
    return sum;
  };
  const Vec3 before = momentum();
  w.step(500);
  EXPECT_LT(norm(momentum() - before), 1e-12);
}

}  // namespace
}  // namespace corten
