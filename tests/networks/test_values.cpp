// Values of networks against exact numbers, enumerations and state vectors.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <tuple>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "physics/networks/circuit.h"
#include "physics/networks/evaluate.h"
#include "physics/networks/qsim.h"
#include "runtime/linear/contract.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::networks;

namespace {

constexpr std::uint64_t memory = std::uint64_t{1} << 28U;

Value contract(const Network& network, const TensorValues& values, Element element,
               std::uint64_t limit = memory) {
  SearchOptions options;
  options.moves = 20'000;
  const Planned planned = plan_search(network, options, element, limit, 2);
  CHECK(planned.peak_bytes <= limit);
  return evaluate(network, planned.plan, values, element, 2);
}

double log_of(const Value& value) {
  return std::log(std::abs(value.numbers[0])) + static_cast<double>(value.exponent) * std::log(2.0);
}

struct Model {
  Network network;
  TensorValues values;
  void add(std::vector<Label> labels, std::vector<double> numbers) {
    network.tensors.push_back(std::move(labels));
    values.numbers.push_back(std::move(numbers));
  }
};

/// Spins on n × n sites, a tensor of `bond` on every pair of neighbours, and one of `site` on every site.
Model lattice(std::uint32_t n, bool diagonals, const std::vector<double>& bond,
              const std::vector<double>& site) {
  Model model;
  model.network.extents.assign(n * n, 2);
  for (std::uint32_t row = 0; row < n; ++row) {
    for (std::uint32_t column = 0; column < n; ++column) {
      const std::uint32_t here = row * n + column;
      model.add({here}, site);
      if (column + 1 < n) model.add({here, here + 1}, bond);
      if (row + 1 < n) model.add({here, here + n}, bond);
      if (diagonals && row + 1 < n && column + 1 < n) model.add({here, here + n + 1}, bond);
      if (diagonals && row + 1 < n && column > 0) model.add({here, here + n - 1}, bond);
    }
  }
  return model;
}

/// All amplitudes of a circuit, the first qubit's bit the highest.
std::vector<Complex> state_vector(const Circuit& circuit) {
  std::vector<Complex> state(std::size_t{1} << circuit.qubits);
  state[0] = 1;
  for (const Gate& gate : circuit.gates) {
    std::vector<Complex> next(state.size());
    const std::size_t size = std::size_t{1} << gate.qubits.size();
    for (std::size_t in = 0; in < state.size(); ++in) {
      std::size_t column = 0;
      for (const std::uint32_t qubit : gate.qubits)
        column = 2 * column + (in >> (circuit.qubits - 1 - qubit) & 1U);
      for (std::size_t row = 0; row < size; ++row) {
        std::size_t out = in;
        for (std::size_t k = 0; k < gate.qubits.size(); ++k) {
          const std::size_t bit = std::size_t{1} << (circuit.qubits - 1 - gate.qubits[k]);
          const bool is_set = (row >> (gate.qubits.size() - 1 - k) & 1U) != 0;
          out = is_set ? out | bit : out & ~bit;
        }
        next[out] += gate.matrix[row * size + column] * state[in];
      }
    }
    state = std::move(next);
  }
  return state;
}

Circuit circuit_of(const std::string& text) {
  return read_qsim(std::make_shared<const Source>("circuit", text));
}

std::vector<Complex> amplitudes(const Circuit& circuit, const Amplitude& amplitude,
                                Element element) {
  const CircuitNetwork network = amplitude_network(circuit, amplitude);
  TensorValues values{true, {}};
  for (const auto& elements : network.values) {
    auto& numbers = values.numbers.emplace_back();
    for (const Complex& z : elements) numbers.insert(numbers.end(), {z.real(), z.imag()});
  }
  const Value value = contract(network.network.network, values, element);
  std::vector<Complex> result = value.numbers;
  for (Complex& z : result) z *= std::exp2(static_cast<double>(value.exponent));
  return result;
}

std::string random_circuit(std::uint32_t qubits, int depth, std::mt19937& random) {
  const std::vector<std::string> singles = {"id1",    "h",      "t",      "s",          "x",
                                            "y",      "z",      "x_1_2",  "y_1_2",      "hz_1_2",
                                            "rx 0.3", "ry 1.1", "rz 2.3", "rxy 0.4 0.9"};
  const std::vector<std::string> pairs = {"id2", "cz", "cnot", "sw", "is", "cp 0.7", "fs 0.5 0.2"};
  const auto gate = [](const std::string& words, const std::string& on) {
    const std::size_t blank = words.find(' ');
    return words.substr(0, blank) + on + (blank == std::string::npos ? "" : words.substr(blank));
  };
  std::string text = fmt::format("{}\n", qubits);
  for (int time = 0; time < depth; ++time) {
    std::vector<std::uint32_t> order(qubits);
    std::iota(order.begin(), order.end(), 0);
    std::ranges::shuffle(order, random);
    std::size_t q = 0;
    while (q < qubits) {
      if (q + 1 < qubits && random() % 2 == 0) {
        text += fmt::format(
            "{} {}\n", time,
            gate(pairs[random() % pairs.size()], fmt::format(" {} {}", order[q], order[q + 1])));
        q += 2;
      } else {
        text += fmt::format("{} {}\n", time,
                            gate(singles[random() % singles.size()], fmt::format(" {}", order[q])));
        ++q;
      }
    }
  }
  return text;
}

}  // namespace

TEST_CASE("independent sets of king's graphs and square lattices are counted exactly") {
  const std::vector<std::string> kings = {
      "2",      "5",        "35",         "314",          "6427",
      "202841", "12727570", "1355115601", "269718819131", "94707789944544"};
  const std::vector<std::string> squares = {
      "2", "7", "63", "1234", "55447", "5598861", "1280128950", "660647962955", "770548397261707"};
  for (std::uint32_t n = 1; n <= 10; ++n) {
    const Model king = lattice(n, true, {1, 1, 1, 0}, {1, 1});
    CHECK(contract(king.network, king.values, Element::count).count.str() == kings[n - 1]);
    if (n == 10) break;
    const Model square = lattice(n, false, {1, 1, 1, 0}, {1, 1});
    CHECK(contract(square.network, square.values, Element::count).count.str() == squares[n - 1]);
  }
}

TEST_CASE("perfect matchings of the 8 by 8 lattice are counted exactly, negative numbers too") {
  constexpr std::uint32_t n = 8;
  Model model;
  // Bonds to the right are 0 … 55, bonds down 56 … 111; every site has exactly one.
  model.network.extents.assign(2 * n * (n - 1), 2);
  for (std::uint32_t row = 0; row < n; ++row) {
    for (std::uint32_t column = 0; column < n; ++column) {
      std::vector<Label> bonds;
      if (column + 1 < n) bonds.push_back(row * (n - 1) + column);
      if (column > 0) bonds.push_back(row * (n - 1) + column - 1);
      if (row + 1 < n) bonds.push_back(n * (n - 1) + row * n + column);
      if (row > 0) bonds.push_back(n * (n - 1) + (row - 1) * n + column);
      std::vector<double> exactly_one(std::size_t{1} << bonds.size());
      for (std::size_t k = 0; k < bonds.size(); ++k) exactly_one[std::size_t{1} << k] = 1;
      model.add(bonds, exactly_one);
    }
  }
  CHECK(contract(model.network, model.values, Element::count).count == 12988816);
  for (double& number : model.values.numbers[5]) number *= -3;
  CHECK(contract(model.network, model.values, Element::count).count == -3 * 12988816);
  CHECK(log_of(contract(model.network, model.values, Element::f64)) ==
        Approx(std::log(3 * 12988816.0)).epsilon(1e-13));
}

TEST_CASE("ln Z of Ising lattices with free edges is exact") {
  const auto ising = [](double beta) {
    return std::vector{std::exp(beta), std::exp(-beta), std::exp(-beta), std::exp(beta)};
  };
  const auto log_z = [&](std::uint32_t n, double beta) {
    const Model model = lattice(n, false, ising(beta), {1, 1});
    return log_of(contract(model.network, model.values, Element::f64));
  };
  CHECK(log_z(2, 0.4) == Approx(3.10502863840082).epsilon(1e-13));
  CHECK(log_z(3, 0.4) == Approx(7.26765277035935).epsilon(1e-13));
  CHECK(log_z(4, 0.4) == Approx(13.18657341746291).epsilon(1e-13));
  CHECK(log_z(6, 0.4) == Approx(30.29815664534720).epsilon(1e-13));
  CHECK(log_z(8, 0.4) == Approx(54.44362552848817).epsilon(1e-13));
  CHECK(log_z(8, std::log(1 + std::sqrt(2.0)) / 2) == Approx(56.92444220301921).epsilon(1e-13));
}

TEST_CASE("single precision does not multiply the error of a number that all tensors share") {
  // Every tensor of a lattice of 8 x 8 is one number times ones, so that the sum is 2^64 times its 176th power.
  const double number = std::pow(0.5, 0.4);
  const auto factors = [](double x) { return std::vector{x, x, x, x}; };
  const Model model = lattice(8, false, factors(number), {number, number});
  const double expected =
      64 * std::log(2.0) + static_cast<double>(model.values.numbers.size()) * std::log(number);
  const Value value = contract(model.network, model.values, Element::f32);
  CHECK(std::abs(log_of(value) - expected) < 1e-12);
  // Numbers that single precision holds stay as they are: sums of products of whole numbers are exact.
  const Model whole = lattice(2, false, {3, 1, 1, 7}, {1, 5});
  CHECK(contract(whole.network, whole.values, Element::f32).numbers[0] ==
        contract(whole.network, whole.values, Element::f64).numbers[0]);
}

TEST_CASE("slices of a lattice add up to what it is without, in less memory") {
  const Model model = lattice(12, false, {1.5, 0.5, 0.5, 1.5}, {1, 1});
  const Value whole = contract(model.network, model.values, Element::f64);
  const std::uint64_t panels = 2 * linear::workspace_bytes<double>();
  SearchOptions options;
  options.moves = 20'000;
  for (const bool early : {false, true}) {
    options.sums_end_early = early;
    const std::uint64_t memory = panels + 60'000;
    const Planned planned = plan_search(model.network, options, Element::f64, memory, 2);
    CHECK(planned.peak_bytes <= memory);
    CHECK(planned.order.sliced.size() > 0);
    CHECK(log_of(evaluate(model.network, planned.plan, model.values, Element::f64, 2)) ==
          Approx(log_of(whole)).epsilon(1e-13));
  }
}

TEST_CASE("ground states of spin glasses and their number are those of an enumeration") {
  std::mt19937 random(4);
  for (int run = 0; run < 40; ++run) {
    constexpr std::uint32_t spins = 16;
    Model model;
    model.network.extents.assign(spins, 2);
    std::vector<std::tuple<std::uint32_t, std::uint32_t, double>> bonds;
    for (std::uint32_t a = 0; a < spins; ++a) {
      for (const std::uint32_t b : {(a + 1) % spins, (a + 5) % spins}) {
        const double j = static_cast<double>(random() % 5) - 2;
        bonds.emplace_back(a, b, j);
        model.add({a, b}, {j, -j, -j, j});
      }
    }
    double best = -1e9;
    int number = 0;
    for (std::uint32_t state = 0; state < 1U << spins; ++state) {
      double energy = 0;
      for (const auto& [a, b, j] : bonds) energy += ((state >> a ^ state >> b) & 1U) != 0 ? -j : j;
      if (energy > best) number = 0;
      best = std::max(best, energy);
      if (energy == best) ++number;
    }
    const Value value = contract(model.network, model.values, Element::tropical);
    CHECK(value.max == best);
    CHECK(value.count == number);
  }
}

TEST_CASE("amplitudes of random circuits are those of a state vector") {
  std::mt19937 random(6);
  for (std::uint32_t qubits = 1; qubits <= 10; ++qubits) {
    const std::string text = random_circuit(qubits, 6, random);
    INFO(text);
    const Circuit circuit = circuit_of(text);
    const std::vector<Complex> state = state_vector(circuit);
    std::vector<std::uint32_t> all(qubits);
    std::iota(all.begin(), all.end(), 0);
    const std::vector<Complex> open = amplitudes(circuit, {"", all}, Element::c128);
    double norm = 0;
    for (std::size_t k = 0; k < state.size(); ++k) {
      CHECK(std::abs(open[k] - state[k]) < 1e-12);
      norm += std::norm(open[k]);
    }
    CHECK(norm == Approx(1).epsilon(1e-12));
    std::string bits;
    std::size_t index = 0;
    for (std::uint32_t q = 0; q < qubits; ++q) {
      const bool one = random() % 2 == 0;
      bits += one ? '1' : '0';
      index = 2 * index + (one ? 1 : 0);
    }
    CHECK(std::abs(amplitudes(circuit, {bits, {}}, Element::c128)[0] - state[index]) < 1e-12);
    const double allowed = 1e-6 * std::sqrt(static_cast<double>(circuit.gates.size()));
    CHECK(std::abs(amplitudes(circuit, {bits, {}}, Element::c64)[0] - state[index]) < allowed);
    // The last qubit first, all others as in `bits`.
    const std::vector<Complex> pair = amplitudes(circuit, {bits, {qubits - 1}}, Element::c128);
    CHECK(std::abs(pair[0] - state[index & ~std::size_t{1}]) < 1e-12);
    CHECK(std::abs(pair[1] - state[index | 1U]) < 1e-12);
  }
}

TEST_CASE("the Fourier transform of 0 has equal amplitudes") {
  constexpr std::uint32_t n = 8;
  std::string text = fmt::format("{}\n", n);
  int time = 0;
  for (std::uint32_t q = 0; q < n; ++q) {
    text += fmt::format("{} h {}\n", time++, q);
    for (std::uint32_t other = q + 1; other < n; ++other) {
      text +=
          fmt::format("{} cp {} {} {}\n", time++, other, q, std::acos(-1.0) / std::exp2(other - q));
    }
  }
  std::vector<std::uint32_t> all(n);
  std::iota(all.begin(), all.end(), 0);
  Complex sum = 0;
  for (const Complex& z : amplitudes(circuit_of(text), {"", all}, Element::c128)) sum += z;
  CHECK(std::abs(sum - std::exp2(n / 2.0)) < 1e-12);
}

TEST_CASE(
    "numbers that do not fit the element, and memory that does not hold the tensors, are refused") {
  const Network pair{{2}, {{0}, {0}}, {}};
  const auto message = [&](const TensorValues& values, Element element,
                           std::uint64_t limit) -> std::string {
    try {
      contract(pair, values, element, limit);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  CHECK(message({false, {{1, 0.5}, {1, 1}}}, Element::count, memory) ==
        "found the number 0.5, expected whole numbers of at most 2^53 with --element count");
  CHECK(message({true, {{1, 0, 1, 0}, {1, 0, 1, 0}}}, Element::f64, memory) ==
        "found complex numbers with --element f64, expected c64 or c128");
  const std::uint64_t needed = peak_bytes(pair, make_plan(pair, {{{0, 1}}, {}}), Element::f64, 2);
  CHECK(message({false, {{1, 1}, {1, 1}}}, Element::f64, 1) ==
        fmt::format("the smallest contraction found takes {} bytes, {} more than the 1 of --memory",
                    needed, needed - 1));
  CHECK(message({false, {{1, 2}, {3, 4}}}, Element::f64, needed).empty());
}
