// Independent samples on the processor: a part is a group, whose blocks are made one after the other by compiled code.
#include <algorithm>
#include <optional>
#include <stdexcept>

#include "physics/series/sampling/step_code.h"
#include "physics/series/sampling/tree/device_tree_population.h"
#include "physics/series/sampling/tree/tree_code.h"
#include "physics/series/sampling/tree/tree_population.h"
#include "physics/series/sampling/tree/tree_walkers.h"

namespace diagc::series {

namespace {

/// So many that a stretch of a group takes about a millisecond, but not more than would be of use for bins of time.
std::uint32_t stretch_for(std::uint64_t flops) {
  constexpr std::uint64_t most_steps = 32, enough_flops = 400'000;
  return static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(enough_flops / std::max<std::uint64_t>(flops, 1), 1, most_steps));
}

template <class T>
class CpuTreePopulation final : public TreePopulation {
 public:
  CpuTreePopulation(const SharedTables<T>& shared, const lattice::Space& space,
                    const TreeIntegrand& integrand, const OrderOptions& options)
      : TreePopulation(integrand, stretch_for(integrand.kernel.figures().flops), options,
                       shared.classes(), space, walker_bytes(shared, integrand, options)),
        shared_(shared),
        code_(integrand.kernel, integrand.single,
              tree_shape(shared, space, integrand, lane_count(integrand.kernel)), options.use_cache,
              options.stop),
        check_(space, shared.codes(), space.cell_sites > 1),
        params_(options.params) {}

  std::size_t parts() const override { return groups_.size(); }
  runs::GroupRange groups(std::size_t part) const override { return {part, part + 1}; }

  void start(std::size_t part, std::uint64_t step) override {
    if (!walks()) return;
    for_blocks(part, [&](std::size_t block) { walkers_->start(block, tables_->pointers(), step); });
  }

  void advance(std::size_t part, runs::Steps steps, const runs::Tally& tally) override {
    TreeSums sums;
    for_blocks(part, [&](std::size_t block) {
      if (walks())
        walkers_->chain(block, tables_->pointers(), steps.first, steps.count, sums);
      else
        sample(block, steps, tally.histogram, sums);
    });
    add(tally.groups.front(), sums, steps.count * group_blocks_);
  }

  runs::Bytes save(std::size_t part) const override {
    runs::Bytes bytes;
    if (walks()) for_blocks(part, [&](std::size_t block) { walkers_->save(block, bytes); });
    return bytes;
  }
  void restore(std::size_t part, std::span<const std::byte> states) override {
    if (!walks()) return;
    for_blocks(part, [&](std::size_t block) { walkers_->restore(block, states, check_, m_ + 1); });
  }
  void take_snapshot() override {
    if (walks()) walkers_->take_snapshot();
  }
  void roll_back() override {
    if (walks()) walkers_->roll_back();
  }

 private:
  static constexpr std::uint32_t parts_of_block = block_members / TreeCode<T>::members;

  static std::size_t walker_bytes(const SharedTables<T>& shared, const TreeIntegrand& integrand,
                                  const OrderOptions& options) {
    const std::size_t rows = (shared.codes().one_code() ? 2 : 3) * (integrand.form.m + 1);
    return options.group_blocks * rows * block_members * sizeof(std::uint32_t);
  }

  void take_plan() override {
    tables_.emplace(shared_, plan_, params_, numbers_, m_, alike_, moves_);
    if (!walks()) return walkers_.reset();
    if (walkers_) return walkers_->unsettle();
    std::vector<std::uint32_t> first;
    for (std::size_t block = 0; block < block_count() * parts_of_block; ++block)
      first.push_back(first_member(block));
    walkers_.emplace(code_, first);
  }

  /// Blocks of the code, of which a block of the population has several.
  template <class Body>
  void for_blocks(std::size_t part, const Body& body) const {
    const std::size_t count = group_blocks_ * parts_of_block;
    for (std::size_t i = 0; i < count; ++i) body(part * count + i);
  }
  std::uint32_t first_member(std::size_t block) const {
    return block_number(block / parts_of_block) * block_members +
           static_cast<std::uint32_t>(block % parts_of_block) * TreeCode<T>::members;
  }

  void sample(std::size_t number, runs::Steps steps, std::span<std::int64_t> histogram,
              TreeSums& sums) const {
    StepBlock<T> block = code_.block(first_member(number));
    if (histogram.empty() || !is_counted(block_number(number / parts_of_block)))
      return code_.walk(tables_->pointers(), block, steps.first, steps.count, sums);
    for (std::uint64_t step = 0; step < steps.count; ++step) {
      code_.walk(tables_->pointers(), block, steps.first + step, 1, sums);
      count_places(shared_, TreeCode<T>::members, block.numbers + code_.f_row() * block.stride,
                   block.integers, histogram, block.stride);
    }
  }

  const SharedTables<T>& shared_;
  TreeCode<T> code_;
  PlaceCheck check_;
  std::vector<double> params_;
  std::optional<TreeTables<T>> tables_;
  std::optional<TreeWalkers<T>> walkers_;
};

template <class T>
class Tables final : public SharedTreeTables {
 public:
  Tables(const lattice::Model& model, bool derivative)
      : space_(model.space),
        tables_(model.space, model.table, tree_bins,
                derivative ? &model.derivative.value() : nullptr) {}
  const LinkClasses& classes() const override { return tables_.classes(); }
  std::unique_ptr<TreePopulation> make(const TreeIntegrand& integrand,
                                       const OrderOptions& options) const override {
    if (integrand.kernel.target() == Target::cuda)
      return device_tree_population(tables_, space_, integrand, options);
    return std::make_unique<CpuTreePopulation<T>>(tables_, space_, integrand, options);
  }
  std::string source(const TreeIntegrand& integrand, int device) const override {
    if (integrand.kernel.target() == Target::cuda)
      return cuda_tree_source(tables_, space_, integrand, device);
    return tree_source(integrand.kernel, integrand.single,
                       tree_shape(tables_, space_, integrand, lane_count(integrand.kernel)));
  }

 private:
  lattice::Space space_;
  SharedTables<T> tables_;
};

}  // namespace

std::unique_ptr<SharedTreeTables> shared_tree_tables(const lattice::Model& model,
                                                     diagc::Precision precision, bool derivative) {
  if (derivative && !model.derivative) {
    throw std::runtime_error(
        "found a model without the derivative of its propagator, expected one: an input of the "
        "rule file takes it");
  }
  if (precision == diagc::Precision::fp32)
    return std::make_unique<Tables<float>>(model, derivative);
  return std::make_unique<Tables<double>>(model, derivative);
}

}  // namespace diagc::series
