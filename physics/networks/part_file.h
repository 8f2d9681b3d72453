// Files of slices that are done: parts of a contraction that others add up, and checkpoints that a run goes on from.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "compiler/arrays/network.h"
#include "compiler/arrays/order.h"
#include "compiler/arrays/plan.h"
#include "physics/networks/slice_state.h"
#include "physics/networks/tensor_values.h"

namespace diagc::networks {

struct PartFile {
  /// What the bits of the sums depend on, by name: network, order, plan and values, each as a hash, the element and, where ranks share the
  /// slices, the distribution. Equal in all parts of a contraction.
  std::vector<std::pair<std::string, std::string>> digest;
  std::uint64_t begin = 0, end = 0;  ///< the slices that the run was to take
  SliceState state;
  arrays::OrderCost cost;
  std::uint64_t peak_bytes = 0;
  double seconds = 0;  ///< of all runs that made it
};

/// "count:7" for a remainder, otherwise the element's name.
std::string element_text(Element element, std::uint32_t modulus);

std::vector<std::pair<std::string, std::string>> digest_of(const arrays::Network& network,
                                                           const arrays::Order& order,
                                                           const arrays::Plan& plan,
                                                           const TensorValues& values,
                                                           const SliceState& state);

/// JSON in one line, with a checksum at its end. Numbers keep all of their bits.
std::string part_text(const PartFile& part);

/// Throws std::runtime_error, whose message begins with `path`, where the text is damaged or not what part_text() writes.
PartFile read_part(const std::string& path, const std::string& text);

/// The name of what differs between the two contractions; empty where they are the same.
std::string difference(const PartFile& a, const PartFile& b);

/// Adds the slices of `from`, read from `path`. Throws std::runtime_error where it is of another contraction or has slices that are there.
void add_part(PartFile& to, const PartFile& from, const std::string& path);

}  // namespace diagc::networks
