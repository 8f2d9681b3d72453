// The declarations at the head of a graph's text form.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "compiler/graph/graph.h"
#include "compiler/graph/text_scanner.h"

namespace diagc {

/// Reads `static`, `input`, `param`, `output` and `family` lines, each from after its keyword on.
class TextDeclarations : protected TextScanner {
 public:
  explicit TextDeclarations(const Source& source) : TextScanner(source) {}

 protected:
  /// Where a name is declared: an input, a param, or (kind `one`) an output.
  struct Declared {
    Kind kind;
    std::size_t index;
  };

  void static_line();
  void declaration(const std::string& keyword);
  void family_line();

  /// "[0,1]", "[2].x" after a variable's name (at `begin`): the number among the scalars of its list.
  std::uint32_t scalar(const Variable& variable, std::size_t begin);

  std::shared_ptr<Signature> signature_ = std::make_shared<Signature>();
  std::shared_ptr<CallTable> calls_ = std::make_shared<CallTable>();
  std::unordered_map<std::string, Declared> leaves_, outputs_;
  std::unordered_map<std::string, std::uint32_t> families_;

 private:
  void type(Variable& variable);
  void declare(std::size_t at, std::unordered_map<std::string, Declared>& names,
               const std::string& name, Declared declared);
};

}  // namespace diagc
