#include "compiler/schedule/determinant_places.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace diagc {

namespace {

std::uint32_t quotient_up(std::uint32_t a, std::uint32_t b) { return (a + b - 1) / b; }

/// First fit from both ends, in columns of packs.
class Memory {
 public:
  Memory(unsigned columns, std::uint32_t begin, std::uint32_t end)
      : free_(columns, {{begin, end - begin}}) {}

  std::optional<std::uint32_t> take(unsigned column, std::uint32_t rows, bool from_end) {
    auto& spans = free_[column];
    const auto fits = [&](const Span& span) { return span.rows >= rows; };
    auto span = std::ranges::find_if(spans, fits);
    if (span == spans.end()) return std::nullopt;
    if (from_end) span = std::prev(std::find_if(spans.rbegin(), spans.rend(), fits).base());
    const std::uint32_t at = from_end ? span->at + span->rows - rows : span->at;
    if (!from_end) span->at += rows;
    span->rows -= rows;
    if (span->rows == 0) spans.erase(span);
    return at;
  }
  void give(unsigned column, std::uint32_t at, std::uint32_t rows) {
    auto& spans = free_[column];
    auto next = std::ranges::lower_bound(spans, at, {}, &Span::at);
    next = spans.insert(next, {at, rows});
    if (next + 1 != spans.end() && next->at + next->rows == (next + 1)->at) {
      next->rows += (next + 1)->rows;
      spans.erase(next + 1);
    }
    if (next != spans.begin() && (next - 1)->at + (next - 1)->rows == next->at) {
      (next - 1)->rows += next->rows;
      spans.erase(next);
    }
  }

 private:
  struct Span {
    std::uint32_t at, rows;
  };
  std::vector<std::vector<Span>> free_;
};

class UnitPlacement {
 public:
  explicit UnitPlacement(const DeterminantShape& shape) : shape_(shape) {
    places_.shape = shape;
    find_levels();
    const std::uint32_t inputs = shape.input_rows * shape.lanes * 8;
    // Of the empty set the first pack is not read.
    places_.sums_at = inputs - std::min(inputs, shape.pack_bytes());
    const std::uint32_t sums = places_.sums_at + 2 * shape.pack_bytes() * (1U << shape.vertices);
    begin_ = quotient_up(quotient_up(sums, 128) * 128, shape.step_bytes());
  }

  DeterminantPlaces run(std::size_t room) {
    for (unsigned level = 1; level < shape_.vertices; ++level) {
      if (shape_.divided(level)) places_.merged.insert(level);
    }
    std::uint32_t end = least_end();
    const std::uint32_t most = static_cast<std::uint32_t>(room / shape_.step_bytes());
    for (unsigned level = 1; level < shape_.vertices; ++level) {
      if (places_.merged.contains(level)) continue;
      places_.merged.insert(level);
      if (places_.spread(level) && most > end && place(most)) {
        end = least_end();
      } else {
        places_.merged.erase(level);
      }
    }
    // A barrier less where that takes no more memory.
    for (unsigned level = 1; level < shape_.vertices; ++level) {
      if (places_.merged.contains(level)) continue;
      places_.merged.insert(level);
      if (!place(end)) places_.merged.erase(level);
    }
    place(end);
    places_.shared_bytes = end * shape_.step_bytes();
    return std::move(places_);
  }

 private:
  struct Taken {
    unsigned column;
    std::uint32_t at, rows;
  };
  using Pass = std::pair<unsigned, bool>;  ///< of a level

  void find_levels() {
    const unsigned n = shape_.vertices;
    places_.levels.resize(n);
    std::vector<std::vector<DeterminantUnit>> units(n);
    for (VertexSet set = 1; set < VertexSet{1} << n; ++set) {
      DeterminantUnit unit{set, static_cast<unsigned>(std::countr_zero(set)), {}, {}};
      for (unsigned v = unit.lowest + 1; v < n; ++v) {
        (set >> v & 1 ? unit.inside : unit.outside).push_back(v);
      }
      units[unit.inside.size()].push_back(std::move(unit));
    }
    for (unsigned level = 0; level < n; ++level) {
      std::ranges::sort(units[level], {}, [](const DeterminantUnit& unit) {
        return std::pair(unit.lowest, unit.inside);
      });
      for (std::size_t i = 0; i < units[level].size(); ++i) {
        if (i % shape_.sides() == 0) places_.levels[level].emplace_back();
        places_.levels[level].back().push_back(units[level][i]);
      }
    }
  }

  /// By bisection; what fits less memory may not fit more, so the neighbourhood is searched, too.
  std::uint32_t least_end() {
    std::uint32_t low = begin_, high = 2 * begin_ + 64;
    while (!place(high)) low = high, high *= 2;
    while (high - low > 1) {
      const std::uint32_t middle = low + (high - low) / 2;
      (place(middle) ? high : low) = middle;
    }
    constexpr std::uint32_t around = 32;
    for (std::uint32_t end = high - std::min(around, high - begin_); end < high; ++end) {
      if (place(end)) return end;
    }
    return high;
  }

  /// Everything, below row `end`; false where it has no room.
  bool place(std::uint32_t end) {
    Memory memory(shape_.columns(), begin_, end);
    std::map<Pass, std::vector<Taken>> taken;  // what is free after a pass
    bool fits = true;
    const auto take = [&](unsigned column, std::uint32_t rows, Pass until) {
      const auto at = memory.take(column, rows, until.first % 2 == 1);
      fits = fits && at;
      if (!at) return std::uint32_t{0};
      if (places_.merged.contains(until.first)) until.second = true;
      taken[until].push_back({column, *at, rows});
      return *at * shape_.columns() + column;
    };
    std::map<VertexSet, unsigned> column;
    for (const auto& level : places_.levels) {
      for (const auto& step : level) {
        for (unsigned i = 0; i < step.size(); ++i) column[step[i].set] = i % shape_.columns();
      }
    }
    for (unsigned level = 0; level < shape_.vertices && fits; ++level) {
      for (const bool again : {false, true}) {
        for (const auto& step : places_.levels[level]) {
          for (const DeterminantUnit& unit : step) {
            place_lines(level, unit, again, column, take);
            place_ways(level, unit, again, column.at(unit.set), take);
          }
        }
        if (shape_.divided(level) && !again) {
          const std::uint32_t bytes = shape_.slots() * shape_.pack_bytes();
          places_.scratch[level] =
              take(0, quotient_up(bytes, shape_.step_bytes()), {level, true}) * shape_.pack_bytes();
        }
        for (const Taken& each : taken[{level, again}]) {
          memory.give(each.column, each.at, each.rows);
        }
        if (!fits) return false;
      }
    }
    return fits;
  }

  template <class Take>
  void place_lines(unsigned level, const DeterminantUnit& unit, bool again,
                   const std::map<VertexSet, unsigned>& column, Take take) {
    for (const unsigned v : unit.outside) {
      const VertexSet reader = unit.set | 1U << v;
      std::uint32_t& line = places_.lines[{{unit.set, v}, again}];
      if (level == 0) {  // both passes in one pack
        line = again ? places_.lines.at({{unit.set, v}, false})
                     : take(column.at(reader), 2, Pass{1, true});
        continue;
      }
      DeterminantUnit of_reader = unit;
      of_reader.inside.insert(std::ranges::upper_bound(of_reader.inside, v), v);
      const bool written_over = places_.in_place(level + 1, of_reader) &&
                                (v == of_reader.inside[0] || v == of_reader.inside[1]);
      const std::uint32_t packs = (1U << level) / 2 + (again ? 0 : 1);
      line = take(column.at(reader), packs, Pass{level + 1, again || written_over});
    }
  }

  template <class Take>
  void place_ways(unsigned level, const DeterminantUnit& unit, bool again, unsigned column,
                  Take take) {
    if (level == 0) {
      places_.ways[{unit.set, again}] =
          again ? places_.ways.at({unit.set, false}) : take(column, 1, Pass{1, false});
      return;
    }
    if (places_.in_place(level, unit) || (unit.lowest == 0 && again)) return;
    const Pass until = unit.lowest == 0 ? Pass{level, true} : Pass{level + 1, false};
    places_.ways[{unit.set, again}] = take(column, (1U << level) / 2, until);
  }

  const DeterminantShape shape_;
  DeterminantPlaces places_;
  std::uint32_t begin_ = 0;  ///< row of packs
};

}  // namespace

unsigned DeterminantShape::units(unsigned level) const {
  unsigned count = 1;
  for (unsigned i = 0; i <= level; ++i) count = count * (vertices - i) / (i + 1);
  return count;
}

unsigned DeterminantShape::long_loops(unsigned level) const {
  constexpr double most_terms = 1000;
  const double rows = last_level() - level;
  const double terms = (1U << level) * (level + 1) * (rows + 1 + level / 2.0);
  return terms > most_terms ? level - 3 : 0;
}

unsigned DeterminantShape::team(unsigned level) const {
  if (level < 2 || level + 2 < vertices) return 1;
  return std::min(std::bit_floor(slots() / units(level)), 1U << (level - 1));
}

bool DeterminantShape::in_waves(unsigned level) const {
  constexpr unsigned least_ways = 3;  // bits of their number
  return level >= least_ways && level == last_level() && slots() >= 2;
}

unsigned DeterminantShape::members_apart(unsigned level) const {
  const unsigned steps = quotient_up(units(level), sides());
  return steps * team(level) <= warps ? steps * sides() : units(level);
}

unsigned DeterminantShape::loops(unsigned level) const {
  return divided(level) ? static_cast<unsigned>(std::countr_zero(team(level))) - 1
                        : long_loops(level);
}

bool DeterminantPlaces::in_place(unsigned level, const DeterminantUnit& unit) const {
  return unit.lowest == 0 && level >= 2 && shape.loops(level) == 0 && !shape.in_waves(level);
}

unsigned DeterminantPlaces::rows(unsigned level, const std::vector<DeterminantUnit>& step) const {
  constexpr unsigned exact = 4;  // levels up to which forms have no row in vain
  if (level > exact || shape.team(level) > 1) return shape.last_level() - level;
  std::size_t most = 0;
  for (const DeterminantUnit& unit : step) most = std::max(most, unit.outside.size());
  return static_cast<unsigned>(most);
}

std::uint32_t DeterminantPlaces::half(unsigned level) const {
  return std::max(1U, (1U << level) / 4) * shape.columns();
}

bool DeterminantPlaces::spread(unsigned level) const {
  const std::size_t steps = levels[level].size();
  return level > 0 && merged.contains(level) && !shape.divided(level) && steps > shape.warps &&
         2 * steps <= 3 * shape.warps;
}

DeterminantPlaces place_determinants(const DeterminantShape& shape, std::size_t room) {
  return UnitPlacement(shape).run(room);
}

}  // namespace diagc
