// Walkers on the processor: a part is a group, whose blocks are stepped one after the other by compiled code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "physics/series/sampling/order_population.h"
#include "physics/series/sampling/walker_block.h"

namespace diagc::series {

/// `Code` is a StepCode or a PointCode, `Pointers` what it reads.
template <class T, class Code, class Pointers>
class BlockPopulation : public OrderPopulation {
 public:
  std::size_t parts() const final { return groups_.size(); }
  runs::GroupRange groups(std::size_t part) const final { return {part, part + 1}; }

  void set_plan(const StepPlan& plan) final {
    plan_ = plan;
    tables_.emplace(shared_, plan, params_, seed_, stream_);
    settled_.assign(groups_.size(), 0);
  }

  void start(std::size_t part, std::uint64_t step) final {
    for_blocks(part, [&](std::size_t block) {
      StepBlock<T> view = blocks_[block].view(code_);
      code_.start(tables_->pointers(), view, step);
    });
    settled_[part] = 1;
  }

  runs::Bytes save(std::size_t part) const final {
    runs::Bytes bytes;
    for_blocks(part, [&](std::size_t block) {
      const std::vector<std::uint32_t> places = blocks_[block].places();
      runs::write_numbers(bytes, std::span(places));
    });
    return bytes;
  }
  void restore(std::size_t part, std::span<const std::byte> states) final {
    std::vector<std::uint32_t> places(blocks_.front().place_numbers());
    for_blocks(part, [&](std::size_t block) {
      runs::read_numbers(states, std::span(places));
      check_places(places);
      check_ties(places);
      blocks_[block].set_places(places);
    });
    settled_[part] = 0;
  }

  void take_snapshot() final {
    kept_.clear();
    for (const WalkerBlock<T>& block : blocks_) kept_.push_back(block.places());
  }
  void roll_back() final {
    for (std::size_t block = 0; block < blocks_.size(); ++block)
      blocks_[block].set_places(kept_[block]);
    settled_.assign(groups_.size(), 0);
  }

  std::size_t walker_bytes() const final { return blocks_.front().bytes() / block_walkers; }

 protected:
  /// `code`: what the constructor of Code takes. `stream`: see StepTables.
  template <class... CodeArguments>
  BlockPopulation(const SharedTables<T>& shared, const lattice::Space& space, std::uint32_t order,
                  std::size_t all_quantities, std::uint32_t stream, const OrderOptions& options,
                  const CodeArguments&... code)
      : OrderPopulation(order, least_stretch, options, shared.classes(), shared.codes(), space,
                        static_cast<std::uint32_t>(all_quantities)),
        shared_(shared),
        code_(code...),
        params_(options.params),
        seed_(options.seed),
        stream_(stream),
        settled_(groups_.size()) {
    for (std::size_t block = 0; block < block_count(); ++block)
      blocks_.emplace_back(code_, block_number(block) * block_walkers);
  }

  /// Throws where vertices of a block that are tied to each other are not at one place.
  virtual void check_ties(std::span<const std::uint32_t> /*places*/) const {}

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

  const SharedTables<T>& shared_;
  Code code_;
  std::vector<WalkerBlock<T>> blocks_;
  std::optional<StepTables<T, Pointers>> tables_;

 private:
  static constexpr std::uint32_t least_stretch = 32;

  std::vector<double> params_;
  std::uint64_t seed_;
  std::uint32_t stream_;
  std::vector<char> settled_;  ///< [part]: whether what walkers carry belongs to their places
  std::vector<std::vector<std::uint32_t>> kept_;
};

}  // namespace diagc::series
