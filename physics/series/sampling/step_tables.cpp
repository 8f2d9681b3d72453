#include "physics/series/sampling/step_tables.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/lattice/distribution.h"

namespace diagc::series {

std::uint32_t threshold_bits(double threshold) {
  return static_cast<std::uint32_t>(std::min(std::ldexp(threshold, 32), 4294967295.0));
}

namespace {

std::vector<const lattice::PropagatorTable*> tables_of(const lattice::PropagatorTable& table,
                                                       const lattice::PropagatorTable* derivative) {
  if (derivative == nullptr) return {&table};
  return {&table, derivative};
}

}  // namespace

template <class T>
SharedTables<T>::SharedTables(const lattice::Space& space, const lattice::PropagatorTable& table,
                              std::uint32_t link_bins, const lattice::PropagatorTable* derivative)
    : SharedTables(space, tables_of(table, derivative), link_bins) {}

template <class T>
SharedTables<T>::SharedTables(const lattice::Space& space,
                              std::span<const lattice::PropagatorTable* const> tables,
                              std::uint32_t link_bins)
    : codes_(pair_codes(space)) {
  const lattice::PropagatorTable& table = *tables.front();
  const PairRows pairs = pair_rows(space);
  classes_ = link_classes(space, pairs, link_bins);
  constexpr std::uint32_t most_classes = 1U << 16U;
  if (classes_.classes() > most_classes) {
    throw std::runtime_error(fmt::format(
        "found {} classes of displacements, expected at most {}; take a smaller lattice",
        classes_.classes(), most_classes));
  }
  std::uint32_t degree = 0;
  for (const lattice::PropagatorTable* of : tables) degree = std::max(degree, of->degree);
  const std::uint32_t stored = (degree + 1 + 3) / 4 * 4;
  constexpr std::size_t line = sizeof(CacheLine<T>) / sizeof(T);
  const std::size_t numbers = pairs.rows.size() * table.intervals * 2 * tables.size() * stored;
  coefficients_.resize((numbers + line - 1) / line);
  T* to = coefficients_.front().numbers;
  const auto append = [&](const lattice::PropagatorTable& of, std::uint32_t row,
                          std::uint32_t interval) {
    const std::size_t from = (std::size_t{row} * of.intervals + interval) * (of.degree + 1);
    for (std::uint32_t power = 0; power <= of.degree; ++power) {
      to[power] = static_cast<T>(of.coefficients[from + power]);
    }
    to += stored;
  };
  for (const PairRows::Rows& rows : pairs.rows) {
    for (std::uint32_t interval = 0; interval < table.intervals; ++interval) {
      for (const lattice::PropagatorTable* of : tables) {
        append(*of, rows.there, interval);
        append(*of, rows.back, of->intervals - 1 - interval);
      }
    }
  }

  for (const std::uint32_t displacement : codes_.displacement) {
    row_.push_back(pairs.row_of[displacement]);
    link_class_.push_back(classes_.class_of[displacement]);
  }
  bool own_lines = false;
  for (const lattice::PropagatorTable* of : tables) {
    std::set<T> own;
    for (const std::uint32_t place : codes_.place) {
      equal_times_.push_back(static_cast<T>(of->equal_time[space.row(place, place)]));
      own.insert(equal_times_.back());
    }
    own_lines |= own.size() > 1;
  }
  const auto of_table = [&](std::size_t number) {
    const auto begin =
        equal_times_.begin() + static_cast<std::ptrdiff_t>(number * codes_.place.size());
    return std::vector<T>(begin, begin + static_cast<std::ptrdiff_t>(codes_.place.size()));
  };
  equal_time_ = of_table(0);
  if (tables.size() > 1) equal_derivative_ = of_table(1);
  for (const std::uint32_t place : codes_.place)
    first_draw_.push_back(place * space.sites * link_bins);
  for (const std::uint32_t site : codes_.landing) {
    landing_code_.push_back(codes_.code[site]);
    landing_anchor_.push_back(codes_.anchor[site]);
  }
  const lattice::Distribution roots = lattice::make_distribution(space.root_weights);
  for (std::uint32_t i = 0; i < space.roots.size(); ++i) {
    root_threshold_.push_back(threshold_bits(roots.threshold[i]));
    root_alias_.push_back(roots.alias[i]);
    root_code_.push_back(codes_.code[space.roots[i]]);
    root_anchor_.push_back(codes_.anchor[space.roots[i]]);
  }

  shape_ = {.single_precision = sizeof(T) == 4,
            .coefficients = stored,
            .interval_bits = static_cast<std::uint32_t>(std::countr_zero(table.intervals)),
            .bin_bits = static_cast<std::uint32_t>(std::countr_zero(link_bins)),
            .one_site = space.sites == 1,
            .one_code = codes_.one_code(),
            .pair_offset = codes_.offset,
            .class_is_row = classes_.class_of == pairs.row_of,
            .roots = space.roots.size() > 1,
            .own_lines = own_lines,
            .derivative = tables.size() > 1,
            .tables = static_cast<std::uint32_t>(tables.size())};
}

template <class T>
StepShape SharedTables<T>::shape(std::uint32_t order, std::uint32_t lanes) const {
  StepShape shape = shape_;
  shape.order = order;
  shape.lanes = lanes;
  return shape;
}

template <class T>
std::uint32_t SharedTables<T>::cell(std::uint32_t anchor_before, std::uint32_t code_after,
                                    std::uint32_t ticks) const {
  const std::uint32_t bin = shape_.bin_bits == 0 ? 0 : ticks >> (32 - shape_.bin_bits);
  return link_class_[code_after - anchor_before + codes_.offset] * classes_.bins + bin;
}

template <class T>
template <class Pointers>
void SharedTables<T>::fill(Pointers& pointers, const PlaceTable& place) const {
  const auto put = [&](auto& pointer, const auto& table) { pointer = placed(table, place); };
  pointers.coefficients = placed(coefficients_, place)->numbers;
  if constexpr (requires { pointers.equal_times; })
    put(pointers.equal_times, equal_times_);
  else
    put(pointers.equal_time, equal_time_);
  if constexpr (requires { pointers.equal_derivative; })
    put(pointers.equal_derivative, equal_derivative_);
  put(pointers.row, row_);
  put(pointers.link_class, link_class_);
  put(pointers.first_draw, first_draw_);
  put(pointers.landing_code, landing_code_);
  put(pointers.landing_anchor, landing_anchor_);
  put(pointers.root_threshold, root_threshold_);
  put(pointers.root_alias, root_alias_);
  put(pointers.root_code, root_code_);
  put(pointers.root_anchor, root_anchor_);
  pointers.root_count = static_cast<std::uint32_t>(root_code_.size());
  if constexpr (requires { pointers.code_count; })
    pointers.code_count = static_cast<std::uint32_t>(codes_.place.size());
}

std::vector<DrawEntry> draw_entries(const LinkClasses& classes, const PairCodes& codes,
                                    const LinkDraws& draws) {
  const auto cell = [&](std::uint32_t entry) {
    return codes.step[entry / classes.bins] * classes.bins + entry % classes.bins;
  };
  const auto class_of = [&](std::uint32_t entry) { return classes.class_of[entry / classes.bins]; };
  std::vector<DrawEntry> entries;
  for (std::uint32_t i = 0; i < draws.alias.size(); ++i) {
    entries.push_back({draws.threshold[i], cell(i), cell(draws.alias[i]),
                       class_of(i) | class_of(draws.alias[i]) << 16U});
  }
  return entries;
}

template <class T, class Pointers>
StepTables<T, Pointers>::StepTables(const SharedTables<T>& shared, const StepPlan& plan,
                                    const std::vector<double>& params, std::uint64_t seed,
                                    std::uint32_t stream, const PlaceTable& place)
    : moves_(plan.moves), params_(params.begin(), params.end()) {
  links_.resize(plan.links.size() + 1);
  const LinkClasses& classes = shared.classes();
  for (std::size_t v = 1; v < links_.size(); ++v) {
    const LinkDistribution& link = plan.links[v - 1];
    const auto& density = densities_.emplace_back(link.density.begin(), link.density.end());
    const LinkDraws draws = link_draws(classes, link);
    const auto& entries = draws_.emplace_back(draw_entries(classes, shared.codes(), draws));
    links_[v] = {placed(density, place), &placed(entries, place)->threshold};
    pointers_.draw_count = draws.count;
  }
  shared.fill(pointers_, place);
  pointers_.links = placed(links_, place);
  pointers_.moves = placed(moves_, place);
  pointers_.params = placed(params_, place);
  pointers_.cycle = moves_.size();
  pointers_.key[0] = static_cast<std::uint32_t>(seed);
  pointers_.key[1] = static_cast<std::uint32_t>(seed >> 32);
  pointers_.use = stream * 64;
  pointers_.shift = 2 * plan.shift_ticks + 1;
  pointers_.normalisation = static_cast<T>(plan.normalisation);
}

template class SharedTables<float>;
template class SharedTables<double>;
template void SharedTables<float>::fill(StepPointers<float>&, const PlaceTable&) const;
template void SharedTables<double>::fill(StepPointers<double>&, const PlaceTable&) const;
template void SharedTables<float>::fill(TreePointers<float>&, const PlaceTable&) const;
template void SharedTables<double>::fill(TreePointers<double>&, const PlaceTable&) const;
template void SharedTables<float>::fill(PointPointers<float>&, const PlaceTable&) const;
template void SharedTables<double>::fill(PointPointers<double>&, const PlaceTable&) const;
template class StepTables<float>;
template class StepTables<double>;
template class StepTables<float, PointPointers<float>>;
template class StepTables<double, PointPointers<double>>;

}  // namespace diagc::series
