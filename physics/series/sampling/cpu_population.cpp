// Chains of walkers on the processor.
#include <cmath>

#include "physics/series/sampling/block_population.h"
#include "physics/series/sampling/device_population.h"
#include "physics/series/sampling/integrand_form.h"
#include "physics/series/sampling/step_code.h"

namespace diagc::series {

namespace {

template <class T>
class CpuPopulation final : public BlockPopulation<T, StepCode<T>, StepPointers<T>> {
  using Base = BlockPopulation<T, StepCode<T>, StepPointers<T>>;
  using Base::block_walkers, Base::blocks_, Base::code_, Base::order_, Base::plan_, Base::shared_,
      Base::tables_;

 public:
  CpuPopulation(const SharedTables<T>& shared, const lattice::Space& space, const Kernel& kernel,
                const OrderOptions& options)
      : Base(shared, space, integration_order(kernel), Base::quantities, integration_order(kernel),
             options, kernel, shared.shape(integration_order(kernel), lane_count(kernel)),
             options.use_cache, options.stop) {}

  std::vector<double> chain_sizes(std::size_t part) override {
    this->settle(part);
    double sum = 0;
    this->for_blocks(part, [&](std::size_t block) {
      for (std::uint32_t walker = 0; walker < block_walkers; ++walker) {
        sum += std::abs(static_cast<double>(state(block, 0)[walker])) /
               (static_cast<double>(state(block, 2)[walker]) / plan_.normalisation);
      }
    });
    return {sum};
  }

  void advance(std::size_t part, runs::Steps steps, const runs::Tally& tally) override {
    this->settle(part);
    this->for_blocks(part, [&](std::size_t block) {
      StepBlock<T> view = blocks_[block].view(code_);
      StepSums sums;
      code_.walk(tables_->pointers(), view, steps.first, steps.count, sums);
      this->add(tally.groups.front(), sums, steps.count);
      if (!tally.histogram.empty() && this->is_counted(this->block_number(block)))
        count(block, tally.histogram);
    });
  }

 private:
  void count(std::size_t block, std::span<std::int64_t> cells) const {
    for (std::uint32_t walker = 0; walker < block_walkers; ++walker) {
      shared_.count_links(
          order_, [&](std::uint32_t row) { return blocks_[block].integers(row)[walker]; },
          state(block, 0)[walker], state(block, 1)[walker], cells);
    }
  }

  /// Row of f, |f| + λ w, λ w.
  const T* state(std::size_t block, std::uint32_t row) const {
    return blocks_[block].numbers((order_ + 1) * (order_ + 2) + row);
  }
};

template <class T>
class Tables final : public SharedWalkerTables {
 public:
  Tables(const lattice::Model& model, std::uint32_t link_bins)
      : space_(model.space), tables_(model.space, model.table, link_bins) {}
  const LinkClasses& classes() const override { return tables_.classes(); }
  std::unique_ptr<OrderPopulation> make(const Kernel& kernel,
                                        const OrderOptions& options) const override {
    if (kernel.target() == Target::cuda) return device_population(tables_, space_, kernel, options);
    return std::make_unique<CpuPopulation<T>>(tables_, space_, kernel, options);
  }
  std::string source(const Kernel& kernel, int device) const override {
    if (kernel.target() == Target::cuda) return cuda_step_source(tables_, kernel, device);
    return step_source(kernel, tables_.shape(integration_order(kernel), lane_count(kernel)));
  }

 private:
  lattice::Space space_;
  SharedTables<T> tables_;
};

}  // namespace

std::unique_ptr<SharedWalkerTables> shared_walker_tables(const lattice::Model& model,
                                                         diagc::Precision precision,
                                                         std::uint32_t link_bins) {
  if (precision == diagc::Precision::fp32) return std::make_unique<Tables<float>>(model, link_bins);
  return std::make_unique<Tables<double>>(model, link_bins);
}

}  // namespace diagc::series
