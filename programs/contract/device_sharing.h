// How several devices share a contraction: whole slices, or the arrays of every slice.
#pragma once

#include <optional>

#include "physics/networks/distributed.h"
#include "programs/contract/options.h"
#include "programs/contract/subject.h"

namespace diagc::contract {

/// What is carried out; one of both.
struct Sharing {
  std::optional<networks::Planned> slices;
  std::optional<networks::Distributed> arrays;
};

/// For one device, and for processors: slices. For several the one that the model of devices expects to be faster; what none of them can hold is
/// shared by its arrays.  Throws Failure where neither keeps the memory.
Sharing choose_sharing(const Options& options, const Subject& subject);

}  // namespace diagc::contract
