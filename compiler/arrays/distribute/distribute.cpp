#include "compiler/arrays/distribute/distribute.h"

#include <algorithm>
#include <functional>
#include <span>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/arrays/distribute/choose_axes.h"
#include "compiler/arrays/distribute/order_values.h"
#include "compiler/arrays/distribute/place_sets.h"

namespace diagc::arrays {

namespace {

/// What another choice has at a step.
struct Remembered {
  LabelPlaces on, made;
};

struct Candidate {
  PlacedState state;
  std::array<std::uint32_t, LabelPlaces::most> ends;  ///< by axis of each kind, descending
};

class Distributor {
 public:
  Distributor(const DividedNetwork& divided, const DeviceGrid& grid, const DeviceModel& model,
              const DistributionElement& element, const DistributeOptions& options)
      : network_(divided.network),
        order_(divided.order),
        grid_(grid),
        model_(model),
        options_(options),
        element_bytes_(static_cast<double>(element.bytes)),
        operations_(element.is_complex ? 8 : 2),
        most_elements_(static_cast<double>(options.most_elements)),
        sets_(network_, axis_kinds(grid)),
        tensors_(static_cast<std::uint32_t>(network_.tensors.size())),
        values_(divided, grid, model, element, most_elements_) {}

  /// What other choices for this network have: it is looked at, and not dropped for what looks better.
  void remember(const DistributionChoice& choice) {
    remembered_.resize(order_.steps.size());
    for (std::uint32_t s = 0; s < order_.steps.size(); ++s) {
      remembered_[s].push_back({places_of(choice.steps[s].on), places_of(choice.steps[s].made)});
    }
  }

  DistributionChoice make() {
    states_.resize(values_.labels.size());
    for (std::uint32_t s = 0; s < order_.steps.size(); ++s) take(s);
    const auto& last = states_.back();
    const auto best =
        std::ranges::min_element(last, {}, [](const PlacedState& state) { return state.cost; });
    return choose_axes(grid_, order_, values_.labels, tensors_, states_,
                       static_cast<std::uint32_t>(best - last.begin()));
  }

 private:
  /// Labels that fit an axis, those that live longest first.
  Labels by_end(const Labels& labels) const {
    Labels sorted;
    for (const Label label : labels) {
      if (sets_.fits(label)) sorted.push_back(label);
    }
    std::ranges::stable_sort(sorted, std::greater(),
                             [&](Label label) { return values_.ends[label]; });
    return sorted;
  }

  void take(std::uint32_t s) {
    const auto& [a, b] = order_.steps[s];
    const std::uint32_t c = tensors_ + s;
    if (options_.rule == DistributionRule::one_device ||
        (values_.fits[c] && values_.alone[c] <= model_.negligible)) {
      if (!values_.fits[c]) refuse(s);
      states_[c] = {
          {{}, values_.times[c] * alone_step(s) + alone_cost(a) + alone_cost(b), {}, 0, 0}};
      return;
    }
    by_end_ = by_end(values_.labels[c]);
    std::vector<Candidate> candidates;
    for (const LabelPlaces& on : choices(s)) add(s, on, candidates);
    if (candidates.empty() && options_.rule == DistributionRule::cheapest) {
      // Little memory may ask for labels that cheap choices would not have.
      constexpr std::size_t most = 1 << 16;
      for (const LabelPlaces& on :
           sets_.of_pool(by_end(united(values_.labels[a], values_.labels[b])), most))
        add(s, on, candidates);
    }
    if (candidates.empty()) refuse(s);
    states_[c] = best(c, std::move(candidates));
  }

  [[noreturn]] void refuse(std::uint32_t s) const {
    const auto& [a, b] = order_.steps[s];
    throw std::runtime_error(
        fmt::format("found step {}, of values of {}, {} and {} elements, which {} devices cannot "
                    "share so that each has at most {} elements of a value; expected more memory, "
                    "more devices or an order with more slices",
                    s, values_.sizes[a], values_.sizes[b], values_.sizes[tensors_ + s],
                    grid_.devices(), options_.most_elements));
  }

  double alone_step(std::uint32_t s) const {
    const auto& [a, b] = order_.steps[s];
    return values_.alone[tensors_ + s] - values_.alone[a] - values_.alone[b];
  }
  double alone_cost(std::uint32_t value) const {
    return value < tensors_ ? 0 : states_[value][0].cost;
  }

  /// Sets of labels for a step, each once.
  std::vector<LabelPlaces> choices(std::uint32_t s) const {
    auto [main, other] = order_.steps[s];
    if (values_.sizes[other] > values_.sizes[main]) std::swap(main, other);
    const Labels &c = values_.labels[tensors_ + s],
                 all = united(values_.labels[main], values_.labels[other]);
    const Labels longest = by_end(values_.labels[main]);
    std::vector<LabelPlaces> sets;
    const auto add_set = [&](const LabelPlaces& places) {
      if (std::ranges::find(sets, places) == sets.end()) sets.push_back(places);
    };
    if (options_.rule != DistributionRule::cheapest) {
      add_set({});
      if (options_.rule == DistributionRule::prefix || main < tensors_)
        add_set(sets_.filled({}, longest));
      if (options_.rule == DistributionRule::when_forced) {
        for (const PlacedState& state : states_[main])
          add_set(sets_.filled(surviving(state.places, c), longest));
      }
      return sets;
    }
    if (options_.exhaustive) return sets_.of_pool(by_end(all), ~std::size_t{0} / 64);
    const std::size_t axes = sets_.axes();
    Labels pool;
    const auto offer = [&](const Labels& labels, std::size_t most) {
      for (std::size_t k = 0; k < std::min(most, labels.size()); ++k) {
        if (std::ranges::count(pool, labels[k]) == 0) pool.push_back(labels[k]);
      }
    };
    offer(longest, axes);
    offer(by_end_, axes + 2);
    offer(by_end(guarded_of(main, other)), axes);
    for (const std::uint32_t operand : {main, other}) {
      for (const PlacedState& state : states_[operand]) {
        Labels own;
        for (const LabelPlace& place : state.places) own.push_back(place.label);
        offer(own, axes);
      }
    }
    constexpr std::size_t few_axes = 3;
    sets = sets_.of_pool(std::move(pool), options_.most_sets * (axes > few_axes ? 8 : 1));
    for (const std::uint32_t operand : {main, other}) {
      for (const PlacedState& state : states_[operand]) {
        add_set(sets_.filled(state.places, by_end(all)));
        add_set(sets_.filled(surviving(state.places, c), longest));
      }
    }
    for (const Remembered& own : remembered(s)) add_set(own.on);
    return sets;
  }

  LabelPlaces places_of(const Placement& placement) const {
    LabelPlaces places;
    for (std::size_t axis = 0; axis < placement.size(); ++axis) {
      if (placement[axis] == no_label) continue;
      const auto kind = std::ranges::find_if(sets_.kinds(), [&](const AxisKind& own) {
        return own.length == grid_.axes[axis].length &&
               own.between_nodes == grid_.axes[axis].between_nodes;
      });
      places.insert({placement[axis], static_cast<std::uint32_t>(kind - sets_.kinds().begin())});
    }
    return places;
  }

  /// What both operands have, where the smaller one is not small.
  Labels guarded_of(std::uint32_t main, std::uint32_t other) const {
    return values_.sizes[other] * grid_.devices() >= values_.sizes[main]
               ? common(values_.labels[main], values_.labels[other])
               : Labels();
  }

  static LabelPlaces surviving(const LabelPlaces& places, const Labels& labels) {
    LabelPlaces rest;
    for (const LabelPlace& place : places) {
      if (diagc::arrays::has(labels, place.label)) rest.insert(place);
    }
    return rest;
  }

  struct Brought {
    double cost = std::numeric_limits<double>::infinity();
    std::uint32_t state = 0;
  };
  /// The cheapest way to have an operand at these places.
  Brought bring(std::uint32_t value, const LabelPlaces& places) const {
    if (value < tensors_) return {0, 0};
    const auto& states = states_[value];
    Brought best;
    for (std::uint32_t k = 0; k < states.size() && states[k].cost < best.cost; ++k) {
      const double cost = states[k].cost + values_.exchange_times[value] *
                                               move_seconds(model_, sets_.kinds(),
                                                            element_bytes_ * values_.sizes[value],
                                                            states[k].places, places);
      if (cost < best.cost) best = {cost, k};
    }
    return best;
  }

  void add(std::uint32_t s, const LabelPlaces& on, std::vector<Candidate>& candidates) const {
    const auto& [a, b] = order_.steps[s];
    const std::uint32_t c = tensors_ + s;
    const LabelPlaces on_a = surviving(on, values_.labels[a]),
                      on_b = surviving(on, values_.labels[b]),
                      kept = surviving(on, values_.labels[c]);
    const auto& kinds = sets_.kinds();
    const double own_a = values_.sizes[a] / share(kinds, on_a),
                 own_b = values_.sizes[b] / share(kinds, on_b),
                 own_c = values_.sizes[c] / share(kinds, kept);
    if (std::max({own_a, own_b, own_c}) > most_elements_) return;
    const Brought from_a = bring(a, on_a), from_b = bring(b, on_b);
    const double macs =
        size_of(network_, united(values_.labels[a], values_.labels[b])) / share(kinds, on);
    const double cost = from_a.cost + from_b.cost +
                        values_.times[c] * step_seconds(model_, operations_ * macs,
                                                        element_bytes_ * (own_a + own_b + own_c));
    const auto add_state = [&](const LabelPlaces& made, const LabelPlaces& summed) {
      const double reduced =
          values_.exchange_times[c] *
          reduce_seconds(model_, kinds, element_bytes_ * values_.sizes[c], summed, made);
      candidates.push_back({{made, cost + reduced, on, from_a.state, from_b.state}, ends(made)});
    };
    LabelPlaces summed;
    for (const LabelPlace& place : on) {
      if (!kept.has(place.label)) summed.insert(place);
    }
    if (summed.size() == 0) return add_state(kept, summed);
    if (options_.exhaustive) {
      for (const LabelPlaces& made : sets_.replacements(kept, summed, by_end_))
        add_state(made, summed);
      return;
    }
    add_state(kept, summed);
    LabelPlaces scattered = kept;
    for (const LabelPlace& place : summed) {
      const auto label = std::ranges::find_if(by_end_, [&](Label candidate) {
        return network_.extents[candidate] == kinds[place.kind].length && !scattered.has(candidate);
      });
      if (label != by_end_.end()) scattered.insert({*label, place.kind});
    }
    if (scattered.size() > kept.size()) add_state(scattered, summed);
  }

  /// When the labels end, kind by kind, the last first.
  std::array<std::uint32_t, LabelPlaces::most> ends(const LabelPlaces& places) const {
    std::array<std::uint32_t, LabelPlaces::most> result;
    result.fill(never_ends);
    std::size_t first = 0;
    for (std::uint32_t kind = 0; kind < sets_.kinds().size(); ++kind) {
      const std::size_t axes = sets_.kinds()[kind].count;
      std::size_t at = first;
      for (const LabelPlace& place : places) {
        if (place.kind == kind) result[at++] = values_.ends[place.label];
      }
      std::sort(result.begin() + first, result.begin() + first + axes, std::greater());
      first += axes;
    }
    return result;
  }

  std::span<const Remembered> remembered(std::uint32_t s) const {
    return remembered_.empty() ? std::span<const Remembered>() : remembered_[s];
  }
  bool is_remembered(std::uint32_t s, const LabelPlaces& made) const {
    return std::ranges::any_of(remembered(s),
                               [&](const Remembered& own) { return own.made == made; });
  }

  bool is_worse(std::uint32_t value, const Candidate& candidate, const Candidate& than) const {
    if (candidate.state.places == than.state.places) return true;
    if (options_.exhaustive || options_.rule != DistributionRule::cheapest) return false;
    if (is_remembered(value - tensors_, candidate.state.places)) return false;
    const bool ends_no_later = std::ranges::equal(candidate.ends, than.ends, std::less_equal());
    const auto is_guarded = [&](const LabelPlace& place) {
      return diagc::arrays::has(values_.guarded[value], place.label) &&
             !than.state.places.has(place);
    };
    if (ends_no_later &&
        std::none_of(candidate.state.places.begin(), candidate.state.places.end(), is_guarded))
      return true;
    return than.state.cost + values_.exchange_times[value] *
                                 move_seconds(model_, sets_.kinds(),
                                              element_bytes_ * values_.sizes[value],
                                              than.state.places, candidate.state.places) <=
           candidate.state.cost;
  }

  std::vector<PlacedState> best(std::uint32_t value, std::vector<Candidate> candidates) const {
    // Of equal cost what ends last first, so that it is what is kept.
    std::ranges::stable_sort(candidates, [](const Candidate& x, const Candidate& y) {
      return x.state.cost != y.state.cost ? x.state.cost < y.state.cost : x.ends > y.ends;
    });
    std::vector<Candidate> kept;
    const std::size_t most = options_.exhaustive ? candidates.size() : options_.most_states;
    for (Candidate& candidate : candidates) {
      if (kept.size() >= most && !is_remembered(value - tensors_, candidate.state.places)) continue;
      if (std::ranges::none_of(
              kept, [&](const Candidate& other) { return is_worse(value, candidate, other); }))
        kept.push_back(std::move(candidate));
    }
    std::vector<PlacedState> states;
    for (const Candidate& candidate : kept) states.push_back(candidate.state);
    return states;
  }

  const Network& network_;
  const Order& order_;
  const DeviceGrid& grid_;
  const DeviceModel& model_;
  const DistributeOptions& options_;
  double element_bytes_, operations_, most_elements_;
  PlaceSets sets_;
  std::uint32_t tensors_;
  OrderValues values_;
  std::vector<std::vector<Remembered>> remembered_;  ///< by step; empty: none
  std::vector<std::vector<PlacedState>> states_;     ///< by value, cheapest first; of tensors none
  Labels by_end_;                                    ///< of the result of the step at work
};

}  // namespace

DistributionChoice distribute(const DividedNetwork& divided, const DeviceGrid& grid,
                              const DeviceModel& model, const DistributionElement& element,
                              const DistributeOptions& options) {
  Distributor distributor(divided, grid, model, element, options);
  if (options.rule == DistributionRule::cheapest && !options.exhaustive) {
    for (const DistributionRule rule :
         {DistributionRule::one_device, DistributionRule::prefix, DistributionRule::when_forced}) {
      DistributeOptions simple = options;
      simple.rule = rule;
      try {
        distributor.remember(Distributor(divided, grid, model, element, simple).make());
      } catch (const std::runtime_error&) {
        // This rule finds no way that keeps the limit; another one may.
      }
    }
  }
  return distributor.make();
}

}  // namespace diagc::arrays
