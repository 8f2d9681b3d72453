#include "physics/dynamics/device/device_engine.h"

#include <cstring>

#include "physics/dynamics/device/device_blocks.h"
#include "physics/dynamics/device/device_state.h"

namespace diagc::dynamics {

DeviceEngine::DeviceEngine(const Model& model, std::size_t order, std::span<const Complex> rho,
                           const DeviceSettings& settings, SharedDevice shared,
                           std::shared_ptr<const ImaginaryBranch> branch)
    : state_(std::make_unique<State>(model, order, rho, settings, shared, std::move(branch))) {}
DeviceEngine::~DeviceEngine() = default;

const PanelTimes& DeviceEngine::times() const { return state_->times; }
std::vector<Complex> DeviceEngine::edge_density() const {
  state_->take_density();
  return state_->density;
}
std::size_t DeviceEngine::own_points() const { return state_->points; }
std::size_t DeviceEngine::mixed_columns() const { return state_->width(); }
std::size_t DeviceEngine::bands() const { return state_->model.bands; }
std::size_t DeviceEngine::compacted() const { return state_->compacted(); }
void DeviceEngine::compact(std::size_t count) {
  state_->forgets_begun();
  state_->compact(count);
}
void DeviceEngine::wait() const {
  state_->stream.synchronize();
  if (state_->traffic) state_->traffic->synchronize();
}
void DeviceEngine::start_anew() {
  state_->forgets_begun();
  state_->has_before = false;
}
PanelRows DeviceEngine::rows(std::size_t panel) const { return state_->host_rows(panel); }
const cuda::DeviceInfo& DeviceEngine::device() const { return state_->device.info(); }
void DeviceEngine::measure() {
  state_->measures = true;
  state_->seconds = {};
}
DeviceSeconds DeviceEngine::seconds() const { return state_->seconds; }

void DeviceEngine::begin(double length, const PanelSettings& settings) {
  state_->begin_ahead(length, settings);
}

SolvedPanel DeviceEngine::solve(double length, const PanelSettings& settings) {
  state_->host_before.reset();
  return state_->solve(length, settings);
}

void DeviceEngine::keep(double end) {
  state_->host_past.reset();
  state_->timed_on_host(state_->seconds.keep, [&] { state_->keep(end); });
}

PanelResults DeviceEngine::results() {
  PanelResults results;
  state_->timed_on_host(state_->seconds.results, [&] { results = state_->results_kept(); });
  return results;
}

void DeviceEngine::kick(std::span<const Complex> matrix) {
  State& s = *state_;
  if (matrix.size() != s.elements) throw std::logic_error("a kick of another size");
  s.forgets_begun();
  DeviceNumbers of_kick = s.numbers();
  of_kick.write(matrix);
  DeviceEdge parameter = s.edge_parameter();
  parameter.matrix = of_kick.address();
  const std::size_t groups = s.panels() * s.shape.pieces() + 1;
  s.code->launch("kick_edge", blocks_of(s.points * groups * 2 * s.shape.width, moving_threads),
                 moving_threads, 0, parameter, s.stream);
  s.take_mixed_edge(0, of_kick.address());
  s.read_density();
}

void DeviceEngine::forget(std::size_t count) {
  State& s = *state_;
  s.forgets_begun();
  s.host_past.reset();
  s.spare.release();
  s.times.forget(count);
  s.rows.erase(s.rows.begin(), s.rows.begin() + static_cast<std::ptrdiff_t>(count));
  for (DeviceRows& each : s.rows) each.first += count;
  s.before_first += count;
  s.has_integrals_of_others = false;
  s.take_edge();
}

double DeviceEngine::bytes() const {
  double sum = 0;
  for (const DeviceRows& each : state_->rows) {
    sum += static_cast<double>(state_->numbers_of(each) * complex_bytes / (each.is_single ? 2 : 1) +
                               each.mixed.bytes());
    for (const auto* arrays : {&each.fields, &each.mixed_fields}) {
      for (const DeviceNumbers& field : *arrays) sum += static_cast<double>(field.bytes());
    }
  }
  return sum;
}

double DeviceEngine::bytes(std::size_t panels, std::size_t compacted) const {
  const auto& fields = state_->fields;
  const std::size_t stored = fields ? fields->continuations.size() : 0;
  const std::size_t of_block =
      state_->block_bytes() + (fields ? stored * fields->block_bytes() : 0);
  const auto of_panels = [&](double count) {
    return static_cast<double>(state_->points * of_block) * count * (count + 1) / 2;
  };
  const std::size_t of_branch =
      state_->branch ? state_->points * state_->shape.order * state_->branch->nodes() : 0;
  return of_panels(static_cast<double>(panels)) - of_panels(static_cast<double>(compacted)) / 2 +
         static_cast<double>(panels * (state_->mixed_numbers() + stored * of_branch) *
                             complex_bytes);
}

const PanelRows* DeviceEngine::before() {
  State& s = *state_;
  if (!s.has_before) return nullptr;
  if (s.host_before) return &*s.host_before;
  // On the host the columns of T⁺ stand before the panel's own; nothing is made of them.
  const std::size_t blocks = s.before_blocks - s.before_first;
  PanelRows& result =
      s.host_before.emplace(PanelRows{BlockRows(s.points, blocks + 1, s.shape.size, s.shape.size),
                                      BlockRows(s.points, blocks + 1, s.shape.size, s.shape.size)});
  s.stream.synchronize();
  const auto numbers = s.before.read<Complex>(s.points * s.before_blocks * 2 * s.shape.factor());
  from_device_blocks(s.shape, numbers, s.before_blocks, s.before_first, blocks - 1, 0,
                     result.lesser, result.spectral);
  from_device_blocks(s.shape, numbers, s.before_blocks, s.before_blocks - 1, 1, blocks,
                     result.lesser, result.spectral);
  if (s.branch) result.mixed = s.host_mixed(s.mixed_before);
  return &result;
}

void DeviceEngine::restore(PanelRows rows, double start, double end, std::size_t forgotten) {
  state_->restore(rows, start, end, forgotten);
}

void DeviceEngine::restore_before(PanelRows before) {
  State& s = *state_;
  const std::size_t blocks = before.lesser.blocks() - 1;
  const auto without_edge = [&](const BlockRows& from) {
    BlockRows to(s.points, blocks, s.shape.size, s.shape.size);
    for (std::size_t k = 0; k < s.points; ++k) {
      for (std::size_t block = 0; block < blocks; ++block) {
        const Block own = from.at(k, block + 1 < blocks ? block : blocks);
        const std::size_t count = s.shape.size * own.stride;
        std::memcpy(to.at(k, block).re, own.re, count * sizeof(double));
        std::memcpy(to.at(k, block).im, own.im, count * sizeof(double));
      }
    }
    return to;
  };
  s.before.write(
      to_device_blocks(s.shape, without_edge(before.lesser), without_edge(before.spectral)));
  if (s.branch) s.mixed_before.write(mixed_numbers_of(before.mixed));
  s.has_before = true;
  s.has_integrals_of_others = false;
  s.before_first = 0;
  s.before_blocks = blocks;
}

const TwoTime& DeviceEngine::past() {
  State& s = *state_;
  if (s.host_past) return *s.host_past;
  TwoTime& past =
      s.host_past.emplace(s.points, s.model.bands, s.times.collocation(), s.start, s.branch);
  for (std::size_t panel = 0; panel < s.panels(); ++panel) {
    const std::size_t last = (panel + 1) * s.shape.order - 1;
    past.restore(s.host_rows(panel), s.times.start(panel), s.times.nodes()[last],
                 s.times.forgotten());
  }
  return past;
}

std::size_t DeviceEngine::allocated() const {
  const State& s = *state_;
  std::size_t sum = s.bytes() + (s.next ? s.next->numbers.bytes() : 0);
  for (const DeviceRows& each : s.rows) {
    sum += each.numbers.bytes() + each.mixed.bytes();
    for (const auto* arrays : {&each.fields, &each.mixed_fields}) {
      for (const DeviceNumbers& field : *arrays) sum += field.bytes();
    }
  }
  return sum + (s.fields ? s.fields->bytes() : 0) +
         (s.history_products ? s.history_products->bytes() : 0);
}

void check_for_device(const Model& model, std::size_t order) {
  DeviceShape(order, model.bands);
  if (!model.interaction->correlated()) return;
  model.interaction->device_theory();
  if (const StagedTheory* const staged = model.interaction->staged()) check_stages(*staged, order);
}

}  // namespace diagc::dynamics
