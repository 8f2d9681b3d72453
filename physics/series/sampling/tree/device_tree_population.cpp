#include "physics/series/sampling/tree/device_tree_population.h"

#include <algorithm>
#include <optional>
#include <span>

#include "diagc/stream.h"
#include "physics/series/sampling/device_population.h"
#include "physics/series/sampling/step_code.h"
#include "physics/series/sampling/tree/tree_cuda.h"
#include "runs/population/device.h"

namespace diagc::series {

namespace {

/// So many that a stretch of several 100,000 members takes some milliseconds.
std::uint32_t stretch_for(std::uint64_t flops) {
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
      : TreePopulation(integrand, stretch_for(integrand.kernel.figures().flops), options,
                       shared.classes(), space),
        shared_(shared),
        kernel_(integrand.kernel),
        form_(integrand.form),
        shape_(tree_shape(shared, space, integrand, 1)),
        split_((options.form == GpuForm::automatic ? gpu_form(kernel_) : options.form) ==
               GpuForm::split),
        params_(options.params),
        graph_params_(options.params.begin(), options.params.end()),
        seed_(options.seed),
        use_(first_use(integrand.order)),
        device_(device_of(options)),
        graph_stream_(options.device, device_.queue().stream().handle()) {
    const std::size_t all = block_count() * block_members, vertices = m_ + 1;
    f_row_ = (form_.derivative ? 2 : 1) * vertices * vertices;
    integer_rows_ = (shape_.one_code ? 2 : 3) * vertices;
    launch_.block.numbers = device_.template memory<T>((f_row_ + 2) * all);
    launch_.block.integers = device_.template memory<std::uint32_t>(integer_rows_ * all);
    launch_.block.stride = launch_.block.walkers = all;
    launch_.member_sums = device_.template memory<double>(tree_sum_fields * all);
    launch_.sums = device_.template memory<TreeSums>(block_count());
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 0; i < block_count(); ++i) numbers.push_back(block_number(i));
    launch_.block_numbers = device_.constant(numbers);
    counted_blocks_ = static_cast<std::size_t>(std::ranges::count_if(numbers, is_counted));
  }

  std::size_t parts() const override { return groups_.empty() ? 0 : 1; }
  runs::GroupRange groups(std::size_t) const override { return {0, groups_.size()}; }

  void advance(std::size_t, runs::Steps steps, const runs::Tally& tally) override {
    if (tally.histogram.empty()) {
      walk(steps, block_count(), false);
      return add_sums(steps.count, block_count(), tally);
    }
    for (std::uint64_t step = 0; step < steps.count; ++step) {
      walk({.first = steps.first + step, .count = 1}, counted_blocks_, true);
      add_sums(1, counted_blocks_, tally);
      count_samples(tally.histogram);
    }
  }

 private:
  void take_plan() override {
    tables_.reset();
    table_buffers_.clear();
    tables_.emplace(shared_, plan_, params_, seed_, use_, m_, alike_, moves_,
                    [&](const void* data, std::size_t bytes) {
                      return device_.copied(table_buffers_, data, bytes);
                    });
    launch_.tables = tables_->pointers();
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
      if (blocks > 0) run_graph();
      device_.launch("tree_add", {.blocks = blocks}, launch_);
      launch_.fresh = 0;
    }
  }

  /// The graph's own kernels, on the rows of these members.
  void run_graph() {
    const StepBlock<T>& block = launch_.block;
    InputRows<T> inputs[2];
    inputs[form_.propagator] = {block.numbers, block.stride};
    if (form_.derivative)
      inputs[*form_.derivative] = {block.numbers + f_row_ / 2 * block.stride, block.stride};
    const OutputRows<T> outputs[] = {{block.numbers + f_row_ * block.stride, block.stride}};
    kernel_.enqueue(RowBatch<T>{.size = block.walkers,
                                .inputs = std::span(inputs).first(form_.derivative ? 2 : 1),
                                .outputs = outputs,
                                .params = graph_params_},
                    graph_stream_);
  }

  void add_sums(std::uint64_t steps, std::size_t blocks, const runs::Tally& tally) {
    device_.launch("tree_sum",
                   {.blocks = (blocks * tree_sum_fields + block_members - 1) / block_members},
                   launch_);
    std::vector<TreeSums> sums(blocks);
    device_.read(sums.data(), launch_.sums, sums.size());
    for (std::size_t block = 0; block < blocks; ++block)
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
  IntegrandForm form_;
  StepShape shape_;
  bool split_;
  FusedStep fused_;
  std::vector<double> params_;
  std::vector<T> graph_params_;
  std::uint64_t seed_;
  std::uint32_t use_;
  std::size_t f_row_ = 0, integer_rows_ = 0, counted_blocks_ = 0;
  std::vector<cuda::DeviceBuffer> table_buffers_;
  std::optional<TreeTables<T>> tables_;
  TreeLaunch<T> launch_{};
  runs::Device device_;  // near the end, which waits for work that uses the rest
  Stream graph_stream_;  // of the graph's own kernels, in order with the rest
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
  if (gpu_form(integrand.kernel) == GpuForm::split)
    return integrand.kernel.source() + cuda_tree_split_source(shape);
  return fused_step(integrand.kernel, shape, cuda::Device(device)).source;
}
template std::string cuda_tree_source(const SharedTables<float>&, const lattice::Space&,
                                      const TreeIntegrand&, int);
template std::string cuda_tree_source(const SharedTables<double>&, const lattice::Space&,
                                      const TreeIntegrand&, int);

}  // namespace diagc::series
