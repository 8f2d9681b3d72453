#include "physics/series/sampling/order_walkers.h"

#include <cmath>
#include <optional>

#include "physics/series/sampling/cuda_walkers.h"
#include "physics/series/sampling/step_code.h"
#include "physics/series/sampling/walker_block.h"

namespace diagc::integrate {

namespace {

template <class T>
class CpuWalkers final : public OrderWalkers {
 public:
  CpuWalkers(const SharedTables<T>& shared, const Kernel& kernel, const std::vector<double>& params,
             std::uint64_t seed, const std::vector<std::uint32_t>& blocks, bool use_cache,
             std::stop_token stop)
      : shared_(shared),
        order_(integration_order(kernel)),
        code_(kernel, shared.shape(order_, lane_count(kernel)), use_cache, std::move(stop)),
        params_(params),
        seed_(seed),
        numbers_(blocks) {
    for (const std::uint32_t block : blocks) blocks_.emplace_back(code_, block * block_walkers);
  }

  void set_plan(const StepPlan& plan) override {
    tables_.emplace(shared_, plan, params_, seed_, order_);
    normalisation_ = plan.normalisation;
  }

  double start(std::size_t block, std::uint64_t step) override {
    StepBlock<T> view = blocks_[block].view(code_);
    code_.start(tables_->pointers(), view, step);
    double sum = 0;
    for (std::uint32_t walker = 0; walker < block_walkers; ++walker) {
      sum += std::abs(static_cast<double>(state(block, 0)[walker])) /
             (static_cast<double>(state(block, 2)[walker]) / normalisation_);
    }
    return sum;
  }

  void refresh(std::size_t block) override {
    StepBlock<T> view = blocks_[block].view(code_);
    code_.refresh(tables_->pointers(), view);
  }

  StepSums walk(std::size_t block, std::uint64_t first, std::uint64_t steps,
                std::span<std::uint64_t> counts) override {
    StepBlock<T> view = blocks_[block].view(code_);
    StepSums sums;
    code_.walk(tables_->pointers(), view, first, steps, sums);
    if (counts.empty() || !is_counted(numbers_[block])) return sums;
    for (std::uint32_t walker = 0; walker < block_walkers; ++walker) {
      shared_.count_links(
          order_, [&](std::uint32_t row) { return blocks_[block].integers(row)[walker]; },
          state(block, 0)[walker], state(block, 1)[walker], counts);
    }
    return sums;
  }

  std::vector<std::uint32_t> places(std::size_t block) const override {
    return blocks_[block].places();
  }
  void set_places(std::size_t block, std::span<const std::uint32_t> places) override {
    blocks_[block].set_places(places);
  }
  void remember() override {
    remembered_.clear();
    for (const WalkerBlock<T>& block : blocks_) remembered_.push_back(block.places());
  }
  void go_back() override {
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
      blocks_[block].set_places(remembered_[block]);
    }
  }
  std::size_t walker_bytes() const override { return blocks_.front().bytes() / block_walkers; }

 private:
  /// Row of f, |f| + λ w, λ w.
  const T* state(std::size_t block, std::uint32_t row) const {
    return blocks_[block].numbers((order_ + 1) * (order_ + 2) + row);
  }

  const SharedTables<T>& shared_;
  std::uint32_t order_;
  StepCode<T> code_;
  std::vector<double> params_;
  std::uint64_t seed_;
  std::vector<std::uint32_t> numbers_;  ///< of blocks_
  std::vector<WalkerBlock<T>> blocks_;
  std::vector<std::vector<std::uint32_t>> remembered_;
  std::optional<StepTables<T>> tables_;
  double normalisation_ = 1;
};

template <class T>
class CpuTables final : public SharedWalkerTables {
 public:
  CpuTables(const Model& model, std::uint32_t link_bins)
      : tables_(model.space, model.table, link_bins) {}
  const LinkClasses& classes() const override { return tables_.classes(); }
  std::unique_ptr<OrderWalkers> make(const Kernel& kernel, const std::vector<double>& params,
                                     std::uint64_t seed, const std::vector<std::uint32_t>& blocks,
                                     int device, bool use_cache, std::stop_token stop,
                                     GpuForm form) const override {
    if (kernel.target() == Target::cuda) {
      return cuda_walkers(tables_, kernel, params, seed, blocks, device, form, use_cache, stop);
    }
    return std::make_unique<CpuWalkers<T>>(tables_, kernel, params, seed, blocks, use_cache, stop);
  }
  std::string source(const Kernel& kernel, std::size_t params, int device) const override {
    if (kernel.target() == Target::cuda) return cuda_step_source(tables_, kernel, params, device);
    return step_source(kernel, tables_.shape(integration_order(kernel), lane_count(kernel)));
  }

 private:
  SharedTables<T> tables_;
};

}  // namespace

std::unique_ptr<SharedWalkerTables> shared_walker_tables(const Model& model,
                                                         diagc::Precision precision,
                                                         std::uint32_t link_bins) {
  if (precision == diagc::Precision::fp32) {
    return std::make_unique<CpuTables<float>>(model, link_bins);
  }
  return std::make_unique<CpuTables<double>>(model, link_bins);
}

}  // namespace diagc::integrate
