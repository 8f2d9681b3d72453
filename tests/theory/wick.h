// All Wick contractions of labelled operators, each with its sign by the parity of the permutation.
#pragma once

#include <functional>

#include "compiler/graph/value.h"
#include "tests/theory/spec.h"

namespace diagc::testing {

/// Propagators: integers for (field, flavour out, flavour in, index a, index b), flavours from 1.
class Propagators {
 public:
  /// Random ones between -2 and 3, symmetric for real fields.
  Propagators(const TheorySpec& theory, unsigned seed);

  long at(std::size_t field, int s, int t, int a, int b) const;
  /// Of the external ends of an amputated line.
  long enters(int index) const { return enters_[static_cast<std::size_t>(index)]; }
  long leaves(int index) const { return leaves_[static_cast<std::size_t>(index)]; }

 private:
  std::size_t place(std::size_t field, int s, int t, int a, int b) const;
  std::size_t indices_;
  std::vector<long> values_, enters_, leaves_;
};

struct WickSum {
  Rational value;          ///< of the order that the theory gives its vertices, per n!
  std::uint64_t diagrams;  ///< contractions kept
};

/// The sum over all contractions that the theory keeps. Of an amputated line the propagators of its ends are `enters`, `leaves`.
WickSum wick_sum(const TheorySpec& theory, const Propagators& propagators);

/// All legs of all operators, the external ones too.
int legs_of(const TheorySpec& theory);

}  // namespace diagc::testing
