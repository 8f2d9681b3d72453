#include "physics/lattice/own_evaluation.h"

#include <fmt/format.h>

#include "toolchain/client/toolchain.h"

namespace diagc::lattice {
namespace {

std::string kernel(const OwnPropagator& own) {
  const auto entry = [&](const char* name) {
    return fmt::format(
        "extern \"C\" double call_{0}(int dx, int dy, int dz, double tau) {{\n"
        "  return diagc_own_{0}(dx, dy, dz, ({1})tau);\n"
        "}}\n",
        name, own.real);
  };
  return own_source(own) + entry("g0") + (own.derivative ? entry("g0_mu") : "");
}

std::array<std::uint32_t, 3> cell_of(const OwnPropagator& own, std::size_t displacement) {
  const auto& [l0, l1, l2] = own.extents;
  const auto d = static_cast<std::uint32_t>(displacement);
  return {d % l0, d / l0 % l1, d / l0 / l1};
}

}  // namespace

OwnEvaluation own_evaluation(const OwnPropagator& own, const OwnCall& calls) {
  const std::string text = kernel(own);
  try {
    const toolchain::Source source{text, "kernel.cpp", toolchain::resolve_cpu("native")};
    const auto module =
        toolchain::Module::load(toolchain::compile(source, toolchain::Product::object));
    const auto rows_of = [&](const char* name) -> PropagatorsAt {
      auto* call = module.function<double(int, int, int, double)>(name);
      return [own, module, call, calls](double tau, std::span<double> rows) {
        for (std::size_t row = 0; row < rows.size(); ++row) {
          const auto cell = cell_of(own, row);
          if (calls) calls(cell, tau);
          rows[row] = call(static_cast<int>(cell[0]), static_cast<int>(cell[1]),
                           static_cast<int>(cell[2]), tau);
        }
      };
    };
    return {rows_of("call_g0"), own.derivative ? rows_of("call_g0_mu") : PropagatorsAt{}};
  } catch (const toolchain::Refused& refused) {
    std::string message = refused.what();
    while (message.ends_with('\n')) message.pop_back();
    throw WrongModel(own_propagator_option, message);
  }
}

}  // namespace diagc::lattice
