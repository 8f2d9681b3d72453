// All ends of an amputated line at the price of one: states are summed forwards, by all ways to reach them, until the line ends; what is left
// then is followed to the end as ever.
//
// One-particle irreducible diagrams. As long as the lowest open slot is set aside for the external line, nothing that one cut of that line would
// take apart can begin: everything touched so far hangs together, and the line will come back to it. When the line uses that slot, loops
// may be followed from the lowest open slots, until another one is set aside; the line can end only where it has just used one.
//
// Skeletons. Propagators are full ones, g = G - G Σ G + …: where a line goes on it may also meet a counterterm -Σ, on consecutive labels, never
// on all of them. Self-energy insertions cancel against these, summed over labellings.
#pragma once

#include "compiler/theory/walk.h"

namespace diagc::theory {

/// Whether a request can be had in this form: an amputated line of equal flavours, single legs only where they can be contracted at once, and,
/// where a slot is set aside, one set of vertices that are left with at most one slot each. Skeletons have no single legs.
bool can_sum_ends(const Model& model, const Request& request);

Derived derive_line_ends(const Model& model, const Request& request, Names& names,
                         const Source& source);

}  // namespace diagc::theory
