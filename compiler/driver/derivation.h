// Which of the forms that a theory's rules can take is the smallest: each is derived and expanded at small orders.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "compiler/theory/derive.h"

namespace diagc {

struct DerivationOptions {
  std::map<std::string, std::string>
      statics;                       ///< orders to compare up to; all grow from 1 together
  std::optional<theory::Walk> walk;  ///< the walk to take, whatever its size
};

/// "line", "trail", "lowest"; empty: nothing. Throws InputError.
std::optional<theory::Walk> walk_named(const std::string& word);

/// The rules with the fewest edges, the usual ones among equals. Throws InputError.
syntax::File derive_smallest(const rules::Rules& theory, const DerivationOptions& options = {});

}  // namespace diagc
