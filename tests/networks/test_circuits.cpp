// Fourier transforms, and the stored circuit of fSim gates: its part that a state vector holds, and a slice of it by two orders.
#include <cmath>
#include <numbers>
#include <random>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "physics/networks/circuit.h"
#include "physics/networks/evaluate.h"
#include "physics/networks/qsim.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::networks;

namespace {

TensorValues numbers_of_gates(const CircuitNetwork& network) {
  TensorValues values{true, {}};
  for (const auto& elements : network.values) {
    auto& numbers = values.numbers.emplace_back();
    for (const Complex& z : elements) numbers.insert(numbers.end(), {z.real(), z.imag()});
  }
  return values;
}

std::vector<Complex> contracted(const CircuitNetwork& network, Element element, std::uint64_t seed,
                                std::uint64_t moves) {
  SearchOptions options;
  options.moves = moves;
  options.seed = seed;
  constexpr std::uint64_t memory = std::uint64_t{1} << 30U;
  const Planned planned = plan_search(network.network.network, options, element, memory, 2);
  const Value value =
      evaluate(network.network.network, planned.plan, numbers_of_gates(network), element, 2);
  std::vector<Complex> result = value.numbers;
  for (Complex& z : result) z *= std::exp2(static_cast<double>(value.exponent));
  return result;
}

Circuit fourier_transform(std::uint32_t qubits) {
  std::string text = fmt::format("{}\n", qubits);
  int time = 0;
  for (std::uint32_t q = 0; q < qubits; ++q) {
    text += fmt::format("{} h {}\n", time++, q);
    for (std::uint32_t other = q + 1; other < qubits; ++other)
      text += fmt::format("{} cp {} {} {}\n", time++, other, q,
                          std::numbers::pi / std::exp2(other - q));
  }
  return read_qsim(std::make_shared<const Source>("fourier", text));
}

Circuit stored_circuit() {
  return read_qsim(read_source(DIAGC_SOURCE_DIR "/tests/networks/data/circuit_6x6_d14.qsim"));
}

/// |0…0⟩ after all gates; the first qubit's bit is the highest.
std::vector<Complex> evolved(const Circuit& circuit) {
  std::vector<Complex> state(std::size_t{1} << circuit.qubits);
  state[0] = 1;
  for (const Gate& gate : circuit.gates) {
    const std::size_t size = std::size_t{1} << gate.qubits.size();
    std::vector<std::size_t> places(size);
    for (std::size_t s = 0; s < size; ++s) {
      for (std::size_t k = 0; k < gate.qubits.size(); ++k) {
        if ((s >> (gate.qubits.size() - 1 - k) & 1U) != 0)
          places[s] |= std::size_t{1} << (circuit.qubits - 1 - gate.qubits[k]);
      }
    }
    std::vector<Complex> before(size);
    for (std::size_t rest = 0; rest < state.size(); ++rest) {
      if ((rest & places.back()) != 0) continue;
      for (std::size_t s = 0; s < size; ++s) before[s] = state[rest | places[s]];
      for (std::size_t row = 0; row < size; ++row) {
        Complex sum = 0;
        for (std::size_t column = 0; column < size; ++column)
          sum += gate.matrix[row * size + column] * before[column];
        state[rest | places[row]] = sum;
      }
    }
  }
  return state;
}

}  // namespace

TEST_CASE("the amplitudes of the Fourier transform of 0 add up to the root of their number") {
  for (const std::uint32_t qubits : {9U, 12U, 16U, 20U}) {
    // A final state of (1, 1) on every qubit adds all amplitudes; those states are the last tensors.
    CircuitNetwork network = amplitude_network(fourier_transform(qubits), {});
    for (std::size_t q = 1; q <= qubits; ++q) network.values[network.values.size() - q] = {1, 1};
    const double expected = std::exp2(qubits / 2.0);
    CHECK(std::abs(contracted(network, Element::c128, 1, 20'000)[0] - expected) < 1e-12 * expected);
    CHECK(std::abs(contracted(network, Element::c64, 1, 20'000)[0] - expected) < 1e-4 * expected);
  }
  // Each of them for itself.
  std::vector<std::uint32_t> all;
  for (std::uint32_t q = 0; q < 12; ++q) all.push_back(q);
  const CircuitNetwork open = amplitude_network(fourier_transform(12), {"", all});
  for (const Complex& z : contracted(open, Element::c128, 1, 20'000))
    CHECK(std::abs(z - std::exp2(-6)) < 1e-14);
}

TEST_CASE("the first three rows of the stored circuit have the amplitudes of a state vector") {
  Circuit circuit = stored_circuit();
  CHECK(circuit.qubits == 36);
  CHECK(circuit.gates.size() == 210 + 176 + 173 + 155);
  constexpr std::uint32_t qubits = 18;
  circuit.qubits = qubits;
  std::erase_if(circuit.gates,
                [](const Gate& gate) { return std::ranges::max(gate.qubits) >= qubits; });
  const std::vector<Complex> state = evolved(circuit);
  double norm = 0, largest = 0;
  for (const Complex& z : state) {
    norm += std::norm(z);
    largest = std::max(largest, std::abs(z));
  }
  CHECK(norm == Approx(1).epsilon(1e-12));
  std::mt19937 random(3);
  for (int run = 0; run < 2; ++run) {
    const std::size_t index = run == 0 ? 0 : random() % state.size();
    std::string bits;
    for (std::uint32_t q = 0; q < qubits; ++q)
      bits += (index >> (qubits - 1 - q) & 1U) != 0 ? '1' : '0';
    const CircuitNetwork network = amplitude_network(circuit, {bits, {}});
    CHECK(std::abs(contracted(network, Element::c128, 1, 100'000)[0] - state[index]) < 1e-12);
    const double allowed = 1e-6 * std::sqrt(static_cast<double>(circuit.gates.size())) * largest;
    CHECK(std::abs(contracted(network, Element::c64, 2, 100'000)[0] - state[index]) < allowed);
  }
}

TEST_CASE("a slice of the stored circuit is the same number by two orders and two precisions") {
  const CircuitNetwork network = amplitude_network(stored_circuit(), {});
  const TensorValues values = numbers_of_gates(network);
  SearchOptions options;
  options.moves = 2'000'000;
  constexpr std::uint64_t memory = std::uint64_t{1} << 26U;
  const Planned first = plan_search(network.network.network, options, Element::c128, memory, 2);
  REQUIRE(first.plan.slices > 1);
  // The labels that the first order slices, and a tree of its own for what is left: sliced labels are of extent 1 there.
  Network rest = network.network.network;
  for (const Label label : first.order.sliced) rest.extents[label] = 1;
  options.seed = 2;
  options.most_log2_elements = 24;
  const auto serial = [](std::size_t parts, const std::function<void(std::size_t)>& body) {
    for (std::size_t part = 0; part < parts; ++part) body(part);
  };
  Order order = search_order(rest, options, serial);
  REQUIRE(order.sliced.empty());
  order.sliced = first.order.sliced;
  const auto slice = [&](const Order& of, Element element) {
    const Planned planned =
        plan_order(network.network.network, of, element, std::uint64_t{1} << 31U, 2, {}, false);
    Evaluation evaluation(network.network.network, planned.plan, values, element, 2);
    evaluation.run(0, 1, [] { return true; });
    const SliceSum& sum = evaluation.state().passes[0].sums.sums().at(0);
    return Complex(sum.numbers[0], sum.numbers[1]) * evaluation.state().factor *
           std::exp2(static_cast<double>(sum.exponent + evaluation.state().exponent));
  };
  const Complex expected = slice(first.order, Element::c128);
  CHECK(std::abs(expected) > 0);
  CHECK(std::abs(slice(order, Element::c128) - expected) < 1e-12 * std::abs(expected));
  CHECK(std::abs(slice(order, Element::c64) - expected) < 1e-4 * std::abs(expected));
}
