// Irreducible diagrams of any number of ends over all labellings, by counterterms for what hangs on one propagator.
//
// Let I(a; V, E) be the irreducible diagrams that a propagator enters at vertex a, with the vertices V and the ends E beside it. Wherever a leg or
// line whose cuts count may go on to an untouched vertex, it may also end in a counterterm
//
//   -Σ_{V' ⊂ untouched, a in V', E' ⊂ waiting} D(leg, a) I(a; V' - a, E').
//
// What really hangs there on one propagator, on the same vertices and with the same ends, has counterterms inside and is I itself: the two cancel, and
// what is left is I(a; V, E). The propagators of the ends hold no vertex, so nothing cancels them. As V' is any set of labels, all labellings have been
// summed, and all of them share the states of the walk.
//
// Of two external lines the second begins as a loop, and is followed back from there: parts hang on it in both directions, and numbers among E say
// which ends of lines a part holds.
#pragma once

#include "compiler/theory/walk.h"

namespace diagc::theory {

/// Whether a request is of this form: irreducible, `labellings all`.
inline bool has_parts(const Request& request) {
  return request.kept == Kept::irreducible && request.all_labellings;
}

Derived derive_parts(const Model& model, const Request& request, const Choice& choice, Names& names,
                     const Source& source);

}  // namespace diagc::theory
