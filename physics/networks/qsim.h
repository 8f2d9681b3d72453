// Circuits in the text format of qsim: the number of qubits, then a gate a line: `TIME GATE QUBITS… PARAMETERS…`.
#pragma once

#include "physics/networks/circuit.h"

namespace diagc::networks {

/// Gates: id1 h t s x y z x_1_2 y_1_2 hz_1_2, rx ry rz (an angle), rxy (two angles); id2 cz cnot sw is, cp (an angle), fs (two angles).
/// Angles are in radians. A qubit has at most one gate at a time, and times do not fall on it. `#` begins a comment.
/// Throws InputError.
Circuit read_qsim(SourcePtr source);

}  // namespace diagc::networks
