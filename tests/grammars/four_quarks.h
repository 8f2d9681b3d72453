// Two quark lines and a gluon by Feynman diagrams, one by one, for comparison with a grammar.
#pragma once

#include "tests/grammars/partons.h"

namespace diagc::grammars {

/// Σ over helicities and colours of SU(3) of |M|² at g = 1. The momenta are of quark, antiquark, other quark, other antiquark and
/// gluon, all outgoing; `same`: both quarks of one flavour.
double four_quarks_and_gluon(const Momenta& p, bool same);
/// The largest |M| of one configuration when the gluon's polarisation is its momentum, over the largest |M| otherwise.
double four_quarks_gauge_violation(const Momenta& p);

}  // namespace diagc::grammars
