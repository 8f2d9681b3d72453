// Walkers of two blocks, a group each: where they are, and what a stretch of their steps gives.
#pragma once

#include <catch2/catch.hpp>

#include <cstdint>
#include <span>
#include <vector>

#include "physics/series/sampling/order_population.h"

namespace two_blocks {

inline const std::vector<std::uint32_t> numbers = {5, 2};

/// [group], as they are saved.
inline std::vector<std::vector<std::uint32_t>> places_of(
    const diagc::series::OrderPopulation& walkers) {
  std::vector<std::vector<std::uint32_t>> places;
  for (std::size_t part = 0; part < walkers.parts(); ++part) {
    const diagc::runs::Bytes states = walkers.save(part);
    std::span<const std::byte> from(states);
    for (std::size_t group = 0; group < walkers.groups(part).size(); ++group) {
      auto& own = places.emplace_back(walkers.shape().state_bytes / sizeof(std::uint32_t));
      diagc::runs::read_numbers(from, std::span(own));
    }
    CHECK(from.empty());
  }
  return places;
}

inline std::vector<diagc::runs::Sums> advance(diagc::series::OrderPopulation& walkers,
                                              diagc::runs::Steps steps,
                                              std::span<std::int64_t> histogram = {}) {
  std::vector<diagc::runs::Sums> sums(
      numbers.size(),
      diagc::runs::Sums(walkers.shape().quantities, diagc::series::OrderPopulation::counters));
  for (std::size_t part = 0; part < walkers.parts(); ++part) {
    const diagc::runs::GroupRange range = walkers.groups(part);
    walkers.advance(
        part, steps,
        {.groups = std::span(sums).subspan(range.first, range.size()), .histogram = histogram});
  }
  return sums;
}

}  // namespace two_blocks
