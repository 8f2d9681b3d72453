// Kernels and tables for tests of the step.
#pragma once

#include <memory>
#include <string>

#include "diagc/compile.h"
#include "physics/lattice/model.h"
#include "physics/series/sampling/step_code.h"
#include "physics/series/sampling/step_tables.h"
#include "physics/series/sampling/walker_block.h"
#include "toolchain/client/toolchain.h"

namespace diagc::series {

inline Kernel hubbard_kernel(const std::string& file, std::uint32_t order,
                             diagc::Precision precision, const std::string& cpu = "native") {
  const Compiled compiled =
      compile_file(DIAGC_SOURCE_DIR "/grammars/hubbard/" + file + ".diag",
                   {.statics = {{"n", std::to_string(order)}}, .precision = precision, .cpu = cpu});
  if (!compiled.kernel) throw std::runtime_error(compiled.diagnostics.at(0).rendered);
  return *compiled.kernel;
}

template <class T>
constexpr diagc::Precision precision_of =
    sizeof(T) == 4 ? diagc::Precision::fp32 : diagc::Precision::fp64;

inline std::uint32_t lanes_of(std::size_t number_bytes) {
  return static_cast<std::uint32_t>(
      static_cast<std::size_t>(toolchain::resolve_cpu("native").vector_bytes) / number_bytes);
}

/// A step with the chain weight that is known before any sampling.
template <class T>
struct StepSetup {
  StepSetup(const lattice::Model& model, const std::string& file, std::uint32_t order,
            const std::vector<double>& params, std::uint32_t bins,
            const std::vector<std::uint8_t>& moves, double normalisation = 1,
            const std::string& cpu = "native")
      : model(model),
        kernel(hubbard_kernel(file, order, precision_of<T>, cpu)),
        shared(model.space, model.table, bins),
        code(kernel, shared.shape(order, lane_count(kernel)), false),
        plan{.links = std::vector(order, first_link()),
             .moves = moves,
             .shift_ticks = 1U << 29U,
             .normalisation = normalisation},
        tables(shared, plan, params, 12345, order) {}

  LinkDistribution first_link() const {
    const auto weights = bubble_weights(shared.classes(), model.space, model.table);
    return link_distribution(shared.classes(), weights, weights, 1);
  }

  lattice::Model model;
  Kernel kernel;
  SharedTables<T> shared;
  StepCode<T> code;
  StepPlan plan;
  StepTables<T> tables;
};

}  // namespace diagc::series
