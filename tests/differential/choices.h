// A tape of numbers from which a random thing is made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace diagc {

using Tape = std::vector<std::uint32_t>;

/// Reads a tape as a sequence of choices. After its end, and for small numbers, every choice is the
/// first: what is made from a shorter tape of smaller numbers is simpler, so that shrinking the tape
/// shrinks the thing.
class Choices {
 public:
  explicit Choices(const Tape& tape) : tape_(tape) {}

  std::uint32_t below(std::uint32_t n) { return next_ < tape_.size() ? tape_[next_++] % n : 0; }
  bool yes() { return below(2) == 1; }

 private:
  const Tape& tape_;
  std::size_t next_ = 0;
};

template <class T>
const T& pick(const std::vector<T>& list, Choices& choices) {
  return list[choices.below(static_cast<std::uint32_t>(list.size()))];
}

}  // namespace diagc
