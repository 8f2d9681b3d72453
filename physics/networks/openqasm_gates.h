// The gates that circuits in OpenQASM 2 are read with: those of qelib1.inc on one to three qubits, U and CX.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "physics/networks/circuit.h"

namespace diagc::networks {

struct OpenQasmGate {
  using Parameters = std::array<double, 3>;

  std::string_view name;
  std::size_t qubits, parameters;
  /// By rows, as Gate::matrix; what stands behind the parameters that the gate has is not read.
  std::vector<Complex> (*matrix)(const Parameters& p);
};

std::span<const OpenQasmGate> openqasm_gates();

}  // namespace diagc::networks
