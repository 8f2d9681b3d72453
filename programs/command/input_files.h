// The arrays that -i and -o name.
#pragma once

#include <string>
#include <vector>

#include "compiler/rules/rules.h"
#include "diagc/kernel.h"
#include "runtime/batch/npy.h"

namespace diagc {

struct NamedFile {
  std::string name;
  std::string path;
};

/// From "G=G.npy". Throws UsageError where one is malformed or a name comes twice.
std::vector<NamedFile> parse_files(const std::string& option,
                                   const std::vector<std::string>& texts);

/// The shape of a variable over a batch: the batch, the ranges, 4 for a vector.
std::vector<std::size_t> shape_of(const Kernel::Variable& variable, std::size_t batch);

Element element_of(ElementType type);

/// Throws UsageError where two outputs, or an input and an output, are one file, however their paths are spelt: one would be
/// lost. "-" is standard input and standard output, one input and one output at most.
void check_files(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

/// Arrays of inputs, read from files and checked against the rules and a kernel.
class InputFiles {
 public:
  /// Throws InputError where the rules declare no input of a name, NpyError.
  InputFiles(const std::vector<NamedFile>& files, const rules::Rules& rules,
             WholeArrays whole = WholeArrays::refused);

  /// Throws Failure or InputError where the kernel needs others or other shapes; returns the number of
  /// configurations, 1 where there are no arrays. An array of one configuration goes with any batch, which shares it.
  std::size_t check(const Kernel& kernel) const;

  /// For a batch of so many configurations.
  std::vector<InputArray> views(std::size_t batch) const;

  /// Null where no file is named for the input.
  const NpyArray* find(const std::string& input) const;

 private:
  void check_missing(const Kernel& kernel) const;

  std::vector<NamedFile> files_;
  const rules::Rules& rules_;
  std::vector<NpyArray> arrays_;
};

}  // namespace diagc
