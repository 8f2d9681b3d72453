#include "compiler/passes/recurring_pairs.h"

#include <algorithm>
#include <tuple>

namespace diagc::passes {

namespace {

constexpr std::size_t window_from = 64;
constexpr std::size_t window = 16;

using Item = RecurringPairs::Item;

std::pair<std::size_t, std::size_t> places(const std::vector<Item>& items, NodeId node) {
  const auto [first, last] = std::ranges::equal_range(items, node, {}, &Item::node);
  return {static_cast<std::size_t>(first - items.begin()), static_cast<std::size_t>(last - first)};
}

}  // namespace

RecurringPairs::Occurrence RecurringPairs::occurrence(Item a, Item b,
                                                      std::uint32_t composite) const {
  if (a.coefficient != unit_coefficient) {
    const auto [negated, is_negative] = negate_(a.coefficient);
    if (is_negative) {
      a.coefficient = negated;
      b.coefficient = negate_(b.coefficient).first;
    }
  }
  return {a, b, composite};
}

void RecurringPairs::find_occurrences() {
  for (std::uint32_t index = 0; index < composites.size(); ++index) {
    const auto& items = composites[index].items;
    const std::size_t reach = items.size() > window_from ? window : items.size();
    for (std::size_t i = 0; i < items.size(); ++i) {
      for (std::size_t j = i + 1; j < std::min(items.size(), i + 1 + reach); ++j) {
        // Equal neighbours count once for each distinct pair.
        if (i > 0 && items[i - 1].node == items[i].node) break;
        if (j > i + 1 && items[j].node == items[j - 1].node) continue;
        occurrences_.push_back(occurrence(items[i], items[j], index));
      }
    }
  }
}

/// Groups occurrences_[begin..] by pair; those that occur twice become candidates, the others are
/// dropped.
void RecurringPairs::add_candidates(std::size_t begin) {
  std::sort(occurrences_.begin() + static_cast<std::ptrdiff_t>(begin), occurrences_.end(),
            [](const Occurrence& x, const Occurrence& y) {
              return std::tuple(x.key(), x.composite) < std::tuple(y.key(), y.composite);
            });
  std::size_t kept = begin;
  for (std::size_t i = begin; i < occurrences_.size();) {
    std::size_t end = i;
    std::uint32_t count = 0;
    for (; end < occurrences_.size() && occurrences_[end].key() == occurrences_[i].key(); ++end) {
      count += count_in(occurrences_[end]);
    }
    if (count > 1) {
      const std::size_t first = kept;
      for (std::size_t j = i; j < end; ++j) occurrences_[kept++] = occurrences_[j];
      heap_.push_back({count, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(kept)});
    }
    i = end;
  }
  occurrences_.resize(kept);
}

/// How often a pair stands in a list now: x · x in xⁿ ⌊n/2⌋ times, any other pair once.
std::uint32_t RecurringPairs::count_in(const Occurrence& occurrence) const {
  const auto& items = composites[occurrence.composite].items;
  const auto [a, a_count] = places(items, occurrence.a.node);
  if (occurrence.a.node == occurrence.b.node) return static_cast<std::uint32_t>(a_count / 2);
  if (a_count == 0) return 0;
  const auto [b, b_count] = places(items, occurrence.b.node);
  if (b_count == 0) return 0;
  return this->occurrence(items[a], items[b], 0).key() == occurrence.key();
}

bool RecurringPairs::replace_in(const Occurrence& occurrence, NodeId pair) {
  Composite& composite = composites[occurrence.composite];
  auto& items = composite.items;
  const std::uint32_t count = count_in(occurrence);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::size_t b = places(items, occurrence.b.node).first;
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(b));
    const std::size_t a = places(items, occurrence.a.node).first;
    const bool same_sign = items[a].coefficient == occurrence.a.coefficient;
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(a));
    items.push_back({pair, same_sign ? unit_coefficient
                                     : minus_coefficient});  // pairs have the largest numbers
    composite.changed = true;
  }
  return count > 0;
}

void RecurringPairs::replace(const Candidate& candidate) {
  const Occurrence shared = occurrences_[candidate.begin];
  const auto pair = static_cast<NodeId>(first_pair_ + pairs_.size());
  pairs_.push_back({shared.a, shared.b});
  std::vector<std::uint32_t> touched;
  for (std::uint32_t i = candidate.begin; i < candidate.end; ++i) {
    if (replace_in(occurrences_[i], pair)) touched.push_back(occurrences_[i].composite);
  }
  // The new operand stands nowhere else: pairs with it are all found here.
  const std::size_t begin = occurrences_.size();
  for (const std::uint32_t index : touched) {
    const auto& items = composites[index].items;
    const std::size_t last = items.size() - 1;
    const std::size_t from = items.size() > window_from ? items.size() - window : 0;
    if (last > 0 && items[last - 1].node == pair) {
      occurrences_.push_back({items[last], items[last], index});
    }
    for (std::size_t i = from; i < last; ++i) {
      if (items[i].node == pair || (i > from && items[i].node == items[i - 1].node)) continue;
      occurrences_.push_back(occurrence(items[i], items[last], index));
    }
  }
  const std::size_t old_size = heap_.size();
  add_candidates(begin);
  std::vector<Candidate> fresh(heap_.begin() + static_cast<std::ptrdiff_t>(old_size), heap_.end());
  heap_.resize(old_size);
  for (const Candidate& candidate_ : fresh) {
    heap_.push_back(candidate_);
    std::push_heap(heap_.begin(), heap_.end(), less);
  }
}

void RecurringPairs::run() {
  if (composites.empty()) return;
  find_occurrences();
  add_candidates(0);
  std::make_heap(heap_.begin(), heap_.end(), less);
  while (!heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end(), less);
    Candidate best = heap_.back();
    heap_.pop_back();
    // Counts only fall, so it is enough to bring them up to date when their turn comes.
    std::uint32_t count = 0;
    for (std::uint32_t i = best.begin; i < best.end; ++i) count += count_in(occurrences_[i]);
    if (count < 2) continue;
    if (count < best.count) {
      best.count = count;
      heap_.push_back(best);
      std::push_heap(heap_.begin(), heap_.end(), less);
      continue;
    }
    replace(best);
  }
}

}  // namespace diagc::passes
