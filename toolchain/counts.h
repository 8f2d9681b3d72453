#pragma once

#include <clang/AST/Decl.h>

#include <cstdint>
#include <map>
#include <string>

namespace diagc::machine {

/// Operations in the text of a function, as DiagcFunctionReport defines them.
struct Counts {
  uint64_t multiplications = 0;
  uint64_t additions = 0;
  uint64_t fused = 0;
  uint64_t divisions = 0;
  uint64_t negations = 0;
  uint64_t loads = 0;
  uint64_t stores = 0;
  uint64_t scalar_loads = 0;
  uint64_t scalar_stores = 0;
  std::map<std::string, uint64_t> calls;

  Counts& operator+=(const Counts& other);
};

/// Counts functions of one syntax tree, each once however often it is called.
class OperationCounter {
 public:
  explicit OperationCounter(const clang::ASTContext& context) : context_(context) {}

  /// `function` has a body. Calls of functions with a body count what those contain, except that a
  /// call into a function that is still being counted (recursion) counts as a call by name.
  const Counts& of(const clang::FunctionDecl& function);

 private:
  friend class CountingWalk;
  const clang::ASTContext& context_;
  std::map<const clang::FunctionDecl*, Counts> known_;
  std::map<const clang::FunctionDecl*, bool> in_progress_;
};

}  // namespace diagc::machine
