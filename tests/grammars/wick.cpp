#include "tests/grammars/wick.h"

#include <algorithm>
#include <numeric>

namespace diagc::grammars {

namespace {

int line_of(int end) { return (end + 1) / 2; }
int other_end(int end) { return end % 2 ? end + 1 : end - 1; }

/// Whether the points first..2n hang together through lines and propagators; the one that leaves `cut` is left out.
bool hangs_together(const Contraction& c, int first, int cut) {
  const std::size_t points = c.next.size();
  std::vector<char> reached(points, 0);
  std::vector<int> queue{first};
  reached[static_cast<std::size_t>(first)] = 1;
  const auto reach = [&](int point) {
    if (point < first || reached[static_cast<std::size_t>(point)]) return;
    reached[static_cast<std::size_t>(point)] = 1;
    queue.push_back(point);
  };
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const int point = queue[i];
    if (point > 0) reach(other_end(point));
    if (point != cut) reach(c.next[static_cast<std::size_t>(point)]);
    for (std::size_t from = 0; from < points; ++from) {
      if (c.next[from] == point && static_cast<int>(from) != cut) reach(static_cast<int>(from));
    }
  }
  return queue.size() == points - static_cast<std::size_t>(first);
}

}  // namespace

std::vector<int> Contraction::external_line() const {
  std::vector<int> line;
  for (int v = next[0]; v != 0; v = next[static_cast<std::size_t>(v)]) line.push_back(v);
  return line;
}

int Contraction::closed_loops() const {
  int cycles = 0;
  std::vector<char> seen(next.size(), 0);
  for (std::size_t start = 0; start < next.size(); ++start) {
    if (seen[start]) continue;
    ++cycles;
    for (std::size_t v = start; !seen[v]; v = static_cast<std::size_t>(next[v])) seen[v] = 1;
  }
  return cycles - 1;
}

bool Contraction::connected() const { return hangs_together(*this, 0, -1); }

bool Contraction::irreducible() const {
  if (n == 0 || !connected()) return false;
  const std::vector<int> line = external_line();
  return !line.empty() && std::all_of(line.begin(), line.end() - 1,
                                      [&](int v) { return hangs_together(*this, 1, v); });
}

bool Contraction::canonical() const {
  std::vector<int> touches(static_cast<std::size_t>(n) + 1, 0);
  int lines = 0;
  const auto follow = [&](int start) {
    int v = start;
    do {
      if (v != 0) {
        const int line = line_of(v);
        if (touches[static_cast<std::size_t>(line)]++ == 0 && (line != ++lines || v % 2 == 0)) {
          return false;
        }
      }
      v = next[static_cast<std::size_t>(v)];
    } while (v != start);
    return true;
  };
  if (!follow(0)) return false;
  for (;;) {
    const auto half_used = std::find(touches.begin() + 1, touches.end(), 1);
    if (half_used == touches.end()) return lines == n;
    if (!follow(2 * static_cast<int>(half_used - touches.begin()))) return false;
  }
}

void for_each_contraction(int n, const std::function<void(const Contraction&)>& visit) {
  Contraction contraction{n, std::vector<int>(static_cast<std::size_t>(2 * n + 1))};
  std::iota(contraction.next.begin(), contraction.next.end(), 0);
  do {
    visit(contraction);
  } while (std::next_permutation(contraction.next.begin(), contraction.next.end()));
}

std::int64_t LoopSum::at(std::int64_t factor) const {
  std::int64_t sum = 0;
  for (auto c = by_loops.rbegin(); c != by_loops.rend(); ++c) sum = sum * factor + *c;
  return sum;
}

LoopSum sum_contractions(int n, const std::function<bool(const Contraction&)>& accept,
                         const std::function<std::int64_t(const Contraction&)>& weight) {
  LoopSum sum{std::vector<std::int64_t>(static_cast<std::size_t>(2 * n + 1), 0)};
  for_each_contraction(n, [&](const Contraction& contraction) {
    if (!accept(contraction)) return;
    sum.by_loops[static_cast<std::size_t>(contraction.closed_loops())] += weight(contraction);
  });
  return sum;
}

std::vector<std::vector<int>> relabellings(int n, bool orientations) {
  std::vector<std::vector<int>> result;
  std::vector<int> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 1);
  do {
    for (int turned = 0; turned < (orientations ? 1 << n : 1); ++turned) {
      std::vector<int> map{0};
      for (int i = 0; i < n; ++i) {
        const int line = order[static_cast<std::size_t>(i)];
        const bool turn = turned >> i & 1;
        map.push_back(turn ? 2 * line : 2 * line - 1);
        map.push_back(turn ? 2 * line - 1 : 2 * line);
      }
      result.push_back(map);
    }
  } while (std::next_permutation(order.begin(), order.end()));
  return result;
}

}  // namespace diagc::grammars
