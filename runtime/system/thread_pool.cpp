#include "runtime/system/thread_pool.h"

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <system_error>

namespace diagc {

namespace {

/// Longer than it takes to wake a thread that sleeps, and short beside a batch that is worth several threads.
constexpr std::chrono::microseconds patience{50};

/// Returns when the condition holds, or when it did not for a while.
template <class Condition>
void look_out(Condition condition) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!condition() && std::chrono::steady_clock::now() < end) {
#ifdef __x86_64__
    __builtin_ia32_pause();
#endif
  }
}

}  // namespace

/// One call of run(), on its caller's stack.
struct ThreadPool::Job {
  const std::function<void(std::size_t)>& body;
  const std::size_t parts;
  std::size_t wanted;  ///< threads that may still join; guarded by the pool's mutex
  std::atomic<std::size_t> inside =
      0;  ///< threads that joined and have not left; changed under the mutex
  std::atomic<std::size_t> next = 0;
  std::exception_ptr error = {};  ///< guarded by the pool's mutex
  std::condition_variable left = {};

  /// Does parts until none is left.
  std::exception_ptr take_part() {
    try {
      for (std::size_t part; (part = next.fetch_add(1, std::memory_order_relaxed)) < parts;) {
        body(part);
      }
    } catch (...) {
      next.store(parts, std::memory_order_relaxed);
      return std::current_exception();
    }
    return {};
  }
};

ThreadPool& ThreadPool::shared() {
  static ThreadPool pool;
  return pool;
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::ensure(std::size_t workers) {
  try {
    while (workers_.size() < workers) workers_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    // No more threads are to be had; those that are there do the work.
  }
}

void ThreadPool::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (jobs_.empty() && !ending_) {
      lock.unlock();
      look_out([this] { return waiting_.load(std::memory_order_relaxed); });
      lock.lock();
    }
    wake_.wait(lock, [this] { return ending_ || !jobs_.empty(); });
    if (ending_) return;
    Job& job = *jobs_.front();
    if (--job.wanted == 0) {
      jobs_.pop_front();
      waiting_ = !jobs_.empty();
    }
    ++job.inside;
    lock.unlock();
    const std::exception_ptr error = job.take_part();
    lock.lock();
    if (error && !job.error) job.error = error;
    if (--job.inside == 0) job.left.notify_one();
  }
}

void ThreadPool::run(unsigned threads, std::size_t parts,
                     const std::function<void(std::size_t)>& body) {
  const std::size_t helpers = std::min<std::size_t>(threads, parts) - (parts > 0 && threads > 0);
  if (helpers == 0) {
    for (std::size_t part = 0; part < parts; ++part) body(part);
    return;
  }
  Job job{.body = body, .parts = parts, .wanted = helpers};
  {
    const std::lock_guard lock(mutex_);
    ensure(helpers);
    jobs_.push_back(&job);
    waiting_ = true;
  }
  for (std::size_t i = 0; i < helpers; ++i) wake_.notify_one();
  const std::exception_ptr error = job.take_part();
  std::unique_lock lock(mutex_);
  std::erase(jobs_, &job);
  waiting_ = !jobs_.empty();
  lock.unlock();
  look_out([&] { return job.inside.load(std::memory_order_relaxed) == 0; });
  lock.lock();  // in any case: the last thread to leave still holds the mutex when `inside` is 0
  job.left.wait(lock, [&] { return job.inside == 0; });
  if (error && !job.error) job.error = error;
  if (job.error) std::rethrow_exception(job.error);
}

unsigned available_threads() {
  cpu_set_t mine;
  if (sched_getaffinity(0, sizeof mine, &mine) == 0) {
    return static_cast<unsigned>(std::max(CPU_COUNT(&mine), 1));
  }
  return std::max(std::thread::hardware_concurrency(), 1u);
}

}  // namespace diagc
