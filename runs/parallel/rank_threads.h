// Ranks that are threads of one process, as for several devices.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "runs/parallel/ranks.h"

namespace diagc::runs {

/// Where threads wait for each other, again and again.
class Meeting {
 public:
  /// `watches`: whoever waits looks often at first, so that it goes on at once; only where every thread has a processor.
  Meeting(int size, bool watches) : expected_(size), missing_(size), watches_(watches) {}
  void arrive_and_wait();
  /// Nobody waits for this thread any more.
  void arrive_and_drop();

 private:
  void go_on();

  std::atomic<int> expected_, missing_;
  std::atomic<unsigned> meetings_ = 0;
  bool watches_;
};

class RankThreads {
 public:
  explicit RankThreads(int size);
  ~RankThreads();

  /// What run() gives to a rank; it lives as long as this.
  Ranks& rank(int number) { return *members_[static_cast<std::size_t>(number)]; }

  /// body(ranks) on every rank: on rank 0 by the caller, which goes on at once when that returns, on each other one by a thread of its own, the same one
  /// every time. What the first rank to fail throws ends the others, and is thrown.
  void run(const std::function<void(Ranks&)>& body);

 private:
  class Member;
  struct Ended {};  ///< another rank failed

  void fail(std::exception_ptr error);
  void run_rank(int rank);
  void work(int rank);

  int size_;
  bool watches_;                                  ///< every rank has a processor
  std::vector<std::vector<std::byte>> parts_[2];  ///< that ranks gather
  std::vector<std::byte> piece_;                  ///< that they collect
  Meeting meeting_;
  std::mutex mutex_;
  std::exception_ptr error_;
  std::vector<std::unique_ptr<Ranks>> members_;
  const std::function<void(Ranks&)>* body_ = nullptr;  ///< null: threads end
  std::atomic<unsigned> begun_ = 0;                    ///< runs
  std::atomic<int> running_ = 0;                       ///< ranks behind the first, of the last run
  std::vector<std::jthread> threads_;                  ///< of these, since the first run
};

}  // namespace diagc::runs
