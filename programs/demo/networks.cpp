#include "programs/demo/networks.h"

#include <chrono>
#include <cmath>
#include <complex>
#include <cstdint>
#include <numbers>

#include <fmt/format.h>

#include "physics/networks/circuit.h"
#include "physics/networks/evaluate.h"
#include "physics/networks/planned.h"
#include "programs/command/machine.h"
#include "programs/command/output.h"
#include "programs/command/progress.h"
#include "programs/contract/rules_subject.h"
#include "runtime/system/thread_pool.h"

namespace diagc::demo {

namespace {

using networks::Complex;
using networks::Element;

void print_row(const std::string& name, const std::string& computed, const std::string& exact,
               double seconds) {
  write_out(fmt::format("{:<51}{:>28}{:>28}{:>9.2f}\n", name, computed, exact, seconds));
}

struct Contracted {
  networks::Value value;
  double seconds = 0;  ///< order and plan included
};

Contracted contract(const arrays::Network& network, const networks::TensorValues& values,
                    Element element) {
  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t free = this_machine().memory, memory = free ? free / 2 : 1U << 30U;
  const unsigned threads = available_threads();
  const networks::Planned planned =
      networks::plan_search(network, {.seed = 1, .sums_end_early = true}, element, memory, threads);
  Contracted result{networks::evaluate(network, planned.plan, values, element, threads)};
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

/// The number of ways to put kings on a board of 8 × 8 so that none attacks another (OEIS A063443).
void count_independent_sets() {
  contract::SubjectOptions options;
  options.file = "independent_sets";
  options.definitions = {"n=8", "king=true"};
  options.element = "count";
  const contract::Subject subject = contract::read_rules_subjects(options).front();
  const Contracted sets = contract(subject.network.network, *subject.values, subject.element);
  print_row("independent sets, king's graph of 8 x 8", sets.value.count.str(), "1355115601",
            sets.seconds);
}

/// From |k⟩ to 2^(−n/2) Σ_j exp(2πi j k / 2^n) |j⟩, qubit 0 the highest bit of k and the lowest one of j
/// (M. A. Nielsen and I. L. Chuang, Quantum Computation and Quantum Information, 5.1).
networks::Circuit fourier_transform(std::uint32_t qubits, std::uint64_t k) {
  networks::Circuit circuit;
  circuit.qubits = qubits;
  const double h = std::numbers::sqrt2 / 2;
  for (std::uint32_t q = 0; q < qubits; ++q) {
    if (k >> (qubits - 1 - q) & 1U) circuit.gates.push_back({{q}, {0, 1, 1, 0}, {}});
  }
  for (std::uint32_t q = 0; q < qubits; ++q) {
    circuit.gates.push_back({{q}, {h, h, h, -h}, {}});
    for (std::uint32_t other = q + 1; other < qubits; ++other) {
      const Complex phase = std::polar(1.0, std::ldexp(std::numbers::pi, int(q) - int(other)));
      circuit.gates.push_back(
          {{q, other}, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, phase}, {}});
    }
  }
  return circuit;
}

void take_amplitude() {
  constexpr std::uint32_t qubits = 20;
  constexpr std::uint64_t k = 123'456, j = 654'321;
  std::string bits;
  for (std::uint32_t q = 0; q < qubits; ++q) bits += j >> q & 1U ? '1' : '0';
  const auto [network, tensors] =
      networks::amplitude_network(fourier_transform(qubits, k), {.bits = bits, .open = {}});
  networks::TensorValues values;
  values.is_complex = true;
  for (const std::vector<Complex>& tensor : tensors) {
    std::vector<double>& numbers = values.numbers.emplace_back();
    for (const Complex z : tensor) numbers.insert(numbers.end(), {z.real(), z.imag()});
  }
  const Contracted amplitude = contract(network.network, values, Element::c128);
  const double scale = std::ldexp(1.0, static_cast<int>(amplitude.value.exponent));
  const Complex found = amplitude.value.numbers.at(0) * scale;
  constexpr std::uint64_t turns = j * k % (1U << qubits);
  const Complex exact = std::polar(std::ldexp(1.0, -static_cast<int>(qubits) / 2),
                                   std::ldexp(2 * std::numbers::pi * turns, -int(qubits)));
  const auto text = [](Complex z) { return fmt::format("{:.9f} {:+.9f}i", z.real(), z.imag()); };
  print_row(fmt::format("Fourier transform of {} qubits, <{}|F|{}>", qubits, j, k), text(found),
            text(exact), amplitude.seconds);
}

}  // namespace

void contract_networks(Progress& progress) {
  progress.stage("contracting networks");
  Progress::clear_line();
  write_out(fmt::format("\nTensor networks (diagc contract)\n\n{:<51}{:>28}{:>28}{:>9}\n", "",
                        "computed", "exact", "seconds"));
  count_independent_sets();
  take_amplitude();
  progress.stage("");
}

}  // namespace diagc::demo
