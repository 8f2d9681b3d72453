#include "programs/bench/check.h"

#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/graph/interpret.h"

namespace diagc::bench {

void check(const Sample& sample, const Graph& graph,
           const std::vector<std::complex<double>>& params, double tolerance, double least,
           double most, const std::string& what) {
  const std::vector<std::size_t> first = first_rows(graph.signature().outputs);
  std::vector<double> wanted(first.back() * checked), absolute(graph.outputs().size() * checked);
  interpret(graph, {sample.inputs.data(), checked}, params, {wanted.data(), checked}, checked);
  interpret_absolute(graph, {sample.inputs.data(), checked}, params, {absolute.data(), checked},
                     checked);
  for (std::size_t scalar = 0; scalar < graph.outputs().size(); ++scalar) {
    for (std::size_t i = first[scalar] * checked; i < first[scalar + 1] * checked; ++i) {
      const std::size_t configuration = i % checked;
      const double scale = absolute[scalar * checked + configuration];
      if (!std::isfinite(scale) || scale < least || scale > most) continue;
      if (std::abs(sample.results[i] - wanted[i]) <= tolerance * scale) continue;
      throw std::logic_error(
          fmt::format("{} {} where the interpreter gives {} (output scalar {}, configuration {})",
                      what, sample.results[i], wanted[i], scalar, configuration));
    }
  }
}

}  // namespace diagc::bench
