// Files of orders: lists of pairs, as cotengra and opt_einsum have them.
//
//   {"ssa_path": [[0, 1], [2, 3]], "sliced": ["a"]}   every result gets the next number, after those of the tensors
//   {"linear_path": [[0, 1], [0, 1]]}                 the pair leaves the list of tensors, the result goes to its end
//   [[0, 1], [0, 1]]                                  linear
#pragma once

#include <string>

#include "compiler/arrays/order.h"
#include "physics/networks/named_network.h"

namespace diagc::networks {

/// The order for this network. Groups of more than two are contracted from left to right; a group of one changes nothing.
/// Throws InputError where a number is used twice or not there yet, tensors are left, or the file is for another network.
arrays::Order read_order(SourcePtr source, const NamedNetwork& network);

/// The first of the forms above, with labels as texts.
std::string order_text(const arrays::Order& order, const NamedNetwork& network);

}  // namespace diagc::networks
