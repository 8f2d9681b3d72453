// A theory → ordinary rules: every `connected(…)` and its like becomes families and a call of them.
#pragma once

#include "compiler/theory/walk.h"

namespace diagc::theory {

/// The file with families in place of fields, vertices and the expressions that ask for diagrams; its places are those of the theory. Names
/// are not resolved yet (rules::check). Throws InputError.
syntax::File derive(const rules::Rules& theory, const Choice& choice);

/// The expressions that ask for diagrams, with the outputs that they stand in, in the order of the file.
std::vector<std::pair<std::string, const syntax::Expr*>> diagrams_of_outputs(
    const rules::Rules& theory);

/// Whether doc strings of derived rules say that values are right when summed over the labellings of the vertices (Dyson's equation, skeletons),
/// not one by one.
bool is_right_when_summed(const rules::Rules& rules);

struct Form {
  Choice choice;
  syntax::File file;
};
/// The forms worth comparing, the usual one first, at least one. `walk`: the one of the command line, for every expression that has none of its
/// own. Throws InputError where nothing can be derived.
std::vector<Form> forms(const rules::Rules& theory, std::optional<Walk> walk);

}  // namespace diagc::theory
