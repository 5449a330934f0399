// Workers wait for a generation number to change, take indices from a shared counter until none are left, and report
// back. Everything is guarded by one mutex but the counter; a step hands out few, large tasks. The first exception of a
// task leaves run() once all others are done.
#include "corten/thread_pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
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

}

struct ThreadPool::State {
  std::mutex in_use;  // held by the caller of run()
  std::mutex mutex;
  std::condition_variable start, done;
  unsigned long generation = 0;
  int busy = 0;
  bool stop = false;

  Call call = nullptr;
  const void* task = nullptr;
  int count = 0;
  std::atomic<int> next{0};
  std::exception_ptr failure;

  std::vector<Scratch> scratch;  // of worker i + 1
  std::vector<std::thread> workers;

  // Also of a pool that could not start all of its workers.
  ~State() {
    {
      const std::lock_guard lock(mutex);
      stop = true;
    }
    start.notify_all();
    for (std::thread& worker : workers) worker.join();
  }

  void take_tasks(int worker) noexcept {
    for (int i = next.fetch_add(1); i < count; i = next.fetch_add(1)) {
      try {
        call(task, i, worker);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
      }
    }
  }

  void work(int worker) {
    unsigned long seen = 0;
    std::unique_lock lock(mutex);
    for (;;) {
      start.wait(lock, [&] { return stop || generation != seen; });
      if (stop) return;
      seen = generation;
      lock.unlock();
      take_tasks(worker);
      lock.lock();
      if (--busy == 0) done.notify_one();
    }
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
  const std::unique_lock use(s.in_use, std::try_to_lock);
  if (!use || count < 2 || s.workers.empty()) {
    for (int i = 0; i < count; ++i) call(task, i, 0);
    return;
  }
  {
    const std::lock_guard lock(s.mutex);
    s.call = call, s.task = task, s.count = count;
    s.next = 0;
    s.busy = static_cast<int>(s.workers.size());
    ++s.generation;
  }
  s.start.notify_all();
  s.take_tasks(0);
  std::unique_lock lock(s.mutex);
  s.done.wait(lock, [&] { return s.busy == 0; });
  if (s.failure) std::rethrow_exception(std::exchange(s.failure, nullptr));
}

}  // namespace corten
