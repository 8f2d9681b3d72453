// Sets of labels as ascending lists.
#pragma once

#include <algorithm>
#include <iterator>
#include <vector>

#include "compiler/arrays/network.h"

namespace diagc::arrays {

using Labels = std::vector<Label>;

inline bool has(const Labels& sorted, Label label) {
  return std::ranges::binary_search(sorted, label);
}

inline Labels united(const Labels& a, const Labels& b) {
  Labels both;
  std::ranges::set_union(a, b, std::back_inserter(both));
  return both;
}

inline Labels without(const Labels& a, const Labels& b) {
  Labels rest;
  std::ranges::set_difference(a, b, std::back_inserter(rest));
  return rest;
}

inline Labels common(const Labels& a, const Labels& b) {
  Labels both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  return both;
}

}  // namespace diagc::arrays
