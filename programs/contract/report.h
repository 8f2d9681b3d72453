// What diagc contract prints.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "physics/networks/evaluate.h"
#include "programs/contract/subject.h"

namespace diagc::contract {

/// Size of the network, operations, width, slices and memory of the order.
std::string order_text(const Subject& subject, const networks::Planned& planned);

/// What ranks have sent.
struct RankReport {
  std::uint64_t ranks = 0;  ///< 0: there were none
  double planned_bytes = 0;
  double counted_bytes = 0;
  std::uint64_t messages = 0;
  std::uint64_t largest_shard_bytes = 0;
  networks::Evaluation::RankTimes times = {};  ///< of devices
};

/// A value, and what it took.
struct Outcome {
  networks::Element element = networks::Element::f64;
  bool has_axes = false;  ///< its numbers are not printed
  networks::Value value;
  arrays::OrderCost cost;
  std::uint64_t slices = 1;
  std::uint64_t peak_bytes = 0;
  double seconds = 0;                          ///< of the contraction
  std::optional<double> planned_seconds = {};  ///< that a model expects; not known of parts
  std::optional<double> check = {};  ///< by how much another order differs, of the largest element
  bool is_remainder = false;         ///< `count` is known modulo a number alone
  RankReport ranks = {};
};

/// `4.25 MiB`.
std::string bytes_text(double bytes);

/// `1.25 ms`.
std::string seconds_text(double seconds);

std::string value_text(const Outcome& outcome);

/// One JSON object with all of that.
std::string value_json(const Outcome& outcome);

}  // namespace diagc::contract
