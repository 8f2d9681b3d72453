#include "physics/dynamics/device/device_fields.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "library/cyclic/cyclic_device.h"
#include "physics/dynamics/device/history_products.h"
#include "physics/dynamics/fields/field_rows.h"

namespace diagc::dynamics {

namespace {

std::vector<DeviceNumbers> arrays_of(const cuda::Device& device, std::size_t count) {
  std::vector<DeviceNumbers> all;
  for (std::size_t i = 0; i < count; ++i) all.emplace_back(device);
  return all;
}

std::size_t most_unknowns(const arrays::TwoTimePlan& plan) {
  std::size_t most = 0;
  for (const arrays::TwoTimeStage& stage : plan.stages) {
    for (const arrays::TwoTimeEquation& equation : stage.equations)
      most = std::max(most, equation.unknowns.size());
  }
  return most;
}

}  // namespace

EquationArrays::EquationArrays(const cuda::Device& device)
    : parts(device),
      rests(device),
      sums(device),
      unknowns(device),
      mixed_rests(device),
      mixed_sums(device),
      mixed_unknowns(device) {}

void check_stages(const StagedTheory& theory, std::size_t order) {
  constexpr std::size_t most = 96;  // as of blocks of G: DeviceShape
  const std::size_t unknowns = most_unknowns(theory.plan());
  if (order * unknowns <= most) return;
  throw std::runtime_error(
      fmt::format("found panels of {} nodes with an equation for {} fields, expected at most {} of "
                  "them together on a device",
                  order, unknowns, most));
}

DeviceFields::DeviceFields(const cuda::Device& device, const StagedTheory& theory,
                           const DeviceTheory& texts, std::size_t order, std::size_t bands,
                           const DeviceSettings& settings)
    : plan(theory.plan()),
      elements(bands * bands),
      shape(order, 1, device.info().shared),
      code(device, field_sources(shape, takes_products(device, shape, settings)),
           field_kernels(takes_products(device, shape, settings)), settings),
      places(storage_places(plan)),
      received_table(device),
      results_table(device),
      vertices(device),
      on_branch(device),
      along_axis(device),
      left(device),
      discarded(device),
      inverses(device) {
  check_stages(theory, order);
  if (!takes_products(device, shape, settings)) code.allow_history(shape);
  const std::size_t most = most_unknowns(plan), count = plan.fields.size();
  if (most > 0) {
    for (const char* name : {"invert_equation", "solve_own_fields"})
      code.function(name).allow_shared(inverse_shared(most * order));
  }
  for (auto* each : {&rows, &mixed, &tables, &mixed_tables, &all_mixed})
    *each = arrays_of(device, count);
  for (auto* each : {&reads, &writes, &mixed_reads, &mixed_writes, &signs, &roots})
    *each = arrays_of(device, plan.stages.size());
  for (auto* each : {&sums, &mixed_sums}) *each = arrays_of(device, most);
  std::size_t most_reads = 0, most_writes = 0;
  for (std::size_t stage = 0; stage < plan.stages.size(); ++stage) {
    most_reads = std::max(most_reads, reads_of(stage).size());
    most_writes = std::max(most_writes, plan.stages[stage].writes.size());
  }
  received = arrays_of(device, most_reads);
  results = arrays_of(device, most_writes);
  continuations = arrays_of(device, stored_fields(&theory));
  std::vector<double> at_points;  // [vertex][point of the lattice]
  for (const std::vector<double>& own : texts.along_axis) {
    at_points.insert(at_points.end(), own.begin(), own.end());
    if (own.empty()) at_points.resize(at_points.size() + texts.place.size());
  }
  if (!at_points.empty()) along_axis.write(at_points);
  for (std::size_t stage = 0; stage < plan.stages.size(); ++stage) {
    const arrays::TwoTimeStage& own = plan.stages[stage];
    roots[stage].write(texts.stages[stage]->roots);
    std::vector<double> of_reads;
    for (const std::uint32_t field : own.reads)
      of_reads.push_back(plan.fields[field].bosonic ? 1 : -1);
    signs[stage].write(of_reads);
    std::vector<EquationArrays>& of_stage = equations.emplace_back();
    for (std::size_t equation = 0; equation < own.equations.size(); ++equation)
      of_stage.emplace_back(device);
  }
}

std::size_t DeviceFields::inverse_shared(std::size_t size) {
  return (size * size + size) * sizeof(Complex) + size * sizeof(std::uint32_t);
}

bool DeviceFields::is_stored(std::size_t field) const { return places[field] != not_stored; }

bool DeviceFields::is_made(std::size_t field) const {
  return plan.fields[field].kind != arrays::TwoTimeField::Kind::green ||
         plan.fields[field].is_factor || is_stored(field);
}

std::size_t DeviceFields::bytes() const {
  std::size_t sum = left.bytes() + discarded.bytes() + inverses.bytes();
  for (const auto* all : {&rows, &mixed, &sums, &mixed_sums, &received, &results, &all_mixed}) {
    for (const DeviceNumbers& each : *all) sum += each.bytes();
  }
  return sum;
}

}  // namespace diagc::dynamics
