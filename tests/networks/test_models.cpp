// Larger models against enumeration and state vectors, and the memory that they take.
#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>
#include <map>
#include <numeric>
#include <random>
#include <string>

#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "physics/networks/circuit.h"
#include "physics/networks/evaluate.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::networks;

namespace {

constexpr std::uint64_t memory = std::uint64_t{1} << 30U;

struct LargeModel {
  Network network;
  TensorValues values;
  void add(std::vector<Label> labels, std::vector<double> numbers) {
    network.tensors.push_back(std::move(labels));
    values.numbers.push_back(std::move(numbers));
  }
};

Planned planned(const Network& network, Element element, std::uint64_t limit = memory,
                std::uint64_t moves = 200'000) {
  SearchOptions options;
  options.moves = moves;
  return plan_search(network, options, element, limit, 2);
}

using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Three edges at every vertex: a random pairing of their ends, drawn again until no edge is a loop or comes twice.
Edges random_cubic_graph(std::uint32_t vertices, std::mt19937& random) {
  while (true) {
    std::vector<std::uint32_t> ends;
    for (std::uint32_t v = 0; v < vertices; ++v) ends.insert(ends.end(), 3, v);
    std::ranges::shuffle(ends, random);
    Edges edges;
    bool is_simple = true;
    for (std::size_t k = 0; k < ends.size() && is_simple; k += 2) {
      const std::pair<std::uint32_t, std::uint32_t> edge = std::minmax(ends[k], ends[k + 1]);
      is_simple = edge.first != edge.second && std::ranges::count(edges, edge) == 0;
      edges.push_back(edge);
    }
    if (is_simple) return edges;
  }
}

/// Gates of a random circuit: rotations by U of random angles and controlled phases and exchanges, a layer of pairs after another.
Circuit circuit_of_unitaries(std::uint32_t qubits, int layers, std::mt19937& random) {
  Circuit circuit;
  circuit.source = std::make_shared<const Source>("circuit", "circuit");
  circuit.qubits = qubits;
  std::normal_distribution<double> normal;
  // Columns of a random matrix made orthonormal, one after the other.
  const auto unitary = [&](std::size_t size) {
    std::vector<Complex> matrix(size * size);
    for (Complex& z : matrix) z = {normal(random), normal(random)};
    for (std::size_t row = 0; row < size; ++row) {
      Complex* own = matrix.data() + row * size;
      for (std::size_t other = 0; other < row; ++other) {
        const Complex* before = matrix.data() + other * size;
        Complex overlap = 0;
        for (std::size_t k = 0; k < size; ++k) overlap += std::conj(before[k]) * own[k];
        for (std::size_t k = 0; k < size; ++k) own[k] -= overlap * before[k];
      }
      double norm = 0;
      for (std::size_t k = 0; k < size; ++k) norm += std::norm(own[k]);
      for (std::size_t k = 0; k < size; ++k) own[k] /= std::sqrt(norm);
    }
    return matrix;
  };
  for (int layer = 0; layer < layers; ++layer) {
    for (std::uint32_t q = 0; q < qubits; ++q)
      circuit.gates.push_back({{q}, unitary(2), Span{0, 1}});
    for (std::uint32_t q = static_cast<std::uint32_t>(layer % 2); q + 1 < qubits; q += 2) {
      if (layer % 3 == 2) {
        circuit.gates.push_back(
            {{q, q + 1},
             {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, std::polar(1.0, normal(random))},
             Span{0, 1}});
      } else {
        circuit.gates.push_back({{q, q + 1}, unitary(4), Span{0, 1}});
      }
    }
  }
  return circuit;
}

std::vector<Complex> state_gate_by_gate(const Circuit& circuit) {
  std::vector<Complex> state(std::size_t{1} << circuit.qubits);
  state[0] = 1;
  for (const Gate& gate : circuit.gates) {
    const std::size_t own = std::size_t{1} << gate.qubits.size();
    std::vector<std::size_t> bits(own);
    std::size_t all = 0;
    for (std::size_t k = 0; k < gate.qubits.size(); ++k) {
      const std::size_t bit = std::size_t{1} << (circuit.qubits - 1 - gate.qubits[k]);
      all |= bit;
      for (std::size_t s = 0; s < own; ++s)
        if ((s >> (gate.qubits.size() - 1 - k) & 1U) != 0) bits[s] |= bit;
    }
    std::vector<Complex> before(own);
    for (std::size_t rest = 0; rest < state.size(); ++rest) {
      if ((rest & all) != 0) continue;
      for (std::size_t s = 0; s < own; ++s) before[s] = state[rest | bits[s]];
      for (std::size_t row = 0; row < own; ++row) {
        Complex sum = 0;
        for (std::size_t column = 0; column < own; ++column)
          sum += gate.matrix[row * own + column] * before[column];
        state[rest | bits[row]] = sum;
      }
    }
  }
  return state;
}

TensorValues values_of(const CircuitNetwork& network) {
  TensorValues values{true, {}};
  for (const auto& elements : network.values) {
    auto& numbers = values.numbers.emplace_back();
    for (const Complex& z : elements) numbers.insert(numbers.end(), {z.real(), z.imag()});
  }
  return values;
}

/// The most memory that this process has had, in bytes.
std::uint64_t high_water() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stoull(line.substr(6)) * 1024;
  }
  return 0;
}

/// Of so many random cubic graphs of bonds.
void check_memory(int networks) {
  std::mt19937 random(11);
  for (int run = 0; run < networks; ++run) {
    const Edges edges = random_cubic_graph(44 + 2 * (run % 5), random);
    LargeModel model;
    model.network.extents.assign(edges.size(), run % 2 == 0 ? 4 : 3);
    model.network.tensors.resize(2 * edges.size() / 3);
    for (Label bond = 0; bond < edges.size(); ++bond) {
      model.network.tensors[edges[bond].first].push_back(bond);
      model.network.tensors[edges[bond].second].push_back(bond);
    }
    const Element element = std::array{Element::f32, Element::f64, Element::c64, Element::c128,
                                       Element::tropical}[run % 5];
    model.values = filled(model.network, {}, is_complex(element));
    const std::uint64_t limit = std::uint64_t{16} << 20U;
    const Planned plan = planned(model.network, element, limit, 20'000);
    CHECK(plan.peak_bytes <= limit);
    // In a process of its own, so that its high water is that of one contraction; the first slice has all of it.
    const pid_t child = fork();
    if (child == 0) {
      // As the command does: passes modulo several primes must not leave holes behind.
      mallopt(M_MMAP_THRESHOLD, 1 << 20);
      const std::uint64_t before = high_water();
      Evaluation evaluation(model.network, plan.plan, model.values, element, 1);
      evaluation.run(0, 1, [] { return true; });
      // Pages of code that is run for the first time, and what allocators round up.
      constexpr std::uint64_t noise = std::uint64_t{1} << 20U;
      _exit(high_water() - before <= plan.peak_bytes + noise ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(status == 0);
  }
}

}  // namespace

TEST_CASE(
    "largest independent sets of random cubic graphs, and their number, are those of an "
    "enumeration") {
  std::mt19937 random(9);
  constexpr std::uint32_t vertices = 20;
  const double never = -std::numeric_limits<double>::infinity();
  for (int run = 0; run < 40; ++run) {
    const Edges edges = random_cubic_graph(vertices, random);
    LargeModel model;
    model.network.extents.assign(vertices, 2);
    std::vector<std::uint32_t> neighbours(vertices);
    for (const auto& [a, b] : edges) {
      model.add({a, b}, {0, 0, 0, never});
      neighbours[a] |= 1U << b;
      neighbours[b] |= 1U << a;
    }
    for (std::uint32_t v = 0; v < vertices; ++v) model.add({v}, {0, 1});
    // By size: independent subsets of the first vertices, vertex by vertex.
    std::vector<std::uint32_t> sets{0};
    for (std::uint32_t v = 0; v < vertices; ++v) {
      for (std::size_t k = sets.size(); k-- > 0;)
        if ((sets[k] & neighbours[v]) == 0) sets.push_back(sets[k] | 1U << v);
    }
    std::map<int, int> counts;
    for (const std::uint32_t set : sets) ++counts[std::popcount(set)];
    const Value value =
        evaluate(model.network, planned(model.network, Element::tropical, memory, 20'000).plan,
                 model.values, Element::tropical, 1);
    CHECK(value.max == counts.rbegin()->first);
    CHECK(value.count == counts.rbegin()->second);
  }
}

TEST_CASE("amplitudes of circuits of up to 20 qubits are those of a state vector") {
  std::mt19937 random(10);
  for (const std::uint32_t qubits : {12U, 16U, 20U}) {
    const Circuit circuit = circuit_of_unitaries(qubits, 5, random);
    const std::vector<Complex> state = state_gate_by_gate(circuit);
    double largest = 0;
    for (const Complex& z : state) largest = std::max(largest, std::abs(z));
    for (int run = 0; run < 3; ++run) {
      // Three open qubits, one of them the last.
      const std::size_t index = random() % state.size();
      std::string bits;
      for (std::uint32_t q = 0; q < qubits; ++q)
        bits += (index >> (qubits - 1 - q) & 1U) != 0 ? '1' : '0';
      const std::vector<std::uint32_t> open = {qubits - 1, 2, 7};
      const CircuitNetwork network = amplitude_network(circuit, {bits, open});
      for (const Element element : {Element::c128, Element::c64}) {
        const Planned plan = planned(network.network.network, element, memory, 20'000);
        const Value value =
            evaluate(network.network.network, plan.plan, values_of(network), element, 2);
        const double allowed =
            element == Element::c128
                ? 1e-12
                : 1e-6 * std::sqrt(static_cast<double>(circuit.gates.size())) * largest;
        for (std::size_t k = 0; k < 8; ++k) {
          std::size_t place = index;
          for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::size_t bit = std::size_t{1} << (qubits - 1 - open[axis]);
            place = (k >> (2 - axis) & 1U) != 0 ? place | bit : place & ~bit;
          }
          const Complex found = value.numbers[k] * std::exp2(static_cast<double>(value.exponent));
          CHECK(std::abs(found - state[place]) < allowed);
        }
      }
    }
  }
}

TEST_CASE("contractions take no more memory than their plans say") { check_memory(10); }

TEST_CASE("50 contractions take no more memory than their plans say", "[.long]") {
  check_memory(50);
}
