#include "compiler/schedule/determinant_sweep.h"

#include <algorithm>
#include <complex>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "compiler/graph/interpret.h"
#include "compiler/graph/lives.h"

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

class Sweep {
 public:
  explicit Sweep(const DeterminantSum& sum) {
    sweep_.sum = sum;
    const unsigned n = sum.vertices;
    sweep_.rows = sweep_.sums(1U << n);
    if (!sum.derivative) {
      sweep_.matrix = sweep_.rows;
      sweep_.rows += 2 * n * n;
      sweep_.work.multiplications += std::uint64_t{n} * n;
    }
  }

  DeterminantSweep sweep() {
    order_units();
    place_rows();
    for (SweptUnit& swept : sweep_.units) {
      set_rows(swept);
      count(swept.inside(), swept.outside());
    }
    return std::move(sweep_);
  }

 private:
  void order_units() {
    const unsigned n = sweep_.sum.vertices;
    for (unsigned lowest = n; lowest-- > 0;) {
      for (VertexSet others = 0; others < 1U << n; others += 2U << lowest) {
        SweptUnit swept;
        swept.unit = {others | 1U << lowest, lowest, {}, {}};
        for (unsigned v = lowest + 1; v < n; ++v) {
          (others >> v & 1 ? swept.unit.inside : swept.unit.outside).push_back(v);
        }
        moments_[swept.unit.set] = sweep_.units.size();
        sweep_.units.push_back(std::move(swept));
      }
    }
  }

  /// Ways and lines stay until the last unit has read them.
  void place_rows() {
    std::vector<Life> lives;
    std::vector<std::uint32_t*> places;
    const auto add = [&](std::uint32_t* place, std::uint32_t rows, VertexSet from, VertexSet to) {
      lives.push_back({rows, moments_.at(from), moments_.at(to)});
      places.push_back(place);
    };
    for (const SweptUnit& swept : sweep_.units) {
      const VertexSet set = swept.unit.set;
      const std::uint32_t ways = 1U << swept.inside();
      for (const bool again : {false, true}) {
        for (const unsigned v : swept.unit.outside) {
          add(&lines_[{{set, v}, again}], ways + (again ? 0 : 2), set, set | 1U << v);
        }
      }
      if (swept.unit.lowest > 0) {
        add(&ways_[set], 2 * ways, set, set | 1U);
      } else if (swept.inside() == 0) {
        add(&ways_[set], ways, set, set);
      }
    }
    const LivePlaces placed = place_lives(lives, 1);
    for (std::size_t i = 0; i < lives.size(); ++i) {
      *places[i] = sweep_.rows + static_cast<std::uint32_t>(placed.offsets[i]);
    }
    sweep_.rows += static_cast<std::uint32_t>(placed.elements);
  }

  void set_rows(SweptUnit& swept) {
    const auto [set, lowest, inside, outside] = swept.unit;
    for (const bool again : {false, true}) {
      for (const unsigned v : outside) swept.written[again].push_back(lines_.at({{set, v}, again}));
      for (const unsigned v : inside) {
        swept.read[again].push_back(lines_.at({{set & ~(1U << v), v}, again}));
      }
    }
    if (!inside.empty()) swept.from[0] = ways_.at(set & (set - 1));
    // The first half of a set's ways has the lowest vertex in B, which is what the second pass makes. What sets with vertex 0 read no other
    // set reads after them, so that theirs stand there.
    if (lowest > 0) {
      swept.to[0] = ways_.at(set) + (1U << inside.size());
      swept.to[1] = ways_.at(set);
    } else {
      swept.to[0] = swept.to[1] = inside.empty() ? ways_.at(set) : swept.from[0];
    }
    swept.from[1] = swept.to[0];
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
  std::map<VertexSet, std::size_t> moments_;  ///< at which a unit is computed
  std::map<VertexSet, std::uint32_t> ways_;
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
