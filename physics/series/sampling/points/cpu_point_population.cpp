// Walkers at any points on the processor: a part is a group, whose blocks are stepped one after the other by compiled code.
#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "physics/series/sampling/moves.h"
#include "physics/series/sampling/points/end_phases.h"
#include "physics/series/sampling/points/point_code.h"
#include "physics/series/sampling/points/point_population.h"
#include "physics/series/sampling/step_code.h"
#include "physics/series/sampling/step_tables.h"

namespace diagc::series {

namespace {

constexpr std::uint32_t least_point_stretch = 32;

template <class T>
std::vector<bool> periodic_of(const lattice::Model& model) {
  std::vector<bool> periodic;
  for (const lattice::LineTable& line : model.lines) periodic.push_back(!line.is_fermion());
  return periodic;
}

/// Everything that steps look up, as StepTables of chains.
template <class T>
struct PointTables {
  PointTables(const SharedTables<T>& shared, const StepPlan& plan,
              const std::vector<double>& numbers, std::uint64_t seed, std::uint32_t use)
      : moves(plan.moves), params(numbers.begin(), numbers.end()), links(plan.links.size() + 1) {
    for (std::size_t v = 1; v < links.size(); ++v) {
      const LinkDistribution& link = plan.links[v - 1];
      densities.emplace_back(link.density.begin(), link.density.end());
      const LinkDraws drawn = link_draws(shared.classes(), link);
      draws.push_back(draw_entries(shared.classes(), shared.codes(), drawn));
      links[v] = {densities.back().data(), &draws.back().front().threshold};
      pointers.draw_count = drawn.count;
    }
    shared.fill(pointers);
    pointers.links = links.data();
    pointers.moves = moves.data();
    pointers.params = params.data();
    pointers.cycle = moves.size();
    pointers.key[0] = static_cast<std::uint32_t>(seed);
    pointers.key[1] = static_cast<std::uint32_t>(seed >> 32);
    pointers.use = use;
    pointers.shift = 2 * plan.shift_ticks + 1;
    pointers.code_count = static_cast<std::uint32_t>(shared.codes().place.size());
    pointers.normalisation = static_cast<T>(plan.normalisation);
  }
  PointTables(const PointTables&) = delete;

  std::vector<std::vector<T>> densities;
  std::vector<std::vector<DrawEntry>> draws;
  std::vector<std::uint8_t> moves;
  std::vector<T> params;
  std::vector<StepLink<T>> links;
  PointPointers<T> pointers{};
};

template <class T>
class CpuPointPopulation final : public OrderPopulation {
 public:
  CpuPointPopulation(const SharedTables<T>& shared, const lattice::Model& model,
                     const Kernel& kernel, const PointForm& form, const OrderOptions& options)
      : OrderPopulation(form.m(), least_point_stretch, options, shared.classes(), shared.codes(),
                        model.space, static_cast<std::uint32_t>(1 + form.measure.components())),
        shared_(shared),
        model_(model),
        form_(form),
        phases_(form.measure, model.space, model.beta),
        code_(kernel, shared.shape(order_, lane_count(kernel)), form, periodic_of<T>(model),
              options.use_cache, options.stop),
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
    // Orders of chains and of trees have other numbers (StepTables, TreePopulation).
    constexpr std::uint32_t first_use = 2048;
    tables_.emplace(shared_, plan, params_, seed_, (first_use + order_) * 64);
    settled_.assign(groups_.size(), 0);
  }

  void start(std::size_t part, std::uint64_t step) override {
    for_blocks(part, [&](std::size_t block) {
      StepBlock<T> view = blocks_[block].view(code_);
      code_.start(tables_->pointers, view, step);
    });
    settled_[part] = 1;
  }

  std::vector<double> chain_sizes(std::size_t part) override {
    settle(part);
    double sum = 0;
    for_blocks(part, [&](std::size_t block) {
      for (std::uint32_t walker = 0; walker < block_walkers; ++walker) {
        const double norm = number(block, norm_row(), walker);
        if (norm > 0)
          sum += (number(block, weight_row(), walker) - norm) / (norm / plan_.normalisation);
      }
    });
    return {sum};
  }

  void advance(std::size_t part, runs::Steps steps, const runs::Tally& tally) override {
    settle(part);
    std::vector<double> row(shape().quantities);
    for_blocks(part, [&](std::size_t block) {
      StepBlock<T> view = blocks_[block].view(code_);
      PointSums sums;
      for (std::uint64_t step = steps.first; step < steps.first + steps.count; ++step) {
        code_.step(tables_->pointers, view, step, sums);
        measure(block, row, tally.groups.front());
      }
      runs::Sums& to = tally.groups.front();
      for (std::size_t kind = redraws; kind <= roots; ++kind)
        to.counts[kind] += sums.accepted[kind];
      to.counts[broken] += sums.broken;
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
      check_ties(places);
      blocks_[block].set_places(places);
    });
    settled_[part] = 0;
  }
  void take_snapshot() override {
    kept_.clear();
    for (const PointBlock<T>& block : blocks_) kept_.push_back(block.places());
  }
  void roll_back() override {
    for (std::size_t block = 0; block < blocks_.size(); ++block)
      blocks_[block].set_places(kept_[block]);
    settled_.assign(groups_.size(), 0);
  }
  std::size_t walker_bytes() const override { return blocks_.front().bytes() / block_walkers; }

  std::vector<double> background(std::uint32_t v, const lattice::Model& model) const override {
    const PointForm::Point& point = form_.points[v];
    const LinkClasses& classes = link_classes();
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
        estimates.push_back(estimate(groups));
      } else {
        estimates.push_back(runs::estimate(
            groups, {.numerator = quantity(component), .denominator = normalisation}, grouping()));
      }
    }
    return estimates;
  }

 private:
  template <class Body>
  void for_blocks(std::size_t part, const Body& body) const {
    for (std::size_t i = 0; i < group_blocks_; ++i) body(part * group_blocks_ + i);
  }

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

  void settle(std::size_t part) {
    if (settled_[part]) return;
    for_blocks(part, [&](std::size_t block) {
      StepBlock<T> view = blocks_[block].view(code_);
      code_.refresh(tables_->pointers, view);
    });
    settled_[part] = 1;
  }

  /// Adds a row for every walker of a block.
  void measure(std::size_t block, std::vector<double>& row, runs::Sums& to) const {
    std::vector<double>& components = components_of_thread();
    components.resize(form_.measure.components());
    const PointBlock<T>& walkers = blocks_[block];
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
    const std::uint32_t bins = link_classes().bins;
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
        std::int64_t* const own = &cells[std::size_t{v - 1} * link_classes().cells()];
        if (!form_.points[v].same_time) {
          own[cell] += share;
          continue;
        }
        // Of no time: all bins alike.
        for (std::uint32_t bin = 0; bin < bins; ++bin) own[cell / bins * bins + bin] += share;
      }
    }
  }

  void check_ties(std::span<const std::uint32_t> places) const {
    for (std::uint32_t v = 1; v <= order_; ++v) {
      if (!form_.points[v].same_time) continue;
      const std::size_t from = form_.points[v].from;
      for (std::uint32_t walker = 0; walker < block_walkers; ++walker) {
        if (places[v * block_walkers + walker] != places[from * block_walkers + walker])
          throw std::runtime_error("a walker is where none can be");
      }
    }
  }

  const SharedTables<T>& shared_;
  const lattice::Model& model_;
  const PointForm& form_;
  EndPhases phases_;
  PointCode<T> code_;
  std::vector<double> params_;
  std::uint64_t seed_;
  std::vector<PointBlock<T>> blocks_;
  std::vector<char> settled_;  ///< [part]: whether what walkers carry belongs to their places
  std::vector<std::vector<std::uint32_t>> kept_;
  std::optional<PointTables<T>> tables_;
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
