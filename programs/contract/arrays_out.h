// Results of contractions as .npy and .npz files.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "physics/networks/slice_state.h"
#include "runtime/batch/npy.h"

namespace diagc::contract {

struct ResultArray {
  std::string name;  ///< of the output
  ElementType type = ElementType::float64;
  std::vector<std::size_t> shape;
  std::vector<std::byte> bytes;
};

/// The values have the result's axes; several configurations of a batch have one in front.
ResultArray result_array(const networks::SliceState& state,
                         const std::vector<networks::Value>& values);

void write_array(const std::string& path, const ResultArray& array);

/// An archive that has each by its name.
void write_arrays(const std::string& path, const std::vector<ResultArray>& arrays);

}  // namespace diagc::contract
