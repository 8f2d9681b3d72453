// Walkers at any points on the processor.
#include <algorithm>
#include <cmath>

#include "physics/series/sampling/block_population.h"
#include "physics/series/sampling/points/device_point_population.h"
#include "physics/series/sampling/points/end_phases.h"
#include "physics/series/sampling/points/point_code.h"
#include "physics/series/sampling/points/point_population.h"
#include "physics/series/sampling/points/point_walkers.h"
#include "physics/series/sampling/step_code.h"
#include "physics/series/sampling/step_tables.h"

namespace diagc::series {

namespace {

template <class T>
class CpuPointPopulation final : public BlockPopulation<T, PointCode<T>, PointPointers<T>> {
  using Base = BlockPopulation<T, PointCode<T>, PointPointers<T>>;
  using Base::block_walkers, Base::blocks_, Base::code_, Base::order_, Base::plan_, Base::shared_,
      Base::tables_;
  using Base::integrand, Base::normalisation, Base::quantities;

 public:
  CpuPointPopulation(const SharedTables<T>& shared, const lattice::Model& model,
                     const Kernel& kernel, const PointForm& form, const OrderOptions& options)
      : Base(shared, model.space, form.m(), 1 + form.measure.components(), point_stream(form.m()),
             options, kernel, shared.shape(form.m(), lane_count(kernel)), form,
             periodic_lines(model), options.use_cache, options.stop),
        model_(model),
        form_(form),
        phases_(form.measure, model.space, model.beta) {}

  std::vector<double> chain_sizes(std::size_t part) override {
    this->settle(part);
    double sum = 0;
    this->for_blocks(part, [&](std::size_t block) {
      for (std::uint32_t walker = 0; walker < block_walkers; ++walker) {
        const double norm = number(block, norm_row(), walker);
        if (norm > 0)
          sum += (number(block, weight_row(), walker) - norm) / (norm / plan_.normalisation);
      }
    });
    return {sum};
  }

  void advance(std::size_t part, runs::Steps steps, const runs::Tally& tally) override {
    this->settle(part);
    std::vector<double> row(this->shape().quantities);
    this->for_blocks(part, [&](std::size_t block) {
      StepBlock<T> view = blocks_[block].view(code_);
      PointSums sums;
      for (std::uint64_t step = steps.first; step < steps.first + steps.count; ++step) {
        code_.step(tables_->pointers(), view, step, sums);
        measure(block, row, tally.groups.front());
      }
      runs::Sums& to = tally.groups.front();
      for (std::size_t kind = Base::redraws; kind <= Base::roots; ++kind)
        to.counts[kind] += sums.accepted[kind];
      to.counts[Base::broken] += sums.broken;
      if (!tally.histogram.empty() && this->is_counted(this->block_number(block)))
        count(block, tally.histogram);
    });
  }

  std::vector<double> background(std::uint32_t v, const lattice::Model& model) const override {
    return point_background(form_, v, model, this->link_classes());
  }
  std::vector<std::uint8_t> moves(bool redraw) const override {
    return point_moves(form_, OrderPopulation::moves(redraw));
  }
  std::vector<runs::Estimate> further_estimates(
      std::span<const runs::GroupStatistics> groups) const override {
    return component_estimates(form_.measure, this->estimate(groups), groups, this->grouping());
  }

 private:
  std::uint32_t leaves() const {
    return form_.ends.empty() ? 1 : static_cast<std::uint32_t>(form_.ends.size());
  }
  std::uint32_t weight_row() const { return leaves() + order_ + 1; }
  std::uint32_t norm_row() const { return weight_row() + 1; }
  double number(std::size_t block, std::uint32_t row, std::uint32_t walker) const {
    return static_cast<double>(blocks_[block].numbers(row)[walker]);
  }

  /// Adds a row for every walker of a block.
  void measure(std::size_t block, std::vector<double>& row, runs::Sums& to) const {
    std::vector<double>& components = components_of_thread();
    components.resize(form_.measure.components());
    const WalkerBlock<T>& walkers = blocks_[block];
    const std::uint32_t points = order_ + 1,
                        anchors = shared_.codes().one_code() ? points : 2 * points;
    const bool one_site = model_.space.sites == 1;
    for (std::uint32_t walker = 0; walker < block_walkers; ++walker) {
      const double inverse = 1 / number(block, weight_row(), walker);
      std::ranges::fill(components, 0);
      if (form_.ends.empty()) {
        components[0] = number(block, 0, walker) * inverse;
      } else {
        for (std::size_t k = 0; k < form_.ends.size(); ++k) {
          const auto [from, end] = form_.ends[k];
          const std::uint32_t begins = walkers.integers(from)[walker],
                              ends = walkers.integers(end)[walker];
          const bool earlier = from < end ? ends < begins : !(begins < ends) && from != end;
          const std::uint32_t displacement =
              one_site ? 0
                       : shared_.codes().displacement[walkers.integers(points + end)[walker] -
                                                      walkers.integers(anchors + from)[walker] +
                                                      shared_.codes().offset];
          phases_.add(number(block, static_cast<std::uint32_t>(k), walker) * inverse, displacement,
                      static_cast<double>(ends - begins) * 0x1p-32, earlier, from == end,
                      components);
        }
      }
      for (std::size_t c = 0; c < components.size(); ++c)
        row[quantity_of(form_.measure, c)] = components[c];
      row[normalisation] = number(block, norm_row(), walker) * inverse;
      add_row(row, to);
    }
  }
  static std::vector<double>& components_of_thread() {
    thread_local std::vector<double> components;
    return components;
  }
  /// Of products those that a ratio's error is made of.
  static void add_row(const std::vector<double>& row, runs::Sums& to) {
    ++to.rows;
    for (std::size_t j = 0; j < row.size(); ++j) {
      to.first[j] += row[j];
      to.second[to.pair(j, j)] += row[j] * row[j];
      if (j != normalisation)
        to.second[to.pair(std::min<std::size_t>(j, normalisation),
                          std::max<std::size_t>(j, normalisation))] += row[j] * row[normalisation];
    }
  }

  void count(std::size_t block, std::span<std::int64_t> cells) const {
    const std::uint32_t points = order_ + 1,
                        anchors = shared_.codes().one_code() ? points : 2 * points;
    const WalkerBlock<T>& walkers = blocks_[block];
    for (std::uint32_t walker = 0; walker < block_walkers; ++walker) {
      const auto code = [&](std::uint32_t row) {
        return model_.space.sites == 1 ? 0 : walkers.integers(row)[walker];
      };
      const double weight = number(block, weight_row(), walker);
      count_point_links(
          form_, weight - number(block, norm_row(), walker), weight, this->link_classes().bins,
          this->link_classes().cells(),
          [&](std::uint32_t from, std::uint32_t v) {
            return shared_.cell(code(anchors + from), code(points + v),
                                walkers.integers(v)[walker] - walkers.integers(from)[walker]);
          },
          cells);
    }
  }

  void check_ties(std::span<const std::uint32_t> places) const override {
    series::check_ties(form_, places);
  }

  const lattice::Model& model_;
  const PointForm& form_;
  EndPhases phases_;
};

template <class T>
class AllPointTables final : public SharedPointTables {
 public:
  AllPointTables(const lattice::Model& model, std::uint32_t link_bins)
      : model_(model), tables_(model.space, lines_of(model), link_bins) {}
  const LinkClasses& classes() const override { return tables_.classes(); }
  std::unique_ptr<OrderPopulation> make(const Kernel& kernel, const PointForm& form,
                                        const OrderOptions& options) const override {
    if (kernel.target() == Target::cuda)
      return device_point_population(tables_, model_, kernel, form, options);
    return std::make_unique<CpuPointPopulation<T>>(tables_, model_, kernel, form, options);
  }
  std::string source(const Kernel& kernel, const PointForm& form, int device) const override {
    if (kernel.target() == Target::cuda)
      return cuda_point_source(tables_, model_, kernel, form, device);
    return point_source(kernel_part(kernel, integrand), tables_.shape(form.m(), lane_count(kernel)),
                        form, periodic_lines(model_));
  }

 private:
  static std::vector<const lattice::PropagatorTable*> lines_of(const lattice::Model& model) {
    std::vector<const lattice::PropagatorTable*> tables;
    for (const lattice::LineTable& line : model.lines) tables.push_back(&line.table);
    return tables;
  }

  const lattice::Model& model_;
  SharedTables<T> tables_;
};

}  // namespace

std::unique_ptr<SharedPointTables> shared_point_tables(const lattice::Model& model,
                                                       diagc::Precision precision,
                                                       std::uint32_t link_bins) {
  if (precision == diagc::Precision::fp32)
    return std::make_unique<AllPointTables<float>>(model, link_bins);
  return std::make_unique<AllPointTables<double>>(model, link_bins);
}

}  // namespace diagc::series
