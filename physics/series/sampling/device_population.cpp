#include "physics/series/sampling/device_population.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "diagc/embed.h"
#include "diagc/stream.h"
#include "physics/series/sampling/device_places.h"
#include "physics/series/sampling/integrand_form.h"
#include "physics/series/sampling/step_code.h"
#include "physics/series/sampling/step_cuda.h"
#include "runs/population/device.h"
#include "runtime/cache/cache.h"
#include "runtime/cuda/build.h"

namespace diagc::series {

namespace {

/// Fit for a part of a step: the shared memory of a block is the step's.
bool is_straight(const Kernel& kernel) {
  return kernel.schedule().starts_with("straight") &&
         kernel.schedule().find("shared=") == std::string::npos &&
         kernel.schedule().find("warps=") == std::string::npos;
}

template <class T>
StepShape gpu_shape(const SharedTables<T>& shared, const Kernel& kernel) {
  return shared.shape(integration_order(kernel), 1);
}

FusedStep fused_step(const Kernel& kernel, const StepShape& shape, const cuda::Device& device) {
  check_straight(kernel);
  return cuda_fused_source(kernel_part(kernel, integrand), shape, device.info().shared);
}

/// All own groups are one part, which a launch takes at once.
template <class T>
class DevicePopulation final : public OrderPopulation {
 public:
  DevicePopulation(const SharedTables<T>& shared, const lattice::Space& space, const Kernel& kernel,
                   const OrderOptions& options)
      : OrderPopulation(integration_order(kernel), gpu_stretch, options, shared.classes(),
                        shared.codes(), space),
        shared_(shared),
        kernel_(kernel),
        split_((options.form == GpuForm::automatic ? gpu_form(kernel) : options.form) ==
               GpuForm::split),
        params_(options.params),
        graph_params_(options.params.begin(), options.params.end()),
        seed_(options.seed),
        device_(device_of(options)),
        places_(device_, place_rows(), block_count()),
        graph_stream_(options.device, device_.queue().stream().handle()) {
    const std::uint32_t vertices = order_ + 1;
    const std::uint32_t number_rows = vertices * vertices + vertices + 3;
    const std::size_t all = walkers();
    StepBlock<T>& block = launch_.block;
    block.numbers = device_.template memory<T>(number_rows * all);
    const std::size_t padded = (all + fused_.threads - 1) / fused_.threads * fused_.threads;
    block.scratch_numbers = device_.template memory<T>((number_rows - 1) * padded);
    block.integers = places_.integers();
    block.scratch_integers = device_.template memory<std::uint32_t>(place_rows() * padded);
    block.work = nullptr;
    block.stride = block.walkers = all;
    block.first_walker = 0;
    launch_.walker_sums = device_.template memory<StepSums>(all);
    launch_.sums = device_.template memory<StepSums>(block_count());
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 0; i < block_count(); ++i) numbers.push_back(block_number(i));
    launch_.block_numbers = device_.constant(numbers);
    launch_.history = device_.template memory<T>(2 * history_steps * all);
    launch_.broken = device_.template memory<std::uint32_t>(all);
    device_.write(launch_.broken, std::vector<std::uint32_t>(all).data(), all);
    walker_bytes_ = number_rows * sizeof(T) + place_rows() * sizeof(std::uint32_t);
  }

  std::size_t parts() const override { return groups_.empty() ? 0 : 1; }
  runs::GroupRange groups(std::size_t) const override { return {0, groups_.size()}; }

  void set_plan(const StepPlan& plan) override {
    plan_ = plan;
    tables_.reset();
    table_buffers_.clear();
    tables_.emplace(shared_, plan, params_, seed_, order_,
                    [&](const void* data, std::size_t bytes) {
                      return device_.copied(table_buffers_, data, bytes);
                    });
    launch_.tables = tables_->pointers();
    settled_ = false;
  }

  void start(std::size_t, std::uint64_t step) override {
    launch_.first = step;
    device_.launch("step_start", blocks(), launch_);
    settled_ = false;
  }

  std::vector<double> chain_sizes(std::size_t) override {
    settle();
    const std::vector<T> f = read_state(0), norm = read_state(2);
    std::vector<double> sizes(groups_.size());
    for (std::size_t i = 0; i < walkers(); ++i) {
      sizes[i / shape().members] += std::abs(static_cast<double>(f[i])) /
                                    (static_cast<double>(norm[i]) / plan_.normalisation);
    }
    return sizes;
  }

  void advance(std::size_t, runs::Steps steps, const runs::Tally& tally) override {
    settle();
    walk(steps);
    device_.launch("step_sum",
                   {.blocks = (block_count() * sum_fields + block_walkers - 1) / block_walkers},
                   launch_);
    std::vector<StepSums> sums(block_count());
    device_.read(sums.data(), launch_.sums, sums.size());
    for (std::size_t block = 0; block < sums.size(); ++block)
      add(tally.groups[block / group_blocks_], sums[block], steps.count);
    if (!tally.histogram.empty()) count(tally.histogram);
  }

  runs::Bytes save(std::size_t) const override { return places_.save(); }
  void restore(std::size_t, std::span<const std::byte> states) override {
    places_.restore(states, [&](std::span<const std::uint32_t> own) { check_places(own); });
    settled_ = false;
  }

  void take_snapshot() override { places_.take_snapshot(); }
  void roll_back() override {
    places_.roll_back();
    settled_ = false;
  }

  std::size_t walker_bytes() const override { return walker_bytes_; }

 private:
  /// The module that the source of the step becomes; fills what launches of its fused form are to know.
  runs::Device device_of(const OrderOptions& options) {
    const cuda::Device device(options.device);
    const StepShape shape = gpu_shape(shared_, kernel_);
    fused_.threads = block_walkers;
    if (split_) {
      fused_.source = cuda_split_source(shape);
    } else {
      fused_ = fused_step(kernel_, shape, device);
    }
    return {device,
            step_cubin(device, fused_.source, kernel_.name(), options.use_cache, options.stop)};
  }

  std::size_t walkers() const { return block_count() * block_walkers; }
  runs::LaunchShape blocks() const { return {.blocks = block_count()}; }
  /// For kernels that hold the graph of the fused form, which keep walkers in shared memory.
  runs::LaunchShape fused_blocks() const {
    return {.blocks = (walkers() + fused_.threads - 1) / fused_.threads,
            .threads = fused_.threads,
            .shared_bytes = fused_.shared_bytes};
  }

  /// The graph's own kernels, on the rows of all walkers.
  void run_graph() {
    const StepBlock<T>& block = launch_.block;
    const InputRows<T> inputs[] = {{block.numbers, block.stride}};
    const OutputRows<T> outputs[] = {
        {block.scratch_numbers + (order_ + 1) * (order_ + 2) * block.stride, block.stride}};
    kernel_.enqueue(
        RowBatch<T>{
            .size = walkers(), .inputs = inputs, .outputs = outputs, .params = graph_params_},
        graph_stream_);
  }

  /// Lines, links and weights of the places that walkers are at, under these tables.
  void settle() {
    if (settled_) return;
    if (split_) {
      device_.launch("step_lines", blocks(), launch_);
      run_graph();
      device_.launch("step_settle", blocks(), launch_);
    } else {
      device_.launch("step_refresh", fused_blocks(), launch_);
    }
    settled_ = true;
  }

  void walk(runs::Steps steps) {
    launch_.first = steps.first;
    launch_.steps = steps.count;
    if (!split_) return device_.launch("step_walk", fused_blocks(), launch_);
    const std::uint64_t end = steps.first + steps.count;
    const std::vector<std::uint8_t>& moves = plan_.moves;
    const auto move = [&](std::uint64_t step) { return moves[step % moves.size()]; };
    launch_.fresh = 1;
    launch_.slot = 0;
    for (std::uint64_t step = steps.first; step <= end; ++step) {
      launch_.first = step;
      launch_.decided = step > steps.first ? move(step - 1) : no_move;
      launch_.proposed = step < end ? move(step) : no_move;
      const std::uint32_t recorded = launch_.slot + (step > steps.first ? 1 : 0);
      launch_.folded = step == end || recorded == history_steps ? recorded : 0;
      launch_.fold_at = static_cast<std::uint32_t>((step - recorded) % moves.size());
      const bool all = launch_.decided == 0 || launch_.proposed == 0;
      device_.launch(all ? "step_decide_propose_all" : "step_decide_propose", blocks(), launch_);
      if (launch_.folded > 0) launch_.fresh = 0;
      launch_.slot = launch_.folded > 0 ? 0 : recorded;
      if (step < end) run_graph();
    }
  }

  void count(std::span<std::int64_t> cells) const {
    const std::vector<T> f = read_state(0), weight = read_state(1);
    const std::vector<std::uint32_t> places = places_.read();
    for (std::size_t i = 0; i < walkers(); ++i) {
      if (!is_counted(block_number(i / block_walkers))) continue;
      shared_.count_links(
          order_, [&](std::uint32_t row) { return places[row * walkers() + i]; }, f[i], weight[i],
          cells);
    }
  }

  /// Of f, |f| + λ w, λ w of all walkers.
  std::vector<T> read_state(std::uint32_t row) const {
    std::vector<T> state(walkers());
    device_.read(state.data(),
                 launch_.block.numbers + ((order_ + 1) * (order_ + 2) + row) * walkers(),
                 walkers());
    return state;
  }

  const SharedTables<T>& shared_;
  Kernel kernel_;
  bool split_;
  FusedStep fused_;
  std::vector<double> params_;
  std::vector<T> graph_params_;
  std::uint64_t seed_;
  std::vector<cuda::DeviceBuffer> table_buffers_;
  std::optional<StepTables<T>> tables_;
  StepLaunch<T> launch_{};
  std::size_t walker_bytes_ = 0;
  bool settled_ = false;  ///< whether what walkers carry belongs to their places
  runs::Device device_;   // near the end, which waits for work that uses the rest
  DevicePlaces places_;
  Stream graph_stream_;  // of the graph's own kernels, in order with the rest
};

}  // namespace

void check_straight(const Kernel& kernel) {
  if (is_straight(kernel)) return;
  throw std::runtime_error(
      fmt::format("{}: found a kernel of schedule {}, expected straight: the graph stands "
                  "inside of the step",
                  kernel.name(), kernel.schedule()));
}

std::string step_cubin(const cuda::Device& device, const std::string& source,
                       const std::string& name, bool use_cache, std::stop_token stop) {
  std::optional<Cache> cache;
  if (use_cache) cache.emplace(cache_options_from_environment());
  const cuda::Built built =
      cuda::build({{name + "_step.cu", source}}, {.architecture = device.info().architecture},
                  {.cache = cache ? &*cache : nullptr,
                   .metadata = {{"grammar", name}, {"step", "cuda"}},
                   .driver_version = cuda::driver_version(),
                   .stop = std::move(stop)});
  return built.objects.front().bytes;
}

GpuForm gpu_form(const Kernel& kernel) {
  // Measured on an H200 at orders 4 … 7: the fused form is 3.2, 2.2, 1.7, 1.2 times as fast.
  return is_straight(kernel) ? GpuForm::fused : GpuForm::split;
}

template <class T>
std::string cuda_step_source(const SharedTables<T>& shared, const Kernel& kernel, int device) {
  const StepShape shape = gpu_shape(shared, kernel);
  if (gpu_form(kernel) == GpuForm::split) return kernel.source() + cuda_split_source(shape);
  return fused_step(kernel, shape, cuda::Device(device)).source;
}

template std::string cuda_step_source(const SharedTables<float>&, const Kernel&, int);
template std::string cuda_step_source(const SharedTables<double>&, const Kernel&, int);

template <class T>
std::unique_ptr<OrderPopulation> device_population(const SharedTables<T>& shared,
                                                   const lattice::Space& space,
                                                   const Kernel& kernel,
                                                   const OrderOptions& options) {
  return std::make_unique<DevicePopulation<T>>(shared, space, kernel, options);
}

template std::unique_ptr<OrderPopulation> device_population(const SharedTables<float>&,
                                                            const lattice::Space&, const Kernel&,
                                                            const OrderOptions&);
template std::unique_ptr<OrderPopulation> device_population(const SharedTables<double>&,
                                                            const lattice::Space&, const Kernel&,
                                                            const OrderOptions&);

}  // namespace diagc::series
