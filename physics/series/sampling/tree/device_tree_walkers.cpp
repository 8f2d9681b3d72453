#include "physics/series/sampling/tree/device_tree_walkers.h"

#include "diagc/embed.h"
#include "physics/series/sampling/device_population.h"
#include "physics/series/sampling/step_code.h"
#include "physics/series/sampling/tree/device_tree_graph.h"
#include "physics/series/sampling/tree/tree_cuda.h"

namespace diagc::series {

template <class T>
DeviceTreeWalkers<T>::DeviceTreeWalkers(const Kernel& kernel, const IntegrandForm& form,
                                        const StepShape& shape, bool split,
                                        const OrderOptions& options,
                                        const std::vector<std::uint32_t>& blocks)
    : kernel_(kernel),
      form_(form),
      shape_(shape),
      split_(split),
      params_(options.params.begin(), options.params.end()),
      blocks_(blocks.size()),
      device_(device_of(options)),
      places_(device_, (shape.one_code ? 2 : 3) * (std::size_t{form.m} + 1), blocks_),
      graph_stream_(options.device, device_.queue().stream().handle()) {
  // Of the fused form rows of lines stand in shared memory.
  const std::size_t number_rows = split_ ? tree_f_row(form_) + 2 + tree_chain_rows : 2;
  launch_.block.numbers = device_.template memory<T>(number_rows * members());
  launch_.block.integers = places_.integers();
  if (split_)
    launch_.block.scratch_integers = device_.template memory<std::uint32_t>(places_.count());
  launch_.block.stride = launch_.block.walkers = members();
  launch_.member_sums = device_.template memory<double>(tree_sum_fields * members());
  launch_.sums = device_.template memory<TreeSums>(blocks_);
  launch_.block_numbers = device_.constant(blocks);
}

template <class T>
runs::Device DeviceTreeWalkers<T>::device_of(const OrderOptions& options) {
  const cuda::Device device(options.device);
  if (split_) {
    fused_.source = cuda_tree_chain_split_source(shape_);
  } else {
    check_straight(kernel_);
    fused_ =
        cuda_tree_chain_fused_source(kernel_part(kernel_, integrand), shape_, device.info().shared);
  }
  return {device,
          step_cubin(device, fused_.source, kernel_.name(), options.use_cache, options.stop)};
}

template <class T>
void DeviceTreeWalkers<T>::set_tables(const TreePointers<T>& tables) {
  launch_.tables = tables;
  settled_ = false;
}

template <class T>
void DeviceTreeWalkers<T>::start(std::uint64_t step) {
  launch_.first = step;
  device_.launch("tree_start", by_blocks(), launch_);
  settled_ = false;
}

template <class T>
void DeviceTreeWalkers<T>::run_graph() {
  enqueue_tree_graph(kernel_, form_, launch_.block, params_, graph_stream_);
}

template <class T>
void DeviceTreeWalkers<T>::settle() {
  if (settled_) return;
  if (split_) {
    device_.launch("tree_lines", by_blocks(), launch_);
    run_graph();
    device_.launch("tree_settle", by_blocks(), launch_);
  } else {
    device_.launch("tree_refresh", by_fused(), launch_);
  }
  settled_ = true;
}

template <class T>
std::vector<TreeSums> DeviceTreeWalkers<T>::chain(std::uint64_t first, std::uint64_t count) {
  settle();
  launch_.first = first;
  launch_.steps = count;
  launch_.fresh = 1;
  if (split_) {
    for (; launch_.first < first + count; ++launch_.first) {
      device_.launch("tree_propose", by_blocks(), launch_);
      run_graph();
      device_.launch("tree_decide", by_blocks(), launch_);
      launch_.fresh = 0;
    }
  } else {
    device_.launch("tree_chain", by_fused(), launch_);
  }
  device_.launch("tree_sum",
                 {.blocks = (blocks_ * tree_sum_fields + block_members - 1) / block_members},
                 launch_);
  std::vector<TreeSums> sums(blocks_);
  device_.read(sums.data(), launch_.sums, sums.size());
  return sums;
}

template <class T>
runs::Bytes DeviceTreeWalkers<T>::save() const {
  return places_.save();
}

template <class T>
void DeviceTreeWalkers<T>::restore(std::span<const std::byte> from, const PlaceCheck& check) {
  places_.restore(
      from, [&](std::span<const std::uint32_t> own) { check(own, form_.m + 1, block_members); });
  settled_ = false;
}

template <class T>
void DeviceTreeWalkers<T>::take_snapshot() {
  places_.take_snapshot();
}
template <class T>
void DeviceTreeWalkers<T>::roll_back() {
  places_.roll_back();
  settled_ = false;
}

template class DeviceTreeWalkers<float>;
template class DeviceTreeWalkers<double>;

}  // namespace diagc::series
