#include "programs/bench/machine_loops.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "programs/bench/loop_files.h"

namespace diagc::bench {

namespace {

constexpr int unrolled = 4;  // steps of every chain in one turn of the loop
constexpr long turns = 200'000;

/// More chains than the latency of two units asks for (8), fewer than there are registers.
int chain_count(std::size_t vector_bytes) { return vector_bytes == 64 ? 16 : 12; }

std::string peak_source(std::size_t number_bytes, std::size_t vector_bytes) {
  const int count = chain_count(vector_bytes);
  std::string text = fmt::format(
      "typedef {0} T;\ntypedef T V __attribute__((vector_size({1})));\n"
      "extern \"C\" void fma_chains(V *results, const T *factor_and_summand, long turns) {{\n"
      "  const V x = (V){{}} + factor_and_summand[0];\n  const V y = (V){{}} + "
      "factor_and_summand[1];\n",
      number_bytes == 4 ? "float" : "double", vector_bytes);
  for (int i = 0; i < count; ++i) text += fmt::format("  V a{0} = results[{0}];\n", i);
  text += "  for (long turn = 0; turn < turns; ++turn) {\n";
  for (int step = 0; step < unrolled; ++step) {
    for (int i = 0; i < count; ++i) text += fmt::format("    a{0} = a{0} * x + y;\n", i);
  }
  text += "  }\n";
  for (int i = 0; i < count; ++i) text += fmt::format("  results[{0}] = a{0};\n", i);
  return text + "}\n";
}

toolchain::Module compiled(const std::string& text, const char* name, const toolchain::Cpu& cpu) {
  return toolchain::Module::load(
      toolchain::compile({text, name, cpu, 3}, toolchain::Product::object));
}

/// x = 1/2 and y = 1/2 let every chain converge to 1.
template <class T>
void run_chains(const toolchain::Module& module, std::size_t vector_bytes) {
  const std::size_t count =
      static_cast<std::size_t>(chain_count(vector_bytes)) * vector_bytes / sizeof(T);
  alignas(64) T results[16 * 64 / sizeof(T)] = {};
  const T factor_and_summand[] = {T(0.5), T(0.5)};
  module.function<void(T*, const T*, long)>("fma_chains")(results, factor_and_summand, turns);
  for (std::size_t i = 0; i < count; ++i) {
    if (std::abs(results[i] - 1) > T(1e-6))
      throw std::logic_error("the chains of the FMA peak do not converge to 1");
  }
}

}  // namespace

PeakLoop::PeakLoop(std::size_t number_bytes)
    : number_bytes_(number_bytes),
      vector_bytes_(static_cast<std::size_t>(toolchain::resolve_cpu("native").vector_bytes)),
      module_(compiled(peak_source(number_bytes, vector_bytes_), "fma_chains.cpp",
                       toolchain::resolve_cpu("native"))) {
  const std::size_t lanes = vector_bytes_ / number_bytes_;
  flops_ = 2.0 * static_cast<double>(turns) * unrolled * chain_count(vector_bytes_) *
           static_cast<double>(lanes);
}

void PeakLoop::run() const {
  if (number_bytes_ == 4) {
    run_chains<float>(module_, vector_bytes_);
  } else {
    run_chains<double>(module_, vector_bytes_);
  }
}

BaselineLoop::BaselineLoop(EdgeList list)
    : list_(std::move(list)),
      values_(list_.nodes),
      module_(compiled(loop_text("edge_list"), "edge_list.cpp", toolchain::resolve_cpu("native"))) {
}

void BaselineLoop::run(const float* inputs, std::size_t configurations, float* results) {
  using Function = void(const EdgeRecord*, unsigned long, float*, unsigned long, const float*,
                        unsigned long, const std::uint32_t*, unsigned long, float*, unsigned long);
  module_.function<Function>("edge_list")(
      list_.edges.data(), list_.edges.size(), values_.data(), values_.size(), inputs, list_.leaves,
      list_.outputs.data(), list_.outputs.size(), results, configurations);
}

std::vector<std::vector<double>> rates_by_round(const std::vector<std::function<void()>>& functions,
                                                int rounds, double seconds) {
  using Clock = std::chrono::steady_clock;
  std::vector<std::vector<double>> rates(functions.size());
  for (const auto& function : functions) function();  // pages, caches and branches warm
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < functions.size(); ++i) {
      const auto start = Clock::now();
      double elapsed = 0;
      long calls = 0;
      do {
        functions[i]();
        ++calls;
        elapsed = std::chrono::duration<double>(Clock::now() - start).count();
      } while (elapsed < seconds);
      rates[i].push_back(static_cast<double>(calls) / elapsed);
    }
  }
  return rates;
}

double median(std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  const std::size_t middle = numbers.size() / 2;
  return numbers.size() % 2 == 1 ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2;
}

std::vector<double> rates_in_turn(const std::vector<std::function<void()>>& functions, int rounds,
                                  double seconds) {
  std::vector<double> medians;
  for (const auto& rates : rates_by_round(functions, rounds, seconds))
    medians.push_back(median(rates));
  return medians;
}

}  // namespace diagc::bench
