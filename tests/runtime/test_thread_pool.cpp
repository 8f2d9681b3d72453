#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <set>
#include <stdexcept>
#include <thread>

#include "runtime/system/thread_pool.h"

namespace diagc {
namespace {

TEST_CASE("every part is done once, by any number of threads") {
  ThreadPool pool;
  for (const unsigned threads : {0u, 1u, 2u, 5u, 40u}) {
    for (const std::size_t parts : {0, 1, 2, 3, 100}) {
      std::vector<std::atomic<int>> done(parts);
      pool.run(threads, parts, [&](std::size_t part) { ++done[part]; });
      CAPTURE(threads, parts);
      CHECK(std::all_of(done.begin(), done.end(), [](const auto& times) { return times == 1; }));
    }
  }
}

TEST_CASE("parts run at the same time, on no more threads than asked for") {
  ThreadPool pool;
  pool.run(8, 8, [](std::size_t) {});  // more threads are there than the next call may use
  std::mutex mutex;
  std::set<std::thread::id> ids;
  std::atomic<int> arrived = 0;
  pool.run(3, 3, [&](std::size_t) {
    {
      const std::lock_guard lock(mutex);
      ids.insert(std::this_thread::get_id());
    }
    ++arrived;
    while (arrived < 3) std::this_thread::yield();  // ends only when all three run at once
  });
  CHECK(ids.size() == 3);
  ids.clear();
  pool.run(3, 200, [&](std::size_t) {
    const std::lock_guard lock(mutex);
    ids.insert(std::this_thread::get_id());
  });
  CHECK(ids.size() <= 3);
}

TEST_CASE("an exception reaches the caller, and the pool goes on") {
  ThreadPool pool;
  for (int repeat = 0; repeat < 50; ++repeat) {
    std::atomic<int> running = 0;
    CHECK_THROWS_WITH(pool.run(4, 1000,
                               [&](std::size_t part) {
                                 ++running;
                                 if (part == 10) {
                                   --running;
                                   throw std::runtime_error("part 10");
                                 }
                                 --running;
                               }),
                      "part 10");
    CHECK(running == 0);
  }
  std::atomic<int> done = 0;
  pool.run(4, 64, [&](std::size_t) { ++done; });
  CHECK(done == 64);
}

TEST_CASE("many callers share a pool") {
  ThreadPool pool;
  constexpr int callers = 6, repeats = 300;
  std::atomic<int> done = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < callers; ++i) {
      threads.emplace_back([&] {
        for (int repeat = 0; repeat < repeats; ++repeat) {
          std::atomic<int> mine = 0;
          pool.run(3, 7, [&](std::size_t) { ++mine; });
          if (mine == 7) ++done;
        }
      });
    }
  }
  CHECK(done == callers * repeats);
}

TEST_CASE("the machine offers a thread") { CHECK(available_threads() >= 1); }

}  // namespace
}  // namespace diagc
