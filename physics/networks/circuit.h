// Quantum circuits, and their amplitudes as tensor networks.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "compiler/source/diagnostic.h"
#include "physics/networks/named_network.h"

namespace diagc::networks {

using Complex = std::complex<double>;

/// One gate: ψ'[outputs] = Σ matrix[outputs, inputs] ψ[inputs], where outputs and inputs are numbers whose highest bit is the first
/// qubit's. The matrix is stored by rows.
struct Gate {
  std::vector<std::uint32_t> qubits;  ///< one to three, different
  std::vector<Complex> matrix;
  Span place;
};

struct Circuit {
  SourcePtr source;
  std::uint32_t qubits = 0;
  std::vector<Gate> gates;  ///< in the order in which they act
};

/// Circuits have at most so many qubits and gates; the network has a tensor for each gate and two for each qubit.
inline constexpr std::uint32_t most_qubits = 4096;
inline constexpr std::size_t most_gates = 50'000;

/// What an amplitude is of: all qubits begin in |0⟩ and end in the state of `bits`, or open.
struct Amplitude {
  std::string bits;  ///< '0' or '1' for each qubit, qubit 0 first; empty: all '0'
  std::vector<std::uint32_t>
      open;  ///< qubits that are axes of the result, in this order; their bits are not read
};

/// A network with an array for each of its tensors, the last axis fastest.
struct CircuitNetwork {
  NamedNetwork network;
  std::vector<std::vector<Complex>> values;
};

/// ⟨bits| circuit |0…0⟩. A diagonal gate is a factor on the labels of its qubits; other gates make new ones. The label of qubit q after g of those
/// is `q.g`. Throws std::runtime_error where bits or open qubits do not fit
/// the circuit.
CircuitNetwork amplitude_network(const Circuit& circuit, const Amplitude& amplitude);

}  // namespace diagc::networks
