// Derived rules against brute force: equal when averaged over all labellings.
#pragma once

#include "compiler/expand/expand.h"
#include "compiler/theory/derive.h"
#include "tests/theory/wick.h"

namespace diagc::testing {

/// The rules that a theory text stands for with this choice. Throws InputError.
rules::Rules derived_rules(const std::string& text, const theory::Choice& choice);

/// Every form that the rules of a theory can take.
std::vector<theory::Form> forms_of(const std::string& text);

/// The rule file with all entries that can be derived: points that exchanges make the same have one. Where none can, with all of them.
std::string text_with_entries(const TheorySpec& theory);

/// The value of derived rules for these propagators, averaged over the labellings of the vertices and the exchanges of their points that leave
/// the operators as they are; of amputated lines, summed with the propagators of their ends.
Rational averaged_value(const TheorySpec& theory, const Propagators& propagators,
                        const rules::Rules& rules);

/// All renamings of indices by which labellings differ: permutations of vertices and exchanges of points.
std::vector<std::vector<int>> labellings_of(const TheorySpec& theory);

}  // namespace diagc::testing
