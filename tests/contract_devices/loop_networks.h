// Random networks whose sums over sliced labels end early, in an order of their own.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "compiler/arrays/slice_loops.h"
#include "tests/contract_devices/subjects.h"

namespace diagc::networks {

struct LoopNetwork {
  arrays::Network network;
  arrays::Order order;
  std::vector<arrays::Label> outer;  ///< of slices
  arrays::SliceLoops loops;
};

inline LoopNetwork loop_network(std::mt19937& random, arrays::RandomSizes sizes, bool has_slices,
                                bool is_closed) {
  LoopNetwork own;
  own.network = plannable_network(random, sizes);
  if (is_closed) own.network.open.clear();
  own.order = arrays::random_order(own.network, random);
  std::vector<arrays::Label>& sliced = own.order.sliced;
  for (arrays::Label label = 0; label < own.network.extents.size() && sliced.size() < 6; ++label)
    if (random() % 2 == 0) sliced.push_back(label);
  if (has_slices && !sliced.empty()) own.outer = {sliced[0]};
  own.loops = arrays::slice_loops(own.network, own.order, own.outer);
  return own;
}

/// Whether there are loops of which none repeats much, which takes long where a device is played.
inline bool repeats_little(const arrays::SliceLoops& loops) {
  constexpr double most_runs = 4;
  return !loops.loops.empty() && loops.log2_slices <= most_runs &&
         std::ranges::all_of(loops.loops, [](const arrays::SliceLoop& loop) {
           return loop.log2_runs <= most_runs;
         });
}

}  // namespace diagc::networks
