#include "physics/series/sampling/points/device_point_population.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "diagc/embed.h"
#include "diagc/stream.h"
#include "physics/series/sampling/device_places.h"
#include "physics/series/sampling/device_population.h"
#include "physics/series/sampling/points/end_phases.h"
#include "physics/series/sampling/points/point_cuda.h"
#include "physics/series/sampling/points/point_walkers.h"
#include "physics/series/sampling/step_code.h"
#include "runs/population/device.h"

namespace diagc::series {

namespace {

template <class T>
PointStep point_step_of(const SharedTables<T>& shared, const lattice::Model& model,
                        const PointForm& form) {
  return {.shape = shared.shape(form.m(), 1),
          .form = form,
          .periodic = periodic_lines(model),
          .beta = model.beta};
}

/// Whether the graph stays in kernels of its own.
bool is_point_step_split(const Kernel& kernel, const PointStep& step, GpuForm form,
                         std::size_t shared_bytes) {
  if (form != GpuForm::automatic) return form == GpuForm::split;
  return gpu_form(kernel) == GpuForm::split || !fits_fused(step, shared_bytes);
}

/// All own groups are one part, which a launch takes at once.
template <class T>
class DevicePointPopulation final : public OrderPopulation {
 public:
  DevicePointPopulation(const SharedTables<T>& shared, const lattice::Model& model,
                        const Kernel& kernel, const PointForm& form, const OrderOptions& options)
      : OrderPopulation(form.m(), gpu_stretch, options, shared.classes(), shared.codes(),
                        model.space, static_cast<std::uint32_t>(1 + form.measure.components())),
        shared_(shared),
        model_(model),
        form_(form),
        kernel_(kernel),
        rows_(point_rows(form, shared.codes().one_code())),
        params_(options.params),
        graph_params_(options.params.begin(), options.params.end()),
        seed_(options.seed),
        device_(device_of(options)),
        places_(device_, place_rows(), block_count()),
        graph_stream_(options.device, device_.queue().stream().handle()) {
    StepBlock<T>& block = launch_.block;
    block.numbers = device_.template memory<T>(rows_.numbers * walkers());
    block.integers = places_.integers();
    // Of the fused form trials stand in shared memory.
    if (split_) {
      block.scratch_numbers = device_.template memory<T>(rows_.scratch_numbers * walkers());
      block.scratch_integers = device_.template memory<std::uint32_t>(places_.count());
    }
    block.stride = block.walkers = walkers();
    launch_.walker_sums = device_.template memory<double>(fields() * walkers());
    launch_.sums = device_.template memory<double>(fields() * block_count());
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 0; i < block_count(); ++i) numbers.push_back(block_number(i));
    launch_.block_numbers = device_.constant(numbers);
    if (!form.ends.empty() && !form.measure.local)
      launch_.phases = device_.constant(phases_of_pairs());
  }

  std::size_t parts() const override { return groups_.empty() ? 0 : 1; }
  runs::GroupRange groups(std::size_t) const override { return {0, groups_.size()}; }

  void set_plan(const StepPlan& plan) override {
    plan_ = plan;
    tables_.reset();
    table_buffers_.clear();
    tables_.emplace(shared_, plan, params_, seed_, point_stream(order_),
                    [&](const void* data, std::size_t bytes) {
                      return device_.copied(table_buffers_, data, bytes);
                    });
    launch_.tables = tables_->pointers();
    settled_ = false;
  }

  void start(std::size_t, std::uint64_t step) override {
    launch_.first = step;
    device_.launch("point_start", by_blocks(), launch_);
    settled_ = false;
  }

  std::vector<double> chain_sizes(std::size_t) override {
    settle();
    const std::vector<T> weight = read_row(rows_.weight()), norm = read_row(rows_.weight() + 1);
    std::vector<double> sizes(groups_.size());
    for (std::size_t i = 0; i < walkers(); ++i) {
      if (norm[i] > 0)
        sizes[i / shape().members] += (static_cast<double>(weight[i]) - norm[i]) /
                                      (static_cast<double>(norm[i]) / plan_.normalisation);
    }
    return sizes;
  }

  void advance(std::size_t, runs::Steps steps, const runs::Tally& tally) override {
    settle();
    walk(steps);
    device_.launch("point_sum",
                   {.blocks = (block_count() * fields() + block_walkers - 1) / block_walkers},
                   launch_);
    std::vector<double> sums(block_count() * fields());
    device_.read(sums.data(), launch_.sums, sums.size());
    for (std::size_t block = 0; block < block_count(); ++block) {
      add(tally.groups[block / group_blocks_], std::span(sums).subspan(block * fields(), fields()),
          steps.count);
    }
    if (!tally.histogram.empty()) count(tally.histogram);
  }

  std::vector<double> background(std::uint32_t v, const lattice::Model& model) const override {
    return point_background(form_, v, model, link_classes());
  }
  std::vector<std::uint8_t> moves(bool redraw) const override {
    return point_moves(form_, OrderPopulation::moves(redraw));
  }
  std::vector<runs::Estimate> further_estimates(
      std::span<const runs::GroupStatistics> groups) const override {
    return component_estimates(form_.measure, estimate(groups), groups, grouping());
  }

  runs::Bytes save(std::size_t) const override { return places_.save(); }
  void restore(std::size_t, std::span<const std::byte> states) override {
    places_.restore(states, [&](std::span<const std::uint32_t> own) {
      check_places(own);
      check_ties(form_, own);
    });
    settled_ = false;
  }

  void take_snapshot() override { places_.take_snapshot(); }
  void roll_back() override {
    places_.roll_back();
    settled_ = false;
  }

  std::size_t walker_bytes() const override {
    return rows_.numbers * sizeof(T) + rows_.integers * sizeof(std::uint32_t);
  }

 private:
  /// The module that the source of the step becomes; fills what launches of its fused form are to know.
  runs::Device device_of(const OrderOptions& options) {
    const cuda::Device device(options.device);
    const PointStep step = point_step_of(shared_, model_, form_);
    const std::size_t shared_bytes = device.info().shared;
    split_ = is_point_step_split(kernel_, step, options.form, shared_bytes);
    if (split_) {
      fused_.source = point_split_source(step);
    } else {
      check_straight(kernel_);
      fused_ = point_fused_source(kernel_part(kernel_, series::integrand), step, shared_bytes);
    }
    return {device,
            step_cubin(device, fused_.source, kernel_.name(), options.use_cache, options.stop)};
  }

  std::size_t walkers() const { return block_count() * block_walkers; }
  std::size_t fields() const {
    return fields_of_component * form_.measure.components() + further_fields;
  }
  runs::LaunchShape by_blocks() const { return {.blocks = block_count()}; }
  /// For kernels that hold the graph of the fused form.
  runs::LaunchShape by_fused() const {
    return {.blocks = (walkers() + fused_.threads - 1) / fused_.threads,
            .threads = fused_.threads,
            .shared_bytes = fused_.shared_bytes};
  }

  /// [pair code][real, imaginary part].
  std::vector<T> phases_of_pairs() const {
    const EndPhases phases(form_.measure, model_.space, model_.beta);
    std::vector<T> numbers;
    for (const std::uint32_t displacement : shared_.codes().displacement) {
      const std::complex<double> phase = phases.of(displacement);
      numbers.push_back(static_cast<T>(phase.real()));
      numbers.push_back(static_cast<T>(phase.imag()));
    }
    return numbers;
  }

  /// The graph's own kernels, on the trials of all walkers.
  void run_graph() {
    const StepBlock<T>& block = launch_.block;
    std::vector<InputRows<T>> inputs;
    std::size_t row = 0;
    for (const auto& input : form_.inputs) {
      inputs.push_back({block.scratch_numbers + row * block.stride, block.stride});
      row += input.size();
    }
    const OutputRows<T> outputs[] = {
        {block.scratch_numbers + rows_.inputs * block.stride, block.stride}};
    kernel_.enqueue(
        RowBatch<T>{
            .size = walkers(), .inputs = inputs, .outputs = outputs, .params = graph_params_},
        graph_stream_);
  }

  /// Lines, links and weights of the places that walkers are at, under these tables.
  void settle() {
    if (settled_) return;
    if (split_) {
      device_.launch("point_lines", by_blocks(), launch_);
      run_graph();
      device_.launch("point_settle", by_blocks(), launch_);
    } else {
      device_.launch("point_refresh", by_fused(), launch_);
    }
    settled_ = true;
  }

  void walk(runs::Steps steps) {
    launch_.first = steps.first;
    launch_.steps = steps.count;
    if (!split_) return device_.launch("point_walk", by_fused(), launch_);
    launch_.fresh = 1;
    for (; launch_.first < steps.first + steps.count; ++launch_.first) {
      device_.launch("point_propose", by_blocks(), launch_);
      run_graph();
      device_.launch("point_decide", by_blocks(), launch_);
      launch_.fresh = 0;
    }
  }

  /// What a block gave, as PointLaunch has it.
  void add(runs::Sums& to, std::span<const double> sums, std::uint64_t steps) const {
    to.rows += steps * block_walkers;
    const std::size_t components = form_.measure.components();
    for (std::size_t c = 0; c < components; ++c) {
      const std::size_t quantity = quantity_of(form_.measure, c);
      to.first[quantity] += sums[c];
      to.second[to.pair(quantity, quantity)] += sums[components + c];
      to.second[to.pair(std::min<std::size_t>(quantity, normalisation),
                        std::max<std::size_t>(quantity, normalisation))] +=
          sums[2 * components + c];
    }
    const std::span<const double> rest = sums.subspan(fields_of_component * components);
    to.first[normalisation] += rest[0];
    to.second[to.pair(normalisation, normalisation)] += rest[1];
    for (std::size_t counter = redraws; counter <= broken; ++counter)
      to.counts[counter] += static_cast<std::uint64_t>(rest[2 + counter]);
  }

  void count(std::span<std::int64_t> cells) const {
    const std::vector<T> weight = read_row(rows_.weight()), norm = read_row(rows_.weight() + 1);
    const std::vector<std::uint32_t> places = places_.read();
    const std::uint32_t points = order_ + 1,
                        anchors = shared_.codes().one_code() ? points : 2 * points;
    const bool one_site = model_.space.sites == 1;
    for (std::size_t i = 0; i < walkers(); ++i) {
      if (!is_counted(block_number(i / block_walkers))) continue;
      const auto integer = [&](std::uint32_t row) { return places[row * walkers() + i]; };
      const auto code = [&](std::uint32_t row) { return one_site ? 0 : integer(row); };
      count_point_links(
          form_, static_cast<double>(weight[i]) - norm[i], weight[i], link_classes().bins,
          link_classes().cells(),
          [&](std::uint32_t from, std::uint32_t v) {
            return shared_.cell(code(anchors + from), code(points + v), integer(v) - integer(from));
          },
          cells);
    }
  }

  std::vector<T> read_row(std::size_t row) const {
    std::vector<T> numbers(walkers());
    device_.read(numbers.data(), launch_.block.numbers + row * walkers(), walkers());
    return numbers;
  }

  const SharedTables<T>& shared_;
  const lattice::Model& model_;
  const PointForm& form_;
  Kernel kernel_;
  PointRows rows_;
  bool split_ = false;
  FusedStep fused_;
  std::vector<double> params_;
  std::vector<T> graph_params_;
  std::uint64_t seed_;
  std::vector<cuda::DeviceBuffer> table_buffers_;
  std::optional<StepTables<T, PointPointers<T>>> tables_;
  PointLaunch<T> launch_{};
  bool settled_ = false;  ///< whether what walkers carry belongs to their places
  runs::Device device_;   // near the end, which waits for work that uses the rest
  DevicePlaces places_;
  Stream graph_stream_;  // of the graph's own kernels, in order with the rest
};

}  // namespace

template <class T>
std::unique_ptr<OrderPopulation> device_point_population(const SharedTables<T>& shared,
                                                         const lattice::Model& model,
                                                         const Kernel& kernel,
                                                         const PointForm& form,
                                                         const OrderOptions& options) {
  return std::make_unique<DevicePointPopulation<T>>(shared, model, kernel, form, options);
}

template <class T>
std::string cuda_point_source(const SharedTables<T>& shared, const lattice::Model& model,
                              const Kernel& kernel, const PointForm& form, int device) {
  const PointStep step = point_step_of(shared, model, form);
  const std::size_t shared_bytes = cuda::Device(device).info().shared;
  if (is_point_step_split(kernel, step, GpuForm::automatic, shared_bytes))
    return kernel.source() + point_split_source(step);
  return point_fused_source(kernel_part(kernel, integrand), step, shared_bytes).source;
}

template std::unique_ptr<OrderPopulation> device_point_population(const SharedTables<float>&,
                                                                  const lattice::Model&,
                                                                  const Kernel&, const PointForm&,
                                                                  const OrderOptions&);
template std::unique_ptr<OrderPopulation> device_point_population(const SharedTables<double>&,
                                                                  const lattice::Model&,
                                                                  const Kernel&, const PointForm&,
                                                                  const OrderOptions&);
template std::string cuda_point_source(const SharedTables<float>&, const lattice::Model&,
                                       const Kernel&, const PointForm&, int);
template std::string cuda_point_source(const SharedTables<double>&, const lattice::Model&,
                                       const Kernel&, const PointForm&, int);

}  // namespace diagc::series
