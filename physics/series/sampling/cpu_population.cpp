// Walkers on the processor: a part is a group, whose blocks are stepped one after the other by compiled code.
#include <cmath>
#include <optional>

#include "physics/series/sampling/device_population.h"
#include "physics/series/sampling/integrand_form.h"
#include "physics/series/sampling/order_population.h"
#include "physics/series/sampling/step_code.h"
#include "physics/series/sampling/walker_block.h"

namespace diagc::series {

namespace {

constexpr std::uint32_t least_stretch = 32;

template <class T>
class CpuPopulation final : public OrderPopulation {
 public:
  CpuPopulation(const SharedTables<T>& shared, const lattice::Space& space, const Kernel& kernel,
                const OrderOptions& options)
      : OrderPopulation(integration_order(kernel), least_stretch, options, shared.classes(),
                        shared.codes(), space),
        shared_(shared),
        code_(kernel, shared.shape(order_, lane_count(kernel)), options.use_cache, options.stop),
        params_(options.params),
        seed_(options.seed),
        settled_(groups_.size()) {
    for (std::size_t block = 0; block < block_count(); ++block)
      blocks_.emplace_back(code_, block_number(block) * block_walkers);
  }

  std::size_t parts() const override { return groups_.size(); }
  runs::GroupRange groups(std::size_t part) const override { return {part, part + 1}; }

  void set_plan(const StepPlan& plan) override {
    plan_ = plan;
    tables_.emplace(shared_, plan, params_, seed_, order_);
    settled_.assign(groups_.size(), 0);
  }

  void start(std::size_t part, std::uint64_t step) override {
    for_blocks(part, [&](std::size_t block) {
      StepBlock<T> view = blocks_[block].view(code_);
      code_.start(tables_->pointers(), view, step);
    });
    settled_[part] = 1;
  }

  std::vector<double> chain_sizes(std::size_t part) override {
    settle(part);
    double sum = 0;
    for_blocks(part, [&](std::size_t block) {
      for (std::uint32_t walker = 0; walker < block_walkers; ++walker) {
        sum += std::abs(static_cast<double>(state(block, 0)[walker])) /
               (static_cast<double>(state(block, 2)[walker]) / plan_.normalisation);
      }
    });
    return {sum};
  }

  void advance(std::size_t part, runs::Steps steps, const runs::Tally& tally) override {
    settle(part);
    for_blocks(part, [&](std::size_t block) {
      StepBlock<T> view = blocks_[block].view(code_);
      StepSums sums;
      code_.walk(tables_->pointers(), view, steps.first, steps.count, sums);
      add(tally.groups.front(), sums, steps.count);
      if (!tally.histogram.empty() && is_counted(block_number(block)))
        count(block, tally.histogram);
    });
  }

  runs::Bytes save(std::size_t part) const override {
    runs::Bytes bytes;
    for_blocks(part, [&](std::size_t block) {
      const std::vector<std::uint32_t> places = blocks_[block].places();
      runs::write_numbers(bytes, std::span(places));
    });
    return bytes;
  }
  void restore(std::size_t part, std::span<const std::byte> states) override {
    std::vector<std::uint32_t> places(blocks_.front().place_numbers());
    for_blocks(part, [&](std::size_t block) {
      runs::read_numbers(states, std::span(places));
      check_places(places);
      blocks_[block].set_places(places);
    });
    settled_[part] = 0;
  }

  void take_snapshot() override {
    kept_.clear();
    for (const WalkerBlock<T>& block : blocks_) kept_.push_back(block.places());
  }
  void roll_back() override {
    for (std::size_t block = 0; block < blocks_.size(); ++block)
      blocks_[block].set_places(kept_[block]);
    settled_.assign(groups_.size(), 0);
  }

  std::size_t walker_bytes() const override { return blocks_.front().bytes() / block_walkers; }

 private:
  template <class Body>
  void for_blocks(std::size_t part, const Body& body) const {
    for (std::size_t i = 0; i < group_blocks_; ++i) body(part * group_blocks_ + i);
  }

  /// Lines, links and weights of the places that walkers are at, under these tables.
  void settle(std::size_t part) {
    if (settled_[part]) return;
    for_blocks(part, [&](std::size_t block) {
      StepBlock<T> view = blocks_[block].view(code_);
      code_.refresh(tables_->pointers(), view);
    });
    settled_[part] = 1;
  }

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

  const SharedTables<T>& shared_;
  StepCode<T> code_;
  std::vector<double> params_;
  std::uint64_t seed_;
  std::vector<WalkerBlock<T>> blocks_;
  std::vector<char> settled_;  ///< [part]: whether what walkers carry belongs to their places
  std::vector<std::vector<std::uint32_t>> kept_;
  std::optional<StepTables<T>> tables_;
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
