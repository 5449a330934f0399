// ThreadPool: workers that share one loop at a time.
//
// Set Data::threads to let a step use them. Results are the same bits for any number of threads. Worlds may share a
// pool; while one of them uses it, the others go on by themselves.
#pragma once

#include <memory>

#include "corten/export.h"
#include "corten/scratch.h"

namespace corten {

class CORTEN_API ThreadPool {
 public:
  // `threads` counts the caller; 0: as many as the machine has. Throws std::invalid_argument below 0 and above 1024,
  // std::runtime_error if the system gives no more.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int size() const;

  // Memory of a worker for the duration of a task, for workers 1 and up. The caller of run() has its own.
  Scratch& scratch(int worker);

  // Calls task(i, worker) for all i below count and returns when all are done; worker is below size(). Tasks run in any
  // order. If another caller is using the pool, all of them run here, as worker 0. The first exception of a task leaves
  // run().
  template <class Task>
  void run(int count, const Task& task) {
    run(
        count, [](const void* t, int i, int worker) { (*static_cast<const Task*>(t))(i, worker); }, &task);
  }

 private:
  using Call = void (*)(const void* task, int i, int worker);
  void run(int count, Call call, const void* task);

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace corten
