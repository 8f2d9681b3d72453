#include "physics/dynamics/compiled_interaction.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/source/diagnostic.h"
#include "library/cyclic/contour_plan.h"
#include "library/cyclic/contour_theory.h"
#include "library/cyclic/cyclic_device.h"
#include "physics/dynamics/grid.h"

namespace diagc::dynamics {

namespace {

ContourOptions contour_options(const std::vector<std::size_t>& grid, const TheoryOptions& options) {
  ContourOptions contour;
  contour.statics = options.statics;
  contour.grid.assign(grid.begin(), grid.end());
  contour.convolve = options.transforms;
  contour.measured = options.measured;
  contour.block = options.pairs;
  if (!options.machine_code) contour.code.target = Target::interpreter;
  return contour;
}

}  // namespace

struct CompiledInteraction::Theory {
  ContourTheory contour;
  std::size_t transforms = 0;
  std::vector<std::vector<double>> along_axis;  ///< by vertex; empty: one number
};

CompiledInteraction::CompiledInteraction(const SourcePtr& rules,
                                         const std::vector<std::size_t>& grid,
                                         const TheoryOptions& options)
    : points_(points_of(grid)), correlated_(options.correlated) {
  Theory theory{compile_contour(rules, contour_options(grid, options)), 0, {}};
  const ContourGraphs& graphs = theory.contour.graphs;
  for (const arrays::TwoTimeStage& stage : graphs.plan.stages)
    theory.transforms += arrays::cost_of(stage.graph).transforms;
  if (!graphs.plan.is_hermitian) {
    throw InputError(make_diagnostic(
        Code::definition, *rules, graphs.self_place,
        fmt::format("found a self-energy that is another one at exchanged times, expected -conj of "
                    "self {0}[b, a] at (z', z) to be self {0}[a, b] at (z, z'): with U stands U', "
                    "with a product along the contour the same from right to left",
                    graphs.green)));
  }
  bands_ = graphs.bands;
  is_staged_ = !graphs.by_vertex_product;
  for (const ContourGraphs::Vertex& vertex : graphs.vertices) {
    std::vector<double>& values = theory.along_axis.emplace_back();
    if (!vertex.along_axis) continue;
    const auto given = options.along_axis.find(vertex.name);
    if (given == options.along_axis.end()) {
      throw std::runtime_error(
          fmt::format("found no values of the vertex `{0}` along the axis, expected one for each "
                      "of {1} points: "
                      "of a job `along` in [{0}]",
                      vertex.name, points_));
    }
    if (given->second.size() != points_) {
      throw std::runtime_error(
          fmt::format("found {} values of the vertex `{}`, expected one for each of {} points",
                      given->second.size(), vertex.name, points_));
    }
    values = given->second;
  }
  theory_ = std::make_unique<const Theory>(std::move(theory));
}

CompiledInteraction::CompiledInteraction(std::unique_ptr<const Theory> theory, std::size_t points,
                                         bool correlated)
    : theory_(std::move(theory)),
      bands_(theory_->contour.graphs.bands),
      points_(points),
      correlated_(correlated),
      is_staged_(!theory_->contour.graphs.by_vertex_product) {}

CompiledInteraction::~CompiledInteraction() = default;

std::shared_ptr<const Interaction> CompiledInteraction::on_orbits(
    const linear::Orbits& orbits) const {
  if (theory_->transforms > 0 && !linear::are_faster_by_products(orbits)) return nullptr;
  std::optional<ContourTheory> contour = diagc::on_orbits(theory_->contour, orbits, 0);
  if (!contour) return nullptr;
  Theory theory{std::move(*contour), theory_->transforms, {}};
  for (const std::vector<double>& values : theory_->along_axis) {
    std::vector<double>& own = theory.along_axis.emplace_back();
    if (values.empty()) continue;
    for (const std::size_t k : orbits.kept) own.push_back(values[k]);
  }
  return std::shared_ptr<const Interaction>(new CompiledInteraction(
      std::make_unique<const Theory>(std::move(theory)), orbits.count(), correlated_));
}

std::size_t CompiledInteraction::distance() const {
  return theory_->contour.stages.back().distance(1);
}
std::size_t CompiledInteraction::pairs() const { return theory_->contour.stages.back().block(); }
std::size_t CompiledInteraction::transforms() const { return theory_->transforms; }
std::size_t CompiledInteraction::vertices() const {
  return std::max<std::size_t>(1, theory_->along_axis.size());
}
const arrays::TwoTimePlan& CompiledInteraction::plan() const {
  return theory_->contour.graphs.plan;
}

std::string CompiledInteraction::plan_text() const {
  return diagc::plan_text(theory_->contour.graphs, true);
}

std::vector<std::string> CompiledInteraction::vertex_names() const {
  std::vector<std::string> names;
  for (const ContourGraphs::Vertex& vertex : theory_->contour.graphs.vertices)
    names.push_back(vertex.name);
  return names;
}

DeviceTheory CompiledInteraction::device_theory() const {
  const auto text_of = [](const CyclicProgram& stage) {
    return std::make_shared<const CyclicText>(cyclic_device_text(stage.plan()));
  };
  DeviceTheory theory;
  if (is_staged_) {
    for (const CyclicProgram& stage : theory_->contour.stages)
      theory.stages.push_back(text_of(stage));
    theory.along_axis = theory_->along_axis;
  } else {
    theory.text = text_of(theory_->contour.stages[0]);
    theory.has_vertex = !theory_->along_axis.empty();
  }
  theory.place.resize(points_);
  std::iota(theory.place.begin(), theory.place.end(), 0U);
  theory.kept = theory.place;
  return theory;
}

void CompiledInteraction::add_mean_field(double vertex, std::span<const Complex> rho,
                                         std::span<Complex> h) const {
  add_mean_field_of(std::span(&vertex, 1), rho, h);
}

void CompiledInteraction::add_mean_field_of(std::span<const double> vertices,
                                            std::span<const Complex> rho,
                                            std::span<Complex> h) const {
  if (theory_->contour.local) add_at_one_time(*theory_->contour.local, 1, vertices, rho, h);
  add_chemical_potential(vertices, h);
}

void CompiledInteraction::add_chemical_potential(std::span<const double> vertices,
                                                 std::span<Complex> h) const {
  if (!theory_->contour.potential) return;
  add_at_one_time(*theory_->contour.potential, -1, vertices, std::vector<Complex>(h.size()), h);
}

void CompiledInteraction::add_at_one_time(const CyclicProgram& program, double sign,
                                          std::span<const double> vertices,
                                          std::span<const Complex> rho,
                                          std::span<Complex> h) const {
  const std::size_t elements = bands_ * bands_, apart = program.distance(1);
  std::vector<Complex> numbers(elements * apart);
  for (std::size_t k = 0; k < points_; ++k) {
    for (std::size_t e = 0; e < elements; ++e) numbers[e * apart + k] = rho[k * elements + e];
  }
  std::vector<CyclicArray> inputs, outputs;
  for (std::size_t e = 0; e < elements; ++e) inputs.push_back({numbers.data() + e * apart, apart});
  outputs = inputs;
  std::vector<std::vector<Complex>> couplings;
  for (std::size_t v = 0; v < theory_->along_axis.size(); ++v) {
    const std::vector<double>& shape = theory_->along_axis[v];
    std::vector<Complex>& own = couplings.emplace_back(shape.empty() ? 1 : apart);
    own[0] = vertices[v];
    for (std::size_t k = 0; k < shape.size(); ++k) own[k] = vertices[v] * shape[k];
    inputs.push_back({own.data(), shape.empty() ? 1 : apart});
  }
  program.run(inputs, outputs);
  for (std::size_t k = 0; k < points_; ++k) {
    for (std::size_t e = 0; e < elements; ++e) h[k * elements + e] += sign * numbers[e * apart + k];
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
  if (!theory_->along_axis.empty()) {
    inputs.push_back({first.data(), 1});
    inputs.push_back({second.data(), 1});
  }
  theory_->contour.stages[0].run(inputs, outputs);
}

void CompiledInteraction::run(std::size_t stage, const VertexValues& vertices,
                              const FieldValues& lesser, const FieldValues& greater,
                              const FieldValues& lesser_results,
                              const FieldValues& greater_results) const {
  std::vector<CyclicArray> inputs, outputs;
  for (const FieldValues* values : {&lesser, &greater}) {
    for (std::size_t field = 0; field < values->fields; ++field)
      inputs.push_back({values->at(field, 0), values->distance});
  }
  for (const FieldValues* values : {&lesser_results, &greater_results}) {
    for (std::size_t field = 0; field < values->fields; ++field)
      outputs.push_back({values->at(field, 0), values->distance});
  }
  const std::size_t most = pairs(), apart = distance();
  std::vector<std::vector<Complex>> couplings;
  for (std::size_t v = 0; v < theory_->along_axis.size(); ++v) {
    const std::vector<double>& shape = theory_->along_axis[v];
    for (const std::span<const double> values : {vertices.first, vertices.second}) {
      std::vector<Complex>& own = couplings.emplace_back(most * (shape.empty() ? 1 : apart));
      for (std::size_t pair = 0; pair < most; ++pair) {
        const double value = values[v * most + pair];
        if (shape.empty()) own[pair] = value;
        for (std::size_t k = 0; k < shape.size(); ++k) own[pair * apart + k] = value * shape[k];
      }
      inputs.push_back({own.data(), shape.empty() ? 1 : apart});
    }
  }
  theory_->contour.stages[stage].run(inputs, outputs);
}

}  // namespace diagc::dynamics
