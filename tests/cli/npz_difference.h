// Files of arrays that commands wrote, compared.
#pragma once

#include <algorithm>
#include <cmath>

#include <catch2/catch.hpp>

#include "process.h"
#include "runtime/batch/npz.h"

/// The largest difference of two files of real arrays, over the largest number of the second.
inline double difference_of_arrays(const Folder& folder, const char* found, const char* expected) {
  const auto one = diagc::read_npz(folder.path() / found),
             other = diagc::read_npz(folder.path() / expected);
  REQUIRE(one.size() == other.size());
  double most = 0, largest = 0;
  for (std::size_t t = 0; t < one.size(); ++t) {
    REQUIRE(one[t].second.shape == other[t].second.shape);
    const auto* a = reinterpret_cast<const double*>(one[t].second.data.get());
    const auto* b = reinterpret_cast<const double*>(other[t].second.data.get());
    for (std::size_t k = 0; k < one[t].second.elements; ++k) {
      most = std::max(most, std::abs(a[k] - b[k]));
      largest = std::max(largest, std::abs(b[k]));
    }
  }
  return most / largest;
}
