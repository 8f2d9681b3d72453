// What tests of diagc integrate begin with.
#pragma once

#include <string>

/// A run of a second on one site by Markov chains, whose coefficients are known: 1/2, −1/8, 1/32, … in βU.
inline const std::string atom = R"([rules]
file = "hubbard_sun_density"
[model]
lattice = "cluster"
hopping = [[0]]
beta = 1
[orders]
to = 3
[run]
steps = 3e6
walkers = 1024
[resummation]
U = "0..2:0.5"
)";
