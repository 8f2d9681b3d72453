// What diagc contract prints.
#pragma once

#include <string>

#include "physics/networks/evaluate.h"
#include "programs/contract/subject.h"

namespace diagc::contract {

/// Size of the network, operations, width, slices and memory of the order.
std::string order_text(const Subject& subject, const networks::Planned& planned);

/// A value, and what it took.
struct Outcome {
  networks::Element element = networks::Element::f64;
  bool has_axes = false;  ///< its numbers are not printed
  networks::Value value;
  arrays::OrderCost cost;
  std::uint64_t slices = 1;
  std::uint64_t peak_bytes = 0;
  double seconds = 0;  ///< of the contraction
};

std::string value_text(const Outcome& outcome);

/// One JSON object with all of that.
std::string value_json(const Outcome& outcome);

}  // namespace diagc::contract
