// What diagc contract prints.
#pragma once

#include <string>

#include "physics/networks/evaluate.h"
#include "programs/contract/subject.h"

namespace diagc::contract {

/// A table of the plan's steps: axes of each group as products of extents, elements of the result, share of all operations.
std::string plan_text(const networks::Planned& planned);

/// Size of the network, operations, width, slices and memory of the order.
std::string order_text(const Subject& subject, const networks::Planned& planned);

/// Of a result without open axes; `seconds` are those of the contraction.
std::string value_text(const Subject& subject, const networks::Planned& planned,
                       const networks::Value& value, double seconds);

/// One JSON object with all of that.
std::string value_json(const Subject& subject, const networks::Planned& planned,
                       const networks::Value& value, double seconds);

/// Real operations of all slices: 2 for a real product with addition, 8 for a complex one.
double operations(const Subject& subject, const networks::Planned& planned);

}  // namespace diagc::contract
