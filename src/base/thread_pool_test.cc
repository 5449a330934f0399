#include "corten/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <thread>
#include <vector>

namespace corten {
namespace {

TEST(ThreadPool, RunsEveryTaskOnce) {
  for (const int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.size(), threads);
    for (const int count : {0, 1, 2, 100}) {
      std::vector<int> calls(static_cast<std::size_t>(count));
      pool.run(count, [&](int i, int worker) {
        ++calls[static_cast<std::size_t>(i)];
        EXPECT_GE(worker, 0);
        EXPECT_LT(worker, threads);
      });
      for (const int n : calls) EXPECT_EQ(n, 1);
    }
  }
}

TEST(ThreadPool, ZeroMeansAllProcessors) {
  EXPECT_EQ(ThreadPool(0).size(), static_cast<int>(std::max(1u, std::thread::hardware_concurrency())));
}

// A loop inside a task finds the pool in use and runs where it is.
TEST(ThreadPool, NestedLoopsFinish) {
  ThreadPool pool(3);
  std::atomic<int> calls = 0;
  pool.run(4, [&](int, int) {
    pool.run(5, [&](int, int worker) {
      EXPECT_EQ(worker, 0);
      ++calls;
    });
  });
  EXPECT_EQ(calls, 20);
}

TEST(ThreadPool, CallersFromSeveralThreadsShareIt) {
  ThreadPool pool(3);
  std::atomic<int> calls = 0;
  std::vector<std::thread> callers;
  for (int c = 0; c < 4; ++c) {
    callers.emplace_back([&] {
      for (int k = 0; k < 200; ++k) pool.run(7, [&](int, int) { ++calls; });
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(calls, 4 * 200 * 7);
}

// A task that throws ends the loop for its caller only, and the pool goes on.
TEST(ThreadPool, HandsOnTheFirstException) {
  ThreadPool pool(4);
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> done = 0;
    const auto task = [&](int i, int) {
      if (i % 3 == 1) throw std::bad_alloc();
      ++done;
    };
    EXPECT_THROW(pool.run(30, task), std::bad_alloc);
    EXPECT_EQ(done, 20);
  }
  std::atomic<int> done = 0;
  pool.run(10, [&](int, int) { ++done; });
  EXPECT_EQ(done, 10);
}

}  // namespace
}  // namespace corten
