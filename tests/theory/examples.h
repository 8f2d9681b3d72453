// Theories of the literature as specifications.
#pragma once

#include "tests/theory/spec.h"

namespace diagc::testing {

TheorySpec hubbard(int n);
TheorySpec hubbard_vacuum(int n);
TheorySpec density_density(int n);
TheorySpec hubbard_shift(int n, int m);
TheorySpec two_body(int n, bool green);
TheorySpec up_down(int n);
TheorySpec conserved_flavours(int n);
TheorySpec nambu(int n);
TheorySpec bose_hubbard(int n);
/// Another theory with a line of the first field from 0 to 1 and one of this field from 2 to 3.
TheorySpec with_two_lines(TheorySpec theory, std::size_t second);
TheorySpec three_body(int n);
TheorySpec phi_power(int legs, int n, int externals);
TheorySpec on_model(int n);
TheorySpec yukawa(int n, bool furry, bool photon_ends);
TheorySpec mass_counterterm(int n, int m);

/// What no cut of one line takes apart, with the operators as ends.
TheorySpec irreducible(TheorySpec theory);
/// An electron that enters and leaves, and so many photons.
TheorySpec yukawa_ends(int n, bool furry, int photons);

/// The self-energy of a theory's propagator.
TheorySpec amputated(TheorySpec theory, std::size_t line, Class kept);

}  // namespace diagc::testing
