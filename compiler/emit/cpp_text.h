// What the C++ of a kernel for CPUs has in common, whether it is straight code or chunks that values go between in memory:
// prelude, rows, the entry that allocates.
#pragma once

#include <memory>
#include <string>

#include "compiler/emit/cpp.h"
#include "compiler/emit/kernel_text.h"
#include "compiler/emit/part.h"

namespace diagc {

class CppText : protected KernelText {
 public:
  virtual ~CppText() = default;
  std::string kernel();
  Part part(const std::string& space);

 protected:
  /// `block`: vectors of configurations, what the prelude's constant of that name is.
  CppText(const Graph& graph, const Schedule& schedule, const CppOptions& options,
          std::size_t block);

  /// All functions up to NAME_range and its NAME_work_bytes.
  virtual void functions() = 0;
  /// The two forms of `evaluate` of a part, and its needs: vectors and work_bytes.
  virtual Part part_functions() = 0;
  /// What `block` says, for the comment beside it.
  virtual const char* meaning_of_block() const = 0;

  static constexpr const char* row_parameters =
      "const InputRows *inputs, const OutputRows *outputs, const Real *params,\n"
      "    Size begin, Size end";

  /// Loops over the rows of the variables of a list that the kernel reads or writes: `body` gets the variable, its first
  /// row and their number. A caller need not have rows of an input that nothing reads.
  template <class Body>
  void for_rows(const std::vector<Variable>& variables, Body body) {
    for (std::size_t i = 0; i < variables.size(); ++i) {
      const std::uint32_t count = rows(variables[i]);
      if (&variables == &signature_.inputs && !is_read(variables[i])) continue;
      if (count > 0) body(i, first_row(variables, i), count);
    }
  }

  const CppOptions& options_;
  std::size_t input_rows_, output_rows_, block_;

 private:
  unsigned lanes() const;
  void prelude();
  void entry();
};

/// One function for all statements of a vector of configurations.
std::unique_ptr<CppText> straight_text(const Graph& graph, const Schedule& schedule,
                                       const CppOptions& options);
/// A function a chunk; a block of vectors goes through all chunks in turn.
std::unique_ptr<CppText> chunked_text(const Graph& graph, const Schedule& schedule,
                                      const CppOptions& options);

}  // namespace diagc
