// Whether the stages of one program agree with each other.
#pragma once

#include <stdexcept>
#include <string>

#include "compiler/schedule/schedule.h"
#include "tests/differential/kernels.h"

namespace diagc {

/// A program at every stage before machine code.
struct Stages {
  std::string text;
  Graph expanded, simplified;
  Schedule schedule;
};

/// What was looked at.
struct Tally {
  std::size_t values = 0;    ///< output scalars at a configuration
  std::size_t compared = 0;  ///< those of which a bound of the rounding error is known
  double closest = 0;        ///< largest difference, as part of its bound
  std::size_t reached =
      0;  ///< pairs of an output scalar and a row of the inputs with a way between them
  std::size_t certain = 0;  ///< those in which the output certainly depends on the row
};

struct Disagreement : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The expanded graph and the simplified one in the interpreter, and the kernel in precision T where there is one, on a batch
/// of random numbers, some of them special: results agree to their rounding errors, and a NaN in one row of the inputs of
/// one configuration shows in the outputs that depend on it and nowhere else. Throws Disagreement.
template <class T>
void check_agreement(const Stages& program, const Kernels<T>* kernels, std::uint64_t seed,
                     Tally& tally);

extern template void check_agreement(const Stages&, const Kernels<float>*, std::uint64_t, Tally&);
extern template void check_agreement(const Stages&, const Kernels<double>*, std::uint64_t, Tally&);

}  // namespace diagc
