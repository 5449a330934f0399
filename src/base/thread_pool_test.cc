#include "corten/thread_pool.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <new>
#include <stdexcept>
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

TEST(ThreadPool, NumbersOfThreadsAreChecked) {
  EXPECT_THROW(ThreadPool(-1), std::invalid_argument);
  EXPECT_THROW(ThreadPool(1025), std::invalid_argument);
  EXPECT_GE(ThreadPool(0).size(), 1);
}

#ifndef CORTEN_SANITIZED  // which need the address space
// With little memory the system refuses some of the workers; those that did start are sent home.
TEST(ThreadPool, SystemWithoutThreads) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t now = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
  const rlimit tight{now + (64 << 20), before.rlim_max};  // a handful of stacks of 8 MiB
  ASSERT_EQ(setrlimit(RLIMIT_AS, &tight), 0);
  EXPECT_THROW(ThreadPool(200), std::runtime_error);
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
}
#endif

}  // namespace
}  // namespace corten
