// The arrays of a Batch, and the loop over its worlds: copy a row into a Data, step it, copy it back.
#include "corten/batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "batch/random.h"
#include "batch/variation.h"
#include "constraint/constraint.h"
#include "corten/state.h"
#include "corten/step.h"
#include "corten/thread_pool.h"
#include "model/access.h"
#include "model/fields.h"
#include "model/workspace.h"
#include "pipeline/integrate/integrate.h"

namespace corten {

namespace {

// What a step depends on and changes: a row holds it. The last is no concern of users.
constexpr std::string_view kCarried[] = {
    "qpos",         "qvel",         "act",       "history",   "plugin_state", "qacc_warmstart", "ctrl",
    "qfrc_applied", "xfrc_applied", "eq_active", "mocap_pos", "mocap_quat",   "userdata",       "broadphase_order"};

std::byte* writable(const FieldView& view) { return const_cast<std::byte*>(view.data()); }

// Number of rows in data_fields.def. fields_of() has those whose size changes from step to step behind them.
constexpr std::size_t kFixedCount = 0
#define CORTEN_FIELD(type, name, count, writer, doc) +1
#include "corten/data_fields.def"
#undef CORTEN_FIELD
    ;

FieldView require_field(const Data& data, std::string_view name) {
  const std::vector<FieldView> fields = fields_of(data);
  for (std::size_t i = 0; i < kFixedCount; ++i) {
    if (fields[i].name() == name) return fields[i];
  }
  throw std::out_of_range(fmt::format("a Data has no field '{}' of fixed size", name));
}

}  // namespace

struct Batch::State {
  // What a world remembers of its troubles, the impulses that contact formulations start from, and whether its energy
  // is that of its state: a sensor may show the energy of the pass before.
  struct Record {
    void keep(const Data& d);
    void recall(Data& d) const;

    std::array<WarningStat, kWarningCount> warning{};
    Divergence divergence;
    LeftOut left_out;
    DataAccess::WarningLog log;
    OnDemand has;
    GrowArray<ContactImpulse> impulses;
  };
  // One array, and where its numbers are in a Data.
  struct Column {
    std::size_t bytes;
    std::byte* rows;
    bool carried;  // copied in as well as out
  };
  // A Data with the addresses of all columns; a Model if worlds differ in it.
  struct Worker {
    explicit Worker(const Model& m) : data(m) {}
    Data data;
    std::vector<std::byte*> address;
    std::unique_ptr<Model> model;
    std::vector<std::byte*> place;
  };

  State(std::shared_ptr<const Model> m, int n) : model(std::move(m)), worlds(n), variation(*model, n) {}

  void add_array(std::string name, const char* type, std::size_t numbers, std::size_t bytes) {
    memory.emplace_back(bytes * static_cast<std::size_t>(worlds));
    arrays.push_back({std::move(name), type, numbers, bytes, memory.back().get()});
  }
  void add_column(const Data& data, std::string_view name, bool carried);
  Worker make_worker() const;
  void make_workers();
  void refresh_models();
  void load(int world, Worker& worker) const;
  void save(int world, const Worker& worker);
  void complete(const Model& m, Data& d) const {
    if (body_forces) compute_body_forces(m, d);
  }

  // Calls work(model, data, world) with the world in data, for all worlds that are wanted.
  template <class Work>
  void run(std::span<const bool> mask, const Work& work);
  void require_mask(std::span<const bool> mask) const;
  // Calls work(world) for all worlds that are wanted, one after the other.
  template <class Work>
  void for_each(std::span<const bool> mask, const Work& work) const {
    require_mask(mask);
    for (int w = 0; w < worlds; ++w) {
      if (mask.empty() || mask[static_cast<std::size_t>(w)]) work(w);
    }
  }

  std::shared_ptr<const Model> model;
  int worlds;
  std::shared_ptr<ThreadPool> threads;
  std::shared_ptr<const Physics> physics;
  std::vector<BatchArray> arrays;
  std::vector<ArrayMemory> memory;
  std::vector<std::string> names;  // of the columns
  std::vector<Column> columns;
  double* time = nullptr;
  Vec<2>* energy = nullptr;
  bool* unstable = nullptr;
  std::vector<Record> records;
  std::vector<RandomStream> streams;
  Variation variation;
  bool stale = false;           // Models of the workers are missing fields that vary
  std::vector<Worker> workers;  // by thread, or by world if trees may sleep
  bool sleeps = false;
  bool body_forces = false;  // are among the results
};

// ---- rows

void Batch::State::Record::keep(const Data& d) {
  warning = d.warning;
  divergence = d.divergence;
  left_out = d.left_out;
  log = work(d).warning_log;
  has = d.has;
  if (!impulses.empty() || !d.contact_warmstart.empty()) impulses = d.contact_warmstart;
}

void Batch::State::Record::recall(Data& d) const {
  d.warning = warning;
  d.divergence = divergence;
  d.left_out = left_out;
  work(d).warning_log = log;
  d.has = has;
  if (!impulses.empty() || !d.contact_warmstart.empty()) d.contact_warmstart = impulses;
}

void Batch::State::add_column(const Data& data, std::string_view name, bool carried) {
  if (std::ranges::find(names, name) != names.end()) return;
  const FieldView view = require_field(data, name);
  add_array(std::string(name), view.info().type, static_cast<std::size_t>(view.size()), view.bytes());
  columns.push_back({view.bytes(), memory.back().get(), carried});
  names.emplace_back(name);
}

void Batch::State::load(int world, Worker& worker) const {
  const auto w = static_cast<std::size_t>(world);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Column& c = columns[i];
    if (c.carried && c.bytes > 0) std::memcpy(worker.address[i], c.rows + w * c.bytes, c.bytes);
  }
  worker.data.time = time[w];
  worker.data.energy = energy[w];
  records[w].recall(worker.data);
  if (worker.model) variation.apply(world, worker.place, *worker.model);
}

void Batch::State::save(int world, const Worker& worker) {
  const auto w = static_cast<std::size_t>(world);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Column& c = columns[i];
    if (c.bytes > 0) std::memcpy(c.rows + w * c.bytes, worker.address[i], c.bytes);
  }
  time[w] = worker.data.time;
  energy[w] = worker.data.energy;
  unstable[w] = worker.data.unstable();
  records[w].keep(worker.data);
}

// ---- workers

Batch::State::Worker Batch::State::make_worker() const {
  Worker worker(*model);
  worker.data.physics = physics;
  for (const std::string& name : names) worker.address.push_back(writable(require_field(worker.data, name)));
  return worker;
}

void Batch::State::make_workers() {
  const std::size_t count = static_cast<std::size_t>(sleeps ? worlds : threads ? threads->size() : 1);
  while (workers.size() < count) {
    workers.push_back(make_worker());
    stale = true;
  }
}

void Batch::State::refresh_models() {
  if (!stale) return;
  stale = false;
  if (variation.empty()) return;
  for (Worker& worker : workers) {
    if (!worker.model) worker.model = std::make_unique<Model>(*model);
    worker.place = variation.places(*worker.model);
  }
}

void Batch::State::require_mask(std::span<const bool> mask) const {
  if (!mask.empty() && mask.size() != static_cast<std::size_t>(worlds))
    throw std::invalid_argument(fmt::format("a mask of this batch has {} values, not {}", worlds, mask.size()));
}

template <class Work>
void Batch::State::run(std::span<const bool> mask, const Work& work) {
  require_mask(mask);
  refresh_models();
  const auto one = [&](int world, int thread) {
    if (!mask.empty() && !mask[static_cast<std::size_t>(world)]) return;
    Worker& worker = workers[static_cast<std::size_t>(sleeps ? world : thread)];
    load(world, worker);
    work(worker.model ? *worker.model : *model, worker.data, world);
    save(world, worker);
  };
  if (!threads || worlds == 1) {
    for (int w = 0; w < worlds; ++w) one(w, 0);
    return;
  }
  // Threads take ranges of worlds: a world may be a few microseconds of work.
  const int ranges = std::min(worlds, 8 * threads->size());
  threads->run(ranges, [&](int r, int thread) {
    const auto first = [&](long long i) { return static_cast<int>(i * worlds / ranges); };
    for (int w = first(r); w < first(r + 1); ++w) one(w, thread);
  });
}

// ---- the public class

Batch::Batch(std::shared_ptr<const Model> model, int worlds, const std::vector<std::string>& results,
             std::shared_ptr<ThreadPool> threads) {
  if (!model) throw std::invalid_argument("a batch needs a model");
  if (worlds < 1) throw std::invalid_argument(fmt::format("a batch has at least one world, not {}", worlds));
  const Data data(*model);
  state_ = std::make_unique<State>(std::move(model), worlds);
  State& s = *state_;
  s.sleeps = s.model->opt.enableflags & kEnableSleep;
  s.add_array("time", "double", 1, sizeof(double));
  s.time = reinterpret_cast<double*>(s.memory.back().get());
  s.add_array("energy", "double", 2, sizeof(Vec<2>));
  s.energy = reinterpret_cast<Vec<2>*>(s.memory.back().get());
  s.add_array("unstable", "bool", 1, sizeof(bool));
  s.unstable = reinterpret_cast<bool*>(s.memory.back().get());
  for (const std::string_view name : kCarried) s.add_column(data, name, true);
  s.add_column(data, "sensordata", true);  // a sensor that is sampled now and then keeps its value
  for (const std::string& name : results) {
    s.add_column(data, name, false);
    s.body_forces |= name == "cacc" || name == "cfrc_int" || name == "cfrc_ext";
  }
  s.records.resize(static_cast<std::size_t>(worlds));
  s.streams.resize(static_cast<std::size_t>(worlds));
  seed(0);
  set_threads(std::move(threads));
  reset();
}

Batch::~Batch() = default;
Batch::Batch(Batch&&) noexcept = default;
Batch& Batch::operator=(Batch&&) noexcept = default;

int Batch::size() const { return state_->worlds; }
const Model& Batch::model() const { return *state_->model; }

void Batch::set_threads(std::shared_ptr<ThreadPool> threads) {
  state_->threads = std::move(threads);
  state_->make_workers();
}

void Batch::set_physics(std::shared_ptr<const Physics> physics) {
  state_->physics = std::move(physics);
  for (State::Worker& worker : state_->workers) worker.data.physics = state_->physics;
}

std::size_t Batch::bytes_per_world() const {
  std::size_t sum = sizeof(State::Record) + sizeof(RandomStream) + state_->variation.bytes();
  for (const BatchArray& array : state_->arrays) sum += array.bytes;
  return sum;
}

const std::vector<BatchArray>& Batch::arrays() const { return state_->arrays; }

const BatchArray& Batch::find(std::string_view name) const {
  for (const BatchArray& array : state_->arrays) {
    if (array.name == name) return array;
  }
  throw std::out_of_range(fmt::format("the batch has no array '{}': name it when the batch is made", name));
}

const BatchArray& Batch::vary(std::string_view field) {
  state_->stale = true;
  return state_->variation.vary(field);
}

const std::vector<BatchArray>& Batch::varied() const { return state_->variation.arrays(); }

void Batch::recompute_constants() {
  state_->stale = true;
  state_->variation.recompute_constants();
}

void Batch::step(int substeps) {
  if (substeps <= 0) return;
  state_->run({}, [&](const Model& m, Data& d, int) {
    for (int i = 0; i < substeps; ++i) corten::step(m, d);
    state_->complete(m, d);
  });
}

void Batch::forward(std::span<const bool> mask) {
  state_->run(mask, [&](const Model& m, Data& d, int) {
    corten::forward(m, d);
    state_->complete(m, d);
  });
}

void Batch::reset(std::span<const bool> mask) {
  state_->run(mask, [](const Model& m, Data& d, int) { corten::reset(m, d); });
}

void Batch::reset_to_key(int key, std::span<const bool> mask) {
  const Model& m = *state_->model;
  if (key < 0 || key >= m.nkey)
    throw std::out_of_range(fmt::format("there is no keyframe {}: the model has {}", key, m.nkey));
  state_->run(mask, [key](const Model& model, Data& d, int) { corten::reset_to_key(model, d, key); });
}

void Batch::seed(std::uint64_t seed, std::span<const bool> mask) {
  state_->for_each(mask, [&](int world) { state_->streams[static_cast<std::size_t>(world)] = {seed, world}; });
}

void Batch::perturb(double qpos, double qvel, std::span<const bool> mask) {
  if (!std::isfinite(qpos) || !std::isfinite(qvel)) throw std::invalid_argument("noise: a scale is not finite");
  state_->run(mask, [&](const Model& m, Data& d, int world) {
    RandomStream& stream = state_->streams[static_cast<std::size_t>(world)];
    std::vector<double> motion(static_cast<std::size_t>(m.nv));
    for (double& v : motion) v = stream.around_zero(qpos);
    for (double& v : d.qvel) v += stream.around_zero(qvel);
    integrate_position(m, d.qpos, motion, 1);
  });
}

void Batch::random(std::span<double> numbers, std::span<const bool> mask) {
  const auto worlds = static_cast<std::size_t>(size());
  if (numbers.size() % worlds != 0)
    throw std::invalid_argument(
        fmt::format("random: {} numbers cannot be shared by {} worlds", numbers.size(), worlds));
  const std::size_t each = numbers.size() / worlds;
  state_->for_each(mask, [&](int world) {
    const auto w = static_cast<std::size_t>(world);
    for (double& x : numbers.subspan(w * each, each)) x = state_->streams[w].uniform();
  });
}

namespace {

void require_length(const char* name, std::size_t given, std::size_t wanted) {
  if (given == 0 || given == wanted) return;
  throw std::invalid_argument(fmt::format("rollout: {} has {} numbers, not {}", name, given, wanted));
}

}  // namespace

void Batch::rollout(int steps, std::span<const double> controls, std::span<double> states, std::span<double> sensors) {
  const Model& m = *state_->model;
  if (steps < 0) throw std::invalid_argument("rollout: the number of steps is negative");
  const auto n = static_cast<std::size_t>(steps), all = n * static_cast<std::size_t>(size());
  const auto nu = static_cast<std::size_t>(m.nu), ns = static_cast<std::size_t>(m.nsensordata);
  const auto nx = static_cast<std::size_t>(state_size(m, kStateFullPhysics));
  require_length("controls", controls.size(), all * nu);
  require_length("states", states.size(), all * nx);
  require_length("sensors", sensors.size(), all * ns);
  if (steps == 0) return;
  state_->run({}, [&](const Model& model, Data& d, int world) {
    for (std::size_t i = static_cast<std::size_t>(world) * n, end = i + n; i < end; ++i) {
      if (!controls.empty()) std::copy_n(controls.data() + i * nu, nu, d.ctrl.begin());
      corten::step(model, d);
      if (!states.empty()) get_state(model, d, kStateFullPhysics, states.subspan(i * nx, nx));
      if (!sensors.empty()) std::copy_n(d.sensordata.begin(), ns, sensors.data() + i * ns);
    }
    state_->complete(model, d);
  });
}

namespace {

void require_world(int world, int worlds) {
  if (world < 0 || world >= worlds)
    throw std::out_of_range(fmt::format("there is no world {}: the batch has {}", world, worlds));
}

// Everything that a Data holds but what belongs to its user.
void copy_content(const Data& from, Data& to) {
  const std::vector<FieldView> source = fields_of(from), target = fields_of(to);
  for (std::size_t i = 0; i < kFixedCount; ++i) {
    if (source[i].bytes() > 0) std::memcpy(writable(target[i]), source[i].data(), source[i].bytes());
  }
  static_cast<DataValues&>(to) = from;
  work(to).warning_log = work(from).warning_log;
}

}  // namespace

void Batch::copy_world(int world, Data& to) const {
  require_world(world, size());
  const State& s = *state_;
  require_own(*s.model, to);
  const auto w = static_cast<std::size_t>(world);
  if (s.sleeps) copy_content(s.workers[w].data, to);
  for (std::size_t i = 0; i < s.columns.size(); ++i) {
    const State::Column& c = s.columns[i];
    if (c.bytes > 0) std::memcpy(writable(require_field(to, s.names[i])), c.rows + w * c.bytes, c.bytes);
  }
  to.time = s.time[w];
  to.energy = s.energy[w];
  s.records[w].recall(to);
}

void Batch::set_world(int world, const Data& from) {
  require_world(world, size());
  State& s = *state_;
  require_own(*s.model, from);
  State::Worker& worker = s.workers[static_cast<std::size_t>(s.sleeps ? world : 0)];
  copy_content(from, worker.data);
  s.save(world, worker);
}

}  // namespace corten
