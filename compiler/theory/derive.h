// A theory → ordinary rules: every `connected(…)` and its like becomes families and a call of them.
#pragma once

#include "compiler/theory/walk.h"

namespace diagc::theory {

/// The file with families in place of fields, vertices and the expressions that ask for diagrams; its places are those of the theory. Names
/// are not resolved yet (rules::check). Throws InputError.
syntax::File derive(const rules::Rules& theory, const Choice& choice);

struct Form {
  Choice choice;
  syntax::File file;
};
/// The forms worth comparing, the usual one first, at least one. `walk`: the one of the command line, for every expression that has none of its
/// own. Throws InputError where nothing can be derived.
std::vector<Form> forms(const rules::Rules& theory, std::optional<Walk> walk);

}  // namespace diagc::theory
