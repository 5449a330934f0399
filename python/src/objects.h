// What Python objects hold, and who keeps what alive.
//
//   Model ──> ModelBox <── numpy views of Model fields
//   Data  ──> World    <── numpy views of Data fields
//     └─────> Model
// Views own the box or world that they look into, not the Python object: an object and the views that it remembers form
// no cycle, and a view stays valid when everything else is gone.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <atomic>
#include <exception>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "corten/data.h"
#include "corten/hooks.h"
#include "corten/model.h"

namespace corten::python {

namespace nb = nanobind;

struct ModelBox {
  Model model;
  bool writable = false;
};

struct PyModel {
  PyModel(Model model, bool writable);
  explicit PyModel(std::shared_ptr<ModelBox> shared);

  const Model& get() const { return box->model; }
  // A numpy view of a field, made when first asked for.
  nb::object view(std::size_t field);

  std::shared_ptr<ModelBox> box;
  std::vector<nb::object> views;
};

struct PyData;

// Python functions that a step calls. Shared with the worlds that the library copies, such as those of derivatives.
struct PyHooks {
  enum Kind { kControl, kPassive, kSensor };
  static constexpr int kKindCount = 3;

  ~PyHooks();
  void call(Kind kind, Data& data, int stage);

  nb::object function[kKindCount];
  PyData* self = nullptr;      // null: the Data is gone
  nb::handle model;            // that the running step was called with
  std::exception_ptr failure;  // of the first function that failed; told when the step is complete
};

struct World {
  World(const Model& model, std::shared_ptr<ModelBox> owner) : data(model), box(std::move(owner)) {}
  World(const Data& content, std::shared_ptr<ModelBox> owner) : data(content), box(std::move(owner)) {}

  Data data;
  std::shared_ptr<ModelBox> box;
  std::atomic<std::thread::id> user{};  // thread that is inside a function with this world
  std::shared_ptr<PyHooks> hooks;
};

struct PyData {
  explicit PyData(nb::object made_for);  // a Model
  PyData(nb::object made_for, std::shared_ptr<World> content);
  PyData(const PyData& other);  // another world with the same content
  PyData(PyData&& other) noexcept;
  ~PyData();

  nb::object view(std::size_t field);
  // Null: no function. Takes effect in the next step.
  void set_hook(PyHooks::Kind kind, nb::object function);
  nb::object hook(PyHooks::Kind kind) const;

  nb::object model;
  std::shared_ptr<World> world;
  std::vector<nb::object> views;
};

// The world belongs to the thread that made this, until its end. Questions may be asked from a hook, in the midst of a
// step; whatever changes the world may not.
class Use {
 public:
  enum class For { kChange, kQuestion };
  Use(PyData& data, For what);
  ~Use();
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;

 private:
  World& world_;
  bool outermost_;
};
constexpr Use::For kChange = Use::For::kChange, kQuestion = Use::For::kQuestion;

// What waits until the library has returned: the exception of a hook, then warnings (Python's `warnings`).
void tell_failure(World& world);
void tell_warnings();

// Runs work(model, data) of the library without the interpreter lock.
template <class Work>
void run(PyModel& model, PyData& data, Use::For what, const Work& work) {
  {
    Use use(data, what);
    if (data.world->hooks) data.world->hooks->model = nb::find(model);
    nb::gil_scoped_release release;
    work(model.box->model, data.world->data);
  }
  tell_failure(*data.world);
  tell_warnings();
}

// ---- numpy

template <class T>
std::shared_ptr<void> owner_of(const std::shared_ptr<T>& owner) {
  return owner;
}

// A view of memory that `owner` keeps alive.
nb::object make_view(void* memory, nb::dlpack::dtype type, const std::vector<std::size_t>& shape,
                     std::shared_ptr<void> owner, bool writable);

// A new array of doubles, zero; `numbers` points to its memory.
nb::object make_array(const std::vector<std::size_t>& shape, double** numbers);

// An argument: an array of doubles as it is, or a copy of whatever numpy can make into one.
struct Doubles {
  using Array = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;
  Array array;

  const double* data() const { return array.data(); }
  std::size_t size() const { return array.size(); }
  std::size_t ndim() const { return array.ndim(); }
  std::size_t shape(std::size_t axis) const { return array.shape(axis); }
};
// False if numpy cannot.
bool to_doubles(nb::handle value, Doubles& result) noexcept;

// Checks the shape; -1 is any. Throws ValueError that names the argument.
void require_shape(const char* name, const Doubles& array, std::initializer_list<long> shape);
Vec3 to_vec3(const char* name, const Doubles& array);

// view[...] = value, with the name of the field in what is thrown.
void assign(const nb::object& view, const nb::object& index, const nb::object& value, const std::string& name);

// ---- parts of the module

void bind_errors(nb::module_& m);
void bind_enums(nb::module_& m);
void bind_option(nb::module_& m);
void bind_named(nb::module_& m);
void bind_model(nb::module_& m);
void bind_visual(nb::module_& m, nb::handle model);  // vis of the class Model
void bind_data(nb::module_& m);
void bind_load(nb::module_& m);
void bind_spec(nb::module_& m);
void bind_step(nb::module_& m);
void bind_query(nb::module_& m);
void bind_batch(nb::module_& m);
void bind_render(nb::module_& m);
void bind_viewer(nb::module_& m);

}  // namespace corten::python

template <>
struct nanobind::detail::type_caster<corten::python::Doubles> {
  NB_TYPE_CASTER(corten::python::Doubles, const_name("numpy.typing.ArrayLike"))
  bool from_python(handle source, std::uint32_t, cleanup_list*) noexcept {
    return corten::python::to_doubles(source, value);
  }
};
