#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace diagc {

/// Threads that wait for work, for all callers of this process together. They start when they are
/// first needed and end with the process.
class ThreadPool {
 public:
  static ThreadPool& shared();

  ThreadPool() = default;
  ThreadPool(const ThreadPool&) = delete;
  ~ThreadPool();

  /// Calls body(0) … body(parts − 1), each once, on the calling thread and at most `threads − 1`
  /// others, and returns when all have returned. The caller does whatever no other thread is free
  /// to do, so that any number of callers may run at once. When a body throws, the parts that have
  /// not begun are left out and the first exception is thrown here.
  void run(unsigned threads, std::size_t parts, const std::function<void(std::size_t)>& body);

 private:
  struct Job;
  void work();
  void ensure(std::size_t workers);

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Job*> jobs_;              ///< those that want more threads
  std::atomic<bool> waiting_ = false;  ///< whether there are any, to be read without the mutex
  std::vector<std::thread> workers_;
  bool ending_ = false;
};

/// The number of threads that the caller's 0 stands for: the processors that this process may use.
unsigned available_threads();

}  // namespace diagc
