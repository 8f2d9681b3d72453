// Walkers at any points on the processor.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "physics/series/sampling/block_population.h"
#include "physics/series/sampling/moves.h"
#include "physics/series/sampling/points/end_phases.h"
#include "physics/series/sampling/points/point_code.h"
#include "physics/series/sampling/points/point_population.h"
#include "physics/series/sampling/step_code.h"
#include "physics/series/sampling/step_tables.h"

namespace diagc::series {

namespace {

template <class T>
std::vector<bool> periodic_of(const lattice::Model& model) {
  std::vector<bool> periodic;
  for (const lattice::LineTable& line : model.lines) periodic.push_back(!line.is_fermion());
  return periodic;
}

/// Orders of chains and of trees have other numbers (StepTables, TreePopulation).
constexpr std::uint32_t first_stream = 2048;

template <class T>
class CpuPointPopulation final : public BlockPopulation<T, PointCode<T>, PointPointers<T>> {
  using Base = BlockPopulation<T, PointCode<T>, PointPointers<T>>;
  using Base::block_walkers, Base::blocks_, Base::code_, Base::order_, Base::plan_, Base::shared_,
      Base::tables_;
  using Base::integrand, Base::normalisation, Base::quantities;

 public:
  CpuPointPopulation(const SharedTables<T>& shared, const lattice::Model& model,
                     const Kernel& kernel, const PointForm& form, const OrderOptions& options)
      : Base(shared, model.space, form.m(), 1 + form.measure.components(), first_stream + form.m(),
             options, kernel, shared.shape(form.m(), lane_count(kernel)), form,
             periodic_of<T>(model), options.use_cache, options.stop),
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
    const PointForm::Point& point = form_.points[v];
    const LinkClasses& classes = this->link_classes();
    std::vector<double> weights = bubble_weights(classes, model.space, model.table);
    const std::vector<double> reach = interaction();
    for (std::uint32_t c = 0; c < classes.classes(); ++c) {
      const std::uint32_t displacement = classes.members[classes.first_member[c]],
                          from = displacement / model.space.cells() / model.space.cell_sites;
      const bool same = model.space.site_at(from, displacement) == from;
      for (std::uint32_t bin = 0; bin < classes.bins; ++bin) {
        double& weight = weights[c * classes.bins + bin];
        if (point.site == PointForm::Site::same && !same) weight = 0;
        if (point.site == PointForm::Site::interacting)
          weight = reach[model.space.row_of[displacement]] * classes.member_count(c);
        else if (point.same_time)
          weight = weight > 0 ? classes.member_count(c) : 0;
      }
    }
    return weights;
  }
  std::vector<std::uint8_t> moves(bool redraw) const override {
    std::vector<std::uint8_t> moves = OrderPopulation::moves(redraw);
    // Points at their parent's time are shifted with it.
    std::erase_if(moves, [&](std::uint8_t move) {
      return move_kind(move, order_) == Move::shift && form_.points[move - order_].same_time;
    });
    return moves;
  }

  std::vector<runs::Estimate> further_estimates(
      std::span<const runs::GroupStatistics> groups) const override {
    std::vector<runs::Estimate> estimates;
    for (std::size_t component = 0; component < form_.measure.components(); ++component) {
      if (quantity(component) == integrand) {
        estimates.push_back(this->estimate(groups));
      } else {
        estimates.push_back(
            runs::estimate(groups, {.numerator = quantity(component), .denominator = normalisation},
                           this->grouping()));
      }
    }
    return estimates;
  }

 private:
  /// The main component is the row's first quantity.
  std::size_t quantity(std::size_t component) const {
    const std::size_t main = form_.measure.main_component();
    if (component == main) return integrand;
    return quantities + (component < main ? component : component - 1);
  }
  std::uint32_t leaves() const {
    return form_.ends.empty() ? 1 : static_cast<std::uint32_t>(form_.ends.size());
  }
  std::uint32_t weight_row() const { return leaves() + order_ + 1; }
  std::uint32_t norm_row() const { return weight_row() + 1; }
  double number(std::size_t block, std::uint32_t row, std::uint32_t walker) const {
    return static_cast<double>(blocks_[block].numbers(row)[walker]);
  }

  /// |V| of each row of the model's table.
  std::vector<double> interaction() const {
    std::vector<double> rows(model_.table.rows, 0);
    for (const lattice::LineTable& line : model_.lines) {
      if (line.kind != lattice::LineKind::interaction) continue;
      for (std::uint32_t row = 0; row < rows.size(); ++row)
        rows[row] += std::abs(line.table.equal_time[row]);
    }
    return rows;
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
                      std::ldexp(static_cast<double>(ends - begins), -32), earlier, from == end,
                      components);
        }
      }
      for (std::size_t c = 0; c < components.size(); ++c) row[quantity(c)] = components[c];
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

  /// Adds size / weight of every walker, in units of 2⁻²⁰, to the cells of its links.
  void count(std::size_t block, std::span<std::int64_t> cells) const {
    const std::uint32_t points = order_ + 1,
                        anchors = shared_.codes().one_code() ? points : 2 * points;
    const std::uint32_t bins = this->link_classes().bins;
    const auto code = [&](std::uint32_t row, std::uint32_t walker) {
      return model_.space.sites == 1 ? 0 : blocks_[block].integers(row)[walker];
    };
    for (std::uint32_t walker = 0; walker < block_walkers; ++walker) {
      const double weight = number(block, weight_row(), walker);
      const auto share = static_cast<std::int64_t>(
          std::ldexp((weight - number(block, norm_row(), walker)) / weight, 20));
      for (std::uint32_t v = 1; v <= order_; ++v) {
        const std::uint32_t from = form_.points[v].from;
        const std::uint32_t ticks =
            blocks_[block].integers(v)[walker] - blocks_[block].integers(from)[walker];
        const std::uint32_t cell =
            shared_.cell(code(anchors + from, walker), code(points + v, walker), ticks);
        std::int64_t* const own = &cells[std::size_t{v - 1} * this->link_classes().cells()];
        if (!form_.points[v].same_time) {
          own[cell] += share;
          continue;
        }
        // Of no time: all bins alike.
        for (std::uint32_t bin = 0; bin < bins; ++bin) own[cell / bins * bins + bin] += share;
      }
    }
  }

  void check_ties(std::span<const std::uint32_t> places) const override {
    for (std::uint32_t v = 1; v <= order_; ++v) {
      if (!form_.points[v].same_time) continue;
      const std::size_t from = form_.points[v].from;
      for (std::uint32_t walker = 0; walker < block_walkers; ++walker) {
        if (places[v * block_walkers + walker] != places[from * block_walkers + walker])
          throw std::runtime_error("a walker is where none can be");
      }
    }
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
    return std::make_unique<CpuPointPopulation<T>>(tables_, model_, kernel, form, options);
  }
  std::string source(const Kernel& kernel, const PointForm& form) const override {
    return point_source(kernel_part(kernel, integrand), tables_.shape(form.m(), lane_count(kernel)),
                        form, periodic_of<T>(model_));
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
