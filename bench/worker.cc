// One engine that answers lines on its standard input, for compare.py: load a model, run a block of steps from a given state
// with given controls, and tell the time. Every answer is one line, "ok" and numbers or "refused" and why.
//
//   load PATH DISABLED THREADS      ok nq nv nu na nbody; THREADS 0: one thread, timed by the wall
//   record FILE BLOCKS GAP STEPS    simulates BLOCKS times GAP steps with controls that move; writes the states between them
//                                   and the controls of the STEPS steps after each to FILE:  ok
//   use FILE                        the states and controls to start from:  ok
//   run WORK BLOCK                  the steps of one block, WORK: step, collision, derivative, differences:
//                                   ok SECONDS CONTACTS
//   parts BLOCK                     the steps of one block: ok and SECONDS of each Part of engines.h
//   result WORK                     what the last block led to: qpos, or the matrix A:  ok NUMBERS
//   loading PATH BINARY             ok SECONDS SECONDS SECONDS: the first load, later ones, and loading the compiled model from
//                                   a file; a new process has loaded nothing before
//   sim PATH ROUNDS                 steps of MujocoSim against step(model, data), sim_overhead.h:  ok SECONDS SECONDS
#include <cmath>
#include <fstream>
#include <iostream>
#include <numbers>
#include <random>
#include <sstream>

#include "clock.h"
#include "engines.h"
#ifndef CORTEN_BENCH_MUJOCO
#include "sim_overhead.h"
#endif

namespace bench {
namespace {

constexpr int kCollisionRepeats = 8;  // per reading of the clock

struct Block {
  std::vector<double> state, controls;
};

void write(std::ostream& out, const std::vector<double>& numbers) {
  const auto n = static_cast<double>(numbers.size());
  out.write(reinterpret_cast<const char*>(&n), sizeof n);
  out.write(reinterpret_cast<const char*>(numbers.data()),
            static_cast<std::streamsize>(numbers.size() * sizeof(double)));
}

bool read(std::istream& in, std::vector<double>& numbers) {
  double n = 0;
  if (!in.read(reinterpret_cast<char*>(&n), sizeof n)) return false;
  numbers.resize(static_cast<std::size_t>(n));
  in.read(reinterpret_cast<char*>(numbers.data()), static_cast<std::streamsize>(numbers.size() * sizeof(double)));
  return static_cast<bool>(in);
}

class Worker {
 public:
  std::string answer(const std::string& line);

 private:
  std::string load(std::istringstream& words);
  std::string record(std::istringstream& words);
  std::string use(const std::string& file);
  std::string run(const std::string& work, int block);
  std::string parts(int block);
  std::string result(const std::string& work) const;
  std::string loading(const std::string& path, const std::string& binary) const;

  std::vector<double> controls_at(double time) const;
  void start(const Block& block);
  double seconds() const;
  void set_controls(const Block& block, int step);
  void do_extra_work(const std::string& work);

  std::unique_ptr<Engine> engine_;
  std::vector<double> rest_;  // controls after a reset
  std::vector<Block> blocks_;
  int threads_ = 1;
};

std::string Worker::load(std::istringstream& words) {
  std::string path;
  int disabled = 0;
  words >> path >> disabled >> threads_;
  engine_.reset();
  engine_ = std::make_unique<Engine>(path, disabled, threads_);
  engine_->reset();
  const auto& sizes = engine_->sizes();
  rest_.assign(engine_->ctrl(), engine_->ctrl() + sizes.nu);
  std::ostringstream out;
  out << "ok " << sizes.nq << ' ' << sizes.nv << ' ' << sizes.nu << ' ' << sizes.na << ' ' << sizes.nbody;
  return out.str();
}

// A sine of its own frequency and phase for every control, a fifth of its range about where a reset leaves it.
std::vector<double> Worker::controls_at(double time) const {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<double> out = rest_;
  for (int i = 0; i < static_cast<int>(out.size()); ++i) {
    const double frequency = 0.3 + 1.5 * uniform(random), phase = uniform(random);
    out[static_cast<std::size_t>(i)] +=
        0.4 * engine_->half_range(i) * std::sin(2 * std::numbers::pi * (frequency * time + phase));
  }
  return out;
}

std::string Worker::record(std::istringstream& words) {
  std::string file;
  int blocks = 0, gap = 0, steps = 0;
  words >> file >> blocks >> gap >> steps;
  std::ofstream out(file, std::ios::binary);
  engine_->reset();
  for (int b = 0; b < blocks; ++b) {
    for (int s = 0; s < gap; ++s) {
      const std::vector<double> controls = controls_at(engine_->time());
      std::copy(controls.begin(), controls.end(), engine_->ctrl());
      engine_->step();
    }
    std::vector<double> state{engine_->time()}, controls;
    for (const auto& [first, count] : engine_->state()) state.insert(state.end(), first, first + count);
    for (int s = 0; s < steps; ++s) {
      const std::vector<double> now = controls_at(engine_->time() + s * engine_->timestep());
      controls.insert(controls.end(), now.begin(), now.end());
    }
    controls.push_back(steps);
    write(out, state), write(out, controls);
  }
  if (!out) throw std::runtime_error("cannot write " + file);
  return "ok";
}

std::string Worker::use(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  blocks_.clear();
  std::size_t size = 1;
  for (const auto& [first, count] : engine_->state()) size += static_cast<std::size_t>(count);
  for (Block block; read(in, block.state) && read(in, block.controls);) {
    if (block.state.size() != size) throw std::runtime_error("its state has another size");
    blocks_.push_back(block);
  }
  return "ok";
}

void Worker::start(const Block& block) {
  engine_->reset();
  const double* from = block.state.data();
  engine_->time() = *from++;
  for (const auto& [first, count] : engine_->state()) {
    std::copy_n(from, count, first);
    from += count;
  }
}

// Of this thread, which other processes do not lengthen; else that of the wall.
double Worker::seconds() const {
  if (threads_ == 1) return processor_seconds();
  return wall_seconds();
}

void Worker::do_extra_work(const std::string& work) {
  if (work != "collision") return engine_->differentiate(work == "differences");
  for (int r = 0; r < kCollisionRepeats; ++r) engine_->collide();
}

void Worker::set_controls(const Block& block, int step) {
  std::copy_n(block.controls.data() + static_cast<std::size_t>(step) * rest_.size(), rest_.size(), engine_->ctrl());
}

std::string Worker::parts(int number) {
  const Block& block = blocks_.at(static_cast<std::size_t>(number));
  const int steps = static_cast<int>(block.controls.back());
  start(block);
  PartTimes times{};
  for (int s = 0; s < steps; ++s) {
    set_controls(block, s);
    engine_->step_in_parts(times);
  }
  std::ostringstream out;
  out << "ok";
  for (const double time : times) out << ' ' << time / steps;
  return out.str();
}

std::string Worker::run(const std::string& work, int number) {
  const Block& block = blocks_.at(static_cast<std::size_t>(number));
  const int steps = static_cast<int>(block.controls.back());
  start(block);
  double extra = 0;
  const double before = seconds();
  for (int s = 0; s < steps; ++s) {
    set_controls(block, s);
    engine_->step();
    if (work == "step") continue;
    const double start = seconds();
    do_extra_work(work);
    extra += seconds() - start;
  }
  double time = work == "step" ? seconds() - before : extra;
  if (work == "collision") time /= kCollisionRepeats;
  std::ostringstream out;
  out << "ok " << time / steps << ' ' << engine_->contacts();
  return out.str();
}

std::string Worker::result(const std::string& work) const {
  std::ostringstream out;
  out.precision(17);
  out << "ok";
  const auto [qpos, count] = engine_->state()[0];
  if (work == "step" || work == "collision") {
    for (int i = 0; i < count; ++i) out << ' ' << qpos[i];
  } else {
    for (const double x : engine_->matrices.A) out << ' ' << x;
  }
  return out.str();
}

// Of all threads: both engines prepare meshes on several.
std::string Worker::loading(const std::string& path, const std::string& binary) const {
  constexpr clockid_t kClock = CLOCK_PROCESS_CPUTIME_ID;
  const double start = processor_seconds(kClock);
  compile(path);
  const double first = processor_seconds(kClock) - start;
  const double again = shortest_of_many(kClock, [&] { compile(path); });
  save(path, binary);
  const double compiled = shortest_of_many(kClock, [&] { load_binary(binary); });
  std::ostringstream out;
  out << "ok " << first << ' ' << again << ' ' << compiled;
  return out.str();
}

std::string Worker::answer(const std::string& line) {
  std::istringstream words(line);
  std::string command, first, second;
  int number = 0;
  words >> command;
  if (command == "load") return load(words);
  if (command == "record") return record(words);
  words >> first;
  if (command == "use") return use(first);
  if (command == "result") return result(first);
  if (command == "run") {
    words >> number;
    return run(first, number);
  }
  if (command == "parts") return parts(std::stoi(first));
  if (command == "loading") {
    words >> second;
    return loading(first, second);
  }
#ifndef CORTEN_BENCH_MUJOCO
  if (command == "sim") {
    words >> number;
    const SimTimes times = compare_sim(first, number);
    return "ok " + std::to_string(1e6 * times.step) + ' ' + std::to_string(1e6 * times.sim);
  }
#endif
  return "refused there is no command " + command;
}

}  // namespace
}  // namespace bench

int main() {
  bench::prepare();
  bench::Worker worker;
  for (std::string line; std::getline(std::cin, line);) {
    std::string answer;
    try {
      answer = worker.answer(line);
    } catch (const std::exception& e) {
      answer = std::string("refused ") + e.what();
    }
    for (char& c : answer) c = c == '\n' ? ' ' : c;
    std::cout << answer << std::endl;
  }
}
