// Messages between ranks: the only way from the memory of one to that of another.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <stdexcept>
#include <utility>

namespace diagc::networks {

/// What has been sent.
struct MessageCounts {
  std::uint64_t messages = 0;
  std::uint64_t elements = 0;
  std::uint64_t far_elements = 0;  ///< to ranks of other nodes
};

template <class Message>
class Mailbox {
 public:
  explicit Mailbox(std::uint32_t ranks_of_node) : ranks_of_node_(ranks_of_node) {}

  /// A message of so many elements leaves.
  void count(std::uint32_t from, std::uint32_t to, std::uint64_t elements) {
    ++counts_.messages;
    counts_.elements += elements;
    if (from / ranks_of_node_ != to / ranks_of_node_) counts_.far_elements += elements;
  }

  /// It is there.
  void put(std::uint32_t from, std::uint32_t to, Message message) {
    boxes_[{from, to}].push_back(std::move(message));
  }

  /// The first one that has not been received. That there is none is a mistake of ours: ranks would wait for ever.
  Message receive(std::uint32_t from, std::uint32_t to) {
    const auto box = boxes_.find({from, to});
    if (box == boxes_.end()) throw std::logic_error("ranks: a message was not sent");
    Message message = std::move(box->second.front());
    box->second.pop_front();
    if (box->second.empty()) boxes_.erase(box);
    return message;
  }

  bool is_empty() const { return boxes_.empty(); }
  const MessageCounts& counts() const { return counts_; }

 private:
  std::uint32_t ranks_of_node_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::deque<Message>> boxes_;
  MessageCounts counts_;
};

}  // namespace diagc::networks
