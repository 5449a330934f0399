// Lifetimes, hooks and numpy views; see objects.h.
#include "objects.h"

#include <fmt/format.h>

#include <cstring>
#include <stdexcept>
#include <utility>

#include "fields.h"

namespace corten::python {

// ---- models

PyModel::PyModel(Model model, bool writable) : PyModel(std::make_shared<ModelBox>(std::move(model), writable)) {}
PyModel::PyModel(std::shared_ptr<ModelBox> shared) : box(std::move(shared)), views(model_fields().size()) {}

nb::object PyModel::view(std::size_t field) {
  nb::object& known = views.at(field);
  if (known.is_valid()) return known;
  const Field<Model>& f = model_fields()[field];
  const FieldMemory memory = f.memory(box->model);
  known = make_view(memory.data, f.type, shape_of(box->model, f.count, f.width, memory.elements), box,
                    box->writable && f.writable);
  return known;
}

// ---- worlds

PyData::PyData(nb::object made_for) : model(std::move(made_for)), views(data_fields().size()) {
  const PyModel& m = nb::cast<const PyModel&>(model);
  world = std::make_shared<World>(m.get(), m.box);
}

PyData::PyData(nb::object made_for, std::shared_ptr<World> content)
    : model(std::move(made_for)), world(std::move(content)), views(data_fields().size()) {}

PyData::PyData(const PyData& other)
    : model(other.model),
      world(std::make_shared<World>(other.world->data, other.world->box)),
      views(data_fields().size()) {
  world->data.hooks.reset();
  if (!other.world->hooks) return;
  for (int kind = 0; kind < PyHooks::kKindCount; ++kind) {
    const nb::object& function = other.world->hooks->function[kind];
    if (function.is_valid()) set_hook(static_cast<PyHooks::Kind>(kind), function);
  }
}

PyData::PyData(PyData&& other) noexcept
    : model(std::move(other.model)), world(std::move(other.world)), views(std::move(other.views)) {
  if (world && world->hooks) world->hooks->self = this;
}

PyData::~PyData() {
  if (world && world->hooks) world->hooks->self = nullptr;
}

nb::object PyData::view(std::size_t field) {
  nb::object& known = views.at(field);
  if (known.is_valid()) return known;
  const Field<Data>& f = data_fields()[field];
  const FieldMemory memory = f.memory(world->data);
  known =
      make_view(memory.data, f.type, shape_of(world->box->model, f.count, f.width, memory.elements), world, f.writable);
  return known;
}

void PyData::set_hook(PyHooks::Kind kind, nb::object function) {
  if (function.is_none()) function = nb::object();
  if (function.is_valid() && !PyCallable_Check(function.ptr()))
    throw nb::type_error("a hook is a function, or None for no hook");
  // Made anew: the old set may be in use by a step that this is called from.
  auto next = std::make_shared<PyHooks>();
  if (world->hooks) {
    for (int k = 0; k < PyHooks::kKindCount; ++k) next->function[k] = world->hooks->function[k];
    next->model = world->hooks->model;
  }
  next->self = this;
  next->function[kind] = std::move(function);
  Hooks hooks;
  const auto has = [&](PyHooks::Kind k) { return next->function[k].is_valid(); };
  if (has(PyHooks::kControl)) hooks.control = [next](const Model&, Data& d) { next->call(PyHooks::kControl, d, 0); };
  if (has(PyHooks::kPassive)) hooks.passive = [next](const Model&, Data& d) { next->call(PyHooks::kPassive, d, 0); };
  if (has(PyHooks::kSensor))
    hooks.sensor = [next](const Model&, Data& d, Stage s) { next->call(PyHooks::kSensor, d, static_cast<int>(s)); };
  world->hooks = std::move(next);
  world->data.hooks = std::make_shared<const Hooks>(std::move(hooks));
}

nb::object PyData::hook(PyHooks::Kind kind) const {
  if (!world->hooks || !world->hooks->function[kind].is_valid()) return nb::none();
  return world->hooks->function[kind];
}

// ---- hooks

PyHooks::~PyHooks() {
  if (!nb::is_alive()) {
    for (nb::object& f : function) f.release();
    return;
  }
  nb::gil_scoped_acquire acquire;
  failure = nullptr;
  for (nb::object& f : function) f = nb::object();
}

namespace {

// What a hook may write.
void copy_inputs(const Data& from, Data& to) {
  const auto copy = [](const auto& a, auto& b) {
    std::memcpy(b.data(), a.data(), sizeof(*a.data()) * static_cast<std::size_t>(a.size()));
  };
  if (from.ctrl.size() != 0) copy(from.ctrl, to.ctrl);
  if (from.qfrc_applied.size() != 0) copy(from.qfrc_applied, to.qfrc_applied);
  if (from.xfrc_applied.size() != 0) copy(from.xfrc_applied, to.xfrc_applied);
  if (from.qfrc_passive.size() != 0) copy(from.qfrc_passive, to.qfrc_passive);
  if (from.sensordata.size() != 0) copy(from.sensordata, to.sensordata);
  if (from.userdata.size() != 0) copy(from.userdata, to.userdata);
}

void call_function(const nb::object& function, nb::handle model, nb::handle data, int stage, bool with_stage) {
  with_stage ? function(model, data, stage) : function(model, data);
}

}  // namespace

// A world that the library made for itself is not Python's: the function sees a copy, and its inputs are copied back.
void PyHooks::call(Kind kind, Data& data, int stage) {
  nb::gil_scoped_acquire acquire;
  if (failure || self == nullptr) return;
  const nb::object callable = function[kind];
  try {
    if (&data == &self->world->data) {
      call_function(callable, model, nb::find(*self), stage, kind == kSensor);
      return;
    }
    auto shown = std::make_shared<World>(data, self->world->box);
    shown->data.hooks.reset();
    const nb::object copy = nb::cast(PyData(nb::borrow(model), shown), nb::rv_policy::move);
    call_function(callable, model, copy, stage, kind == kSensor);
    copy_inputs(shown->data, data);
  } catch (...) {
    failure = std::current_exception();
  }
}

void tell_failure(World& world) {
  if (!world.hooks || !world.hooks->failure) return;
  std::rethrow_exception(std::exchange(world.hooks->failure, nullptr));
}

// ---- use by threads

Use::Use(PyData& data, For what) : world_(*data.world), outermost_(false) {
  std::thread::id nobody{};
  if (world_.user.compare_exchange_strong(nobody, std::this_thread::get_id())) {
    outermost_ = true;
    return;
  }
  if (nobody != std::this_thread::get_id())
    throw std::runtime_error("another thread is using this Data: give every thread a Data of its own");
  if (what == For::kChange)
    throw std::runtime_error("a hook may not step, reset or evaluate the Data that it was called for");
}

Use::~Use() {
  if (outermost_) world_.user.store(std::thread::id{});
}

// ---- numpy

nb::object make_view(void* memory, nb::dlpack::dtype type, const std::vector<std::size_t>& shape,
                     std::shared_ptr<void> owner, bool writable) {
  static double nothing;  // numpy wants an address even for an array without elements
  if (memory == nullptr) memory = &nothing;
  nb::capsule keep(new std::shared_ptr<void>(std::move(owner)),
                   [](void* p) noexcept { delete static_cast<std::shared_ptr<void>*>(p); });
  const int device = nb::device::cpu::value;
  if (writable) {
    const nb::ndarray<nb::numpy> array(memory, shape.size(), shape.data(), keep, nullptr, type, device, 0, 'C');
    return nb::cast(array, nb::rv_policy::reference);
  }
  const nb::ndarray<nb::numpy, nb::ro> array(memory, shape.size(), shape.data(), keep, nullptr, type, device, 0, 'C');
  return nb::cast(array, nb::rv_policy::reference);
}

nb::object make_array(const std::vector<std::size_t>& shape, double** numbers) {
  std::size_t count = 1;
  for (const std::size_t n : shape) count *= n;
  const std::shared_ptr<double[]> memory(new double[count > 0 ? count : 1]());
  *numbers = memory.get();
  return make_view(memory.get(), nb::dtype<double>(), shape, std::shared_ptr<void>(memory, memory.get()), true);
}

bool to_doubles(nb::handle value, Doubles& result) noexcept {
  try {
    if (nb::try_cast(value, result.array, false)) return true;
    if (value.is_none()) return false;
    return nb::try_cast(nb::module_::import_("numpy").attr("ascontiguousarray")(value, "f8"), result.array);
  } catch (nb::python_error& error) {
    return false;
  }
}

void require_shape(const char* name, const Doubles& array, std::initializer_list<long> shape) {
  bool right = array.ndim() == shape.size();
  std::size_t axis = 0;
  std::string wanted, given;
  for (const long n : shape) {
    right = right && (n < 0 || array.shape(axis) == static_cast<std::size_t>(n));
    wanted += (axis++ ? ", " : "") + (n < 0 ? std::string("any") : std::to_string(n));
  }
  if (right) return;
  for (std::size_t i = 0; i < array.ndim(); ++i) given += (i ? ", " : "") + std::to_string(array.shape(i));
  throw std::invalid_argument(fmt::format("{} must have the shape ({}), not ({})", name, wanted, given));
}

Vec3 to_vec3(const char* name, const Doubles& array) {
  require_shape(name, array, {3});
  return {array.data()[0], array.data()[1], array.data()[2]};
}

void assign(const nb::object& view, const nb::object& index, const nb::object& value, const std::string& name) {
  try {
    view.attr("__setitem__")(index, value);
  } catch (nb::python_error& error) {
    if (!error.matches(PyExc_ValueError) && !error.matches(PyExc_TypeError)) throw;
    const std::string text = nb::cast<std::string>(nb::str(error.value()));
    error.matches(PyExc_ValueError) ? throw nb::value_error((name + ": " + text).c_str())
                                    : throw nb::type_error((name + ": " + text).c_str());
  }
}

}  // namespace corten::python
