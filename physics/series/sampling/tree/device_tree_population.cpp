#include "physics/series/sampling/tree/device_tree_population.h"

#include <algorithm>
#include <optional>
#include <span>

#include "diagc/stream.h"
#include "physics/series/sampling/device_population.h"
#include "physics/series/sampling/step_code.h"
#include "physics/series/sampling/tree/device_tree_graph.h"
#include "physics/series/sampling/tree/device_tree_walkers.h"
#include "physics/series/sampling/tree/tree_cuda.h"
#include "runs/population/device.h"

namespace diagc::series {

namespace {

/// So many that a stretch of several 100,000 members takes some milliseconds.
std::uint32_t device_stretch_for(std::uint64_t flops) {
  constexpr std::uint64_t most_steps = 256, enough_flops = 500'000;
  return static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(enough_flops / std::max<std::uint64_t>(flops, 1), 1, most_steps));
}

FusedStep fused_step(const Kernel& kernel, const StepShape& shape, const cuda::Device& device) {
  check_straight(kernel);
  return cuda_tree_fused_source(kernel_part(kernel, integrand), shape, device.info().shared);
}

/// All own groups are one part, which a launch takes at once.
template <class T>
class DeviceTreePopulation final : public TreePopulation {
 public:
  DeviceTreePopulation(const SharedTables<T>& shared, const lattice::Space& space,
                       const TreeIntegrand& integrand, const OrderOptions& options)
      : TreePopulation(integrand, device_stretch_for(integrand.kernel.figures().flops), options,
                       shared.classes(), space, walker_bytes(shared, integrand, options)),
        shared_(shared),
        kernel_(integrand.kernel),
        single_(integrand.single),
        form_(integrand.form),
        shape_(tree_shape(shared, space, integrand, 1)),
        split_(integrand.single ||
               (options.form == GpuForm::automatic ? gpu_form(kernel_) : options.form) ==
                   GpuForm::split),
        params_(options.params),
        graph_params_(options.params.begin(), options.params.end()),
        single_params_(options.params.begin(), options.params.end()),
        check_(space, shared.codes(), space.cell_sites > 1),
        options_(options),
        f_row_(tree_f_row(form_)),
        integer_rows_(place_rows(shared, form_)),
        device_(device_of(options)),
        graph_stream_(options.device, device_.queue().stream().handle()) {
    const std::size_t all = block_count() * block_members;
    launch_.block.numbers = device_.template memory<T>((f_row_ + 2) * all);
    launch_.block.integers = device_.template memory<std::uint32_t>(integer_rows_ * all);
    launch_.block.stride = launch_.block.walkers = all;
    launch_.member_sums = device_.template memory<double>(tree_sum_fields * all);
    launch_.sums = device_.template memory<TreeSums>(block_count());
    for (std::size_t i = 0; i < block_count(); ++i) blocks_.push_back(block_number(i));
    launch_.block_numbers = device_.constant(blocks_);
    if (single_) {
      launch_.single = device_.template memory<float>((f_row_ + 1) * all);
      launch_.again = device_.template memory<T>((f_row_ + 1) * all);
      launch_.columns = device_.template memory<std::uint32_t>(all);
      launch_.again_count = device_.template memory<std::uint32_t>(1);
    }
    counted_blocks_ = static_cast<std::size_t>(std::ranges::count_if(blocks_, is_counted));
  }

  std::size_t parts() const override { return groups_.empty() ? 0 : 1; }
  runs::GroupRange groups(std::size_t) const override { return {0, groups_.size()}; }

  void start(std::size_t, std::uint64_t step) override {
    if (walkers_) walkers_->start(step);
  }

  void advance(std::size_t, runs::Steps steps, const runs::Tally& tally) override {
    if (walkers_) return add_sums(walkers_->chain(steps.first, steps.count), steps.count, tally);
    if (tally.histogram.empty()) {
      walk(steps, block_count(), false);
      return add_sums(read_sums(block_count()), steps.count, tally);
    }
    for (std::uint64_t step = 0; step < steps.count; ++step) {
      walk({.first = steps.first + step, .count = 1}, counted_blocks_, true);
      add_sums(read_sums(counted_blocks_), 1, tally);
      count_samples(tally.histogram);
    }
  }

  runs::Bytes save(std::size_t) const override {
    return walkers_ ? walkers_->save() : runs::Bytes{};
  }
  void restore(std::size_t, std::span<const std::byte> states) override {
    if (walkers_) walkers_->restore(states, check_);
  }
  void take_snapshot() override {
    if (walkers_) walkers_->take_snapshot();
  }
  void roll_back() override {
    if (walkers_) walkers_->roll_back();
  }

 private:
  static std::size_t place_rows(const SharedTables<T>& shared, const IntegrandForm& form) {
    return (shared.codes().one_code() ? 2 : 3) * (std::size_t{form.m} + 1);
  }
  static std::size_t walker_bytes(const SharedTables<T>& shared, const TreeIntegrand& integrand,
                                  const OrderOptions& options) {
    return options.group_blocks * place_rows(shared, integrand.form) * block_members *
           sizeof(std::uint32_t);
  }

  void take_plan() override {
    tables_.reset();
    table_buffers_.clear();
    tables_.emplace(shared_, plan_, params_, numbers_, m_, alike_, moves_,
                    [&](const void* data, std::size_t bytes) {
                      return device_.copied(table_buffers_, data, bytes);
                    });
    launch_.tables = tables_->pointers();
    if (!walks() || blocks_.empty()) return walkers_.reset();
    // Steps of chains are compiled where there are chains.
    if (!walkers_) walkers_.emplace(kernel_, form_, shape_, split_, options_, blocks_);
    walkers_->set_tables(launch_.tables);
  }

  /// The module that the source becomes; fills what launches of its fused form are to know.
  runs::Device device_of(const OrderOptions& options) {
    const cuda::Device device(options.device);
    if (split_)
      fused_.source = cuda_tree_split_source(shape_);
    else
      fused_ = fused_step(kernel_, shape_, device);
    return {device,
            step_cubin(device, fused_.source, kernel_.name(), options.use_cache, options.stop)};
  }

  /// Of the first so many blocks.
  void walk(runs::Steps steps, std::size_t blocks, bool keep) {
    launch_.block.walkers = blocks * block_members;
    launch_.first = steps.first;
    launch_.steps = steps.count;
    launch_.fresh = 1;
    launch_.keep = keep ? 1 : 0;
    if (!split_) {
      return device_.launch(
          "tree_walk",
          {.blocks = (launch_.block.walkers + fused_.threads - 1) / fused_.threads,
           .threads = fused_.threads,
           .shared_bytes = fused_.shared_bytes},
          launch_);
    }
    for (; launch_.first < steps.first + steps.count; ++launch_.first) {
      device_.launch("tree_draw", {.blocks = blocks}, launch_);
      if (blocks > 0) {
        if (single_)
          enqueue_mixed_graph(blocks);
        else
          enqueue_tree_graph(kernel_, form_, launch_.block, graph_params_, graph_stream_);
      }
      device_.launch("tree_add", {.blocks = blocks}, launch_);
      launch_.fresh = 0;
    }
  }

  /// Of the samples that were drawn. What is evaluated again must be counted, so that this waits for single precision.
  void enqueue_mixed_graph(std::size_t blocks) {
    StepBlock<float> single{};
    single.numbers = launch_.single;
    single.stride = launch_.block.stride;
    single.walkers = launch_.block.walkers;
    enqueue_tree_graph(*single_, form_, single, single_params_, graph_stream_);
    device_.launch("tree_select", {.blocks = blocks}, launch_);
    std::uint32_t count = 0;
    device_.read(&count, launch_.again_count, 1);
    if (count == 0) return;
    StepBlock<T> again = launch_.block;
    again.numbers = launch_.again;
    again.walkers = count;
    enqueue_tree_graph(kernel_, form_, again, graph_params_, graph_stream_);
  }

  std::vector<TreeSums> read_sums(std::size_t blocks) {
    device_.launch("tree_sum",
                   {.blocks = (blocks * tree_sum_fields + block_members - 1) / block_members},
                   launch_);
    std::vector<TreeSums> sums(blocks);
    device_.read(sums.data(), launch_.sums, sums.size());
    return sums;
  }
  void add_sums(const std::vector<TreeSums>& sums, std::uint64_t steps,
                const runs::Tally& tally) const {
    for (std::size_t block = 0; block < sums.size(); ++block)
      add(tally.groups[block / group_blocks_], sums[block], steps);
  }

  void count_samples(std::span<std::int64_t> counts) const {
    const std::size_t members = counted_blocks_ * block_members;
    if (members == 0) return;
    const StepBlock<T>& block = launch_.block;
    std::vector<T> numbers(2 * members);
    std::vector<std::uint32_t> places(integer_rows_ * members);
    for (std::size_t row = 0; row < 2; ++row)
      device_.read(numbers.data() + row * members, block.numbers + (f_row_ + row) * block.stride,
                   members);
    for (std::size_t row = 0; row < integer_rows_; ++row)
      device_.read(places.data() + row * members, block.integers + row * block.stride, members);
    count_places(shared_, members, numbers.data(), places.data(), counts);
  }

  const SharedTables<T>& shared_;
  Kernel kernel_;
  std::optional<Kernel> single_;  ///< of mixed precision
  IntegrandForm form_;
  StepShape shape_;
  bool split_;
  FusedStep fused_;
  std::vector<double> params_;
  std::vector<T> graph_params_;
  std::vector<float> single_params_;
  PlaceCheck check_;
  OrderOptions options_;
  std::size_t f_row_, integer_rows_, counted_blocks_ = 0;
  std::vector<std::uint32_t> blocks_;  ///< numbers of the own ones
  std::vector<cuda::DeviceBuffer> table_buffers_;
  std::optional<TreeTables<T>> tables_;
  TreeLaunch<T> launch_{};
  runs::Device device_;  // near the end, which waits for work that uses the rest
  Stream graph_stream_;  // of the graph's own kernels, in order with the rest
  std::optional<DeviceTreeWalkers<T>> walkers_;  // where members are Markov chains
};

}  // namespace

template <class T>
StepShape tree_shape(const SharedTables<T>& shared, const lattice::Space& space,
                     const TreeIntegrand& integrand, std::uint32_t lanes) {
  StepShape shape = shared.shape(integrand.form.m, lanes);
  shape.propagator_input = static_cast<std::uint32_t>(integrand.form.propagator);
  shape.derivative_input = static_cast<std::uint32_t>(integrand.form.derivative.value_or(0));
  shape.alike = integrand.alike;
  shape.symmetric = integrand.alike && space.cell_sites == 1;
  shape.mixed = integrand.single.has_value();
  return shape;
}
template StepShape tree_shape(const SharedTables<float>&, const lattice::Space&,
                              const TreeIntegrand&, std::uint32_t);
template StepShape tree_shape(const SharedTables<double>&, const lattice::Space&,
                              const TreeIntegrand&, std::uint32_t);

template <class T>
std::unique_ptr<TreePopulation> device_tree_population(const SharedTables<T>& shared,
                                                       const lattice::Space& space,
                                                       const TreeIntegrand& integrand,
                                                       const OrderOptions& options) {
  return std::make_unique<DeviceTreePopulation<T>>(shared, space, integrand, options);
}
template std::unique_ptr<TreePopulation> device_tree_population(const SharedTables<float>&,
                                                                const lattice::Space&,
                                                                const TreeIntegrand&,
                                                                const OrderOptions&);
template std::unique_ptr<TreePopulation> device_tree_population(const SharedTables<double>&,
                                                                const lattice::Space&,
                                                                const TreeIntegrand&,
                                                                const OrderOptions&);

template <class T>
std::string cuda_tree_source(const SharedTables<T>& shared, const lattice::Space& space,
                             const TreeIntegrand& integrand, int device) {
  const StepShape shape = tree_shape(shared, space, integrand, 1);
  if (integrand.single || gpu_form(integrand.kernel) == GpuForm::split) {
    return (integrand.single ? integrand.single->source() : "") + integrand.kernel.source() +
           cuda_tree_split_source(shape);
  }
  return fused_step(integrand.kernel, shape, cuda::Device(device)).source;
}
template std::string cuda_tree_source(const SharedTables<float>&, const lattice::Space&,
                                      const TreeIntegrand&, int);
template std::string cuda_tree_source(const SharedTables<double>&, const lattice::Space&,
                                      const TreeIntegrand&, int);

}  // namespace diagc::series
