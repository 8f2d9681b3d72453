// Which declaration or bound name a name means.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/syntax/tree.h"

namespace diagc::rules {

/// What the one name space of a file holds under a name.
struct Symbol {
  syntax::Target target;
  const syntax::Decl* decl =
      nullptr;  ///< null for built-in functions, and declarations that were not understood
};

class Scope {
 public:
  /// False if the name is taken; the first declaration stays.
  bool declare(std::string_view name, Symbol symbol) {
    return globals_.emplace(name, symbol).second;
  }
  const Symbol* global(std::string_view name) const;

  /// Starts a new frame without local names.
  void enter_frame();
  /// What a local name stands for.
  enum class Local : std::uint8_t { value, variable, variables };

  /// Gives a local name, hiding others of the name, the next free slot. Undone in reverse by
  /// `unbind`.
  std::uint32_t bind(std::string_view name, Local kind = Local::value);
  void unbind(std::string_view name);
  const std::uint32_t* local(std::string_view name) const;
  Local kind(std::uint32_t slot) const { return kinds_[slot]; }
  /// Slots the frame has needed so far.
  std::uint32_t frame_size() const { return frame_size_; }

  /// The visible name most like `name`, if one is close; empty otherwise.
  std::string_view similar(std::string_view name);

 private:
  std::unordered_map<std::string_view, Symbol> globals_;
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> locals_;
  std::vector<Local> kinds_;  ///< by slot
  std::uint32_t used_ = 0;
  std::uint32_t frame_size_ = 0;
  std::size_t comparisons_ = 0;
};

}  // namespace diagc::rules
