// The numbers that grammars are compared on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "diagc/kernel.h"
#include "programs/command/input_files.h"

namespace diagc::audit {

/// Index values that are renamed together: 1 … n where they label vertices, say.
using Labels = Kernel::Range;

/// All permutations of the labels, the one that changes nothing first: permutation[i] is what labels.first + i becomes.
std::vector<std::vector<std::int64_t>> permutations(const Labels& labels);

/// Throws Failure where the range of an index holds some of the labels, but not all.
void check_labels(const std::vector<Kernel::Variable>& variables, const Labels& labels);

/// For every leaf of the variable the one that stands in its place when all of its indices that are labels are
/// replaced.
std::vector<std::size_t> replaced_leaves(const Kernel::Variable& variable, const Labels& labels,
                                         const std::vector<std::int64_t>& permutation);

/// Rows [row][configuration], without gaps; a real leaf is one, a complex leaf two.
struct NumberRows {
  NumberRows(std::size_t height, std::size_t configurations)
      : configurations(configurations), numbers(height * configurations) {}
  double* row(std::size_t r) { return numbers.data() + r * configurations; }
  const double* row(std::size_t r) const { return numbers.data() + r * configurations; }
  std::size_t height() const { return configurations == 0 ? 0 : numbers.size() / configurations; }

  std::size_t configurations;
  std::vector<double> numbers;
};

/// A batch of configurations by names of inputs, whatever the order in which a grammar declares them.
class Configurations {
 public:
  /// Uniform in (-1, 1), real and imaginary parts alike.
  static Configurations random(const std::vector<Kernel::Variable>& inputs, std::size_t count,
                               std::uint64_t seed);
  /// From files that were checked; inputs without a file are zero.
  static Configurations from_files(const std::vector<Kernel::Variable>& inputs,
                                   const InputFiles& files, std::size_t count);

  std::size_t count() const { return count_; }
  /// The first ones, `most` at most.
  Configurations first(std::size_t most) const;
  /// Every number rounded to single precision.
  Configurations rounded() const;
  /// The first `count` configurations, each under all permutations: those of one follow each other.
  Configurations permuted(std::size_t count, const Labels& labels) const;
  /// Rows of these inputs, one variable below the other, as interpret() has them.
  NumberRows rows(const std::vector<Kernel::Variable>& inputs) const;

 private:
  struct Input {
    Kernel::Variable variable;
    NumberRows rows;
  };
  std::size_t count_ = 0;
  std::vector<Input> inputs_;
};

}  // namespace diagc::audit
