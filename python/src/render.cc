// Pictures: Renderer with its cameras and options, and the Scene that it draws.
#include "corten/render.h"

#include <fmt/format.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>

#include <cstring>
#include <optional>
#include <string>

#include "objects.h"

namespace corten::python {

namespace {

// A Renderer holds a reference to the model, which must stay where it is.
struct PyRenderer {
  std::shared_ptr<ModelBox> box;
  std::optional<Renderer> renderer;
  nb::object model;

  Renderer& get() {
    if (!renderer) throw std::runtime_error("the Renderer was closed");
    return *renderer;
  }
};

// ---- numpy

template <class T>
nb::object copied(std::span<const T> pixels, const std::vector<std::size_t>& shape, nb::dlpack::dtype type) {
  std::shared_ptr<T[]> memory(new T[pixels.size()]);
  std::memcpy(memory.get(), pixels.data(), pixels.size_bytes());
  return make_view(memory.get(), type, shape, memory, true);
}

std::vector<std::size_t> shape_of(PyRenderer& r, std::size_t channels) {
  std::vector<std::size_t> shape{static_cast<std::size_t>(r.get().height()), static_cast<std::size_t>(r.get().width())};
  if (channels > 0) shape.push_back(channels);
  return shape;
}

template <class T, int N>
nb::tuple to_tuple(const T (&numbers)[N]) {
  nb::list list;
  for (const T& number : numbers) list.append(number);
  return nb::tuple(list);
}

// ---- cameras

ViewCamera to_camera(const Model& model, const nb::object& camera) {
  if (camera.is_none()) return default_free_camera(model);
  ViewCamera* own = nullptr;
  if (nb::try_cast(camera, own) && own) return *own;
  std::string name;
  int id = -1;
  if (nb::try_cast(camera, name)) return ViewCamera::fixed(model.require_id(Object::kCamera, name));
  if (!nb::try_cast(camera, id)) throw nb::type_error("camera: a number, a name or a ViewCamera is needed");
  return id == -1 ? default_free_camera(model) : ViewCamera::fixed(id);
}

void bind_camera(nb::module_& m) {
  nb::class_<ViewCamera> c(m, "ViewCamera", "Where a picture is taken from; angles in degrees.");
  c.def(
      "__init__",
      [](ViewCamera* self, int type, int fixedcamid, int trackbodyid, std::array<double, 3> lookat, double distance,
         double azimuth, double elevation) {
        if (type < ViewCamera::kFree || type > ViewCamera::kFixed) throw nb::value_error("type is 0, 1 or 2");
        new (self) ViewCamera{static_cast<ViewCamera::Type>(type),
                              fixedcamid,
                              trackbodyid,
                              {lookat[0], lookat[1], lookat[2]},
                              distance,
                              azimuth,
                              elevation};
      },
      nb::arg("type") = 0, nb::arg("fixedcamid") = -1, nb::arg("trackbodyid") = -1,
      nb::arg("lookat") = std::array<double, 3>{}, nb::arg("distance") = 2.0, nb::arg("azimuth") = 90.0,
      nb::arg("elevation") = -45.0, "type: 0 free, 1 tracking a body, 2 a camera of the model");
  c.def_prop_ro("lookat", [](const ViewCamera& v) {
    return std::array<double, 3>{v.lookat.x, v.lookat.y, v.lookat.z};
  });
  c.def_rw("distance", &ViewCamera::distance);
  c.def_rw("azimuth", &ViewCamera::azimuth);
  c.def_rw("elevation", &ViewCamera::elevation);
  m.def(
      "default_free_camera", [](const PyModel& model) { return default_free_camera(model.get()); }, nb::arg("model"),
      "The free camera that sees the whole model.");
}

void bind_scene_option(nb::module_& m) {
  nb::class_<SceneOption> c(m, "SceneOption", "What of a world pictures show: groups, and kinds of things.");
  c.def(nb::init<>());
  c.def_rw("geomgroup", &SceneOption::geomgroup);
  c.def_rw("sitegroup", &SceneOption::sitegroup);
  c.def_rw("tendongroup", &SceneOption::tendongroup);
  c.def_rw("actuatorgroup", &SceneOption::actuatorgroup);
  c.def_rw("flexgroup", &SceneOption::flexgroup);
  c.def_rw("skingroup", &SceneOption::skingroup);
  c.def_rw("textures", &SceneOption::textures);
  c.def_rw("tendons", &SceneOption::tendons);
  c.def_rw("rangefinders", &SceneOption::rangefinders);
  c.def_rw("statics", &SceneOption::statics);
  c.def_rw("skins", &SceneOption::skins);
  c.def_rw("transparent", &SceneOption::transparent);
  c.def_rw("categories", &SceneOption::categories);
}

// ---- the scene: shapes, lights and camera as dictionaries with MuJoCo's names

#define CORTEN_SCENE_GEOM_NUMBERS(F) \
  F(type)                            \
  F(dataid)                          \
  F(objtype) F(objid) F(category) F(matid) F(texcoord) F(segid) F(emission) F(specular) F(shininess) F(reflectance)
#define CORTEN_SCENE_GEOM_ARRAYS(F) F(size) F(pos) F(mat) F(rgba)

nb::dict geom_to_dict(const SceneGeom& g) {
  nb::dict values;
#define CORTEN_PUT(name) values[#name] = g.name;
  CORTEN_SCENE_GEOM_NUMBERS(CORTEN_PUT)
#undef CORTEN_PUT
#define CORTEN_PUT(name) values[#name] = to_tuple(g.name.v);
  CORTEN_SCENE_GEOM_ARRAYS(CORTEN_PUT)
#undef CORTEN_PUT
  return values;
}

template <class Numbers>
void read_array(const nb::handle& value, Numbers& numbers, const char* name) {
  const auto sequence = nb::cast<nb::sequence>(value);
  if (nb::len(sequence) != static_cast<std::size_t>(Numbers::size())) {
    throw nb::value_error(fmt::format("{} has {} numbers", name, Numbers::size()).c_str());
  }
  for (int k = 0; k < Numbers::size(); ++k) numbers[k] = nb::cast<float>(sequence[k]);
}

SceneGeom geom_of(const nb::dict& values) {
  SceneGeom g;
#define CORTEN_TAKE(name) g.name = nb::cast<decltype(g.name)>(values[#name]);
  CORTEN_SCENE_GEOM_NUMBERS(CORTEN_TAKE)
#undef CORTEN_TAKE
#define CORTEN_TAKE(name) read_array(values[#name], g.name, #name);
  CORTEN_SCENE_GEOM_ARRAYS(CORTEN_TAKE)
#undef CORTEN_TAKE
  return g;
}

nb::dict light_to_dict(const SceneLight& l) {
  nb::dict values;
  values["id"] = l.id, values["type"] = static_cast<int>(l.type);
  values["cutoff"] = l.cutoff, values["exponent"] = l.exponent;
  values["headlight"] = static_cast<int>(l.headlight), values["castshadow"] = static_cast<int>(l.castshadow);
#define CORTEN_PUT(name) values[#name] = to_tuple(l.name.v)
  CORTEN_PUT(pos), CORTEN_PUT(dir), CORTEN_PUT(attenuation);
  CORTEN_PUT(ambient), CORTEN_PUT(diffuse), CORTEN_PUT(specular);
#undef CORTEN_PUT
  return values;
}

nb::dict camera_to_dict(const SceneCamera& c) {
  nb::dict values;
#define CORTEN_PUT(name) values[#name] = to_tuple(c.name.v)
  CORTEN_PUT(pos), CORTEN_PUT(forward), CORTEN_PUT(up);
#undef CORTEN_PUT
#define CORTEN_PUT(name) values[#name] = c.name
  CORTEN_PUT(frustum_center), CORTEN_PUT(frustum_width), CORTEN_PUT(frustum_bottom), CORTEN_PUT(frustum_top);
  CORTEN_PUT(frustum_near), CORTEN_PUT(frustum_far);
#undef CORTEN_PUT
  values["orthographic"] = static_cast<int>(c.orthographic);
  return values;
}

SceneGeom& geom_at(Scene& s, int index) {
  if (index < 0 || index >= static_cast<int>(s.geoms.size())) throw nb::index_error("no such shape in the scene");
  return s.geoms[static_cast<std::size_t>(index)];
}

void bind_scene(nb::module_& m) {
  nb::class_<Scene> c(m, "Scene", "What a picture shows: shapes, lights and a camera.");
  c.def(nb::init<>());
  c.def(
      "update",
      [](Scene& s, PyModel& model, PyData& data, const nb::object& camera, const SceneOption& option) {
        const ViewCamera view = to_camera(model.get(), camera);
        run(model, data, Use::For::kQuestion,
            [&](const Model& mm, Data& dd) { update_scene(mm, dd, option, view, s); });
      },
      nb::arg("model"), nb::arg("data"), nb::arg("camera") = nb::none(), nb::arg("option") = SceneOption{},
      nb::sig("def update(self, model: Model, data: Data, camera: ViewCamera | int | str | None = None, "
              "option: SceneOption = ...) -> None"),
      "Fills the scene with what a world shows.");
  c.def("__len__", [](const Scene& s) { return s.geoms.size(); });
  c.def(
      "geom", [](Scene& s, int index) { return geom_to_dict(geom_at(s, index)); }, nb::arg("index"),
      nb::sig("def geom(self, index: int) -> dict[str, typing.Any]"), "A shape.");
  c.def(
      "set_geom",
      [](Scene& s, int index, const nb::dict& values) {
        if (index == static_cast<int>(s.geoms.size())) s.geoms.emplace_back();
        geom_at(s, index) = geom_of(values);
      },
      nb::arg("index"), nb::arg("values"),
      nb::sig("def set_geom(self, index: int, values: dict[str, typing.Any]) -> None"),
      "Changes a shape, or adds one after the last.");
  c.def(
      "lights",
      [](const Scene& s) {
        nb::list lights;
        for (const SceneLight& light : s.lights) lights.append(light_to_dict(light));
        return lights;
      },
      nb::sig("def lights(self) -> list[dict[str, typing.Any]]"));
  c.def(
      "camera", [](const Scene& s) { return camera_to_dict(s.camera); },
      nb::sig("def camera(self) -> dict[str, typing.Any]"));
  c.def_rw("shadows", &Scene::shadows);
  c.def_rw("reflections", &Scene::reflections);
  c.def_rw("skybox", &Scene::skybox);
  c.def_rw("haze", &Scene::haze);
  c.def_rw("fog", &Scene::fog);
  c.def_rw("cull_face", &Scene::cull_face);
}

// ---- the renderer

void bind_pictures(nb::class_<PyRenderer>& c) {
  c.def(
      "rgb",
      [](PyRenderer& r) {
        std::span<const std::uint8_t> pixels;
        {
          nb::gil_scoped_release release;
          pixels = r.get().rgb();
        }
        return copied(pixels, shape_of(r, 3), nb::dtype<std::uint8_t>());
      },
      nb::sig("def rgb(self) -> numpy.typing.NDArray[numpy.uint8]"), "The picture, height x width x 3.");
  c.def(
      "depth", [](PyRenderer& r) { return copied(r.get().depth(), shape_of(r, 0), nb::dtype<float>()); },
      nb::sig("def depth(self) -> numpy.typing.NDArray[numpy.float32]"),
      "Distance along the axis of the camera in m, height x width; the far plane where nothing is.");
  c.def(
      "segmentation",
      [](PyRenderer& r) {
        const std::span<const SegmentedPixel> pixels = r.get().segmentation();
        const std::span numbers(reinterpret_cast<const std::int32_t*>(pixels.data()), 2 * pixels.size());
        return copied(numbers, shape_of(r, 2), nb::dtype<std::int32_t>());
      },
      nb::sig("def segmentation(self) -> numpy.typing.NDArray[numpy.int32]"),
      "Number and kind of the object that each pixel shows, height x width x 2; -1 -1 where nothing is.");
  c.def(
      "geoms", [](PyRenderer& r) { return copied(r.get().geoms(), shape_of(r, 0), nb::dtype<std::int32_t>()); },
      nb::sig("def geoms(self) -> numpy.typing.NDArray[numpy.int32]"),
      "Position in the scene of the shape that each pixel shows, -1 where nothing is.");
}

void bind_renderer(nb::module_& m) {
  nb::class_<PyRenderer> c(m, "Renderer", "Draws pictures of worlds of a model, without a display.");
  c.def(
      "__init__",
      [](PyRenderer* self, nb::object model, int width, int height) {
        const std::shared_ptr<ModelBox> box = nb::cast<PyModel&>(model).box;
        std::optional<Renderer> renderer;
        renderer.emplace(box->model, width, height);
        new (self) PyRenderer{box, std::move(renderer), model};
      },
      nb::arg("model"), nb::arg("width") = 640, nb::arg("height") = 480,
      nb::sig("def __init__(self, model: Model, width: int = 640, height: int = 480) -> None"));
  c.def(
      "update",
      [](PyRenderer& r, PyData& data, const nb::object& camera, const SceneOption& option) {
        const ViewCamera view = to_camera(r.box->model, camera);
        run(nb::cast<PyModel&>(r.model), data, Use::For::kQuestion,
            [&](const Model&, Data& d) { r.get().update(d, view, option); });
      },
      nb::arg("data"), nb::arg("camera") = nb::none(), nb::arg("option") = SceneOption{},
      nb::sig("def update(self, data: Data, camera: ViewCamera | int | str | None = None, option: SceneOption = ...) "
              "-> None"),
      "What the pictures show from now on. The camera: a name or number of the model, -1 or None for the free camera.");
  c.def(
      "use_scene",
      [](PyRenderer& r, const Scene& scene, PyData& data) {
        r.get().scene() = scene;
        r.get().update_surfaces(data.world->data);
      },
      nb::arg("scene"), nb::arg("data"), "Draws this scene; the data gives the vertices of flexes and skins.");
  bind_pictures(c);
  c.def(
      "resize", [](PyRenderer& r, int width, int height) { r.get().resize(width, height); }, nb::arg("width"),
      nb::arg("height"));
  c.def_prop_ro("width", [](PyRenderer& r) { return r.get().width(); });
  c.def_prop_ro("height", [](PyRenderer& r) { return r.get().height(); });
  c.def(
      "close", [](PyRenderer& r) { r.renderer.reset(); }, "Frees the memory of the graphics card.");
  c.def("__enter__", [](nb::object self) { return self; });
  c.def(
      "__exit__", [](PyRenderer& r, nb::handle, nb::handle, nb::handle) { r.renderer.reset(); }, nb::arg("type").none(),
      nb::arg("value").none(), nb::arg("traceback").none());
}

}  // namespace

void bind_render(nb::module_& m) {
  bind_camera(m);
  bind_scene_option(m);
  bind_scene(m);
  bind_renderer(m);
}

}  // namespace corten::python
