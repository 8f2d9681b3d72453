// Where the walkers of a population on a device are: what it saves, takes back and goes on from.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "runs/checkpoint/bytes.h"
#include "runs/population/device.h"

namespace diagc::series {

/// Times, codes and anchors of all walkers, [what][vertex][walker], in the memory of a device that must outlive this. Blocks have 128 walkers.
class DevicePlaces {
 public:
  /// `rows`: of what and vertex.
  DevicePlaces(runs::Device& device, std::size_t rows, std::size_t blocks);

  /// For StepBlock::integers.
  std::uint32_t* integers() const { return integers_; }
  std::size_t count() const { return rows_ * walkers_; }
  std::vector<std::uint32_t> read() const;

  /// Of all blocks in turn, rows [what][vertex][walker].
  runs::Bytes save() const;
  /// `check` sees the places of every block before any is taken, and throws where they are none.
  void restore(std::span<const std::byte> states,
               const std::function<void(std::span<const std::uint32_t>)>& check);

  void take_snapshot() { device_.copy(kept_, integers_, count()); }
  void roll_back() { device_.copy(integers_, kept_, count()); }

 private:
  static constexpr std::size_t block_walkers = 128;

  runs::Device& device_;
  std::size_t rows_, walkers_;
  std::uint32_t *integers_, *kept_;
};

}  // namespace diagc::series
