#include "physics/networks/circuit.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace diagc::networks {

namespace {

void check(const Circuit& circuit, const Amplitude& amplitude) {
  const std::string& path = circuit.source->path();
  const std::size_t other = amplitude.bits.find_first_not_of("01");
  if (other != std::string::npos) {
    throw std::runtime_error(
        fmt::format("{}: found `{}` in the bits, expected 0 and 1", path, amplitude.bits[other]));
  }
  if (!amplitude.bits.empty() && amplitude.bits.size() != circuit.qubits) {
    throw std::runtime_error(fmt::format("{}: found {} bits, expected {}, one for each qubit", path,
                                         amplitude.bits.size(), circuit.qubits));
  }
  std::vector<bool> seen(circuit.qubits);
  for (const std::uint32_t qubit : amplitude.open) {
    if (qubit >= circuit.qubits) {
      throw std::runtime_error(fmt::format("{}: found open qubit {}, expected one of 0 to {}", path,
                                           qubit, circuit.qubits - 1));
    }
    if (seen[qubit]) {
      throw std::runtime_error(
          fmt::format("{}: found open qubit {} twice, expected each once", path, qubit));
    }
    seen[qubit] = true;
  }
}

class Builder {
 public:
  explicit Builder(const Circuit& circuit)
      : circuit_(circuit), labels_(result_.network), times_(circuit.qubits) {
    result_.network.source = circuit.source;
  }

  CircuitNetwork build(const Amplitude& amplitude) {
    for (std::uint32_t qubit = 0; qubit < circuit_.qubits; ++qubit) {
      wires_.push_back(wire(qubit));
      add({wires_[qubit]}, {1, 0}, first_line);
    }
    for (const Gate& gate : circuit_.gates) {
      std::vector<arrays::Label> axes;
      if (is_diagonal(gate)) {
        for (const std::uint32_t qubit : gate.qubits) axes.push_back(wires_[qubit]);
        add(std::move(axes), diagonal(gate), gate.place);
        continue;
      }
      for (const std::uint32_t qubit : gate.qubits) {
        ++times_[qubit];
        axes.push_back(wire(qubit));
      }
      const std::vector<arrays::Label> outputs = axes;
      for (const std::uint32_t qubit : gate.qubits) axes.push_back(wires_[qubit]);
      for (std::size_t k = 0; k < outputs.size(); ++k) wires_[gate.qubits[k]] = outputs[k];
      add(std::move(axes), gate.matrix, gate.place);
    }
    for (const std::uint32_t qubit : amplitude.open) {
      result_.network.network.open.push_back(wires_[qubit]);
    }
    result_.network.open_place = first_line;
    for (std::uint32_t qubit = 0; qubit < circuit_.qubits; ++qubit) {
      if (std::ranges::count(amplitude.open, qubit) > 0) continue;
      const bool one = !amplitude.bits.empty() && amplitude.bits[qubit] == '1';
      add({wires_[qubit]}, {one ? 0.0 : 1.0, one ? 1.0 : 0.0}, first_line);
    }
    std::ranges::fill(result_.network.network.extents, 2);
    check_complete(result_.network);
    return std::move(result_);
  }

 private:
  static constexpr Span first_line{0, 1};

  arrays::Label wire(std::uint32_t qubit) {
    return labels_.number(fmt::format("{}.{}", qubit, times_[qubit]), first_line);
  }

  static std::size_t states(const Gate& gate) { return std::size_t{1} << gate.qubits.size(); }

  static bool is_diagonal(const Gate& gate) {
    for (std::size_t k = 0; k < gate.matrix.size(); ++k) {
      if (k % (states(gate) + 1) != 0 && gate.matrix[k] != Complex(0)) return false;
    }
    return true;
  }

  static std::vector<Complex> diagonal(const Gate& gate) {
    std::vector<Complex> values;
    for (std::size_t state = 0; state < states(gate); ++state)
      values.push_back(gate.matrix[state * (states(gate) + 1)]);
    return values;
  }

  void add(std::vector<arrays::Label> axes, std::vector<Complex> values, Span place) {
    check_room_for_tensor(result_.network, place);
    result_.network.network.tensors.push_back(std::move(axes));
    result_.network.tensor_places.push_back(place);
    result_.values.push_back(std::move(values));
  }

  const Circuit& circuit_;
  CircuitNetwork result_;
  Labels labels_;
  std::vector<std::uint32_t> times_;  ///< by qubit: gates that have acted and are not diagonal
  std::vector<arrays::Label> wires_;  ///< by qubit: the label that is its state
};

}  // namespace

CircuitNetwork amplitude_network(const Circuit& circuit, const Amplitude& amplitude) {
  check(circuit, amplitude);
  return Builder(circuit).build(amplitude);
}

}  // namespace diagc::networks
