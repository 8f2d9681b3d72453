#include "compiler/schedule/minor_places.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

namespace diagc {

namespace {

constexpr unsigned beside = 2;  // vertices that a unit has and has not

/// ArrayNumbers that are free, the smallest first.
class ArrayNumbers {
 public:
  std::uint32_t take() {
    if (free_.empty()) return count_++;
    const std::uint32_t number = *free_.begin();
    free_.erase(free_.begin());
    return number;
  }
  void give_back(std::uint32_t number) { free_.insert(number); }
  std::uint32_t count() const { return count_; }

 private:
  std::set<std::uint32_t> free_;
  std::uint32_t count_ = 0;
};

std::vector<std::vector<MinorUnit>> units_by_size(unsigned vertices) {
  const unsigned below = vertices - beside;
  std::vector<std::vector<MinorUnit>> levels(below);
  for (VertexSet set = 1; set < VertexSet{1} << below; ++set) {
    MinorUnit unit{set, static_cast<unsigned>(std::countr_zero(set)), {}, {}, {}, {}};
    for (unsigned v = unit.lowest + 1; v < below; ++v) {
      (set >> v & 1 ? unit.inside : unit.outside).push_back(v);
    }
    levels[unit.inside.size()].push_back(std::move(unit));
  }
  for (auto& level : levels) {
    std::ranges::stable_sort(level, std::greater(),
                             [](const MinorUnit& unit) { return unit.outside.size(); });
  }
  return levels;
}

}  // namespace

MinorPlaces place_minors(unsigned vertices) {
  MinorPlaces places{units_by_size(vertices)};
  std::map<std::pair<VertexSet, unsigned>, std::uint32_t> lines;
  ArrayNumbers numbers;
  for (auto& level : places.levels) {
    std::vector<std::uint32_t> left;  // that nobody writes to in this level
    for (MinorUnit& unit : level) {
      for (const unsigned v : unit.inside) {
        unit.read.push_back(lines.at({unit.set & ~(VertexSet{1} << v), v}));
      }
      for (std::size_t i = 0; i < unit.outside.size(); ++i) {
        unit.written.push_back(i < unit.read.size() ? unit.read[i] : numbers.take());
        lines[{unit.set, unit.outside[i]}] = unit.written.back();
      }
      if (unit.read.size() > unit.outside.size()) {
        left.insert(left.end(),
                    unit.read.begin() + static_cast<std::ptrdiff_t>(unit.outside.size()),
                    unit.read.end());
      }
    }
    for (const std::uint32_t number : left) numbers.give_back(number);
  }
  places.arrays = numbers.count();
  return places;
}

}  // namespace diagc
