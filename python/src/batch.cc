// Batch: many worlds of one Model as arrays over worlds.
#include "corten/batch.h"

#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "corten/state.h"
#include "corten/thread_pool.h"
#include "fields.h"
#include "named.h"
#include "objects.h"
#include "physics.h"

namespace corten::python {

namespace {

struct BatchBox {
  BatchBox(std::shared_ptr<const Model> model, int worlds, const std::vector<std::string>& results,
           std::shared_ptr<ThreadPool> threads)
      : batch(std::move(model), worlds, results, std::move(threads)) {}
  Batch batch;
  std::atomic<bool> in_use{false};
};

struct PyBatch {
  nb::object model;
  std::shared_ptr<BatchBox> box;
  std::shared_ptr<ThreadPool> threads;
  std::map<std::string, nb::object, std::less<>> views;
};

// One thread at a time.
class BatchUse {
 public:
  explicit BatchUse(BatchBox& box) : box_(box) {
    if (box_.in_use.exchange(true)) throw std::runtime_error("another thread is using this Batch");
  }
  ~BatchUse() { box_.in_use.store(false); }
  BatchUse(const BatchUse&) = delete;
  BatchUse& operator=(const BatchUse&) = delete;

 private:
  BatchBox& box_;
};

template <class Work>
void run(PyBatch& b, const Work& work) {
  {
    BatchUse use(*b.box);
    nb::gil_scoped_release release;
    work(b.box->batch);
  }
  tell_warnings();
}

nb::dlpack::dtype type_named(const std::string& name) {
  if (name == "double") return nb::dtype<double>();
  if (name == "float") return nb::dtype<float>();
  if (name == "bool") return nb::dtype<bool>();
  return name == "int" || name == "enum" ? nb::dtype<int>() : nb::dtype<unsigned char>();
}

// Shape of one world's numbers.
std::vector<std::size_t> world_shape(const Model& m, const BatchArray& array, bool of_model) {
  const auto shape = [&](const auto& fields, int i) {
    const auto& f = fields[static_cast<std::size_t>(i)];
    return shape_of(m, f.count, f.width, static_cast<int>(array.numbers) / f.width);
  };
  if (of_model) {
    if (const int i = find_model_field(array.name); i >= 0) return shape(model_fields(), i);
  } else if (const int i = find_data_field(array.name); i >= 0) {
    return shape(data_fields(), i);
  }
  return array.numbers == 1 ? std::vector<std::size_t>{} : std::vector{array.numbers};
}

nb::object view_of(PyBatch& b, const BatchArray& array, bool of_model) {
  nb::object& known = b.views[(of_model ? "model." : "") + array.name];
  if (known.is_valid()) return known;
  const Batch& batch = b.box->batch;
  std::vector<std::size_t> shape = world_shape(batch.model(), array, of_model);
  shape.insert(shape.begin(), static_cast<std::size_t>(batch.size()));
  const nb::dlpack::dtype type = type_named(array.type);
  known = make_view(array.data, type, shape, b.box, is_real(type) || array.type == "bool");
  return known;
}

std::vector<std::string> array_names(const PyBatch& b) {
  std::vector<std::string> names;
  for (const BatchArray& a : b.box->batch.arrays()) names.push_back(a.name);
  return names;
}

const BatchArray* find_array(const PyBatch& b, std::string_view name) {
  for (const BatchArray& a : b.box->batch.arrays()) {
    if (a.name == name) return &a;
  }
  return nullptr;
}

nb::object get_array(PyBatch& b, const std::string& name) {
  if (const BatchArray* array = find_array(b, name)) return view_of(b, *array, false);
  const bool field = find_data_field(name) >= 0;
  throw nb::attribute_error(
      fmt::format("the Batch has no '{}'{}", name,
                  field ? fmt::format("; make it with Batch(model, n, results=[\"{}\"])", name) : "")
          .c_str());
}

// None or 1: the caller's thread alone; a number: as many workers, 0 as the machine has; a pool: that one.
std::shared_ptr<ThreadPool> pool_of(const nb::object& threads) {
  if (threads.is_none()) return nullptr;
  if (nb::isinstance<ThreadPool>(threads)) return nb::cast<std::shared_ptr<ThreadPool>>(threads);
  int count = 0;
  if (nb::isinstance<nb::bool_>(threads) || !nb::try_cast(threads, count)) {
    throw nb::type_error("threads: a number, a corten.ThreadPool or None");
  }
  return count == 1 ? nullptr : std::make_shared<ThreadPool>(count);
}

PyBatch make(const nb::object& model, int worlds, const std::vector<std::string>& results,
             std::shared_ptr<ThreadPool> threads) {
  if (!nb::isinstance<PyModel>(model)) throw nb::type_error("Batch(model, nworld): model must be a corten.Model");
  if (worlds < 1) throw nb::value_error("nworld: a Batch has at least one world");
  for (const std::string& name : results) {
    if (find_data_field(name) < 0)
      throw nb::key_error(fmt::format("results: a Data has no field '{}' of fixed size", name).c_str());
  }
  const PyModel& m = nb::cast<const PyModel&>(model);
  std::shared_ptr<const Model> shared(m.box, &m.box->model);
  if (m.box->writable) shared = std::make_shared<const Model>(m.get());  // later changes are not meant for the batch
  auto box = std::make_shared<BatchBox>(std::move(shared), worlds, results, threads);
  return {model, std::move(box), std::move(threads), {}};
}

// A mask of worlds; empty: all of them. The array is kept in `mask`.
using Mask = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
std::span<const bool> to_mask(const PyBatch& b, const nb::object& value, Mask& mask) {
  if (value.is_none()) return {};
  const nb::object array = nb::module_::import_("numpy").attr("ascontiguousarray")(value);
  if (!nb::try_cast(array, mask, false)) throw nb::type_error("mask must be one boolean for each world");
  const int n = b.box->batch.size();
  if (mask.shape(0) != static_cast<std::size_t>(n))
    throw nb::value_error(fmt::format("mask must have the shape ({}), not ({})", n, mask.shape(0)).c_str());
  return {mask.data(), mask.size()};
}

using OptionalSeed = std::optional<std::uint64_t>;

// One scale for positions and velocities, or one for each.
std::pair<double, double> to_noise(const nb::object& value) {
  double scale = 0;
  std::pair<double, double> scales;
  if (nb::try_cast(value, scale)) return {scale, scale};
  if (nb::try_cast(value, scales)) return scales;
  throw nb::type_error("noise: a number, or a pair of numbers for qpos and qvel");
}

void reset(PyBatch& b, const nb::object& mask, const nb::object& key, const nb::object& noise, OptionalSeed seed) {
  const int id = key.is_none() ? -1 : resolve(b.box->batch.model(), kind_of(Object::kKey), key);
  Mask array;
  const std::span<const bool> worlds = to_mask(b, mask, array);
  const auto [of_qpos, of_qvel] = to_noise(noise);
  if (!std::isfinite(of_qpos) || !std::isfinite(of_qvel)) throw nb::value_error("noise must be finite");
  run(b, [&, qpos = of_qpos, qvel = of_qvel](Batch& batch) {
    id < 0 ? batch.reset(worlds) : batch.reset_to_key(id, worlds);
    if (seed) batch.seed(*seed, worlds);
    if (qpos != 0 || qvel != 0) batch.perturb(qpos, qvel, worlds);
  });
}

nb::object random(PyBatch& b, int count, const nb::object& mask) {
  if (count < 0) throw nb::value_error("count must not be negative");
  Mask array;
  const std::span<const bool> worlds = to_mask(b, mask, array);
  const auto n = static_cast<std::size_t>(b.box->batch.size()), each = static_cast<std::size_t>(count);
  double* numbers = nullptr;
  nb::object out = make_array({n, each}, &numbers);
  std::fill_n(numbers, n * each, 0.0);
  run(b, [&](Batch& batch) { batch.random({numbers, n * each}, worlds); });
  return out;
}

nb::tuple rollout(PyBatch& b, const Doubles& controls, bool states) {
  const Model& m = b.box->batch.model();
  const auto n = static_cast<std::size_t>(b.box->batch.size());
  require_shape("controls", controls, {static_cast<long>(n), -1, m.nu});
  const std::size_t steps = controls.shape(1), nx = static_cast<std::size_t>(state_size(m, kStateFullPhysics)),
                    ns = static_cast<std::size_t>(m.nsensordata);
  if (steps > 1000000000) throw nb::value_error("controls: too many steps");
  double *x = nullptr, *s = nullptr;
  const nb::object state_array = states ? make_array({n, steps, nx}, &x) : nb::none();
  const nb::object sensor_array = make_array({n, steps, ns}, &s);
  run(b, [&](Batch& batch) {
    batch.rollout(static_cast<int>(steps), {controls.data(), controls.size()}, {x, x ? n * steps * nx : 0},
                  {s, n * steps * ns});
  });
  return nb::make_tuple(state_array, sensor_array);
}

nb::object world(PyBatch& b, int i) {
  const nb::object data = nb::cast(PyData(b.model), nb::rv_policy::move);
  BatchUse use(*b.box);
  b.box->batch.copy_world(i, nb::cast<PyData&>(data).world->data);
  return data;
}

void set_world(PyBatch& b, int i, PyData& data) {
  BatchUse use(*b.box);
  b.box->batch.set_world(i, data.world->data);
}

nb::object vary(PyBatch& b, const std::string& field) {
  BatchUse use(*b.box);
  try {
    return view_of(b, b.box->batch.vary(field), true);
  } catch (const std::out_of_range& error) {
    throw nb::key_error(error.what());
  }
}

nb::object sensor(PyBatch& b, const nb::object& name) {
  const Model& m = b.box->batch.model();
  const int id = resolve(m, kind_of(Object::kSensor), name);
  const nb::slice columns(nb::int_(m.sensor_adr[id]), nb::int_(m.sensor_adr[id] + m.sensor_dim[id]), nb::int_(1));
  return get_array(b, "sensordata")[nb::make_tuple(nb::slice(nb::none(), nb::none(), nb::none()), columns)];
}

#define CORTEN_F8 "numpy.typing.NDArray[numpy.float64]"

void bind_arrays(nb::class_<PyBatch>& c) {
  c.def("__getattr__", &get_array, nb::sig("def __getattr__(self, name: str) -> numpy.typing.NDArray[typing.Any]"));
  c.def(
      "__setattr__",
      [](PyBatch& b, const std::string& name, const nb::object& value) {
        if (name == "threads") {
          auto pool = pool_of(value);
          BatchUse use(*b.box);
          b.box->batch.set_threads(pool);
          b.threads = std::move(pool);
          return;
        }
        assign(get_array(b, name), nb::ellipsis(), value, "batch." + name);
      },
      nb::sig("def __setattr__(self, name: str, value: typing.Any) -> None"));
  c.def(
      "__dir__",
      [](nb::handle self) {
        nb::list names = nb::borrow<nb::list>(
            nb::module_::import_("builtins").attr("list")(nb::handle(self.type()).attr("__dict__")));
        for (const std::string& name : array_names(nb::cast<const PyBatch&>(self))) names.append(name);
        return names;
      },
      nb::sig("def __dir__(self) -> list[str]"));
  c.def_prop_ro("arrays", &array_names, "names of all arrays over worlds");
  c.def("sensor", &sensor, nb::arg("name"), nb::sig("def sensor(self, name: str | int) -> " CORTEN_F8),
        "The outputs of one sensor in all worlds, a view of sensordata.");
}

}  // namespace

void bind_batch(nb::module_& m) {
  nb::class_<PyBatch> c(
      m, "Batch",
      "Many worlds of one Model. Arrays over worlds are attributes: time, qpos, qvel, act, ctrl, qfrc_applied, "
      "xfrc_applied, mocap_pos, sensordata, ... of shape (nworld, ...), and the Data fields named in `results`. They "
      "are "
      "views: what is written is what the next step starts from.");
  c.def(
      "__init__",
      [](PyBatch* self, const nb::object& model, int worlds, const std::vector<std::string>& results,
         const nb::object& threads, std::uint64_t seed) {
        new (self) PyBatch(make(model, worlds, results, pool_of(threads)));
        self->box->batch.seed(seed);
      },
      nb::arg("model"), nb::arg("nworld"), nb::arg("results") = nb::make_tuple(), nb::arg("threads").none() = 0,
      nb::arg("seed") = 0,
      nb::sig("def __init__(self, model: Model, nworld: int, results: collections.abc.Sequence[str] = (), threads: "
              "int | ThreadPool | None = 0, seed: int = 0) -> None"));
  bind_arrays(c);
  c.def_prop_ro(
      "model", [](const PyBatch& b) { return b.model; }, nb::sig("def model(self) -> Model"));
  c.def_prop_ro(
      "nworld", [](const PyBatch& b) { return b.box->batch.size(); }, "number of worlds");
  c.def_prop_ro(
      "threads", [](const PyBatch& b) { return b.threads; }, "ThreadPool that shares the worlds, or None");
  c.def_prop_ro(
      "bytes_per_world", [](const PyBatch& b) { return b.box->batch.bytes_per_world(); }, "memory of one more world");
  c.def("__len__", [](const PyBatch& b) { return b.box->batch.size(); });
  c.def(
      "step",
      [](PyBatch& b, int substeps) {
        if (substeps < 0) throw nb::value_error("substeps must not be negative");
        while (substeps > 0) {  // in parts, between which Python sees to its signals
          const int part = std::min(substeps, 100);
          run(b, [&](Batch& batch) { batch.step(part); });
          substeps -= part;
          if (PyErr_CheckSignals() != 0) nb::raise_python_error();
        }
      },
      nb::arg("substeps") = 1, "Steps all worlds. Other Python threads run meanwhile.");
  c.def(
      "forward",
      [](PyBatch& b, const nb::object& mask) {
        Mask array;
        const std::span<const bool> worlds = to_mask(b, mask, array);
        run(b, [&](Batch& batch) { batch.forward(worlds); });
      },
      nb::arg("mask") = nb::none(), nb::sig("def forward(self, mask: numpy.typing.ArrayLike | None = None) -> None"),
      "Computes everything that follows from the states, without moving, in the worlds whose mask is true, or all.");
  c.def(
      "reset", &reset, nb::arg("mask") = nb::none(), nb::arg("key") = nb::none(), nb::arg("noise") = 0.0,
      nb::arg("seed") = nb::none(),
      nb::sig("def reset(self, mask: numpy.typing.ArrayLike | None = None, key: str | int | None = None, noise: float "
              "| tuple[float, float] = 0.0, seed: int | None = None) -> None"),
      "Resets the worlds whose mask is true, or all, to qpos0 at rest or to a keyframe. noise moves each of them by "
      "its "
      "own random numbers in [-noise, noise): positions (joint by joint, quaternions by rotations) and velocities; a "
      "pair has a scale for each. seed starts their random numbers anew.");
  c.def("random", &random, nb::arg("count") = 1, nb::arg("mask") = nb::none(),
        nb::sig("def random(self, count: int = 1, mask: numpy.typing.ArrayLike | None = None) -> " CORTEN_F8),
        "The next numbers in [0, 1) of each world, (nworld, count), zeros where the mask is false. World w draws the "
        "same "
        "numbers from the same seed, whatever the number of worlds and threads and whatever others draw.");
  c.def("rollout", &rollout, nb::arg("controls"), nb::arg("states") = true,
        nb::sig("def rollout(self, controls: numpy.typing.ArrayLike, states: bool = True) -> tuple[" CORTEN_F8
                " | None, " CORTEN_F8 "]"),
        "Steps all worlds with controls (nworld, nstep, nu); returns the states (State.FULLPHYSICS) and sensors after "
        "each step, (nworld, nstep, ...).");
  c.def("vary", &vary, nb::arg("field"), nb::sig("def vary(self, field: str) -> numpy.typing.NDArray[typing.Any]"),
        "Gives every world its own values of a Model field, \"body_mass\", or option, \"opt.gravity\": a view of shape "
        "(nworld, ...).");
  c.def(
      "recompute_constants", [](PyBatch& b) { run(b, [](Batch& batch) { batch.recompute_constants(); }); },
      "Brings fields that follow from the varied ones up to date in each world.");
  c.def(
      "choose_physics",
      [](PyBatch& b, const OptionalName& bending, const OptionalName& elasticity, const OptionalName& contact) {
        std::shared_ptr<const Physics> physics = physics_named(bending, elasticity, contact);
        BatchUse use(*b.box);
        b.box->batch.set_physics(std::move(physics));
      },
      nb::kw_only(), nb::arg("bending") = nb::none(), nb::arg("elasticity") = nb::none(),
      nb::arg("contact") = nb::none(), "Physics of all worlds by name, see corten.choose_physics.");
  c.def("world", &world, nb::arg("index"), nb::sig("def world(self, index: int) -> Data"), "A copy of one world.");
  c.def("set_world", &set_world, nb::arg("index"), nb::arg("data"), "Makes one world a copy of a Data.");
  c.def("__repr__", [](const PyBatch& b) {
    return fmt::format("<corten.Batch of {} worlds of '{}'>", b.box->batch.size(), b.box->batch.model().name);
  });
}

}  // namespace corten::python
