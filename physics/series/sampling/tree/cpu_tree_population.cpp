// Independent samples on the processor: a part is a group, whose blocks are made one after the other by compiled code.
#include <algorithm>
#include <optional>
#include <stdexcept>

#include "physics/series/sampling/step_code.h"
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
StepShape tree_shape(const SharedTables<T>& shared, const lattice::Space& space,
                     const TreeIntegrand& integrand, std::uint32_t lanes) {
  StepShape shape = shared.shape(integrand.form.m, lanes);
  shape.propagator_input = static_cast<std::uint32_t>(integrand.form.propagator);
  shape.derivative_input = static_cast<std::uint32_t>(integrand.form.derivative.value_or(0));
  shape.alike = integrand.alike;
  shape.symmetric = integrand.alike && space.cell_sites == 1;
  return shape;
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
        use_(first_use(integrand.order)),
        one_site_(space.sites == 1) {}

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
          count_block(block, tally.histogram);
        }
      }
      add(tally.groups.front(), sums, steps.count);
    }
  }

 private:
  void count_block(const StepBlock<T>& block, std::span<std::int64_t> counts) const {
    const std::uint32_t vertices = m_ + 1,
                        anchors = shared_.codes().one_code() ? vertices : 2 * vertices;
    const T* const f = block.numbers + code_.f_row() * block.stride;
    for (std::uint32_t member = 0; member < block.walkers; ++member) {
      const auto row = [&](std::uint32_t i) { return block.integers[i * block.stride + member]; };
      // Where there is one site, nobody writes codes.
      const auto code = [&](std::uint32_t i) { return one_site_ ? 0 : row(i); };
      const auto cell = [&](std::uint32_t u, std::uint32_t v) {
        return shared_.cell(code(anchors + u), code(vertices + v), row(v) - row(u));
      };
      count(cell, static_cast<double>(f[member] / f[block.stride + member]), counts);
    }
  }

  const SharedTables<T>& shared_;
  TreeCode<T> code_;
  std::vector<double> params_;
  std::uint64_t seed_;
  std::uint32_t use_;
  bool one_site_;
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
    return std::make_unique<CpuTreePopulation<T>>(tables_, space_, integrand, options);
  }
  std::string source(const TreeIntegrand& integrand, int) const override {
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
