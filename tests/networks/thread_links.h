// Processes that share ranks, as threads of a test.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "physics/networks/rank_links.h"

namespace diagc::networks {

/// Messages that were sent and not received yet, by sender and receiver.
class SentBytes {
 public:
  void put(std::uint32_t from, std::uint32_t to, std::span<const std::byte> bytes) {
    const std::scoped_lock lock(mutex_);
    boxes_[{from, to}].emplace_back(bytes.begin(), bytes.end());
    there_.notify_all();
  }

  /// The next one, which must have this size.
  void take(std::uint32_t from, std::uint32_t to, std::span<std::byte> bytes) {
    std::unique_lock lock(mutex_);
    auto& box = boxes_[{from, to}];
    if (!there_.wait_for(lock, std::chrono::seconds(100), [&] { return !box.empty(); }))
      throw std::logic_error("nobody sends what is waited for");
    if (box.front().size() != bytes.size()) throw std::logic_error("a message of another size");
    std::ranges::copy(box.front(), bytes.begin());
    box.pop_front();
  }

  bool is_empty() const {
    return std::ranges::all_of(boxes_, [](const auto& box) { return box.second.empty(); });
  }

 private:
  std::mutex mutex_;
  std::condition_variable there_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::deque<std::vector<std::byte>>> boxes_;
};

class ThreadLinks final : public RankLinks {
 public:
  ThreadLinks(SentBytes& sent, std::uint32_t process, std::uint32_t processes)
      : sent_(sent), process_(process), processes_(processes) {}

  std::uint32_t process() const override { return process_; }
  std::uint32_t processes() const override { return processes_; }
  void exchange(std::span<const OutgoingBytes> outgoing,
                std::span<const IncomingBytes> incoming) override {
    for (const OutgoingBytes& message : outgoing)
      sent_.put(process_, message.process, message.bytes);
    for (const IncomingBytes& message : incoming)
      sent_.take(message.process, process_, message.bytes);
  }

 private:
  SentBytes& sent_;
  std::uint32_t process_, processes_;
};

/// body(links) on every process. Throws what one of them throws, and where a message is left over.
inline void run_linked(std::uint32_t processes, const std::function<void(RankLinks&)>& body) {
  SentBytes sent;
  std::vector<std::exception_ptr> errors(processes);
  std::vector<std::jthread> threads;
  for (std::uint32_t process = 0; process < processes; ++process) {
    threads.emplace_back([&, process] {
      try {
        ThreadLinks links(sent, process, processes);
        body(links);
      } catch (...) {
        errors[process] = std::current_exception();
      }
    });
  }
  threads.clear();
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
  if (!sent.is_empty()) throw std::logic_error("a message that nobody receives");
}

}  // namespace diagc::networks
