// Cut sets that ask for jets: which events of a block pass them.
#pragma once

#include <cstddef>
#include <vector>

#include "physics/collider/generator/generator_memory.h"
#include "physics/collider/job/job.h"

namespace diagc::collider {

/// Where numbers of an event stand among the rows of a block (generator/step/weights.inc).
inline constexpr unsigned row_jets = 3, jet_rows = 7;

class JetSets {
 public:
  explicit JetSets(const Job& job);
  bool any() const { return !sets_.empty(); }
  /// As GeneratorTables::find_jets; `jet_sets` is a JetSets.
  static void find(const void* jet_sets, const GeneratorBlock* block, unsigned long long kept);

 private:
  struct Set {
    unsigned bit;
    double radius, pt, eta;
  };
  unsigned jets_;
  std::vector<Set> sets_;
};

}  // namespace diagc::collider
