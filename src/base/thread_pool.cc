// Each worker has a range of the tasks of a loop, the same one of every loop of so many tasks: what it wrote in one stage of
// a step is still in its cache in the next. Whoever has done his own takes from the ranges of the others.
//
// A range is one word: the number of its loop, and how many of its tasks nobody has taken yet. Whoever lowers the word has
// a task; who comes late finds none and looks at nothing else, so that the caller waits for those only that took one. The
// stages of a step are loops of some microseconds, one soon after the other: threads that wait watch their word for a while
// before they sleep. The first exception of a task leaves run() once all others are done.
#include "corten/thread_pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <iterator>
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
constexpr int kWatches = 20000;     // before a thread sleeps: about a millisecond

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

  struct alignas(64) Range {
    std::atomic<Word> left{0};  // number of the loop << 32 | tasks that nobody has taken
  };
  std::vector<Range> ranges;
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

  explicit State(int threads) : ranges(static_cast<std::size_t>(threads)), scratch(ranges.size() - 1) {}
  // Also of a pool that could not start all of its workers.
  ~State() {
    for (Range& range : ranges) {
      range.left = kStop;
      range.left.notify_all();
    }
    for (std::thread& worker : workers) worker.join();
  }

  // Where the tasks of worker w begin.
  int begin(int w) const { return static_cast<int>(static_cast<long>(count) * w / std::ssize(ranges)); }
  std::atomic<Word>& left(int w) { return ranges[static_cast<std::size_t>(w)].left; }

  // Takes a task of the range of `owner` and does it. False: none is left.
  bool do_task(int owner, int worker) noexcept {
    std::atomic<Word>& tasks = left(owner);
    Word word = tasks.load(std::memory_order_acquire);
    do {
      if (word == kStop || tasks_of(word) == 0) return false;
    } while (!tasks.compare_exchange_weak(word, word - 1, std::memory_order_acq_rel, std::memory_order_acquire));
    try {
      call(task, begin(owner + 1) - tasks_of(word), worker);
    } catch (...) {
      const std::lock_guard lock(failed);
      if (!failure) failure = std::current_exception();
    }
    if (unfinished.fetch_sub(1, std::memory_order_acq_rel) == 1) unfinished.notify_one();
    return true;
  }

  void do_tasks(int worker) noexcept {
    const int n = static_cast<int>(ranges.size());
    for (int k = 0; k < n; ++k) {
      while (do_task((worker + k) % n, worker)) {
      }
    }
  }

  void work(int worker) {
    const std::atomic<Word>& own = left(worker);
    for (Word seen = 0; seen != kStop;) {
      do_tasks(worker);
      wait_until(own, [seen](Word word) { return word >> 32 != seen >> 32; });
      seen = own.load(std::memory_order_acquire);
    }
  }

  void run_loop(int tasks, Call what, const void* with) {
    call = what, task = with, count = tasks;
    unfinished.store(tasks, std::memory_order_relaxed);
    ++loop;
    for (int w = 0; w < static_cast<int>(ranges.size()); ++w) {
      left(w).store(loop << 32 | static_cast<Word>(begin(w + 1) - begin(w)), std::memory_order_release);
      if (w > 0) left(w).notify_all();
    }
    do_tasks(0);
    wait_until(unfinished, [](int tasks_left) { return tasks_left == 0; });
  }
};

ThreadPool::ThreadPool(int threads) {
  if (threads < 0 || threads > kMostThreads) {
    throw std::invalid_argument(
        fmt::format("threads: a number from 0 (as many as the machine has) to {}, not {}", kMostThreads, threads));
  }
  if (threads == 0) threads = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMostThreads);
  state_ = std::make_unique<State>(threads);
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
