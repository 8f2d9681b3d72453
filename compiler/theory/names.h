// Names of derived families and of what they bind, none of them taken.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "compiler/rules/rules.h"

namespace diagc::theory {

class Names {
 public:
  /// Knows every name that a file declares or binds where derived rules take expressions over.
  explicit Names(const rules::Rules& theory);

  /// The name itself, or with the smallest number behind it that makes it new: `rest`, `rest_2`. Taken from now on.
  std::string fresh(std::string_view wanted);

  /// Names of parameters and bound names: one set of families may use those of another again.
  class Locals {
   public:
    explicit Locals(Names& names) : names_(names) {}
    /// New among the locals, and no name of a declaration.
    std::string fresh(std::string_view wanted);

   private:
    Names& names_;
    std::set<std::string, std::less<>> taken_;
  };

 private:
  void take_bound(const syntax::Expr& expr);

  std::set<std::string, std::less<>> taken_;
  std::set<std::string, std::less<>> locals_;  ///< no family takes them
};

}  // namespace diagc::theory
