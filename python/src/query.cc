// Questions about a world: rays, distances, Jacobians, the inertia matrix.
#include "corten/query.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <span>
#include <vector>

#include "corten/jacobian.h"
#include "named.h"
#include "objects.h"

namespace corten::python {

namespace {

RayOptions ray_options(const Model& m, int groups, bool moving_only, const nb::object& exclude, double cutoff) {
  const int body = exclude.is_none() ? -1 : resolve(m, kind_of(Object::kBody), exclude);
  return {groups, !moving_only, body, cutoff};
}

nb::tuple one_ray(PyModel& model, PyData& data, const Doubles& from, const Doubles& direction, int groups,
                  bool moving_only, const nb::object& exclude) {
  const Vec3 start = to_vec3("origin", from), towards = to_vec3("direction", direction);
  const RayOptions options = ray_options(model.get(), groups, moving_only, exclude, 1e10);
  int geom = -1;
  double distance = -1, *normal = nullptr;
  const nb::object normal_array = make_array({3}, &normal);
  Vec3 n;
  run(model, data, kQuestion,
      [&](const Model& m, Data& d) { distance = ray(m, d, start, towards, options, &geom, &n); });
  for (int i = 0; i < 3; ++i) normal[i] = n[i];
  return nb::make_tuple(distance, geom, normal_array);
}

nb::tuple many_rays(PyModel& model, PyData& data, const Doubles& from, const Doubles& directions, int groups,
                    bool moving_only, const nb::object& exclude, double cutoff) {
  const Vec3 start = to_vec3("origin", from);
  require_shape("directions", directions, {-1, 3});
  const std::size_t count = directions.shape(0);
  const RayOptions options = ray_options(model.get(), groups, moving_only, exclude, cutoff);
  std::vector<Vec3> towards(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double* v = directions.data() + 3 * i;
    towards[i] = {v[0], v[1], v[2]};
  }
  std::vector<RayHit> hits(count);
  run(model, data, kQuestion, [&](const Model& m, Data& d) { rays(m, d, start, towards, options, hits); });

  double *distance = nullptr, *normal = nullptr;
  const nb::object distances = make_array({count}, &distance), normals = make_array({count, 3}, &normal);
  const std::shared_ptr<int[]> geom(new int[count > 0 ? count : 1]);
  for (std::size_t i = 0; i < count; ++i) {
    distance[i] = hits[i].distance;
    geom[i] = hits[i].geom;
    for (int k = 0; k < 3; ++k) normal[3 * i + static_cast<std::size_t>(k)] = hits[i].normal[k];
  }
  const nb::object geoms =
      make_view(geom.get(), nb::dtype<int>(), {count}, std::shared_ptr<void>(geom, geom.get()), true);
  return nb::make_tuple(distances, geoms, normals);
}

nb::tuple geom_distance(PyModel& model, PyData& data, const nb::object& geom1, const nb::object& geom2,
                        double distmax) {
  const int g1 = resolve(model.get(), kind_of(Object::kGeom), geom1),
            g2 = resolve(model.get(), kind_of(Object::kGeom), geom2);
  GeomDistance result;
  run(model, data, kQuestion, [&](const Model& m, Data& d) { result = corten::geom_distance(m, d, g1, g2, distmax); });
  double* numbers = nullptr;
  const nb::object fromto = make_array({6}, &numbers);
  for (int i = 0; i < 3; ++i) numbers[i] = result.from[i], numbers[3 + i] = result.to[i];
  return nb::make_tuple(result.distance, fromto);
}

// ---- Jacobians

// `compute` is one of the Jacobians of corten/jacobian.h, with the element filled in.
template <class Compute>
nb::tuple jacobians(PyModel& model, PyData& data, const Compute& compute) {
  const auto nv = static_cast<std::size_t>(model.get().nv);
  double *translation = nullptr, *rotation = nullptr;
  const nb::object jacp = make_array({3, nv}, &translation), jacr = make_array({3, nv}, &rotation);
  run(model, data, kQuestion, [&](const Model& m, Data& d) {
    compute(m, d, std::span<double>(translation, 3 * nv), std::span<double>(rotation, 3 * nv));
  });
  return nb::make_tuple(jacp, jacr);
}

using ElementJacobian = void (*)(const Model&, const Data&, int, std::span<double>, std::span<double>);

template <Object kKind, ElementJacobian kJacobian>
nb::tuple element_jacobian(PyModel& model, PyData& data, const nb::object& element) {
  const int id = resolve(model.get(), kind_of(kKind), element);
  return jacobians(model, data,
                   [&](const Model& m, const Data& d, auto trans, auto rot) { kJacobian(m, d, id, trans, rot); });
}

nb::tuple jac(PyModel& model, PyData& data, const Doubles& point, const nb::object& body) {
  const int b = resolve(model.get(), kind_of(Object::kBody), body);
  const Vec3 p = to_vec3("point", point);
  return jacobians(model, data, [&](const Model& m, const Data& d, auto trans, auto rot) {
    point_jacobian(m, d, b, p, trans, rot);
  });
}
nb::object jac_subtree_com(PyModel& model, PyData& data, const nb::object& body) {
  const int b = resolve(model.get(), kind_of(Object::kBody), body);
  const auto nv = static_cast<std::size_t>(model.get().nv);
  double* numbers = nullptr;
  nb::object jacp = make_array({3, nv}, &numbers);
  run(model, data, kQuestion, [&](const Model& m, Data& d) { subtree_com_jacobian(m, d, b, {numbers, 3 * nv}); });
  return jacp;
}

nb::object mass_matrix(PyModel& model, PyData& data) {
  const auto nv = static_cast<std::size_t>(model.get().nv);
  double* dense = nullptr;
  nb::object matrix = make_array({nv, nv}, &dense);
  run(model, data, kQuestion, [&](const Model& m, Data& d) { full_m(m, d, {dense, nv * nv}); });
  return matrix;
}

#define CORTEN_F8 "numpy.typing.NDArray[numpy.float64]"
#define CORTEN_ELEMENT "model: Model, data: Data, "
#define CORTEN_JACOBIANS ") -> tuple[" CORTEN_F8 ", " CORTEN_F8 "]"

void bind_jacobians(nb::module_& m) {
  m.def("jac", &jac, nb::arg("model"), nb::arg("data"), nb::arg("point"), nb::arg("body"),
        nb::sig("def jac(" CORTEN_ELEMENT "point: numpy.typing.ArrayLike, body: str | int" CORTEN_JACOBIANS),
        "Jacobians (translation, rotation), 3 x nv each, of a world point fixed to a body.");
  const auto def = [&](const char* name, auto function, const char* kind, const char* signature, const char* doc) {
    m.def(name, function, nb::arg("model"), nb::arg("data"), nb::arg(kind), nb::sig(signature), doc);
  };
  def("jac_body", &element_jacobian<Object::kBody, body_jacobian>, "body",
      "def jac_body(" CORTEN_ELEMENT "body: str | int" CORTEN_JACOBIANS, "Jacobians of the origin of a body.");
  def("jac_body_com", &element_jacobian<Object::kBody, body_com_jacobian>, "body",
      "def jac_body_com(" CORTEN_ELEMENT "body: str | int" CORTEN_JACOBIANS,
      "Jacobians of the centre of mass of a body.");
  def("jac_geom", &element_jacobian<Object::kGeom, geom_jacobian>, "geom",
      "def jac_geom(" CORTEN_ELEMENT "geom: str | int" CORTEN_JACOBIANS, "Jacobians of the centre of a geom.");
  def("jac_site", &element_jacobian<Object::kSite, site_jacobian>, "site",
      "def jac_site(" CORTEN_ELEMENT "site: str | int" CORTEN_JACOBIANS, "Jacobians of a site.");
  def("jac_subtree_com", &jac_subtree_com, "body",
      "def jac_subtree_com(" CORTEN_ELEMENT "body: str | int) -> " CORTEN_F8,
      "Jacobian of the centre of mass of a body with all below it.");
  m.def("mass_matrix", &mass_matrix, nb::arg("model"), nb::arg("data"),
        nb::sig("def mass_matrix(model: Model, data: Data) -> " CORTEN_F8), "The inertia matrix M, full, nv x nv.");
}

}  // namespace

void bind_query(nb::module_& m) {
  bind_jacobians(m);
  m.def("ray", &one_ray, nb::arg("model"), nb::arg("data"), nb::arg("origin"), nb::arg("direction"),
        nb::arg("groups") = kAllGroups, nb::arg("moving_only") = false, nb::arg("exclude") = nb::none(),
        nb::sig("def ray(" CORTEN_ELEMENT "origin: numpy.typing.ArrayLike, direction: numpy.typing.ArrayLike, groups: "
                "int = 63, moving_only: bool = False, exclude: str | int | None = None) -> tuple[float, int, " CORTEN_F8
                "]"),
        "(distance, geom, normal) of what a ray first meets; -1, -1 and zero if it meets nothing. `groups`: bit g is "
        "geoms of group g; `exclude`: a body that is not seen.");
  m.def("rays", &many_rays, nb::arg("model"), nb::arg("data"), nb::arg("origin"), nb::arg("directions"),
        nb::arg("groups") = kAllGroups, nb::arg("moving_only") = false, nb::arg("exclude") = nb::none(),
        nb::arg("cutoff") = 1e10,
        nb::sig("def rays(" CORTEN_ELEMENT "origin: numpy.typing.ArrayLike, directions: numpy.typing.ArrayLike, "
                "groups: int = 63, moving_only: bool = False, exclude: str | int | None = None, cutoff: float = 1e10) "
                "-> tuple[" CORTEN_F8 ", numpy.typing.NDArray[numpy.int32], " CORTEN_F8 "]"),
        "Many rays from one point: (distances, geoms, normals).");
  m.def("geom_distance", &geom_distance, nb::arg("model"), nb::arg("data"), nb::arg("geom1"), nb::arg("geom2"),
        nb::arg("distmax") = 1e10,
        nb::sig("def geom_distance(" CORTEN_ELEMENT "geom1: str | int, geom2: str | int, distmax: float = 1e10) -> "
                "tuple[float, " CORTEN_F8 "]"),
        "(distance, fromto) of two geoms: at most `distmax`, and the nearest points, six numbers.");
}

}  // namespace corten::python
