// A loop is one word: its number, and how many of its tasks nobody has taken yet. Whoever lowers the word has a task; who
// comes late finds none and looks at nothing else, so that the caller waits for those only that took one. The stages of
// a step are loops of some microseconds, one soon after the other: threads that wait watch the word for a while before
// they sleep. The first exception of a task leaves run() once all others are done.
#include "corten/thread_pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace corten {
namespace {

constexpr int kMostThreads = 1024;  // more than machines have cores; a slip in an argument does not stop the machine
constexpr int kWatches = 2000;      // before a thread sleeps: about a tenth of a millisecond

void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __asm__ __volatile__("pause");
#elif defined(__aarch64__)
  __asm__ __volatile__("yield");
#endif
}

// Returns once `is_over` holds for the value.
template <class Value, class Over>
void wait_until(const std::atomic<Value>& value, Over is_over) {
  for (int k = 0; k < kWatches; ++k) {
    if (is_over(value.load(std::memory_order_acquire))) return;
    pause();
  }
  for (Value now = value.load(std::memory_order_acquire); !is_over(now);) {
    value.wait(now, std::memory_order_acquire);
    now = value.load(std::memory_order_acquire);
  }
}

}  // namespace

struct ThreadPool::State {
  using Word = std::uint64_t;
  static constexpr Word kStop = ~Word{0};
  static int tasks_of(Word word) { return static_cast<int>(word & 0xFFFFFFFF); }

  alignas(64) std::atomic<Word> left{0};        // number of the loop << 32 | tasks that nobody has taken
  alignas(64) std::atomic<int> unfinished{0};   // tasks
  alignas(64) std::atomic<bool> in_use{false};  // by a caller of run()

  Word loop = 0;
  Call call = nullptr;
  const void* task = nullptr;
  int count = 0;
  std::mutex failed;
  std::exception_ptr failure;

  std::vector<Scratch> scratch;  // of worker i + 1
  std::vector<std::thread> workers;

  // Also of a pool that could not start all of its workers.
  ~State() {
    left = kStop;
    left.notify_all();
    for (std::thread& worker : workers) worker.join();
  }

  // Takes a task and does it. False: none is left.
  bool do_task(int worker) noexcept {
    Word word = left.load(std::memory_order_acquire);
    do {
      if (word == kStop || tasks_of(word) == 0) return false;
    } while (!left.compare_exchange_weak(word, word - 1, std::memory_order_acq_rel, std::memory_order_acquire));
    try {
      call(task, count - tasks_of(word), worker);
    } catch (...) {
      const std::lock_guard lock(failed);
      if (!failure) failure = std::current_exception();
    }
    if (unfinished.fetch_sub(1, std::memory_order_acq_rel) == 1) unfinished.notify_one();
    return true;
  }

  void work(int worker) {
    while (left.load(std::memory_order_acquire) != kStop) {
      while (do_task(worker)) {
      }
      wait_until(left, [](Word word) { return tasks_of(word) != 0; });
    }
  }

  void run_loop(int tasks, Call what, const void* with) {
    call = what, task = with, count = tasks;
    unfinished.store(tasks, std::memory_order_relaxed);
    left.store(++loop << 32 | static_cast<Word>(tasks), std::memory_order_release);
    left.notify_all();
    while (do_task(0)) {
    }
    wait_until(unfinished, [](int tasks_left) { return tasks_left == 0; });
  }
};

ThreadPool::ThreadPool(int threads) : state_(std::make_unique<State>()) {
  if (threads < 0 || threads > kMostThreads) {
    throw std::invalid_argument(
        fmt::format("threads: a number from 0 (as many as the machine has) to {}, not {}", kMostThreads, threads));
  }
  if (threads == 0) threads = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMostThreads);
  state_->scratch.resize(static_cast<std::size_t>(threads - 1));
  for (int worker = 1; worker < threads; ++worker) {
    try {
      state_->workers.emplace_back([state = state_.get(), worker] { state->work(worker); });
    } catch (const std::system_error&) {
      throw std::runtime_error(fmt::format("the system gives no more than {} of {} threads", worker, threads));
    }
  }
}

ThreadPool::~ThreadPool() = default;

int ThreadPool::size() const { return static_cast<int>(state_->workers.size()) + 1; }

Scratch& ThreadPool::scratch(int worker) {
  if (worker < 1 || worker >= size()) {
    throw std::out_of_range("there is no memory of worker " + std::to_string(worker) +
                            ": workers with memory are 1 to " + std::to_string(size() - 1));
  }
  return state_->scratch[static_cast<std::size_t>(worker - 1)];
}

void ThreadPool::run(int count, Call call, const void* task) {
  State& s = *state_;
  if (count < 2 || s.workers.empty() || s.in_use.exchange(true, std::memory_order_acquire)) {
    for (int i = 0; i < count; ++i) call(task, i, 0);
    return;
  }
  s.run_loop(count, call, task);
  const std::exception_ptr failure = std::exchange(s.failure, nullptr);
  s.in_use.store(false, std::memory_order_release);
  if (failure) std::rethrow_exception(failure);
}

}  // namespace corten
