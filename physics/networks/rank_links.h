// What processes that share the ranks of a contraction need of each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace diagc::networks {

struct OutgoingBytes {
  std::uint32_t process;  ///< that gets them
  std::span<const std::byte> bytes;
};

struct IncomingBytes {
  std::uint32_t process;  ///< that sends them
  std::span<std::byte> bytes;
};

class RankLinks {
 public:
  virtual ~RankLinks() = default;
  virtual std::uint32_t process() const = 0;  ///< this one, from 0 on
  virtual std::uint32_t processes() const = 0;

  /// Sends and receives, all at once, and returns when all is done. Every process calls it as often as the others. What one process sends to another
  /// arrives in the order in which it was given, and the receiver knows the sizes.
  virtual void exchange(std::span<const OutgoingBytes> outgoing,
                        std::span<const IncomingBytes> incoming) = 0;
};

}  // namespace diagc::networks
