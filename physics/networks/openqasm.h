// Circuits in OpenQASM 2 (A. W. Cross et al., arXiv:1707.03429), without definitions of gates, conditions and resets.
#pragma once

#include "physics/networks/circuit.h"

namespace diagc::networks {

/// Gates of qelib1.inc: u3 u2 u1 u p id x y z h s sdg t tdg sx sxdg rx ry rz on one qubit, cx cy cz ch swap crx cry crz cu1 cp rxx rzz on two,
/// ccx on three, and the built-in U and CX. Parameters are expressions of numbers and pi. A register in a qubit's place stands for each of its
/// qubits in turn. Registers follow each other: qubit 0 is the first one of the first `qreg`. `creg` and `barrier` change nothing, nor does
/// `measure`, behind which no gate may stand. `OPENQASM 2.0;` comes first; qelib1.inc is known and not read.
/// Throws InputError.
Circuit read_openqasm(SourcePtr source);

}  // namespace diagc::networks
