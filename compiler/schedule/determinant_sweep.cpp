#include "compiler/schedule/determinant_sweep.h"

#include <algorithm>
#include <bit>
#include <complex>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "compiler/graph/interpret.h"

namespace diagc {

namespace {

/// A sweep keeps a core busier than chunks do, so that it may take more operations.
constexpr double more_operations = 1.5;

/// Whether the graph itself adds up what is not connected and subtracts it again. Where no propagator joins the last vertex to the others
/// such terms are left, and cancel; a graph of connected terms alone has none but zeros. It keeps more digits, and is left as it is.
bool subtracts_unconnected(const Graph& graph) {
  const Signature& signature = graph.signature();
  std::vector<double> inputs;
  for (const Variable& input : signature.inputs) {
    const std::int64_t extent = input.ranges[0].size(), last = extent - 1;
    for (std::int64_t a = 0; a < extent; ++a) {
      for (std::int64_t b = 0; b < extent; ++b) inputs.push_back((a == last) == (b == last));
    }
  }
  const std::vector<std::complex<double>> params(first_rows(signature.params).back(), 4.5);
  std::vector<double> terms(first_rows(signature.outputs).back());
  interpret_absolute(graph, {inputs.data(), 1}, params, {terms.data(), 1}, 1);
  return std::ranges::any_of(terms, [](double sum) { return sum != 0; });
}

/// Rows side by side, the first that are free.
class RowMemory {
 public:
  explicit RowMemory(std::uint32_t begin) : most_(begin), free_{{begin, end}} {}

  std::uint32_t take(std::uint32_t rows) {
    const auto span = std::ranges::find_if(
        free_, [&](const auto& free) { return free.second - free.first >= rows; });
    const std::uint32_t first = span->first, behind = span->second;
    free_.erase(span);
    if (first + rows < behind) free_[first + rows] = behind;
    most_ = std::max(most_, first + rows);
    return first;
  }

  void give_back(std::uint32_t first, std::uint32_t rows) {
    auto span = free_.emplace(first, first + rows).first;
    if (const auto next = std::next(span); next != free_.end() && next->first == span->second) {
      span->second = next->second;
      free_.erase(next);
    }
    if (span == free_.begin()) return;
    if (const auto before = std::prev(span); before->second == span->first) {
      before->second = span->second;
      free_.erase(span);
    }
  }

  /// Behind all that were ever taken.
  std::uint32_t most() const { return most_; }

 private:
  static constexpr std::uint32_t end = 1U << 31;
  std::uint32_t most_;
  std::map<std::uint32_t, std::uint32_t> free_;  ///< begin → end, apart from each other
};

class Sweep {
 public:
  explicit Sweep(const DeterminantSum& sum) {
    sweep_.sum = sum;
    const unsigned n = sum.vertices;
    std::uint32_t rows = sweep_.sums(1U << n);
    if (!sum.derivative) {
      sweep_.matrix = rows;
      rows += 2 * n * n;
      sweep_.work.multiplications += std::uint64_t{n} * n;
    }
    for (VertexSet set = 2; set < 1U << n; set += 2) {
      ways_[set] = rows;
      rows += 1U << std::popcount(set);
    }
    ways_of_lowest_ = rows;
    lines_memory_ = RowMemory(rows + (1U << (n - 1)));
  }

  DeterminantSweep sweep() {
    for (unsigned lowest = sweep_.sum.vertices; lowest-- > 0;) {
      const unsigned above = sweep_.sum.vertices - 1 - lowest;
      for (VertexSet others = 0; others < 1U << above; ++others)
        add(lowest, others << (lowest + 1));
    }
    sweep_.rows = lines_memory_.most();
    return std::move(sweep_);
  }

 private:
  static std::uint32_t line_rows(std::size_t inside, bool again) {
    return (1U << inside) + (again ? 0 : 2);
  }

  void add(unsigned lowest, VertexSet others) {
    SweptUnit swept;
    swept.unit = {others | 1U << lowest, lowest, {}, {}};
    for (unsigned v = lowest + 1; v < sweep_.sum.vertices; ++v) {
      (others >> v & 1 ? swept.unit.inside : swept.unit.outside).push_back(v);
    }
    const VertexSet set = swept.unit.set;
    const unsigned inside = swept.inside();
    for (const bool again : {false, true}) {
      for (const unsigned v : swept.unit.outside) {
        const std::uint32_t line = lines_memory_.take(line_rows(inside, again));
        lines_[{{set, v}, again}] = line;
        swept.written[again].push_back(line);
      }
      for (const unsigned v : swept.unit.inside) {
        swept.read[again].push_back(lines_.at({{set & ~(1U << v), v}, again}));
      }
    }
    // The first half of a set's ways has the lowest vertex in B, which is what the second pass makes.
    const std::uint32_t half = 1U << inside;
    swept.to[0] = lowest > 0 ? ways_.at(set) + half : ways_of_lowest_;
    swept.to[1] = lowest > 0 ? ways_.at(set) : ways_of_lowest_;
    if (inside > 0) swept.from[0] = ways_.at(others);
    swept.from[1] = swept.to[0];
    for (const bool again : {false, true}) {
      for (const std::uint32_t line : swept.read[again]) {
        lines_memory_.give_back(line, line_rows(inside - 1, again));
      }
    }
    count(inside, swept.outside());
    sweep_.units.push_back(std::move(swept));
  }

  /// What the text of a unit takes (emit/determinant_text.cpp).
  void count(std::uint64_t inside, std::uint64_t outside) {
    Work& work = sweep_.work;
    if (inside == 0) {
      work += {.multiplications = 4 + outside,
               .fused = 1,
               .loads = 2 + 2 * outside,
               .stores = 6 + 4 * outside};
      return;
    }
    const std::uint64_t ways = std::uint64_t{1} << inside;
    // Elements of G, H, F and F' of the others, lines of determinants.
    work += {.multiplications = 2 * (outside + 1),
             .fused = (outside + 1) * (1 + 3 * inside),
             .loads = (inside + 1) * (inside + outside + 1) + (inside + 1) * (outside + 1) + 2 +
                      2 * inside,
             .stores = 2 * (outside + 1)};
    // Both passes: a row for every vertex outside, for the lowest one, and for those inside that are in A.
    const std::uint64_t rows = 2 * ways * (outside + 1) + ways * inside;
    work += {.multiplications = rows + 2 * (inside + 1),
             .fused = rows * inside + 4 * ways,
             .loads = 6 * ways + ways * inside,
             .stores = 2 * ways * (outside + 1)};
    // What is not connected.
    work += {.additions = 4, .fused = 2 * (ways - 1), .loads = 4 * (ways - 1), .stores = 2};
  }

  DeterminantSweep sweep_;
  std::map<VertexSet, std::uint32_t> ways_;
  std::uint32_t ways_of_lowest_ = 0;
  RowMemory lines_memory_{0};
  std::map<std::pair<DeterminantPlaces::Line, bool>, std::uint32_t> lines_;
};

}  // namespace

DeterminantSweep sweep_determinants(const DeterminantSum& sum) { return Sweep(sum).sweep(); }

std::optional<DeterminantSweep> find_sweep(const Graph& graph, const Schedule& schedule) {
  if (!schedule.chunked()) return std::nullopt;
  for (const Variable& input : graph.signature().inputs) {
    if (input.ranges.empty() || input.ranges[0].size() > most_swept_vertices + 1) {
      return std::nullopt;
    }
  }
  try {
    const DeterminantSum sum = find_determinants(graph);
    if (sum.vertices < 2 || sum.vertices > most_swept_vertices) return std::nullopt;
    if (!subtracts_unconnected(graph)) return std::nullopt;
    DeterminantSweep sweep = sweep_determinants(sum);
    const double most = more_operations * static_cast<double>(schedule.work.flops());
    if (static_cast<double>(sweep.work.flops()) <= most) return sweep;
  } catch (const std::runtime_error&) {  // the graph is of no such kind
  }
  return std::nullopt;
}

}  // namespace diagc
