// Kernels that a block of vectors goes through in steps: copied to a tile, evaluated with a workspace, copied out.
#pragma once

#include <string>

#include "compiler/emit/cpp_text.h"

namespace diagc {

class BlockText : public CppText {
 protected:
  using CppText::CppText;

  /// Functions of the steps.
  virtual void step_functions() = 0;
  /// Calls of them for `vectors` vectors of a block: `tile` has their inputs, `work` work_rows() each, `out` is where outputs go.
  virtual void step_calls() = 0;
  /// Of the workspace, for a vector.
  virtual std::size_t work_rows() const { return schedule_.slots; }

  std::string rows_;                      ///< stands before the rows of inputs and outputs
  std::string linkage_ = "extern \"C\"";  ///< of the functions

 private:
  void functions() final;
  Part part_functions() final;
  void range();
  /// Of tile, workspace and outputs of a block.
  std::size_t work_bytes() const;
  /// Configurations begin … end − 1, block by block.
  void blocks();
};

}  // namespace diagc
