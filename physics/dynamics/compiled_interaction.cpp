#include "physics/dynamics/compiled_interaction.h"

#include <stdexcept>

#include <fmt/format.h>

#include "library/cyclic/contour_theory.h"
#include "physics/dynamics/grid.h"

namespace diagc::dynamics {

namespace {

ContourOptions contour_options(const std::vector<std::size_t>& grid, const TheoryOptions& options) {
  ContourOptions contour;
  contour.statics = options.statics;
  contour.grid.assign(grid.begin(), grid.end());
  contour.convolve = options.transforms;
  contour.block = options.pairs;
  if (!options.machine_code) contour.code.target = Target::interpreter;
  return contour;
}

}  // namespace

struct CompiledInteraction::Theory {
  ContourTheory contour;
  std::size_t transforms = 0;
};

CompiledInteraction::CompiledInteraction(SourcePtr rules, const std::vector<std::size_t>& grid,
                                         const TheoryOptions& options)
    : points_(points_of(grid)),
      correlated_(options.correlated),
      constant_is_energy_(options.constant_is_energy) {
  Theory theory{compile_contour(std::move(rules), contour_options(grid, options)), 0};
  theory.transforms = arrays::cost_of(theory.contour.graphs.self).transforms;
  bands_ = theory.contour.graphs.bands;
  if (!theory.contour.graphs.by_vertex_product) {
    throw std::runtime_error(fmt::format(
        "found a self-energy in `{}` that has {} and {}' with different powers, expected it to "
        "depend on their product alone",
        theory.contour.graphs.name, theory.contour.graphs.vertex, theory.contour.graphs.vertex));
  }
  theory_ = std::make_unique<const Theory>(std::move(theory));
}

CompiledInteraction::~CompiledInteraction() = default;

std::size_t CompiledInteraction::distance() const { return theory_->contour.self.distance(1); }
std::size_t CompiledInteraction::pairs() const { return theory_->contour.self.block(); }
std::size_t CompiledInteraction::transforms() const { return theory_->transforms; }

void CompiledInteraction::add_mean_field(double vertex, std::span<const Complex> rho,
                                         std::span<Complex> h) const {
  if (!theory_->contour.local) return;
  const CyclicProgram& local = *theory_->contour.local;
  const std::size_t elements = bands_ * bands_, apart = local.distance(1);
  std::vector<Complex> numbers(elements * apart);
  for (std::size_t k = 0; k < points_; ++k) {
    for (std::size_t e = 0; e < elements; ++e) numbers[e * apart + k] = rho[k * elements + e];
  }
  Complex coupling = vertex;
  std::vector<CyclicArray> inputs, outputs;
  for (std::size_t e = 0; e < elements; ++e) inputs.push_back({numbers.data() + e * apart, apart});
  outputs = inputs;
  if (!theory_->contour.graphs.vertex.empty()) inputs.push_back({&coupling, 1});
  local.run(inputs, outputs);
  for (std::size_t k = 0; k < points_; ++k) {
    for (std::size_t e = 0; e < elements; ++e) h[k * elements + e] += numbers[e * apart + k];
  }
}

void CompiledInteraction::self_energy(std::span<const double> vertices, const PairValues& lesser,
                                      const PairValues& greater) const {
  for (const PairValues* values : {&lesser, &greater}) {
    if (values->pairs == pairs() && values->distance == distance() && values->bands == bands_)
      continue;
    throw std::logic_error(
        fmt::format("found {} pairs {} apart of {} bands, expected {} pairs {} apart of {} bands",
                    values->pairs, values->distance, values->bands, pairs(), distance(), bands_));
  }
  std::vector<Complex> first(vertices.begin(), vertices.end()), second(vertices.size(), 1.0);
  std::vector<CyclicArray> inputs;
  for (const PairValues* values : {&lesser, &greater}) {
    for (std::size_t a = 0; a < bands_; ++a) {
      for (std::size_t b = 0; b < bands_; ++b)
        inputs.push_back({values->at(a, b, 0), values->distance});
    }
  }
  const std::vector<CyclicArray> outputs = inputs;
  if (!theory_->contour.graphs.vertex.empty()) {
    inputs.push_back({first.data(), 1});
    inputs.push_back({second.data(), 1});
  }
  theory_->contour.self.run(inputs, outputs);
}

}  // namespace diagc::dynamics
