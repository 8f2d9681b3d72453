// Independent samples on the processor: a part is a group, whose blocks are made one after the other by compiled code.
#include <algorithm>
#include <optional>
#include <stdexcept>

#include "physics/series/sampling/step_code.h"
#include "physics/series/sampling/tree/device_tree_population.h"
#include "physics/series/sampling/tree/tree_code.h"
#include "physics/series/sampling/tree/tree_population.h"

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
                       shared.classes(), space),
        shared_(shared),
        code_(integrand.kernel, tree_shape(shared, space, integrand, lane_count(integrand.kernel)),
              options.use_cache, options.stop),
        params_(options.params),
        seed_(options.seed),
        use_(first_use(integrand.order)) {}

  std::size_t parts() const override { return groups_.size(); }
  runs::GroupRange groups(std::size_t part) const override { return {part, part + 1}; }

  void set_plan(const TreePlan& plan) override {
    plan_ = plan;
    tables_.emplace(shared_, plan, params_, seed_, use_, m_, alike_);
  }

  void advance(std::size_t part, runs::Steps steps, const runs::Tally& tally) override {
    for (std::size_t i = 0; i < group_blocks_; ++i) {
      const std::uint32_t number = block_number(part * group_blocks_ + i);
      const bool counted = !tally.histogram.empty() && is_counted(number);
      TreeSums sums;
      for (std::uint32_t first = 0; first < block_members; first += TreeCode<T>::members) {
        StepBlock<T> block = code_.block(number * block_members + first);
        if (!counted) code_.walk(tables_->pointers(), block, steps.first, steps.count, sums);
        for (std::uint64_t step = 0; counted && step < steps.count; ++step) {
          code_.walk(tables_->pointers(), block, steps.first + step, 1, sums);
          count_places(shared_, TreeCode<T>::members, block.numbers + code_.f_row() * block.stride,
                       block.integers, tally.histogram, block.stride);
        }
      }
      add(tally.groups.front(), sums, steps.count);
    }
  }

 private:
  const SharedTables<T>& shared_;
  TreeCode<T> code_;
  std::vector<double> params_;
  std::uint64_t seed_;
  std::uint32_t use_;
  std::optional<TreeTables<T>> tables_;
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
    return tree_source(integrand.kernel,
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
