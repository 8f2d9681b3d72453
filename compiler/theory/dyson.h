// Irreducible diagrams of one line by Dyson's equation over consecutive labels: with improper(a, z) all connected diagrams of the labels a..z whose
// line enters at a and goes on to z+1,
//
//   proper(z) = improper(1, z) - Σ_a proper(a) improper(a+1, z).
//
// A reducible diagram is numbered part after part here, and as the walk comes in the first term: they cancel when summed over labellings.
// With `labellings all` the parts are sets of labels, and nothing is left to be summed:
//
//   proper(S) = improper(1, S) - Σ_{P ⊂ S} Σ_{b in P or 1, a in S - P} proper(P)|b G(b, a) improper(a, S - P - a).
#pragma once

#include "compiler/theory/walk.h"

namespace diagc::theory {

/// Whether a request can be had in this form: irreducible for the line's own field, one set of vertices that it enters in one way, no flavours that
/// its propagators tell apart. What a cut of a real field would leave without an end, tadpoles, goes by counterterms (dressed.h).
bool has_dyson(const Model& model, const Request& request);

Derived derive_dyson(const Model& model, const Request& request, const Choice& choice, Names& names,
                     const Source& source);

}  // namespace diagc::theory
