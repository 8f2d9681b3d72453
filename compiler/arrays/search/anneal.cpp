#include "compiler/arrays/search/anneal.h"

#include <algorithm>
#include <bit>
#include <type_traits>
#include <utility>

#include "compiler/arrays/search/move_costs.h"
#include "compiler/arrays/search/regraft.h"

namespace diagc::arrays {

namespace {

using namespace moves;

/// (a b) c becomes (a c) b. What a c leaves is what it has in common with b and with all else, which is p's.
struct Sizes {
  float joined;  ///< of the labels of a and c
  float left;    ///< of those that a c leaves
  float last;    ///< of these and those of b
  /// Of the sliced labels whose sums end with a b as it was, and with a c: steps above are not repeated for their values.
  float ended = 0, ends = 0;
};

/// Of 256 moves so many are regrafts: in trees of lattices and circuits few find what rotations do not, and many leave small steps no time to come to order.
constexpr std::uint64_t regrafts = 16;

template <bool one_weight, Sliced slices>
DIAGC_INLINE void run(const TreeView& tree, std::size_t moves, float beta,
                      const ContractionTree::Pressure& pressure, std::mt19937_64& random) {
  const std::size_t words = tree.weights.size();
  const float* weights = tree.weights.data();
  const auto sizes_of = [&](const std::uint64_t* set_a, const std::uint64_t* set_b,
                            const std::uint64_t* set_c, const std::uint64_t* set_p,
                            const std::uint64_t* set_x) __attribute__((always_inline)) {
    using Count = std::conditional_t<one_weight, int, float>;
    Count joined = 0, left = 0, last = 0, ended = 0, ends = 0;
    for (std::size_t w = 0; w < words; ++w) {
      const Count weight = one_weight ? Count{1} : static_cast<Count>(weights[w]);
      const std::uint64_t both = set_a[w] | set_c[w], kept = both & (set_b[w] | set_p[w]);
      const std::uint64_t mask = slices == Sliced::none ? ~std::uint64_t{0} : ~tree.sliced[w];
      joined += weight * static_cast<Count>(std::popcount(both & mask));
      left += weight * static_cast<Count>(std::popcount(kept & mask));
      last += weight * static_cast<Count>(std::popcount((kept | set_b[w]) & mask));
      if constexpr (slices == Sliced::early) {
        ended +=
            weight * static_cast<Count>(std::popcount(set_a[w] & set_b[w] & ~set_x[w] & ~mask));
        ends += weight * static_cast<Count>(std::popcount(both & ~kept & ~mask));
      }
    }
    const float unit = one_weight ? weights[0] : 1;
    return Sizes{unit * static_cast<float>(joined), unit * static_cast<float>(left),
                 unit * static_cast<float>(last), unit * static_cast<float>(ended),
                 unit * static_cast<float>(ends)};
  };
  ContractionTree::Node* nodes = tree.nodes.data();
  const std::size_t inner = tree.nodes.size() - tree.leaves;
  Regraft<one_weight> regraft(tree, pressure);
  const std::uint64_t proposed = pressure.regrafts && slices == Sliced::none ? regrafts : 0;
  for (std::size_t move = 0; move < moves; ++move) {
    const std::uint64_t draw = random();
    const std::size_t parent = tree.leaves + static_cast<std::size_t>((draw >> 32U) * inner >> 32U);
    if ((draw >> 2U & 255U) < proposed) {
      move +=
          regraft.propose(static_cast<std::int32_t>(parent), (draw & 1U) != 0, beta, random) - 1;
      continue;
    }
    ContractionTree::Node& p = nodes[parent];
    std::int32_t x = p.left, c = p.right;
    if (draw & 1U) std::swap(x, c);
    if (nodes[x].left < 0) {
      std::swap(x, c);
      if (nodes[x].left < 0) continue;
    }
    std::int32_t a = nodes[x].left, b = nodes[x].right;
    if (draw & 2U) std::swap(a, b);
    const std::uint64_t* set_a = tree.sets + static_cast<std::size_t>(a) * words;
    const std::uint64_t* set_b = tree.sets + static_cast<std::size_t>(b) * words;
    const std::uint64_t* set_c = tree.sets + static_cast<std::size_t>(c) * words;
    const std::uint64_t* set_p = tree.sets + parent * words;
    const std::uint64_t* set_old = tree.sets + static_cast<std::size_t>(x) * words;
    const Sizes sizes = sizes_of(set_a, set_b, set_c, set_p, set_old);
    const float first_cost =
        cost_of_step(sizes.joined, nodes[a].size, nodes[c].size, sizes.left, pressure.objective);
    const float last_cost =
        cost_of_step(sizes.last, sizes.left, nodes[b].size, p.size, pressure.objective);
    float change = sum_of_logs(first_cost, last_cost - sizes.ends) -
                   sum_of_logs(nodes[x].cost, p.cost - sizes.ended);
    if (pressure.weight > 0) {
      change += pressure.weight * (std::max(0.0F, sizes.left - pressure.limit) -
                                   std::max(0.0F, nodes[x].size - pressure.limit));
    }
    if (!is_accepted(change, beta, random)) continue;
    std::uint64_t* set_x = tree.sets + static_cast<std::size_t>(x) * words;
    for (std::size_t w = 0; w < words; ++w)
      set_x[w] = (set_a[w] | set_c[w]) & (set_b[w] | set_p[w]);
    ContractionTree::Node& node = nodes[x];
    node.left = a;
    node.right = c;
    node.size = sizes.left;
    node.cost = first_cost;
    nodes[c].parent = x;
    p.left = x;
    p.right = b;
    p.cost = last_cost;
    nodes[b].parent = static_cast<std::int32_t>(parent);
  }
}

#define DIAGC_ANNEAL(name, attributes)                                               \
  attributes void name(const TreeView& tree, std::size_t moves, float beta,          \
                       const ContractionTree::Pressure& pressure, bool one_weight,   \
                       std::mt19937_64& random) {                                    \
    if (tree.sliced == nullptr) {                                                    \
      one_weight ? run<true, Sliced::none>(tree, moves, beta, pressure, random)      \
                 : run<false, Sliced::none>(tree, moves, beta, pressure, random);    \
    } else if (pressure.objective.sums_end_early) {                                  \
      one_weight ? run<true, Sliced::early>(tree, moves, beta, pressure, random)     \
                 : run<false, Sliced::early>(tree, moves, beta, pressure, random);   \
    } else {                                                                         \
      one_weight ? run<true, Sliced::outside>(tree, moves, beta, pressure, random)   \
                 : run<false, Sliced::outside>(tree, moves, beta, pressure, random); \
    }                                                                                \
  }

DIAGC_ANNEAL(anneal_anywhere, )
#ifdef __x86_64__
DIAGC_ANNEAL(anneal_with_avx2, __attribute__((target("avx2,popcnt"))))
#endif

}  // namespace

float log2_sum(float a, float b) { return moves::sum_of_logs(a, b); }

float step_cost(float operations, float a, float b, float result, const Objective& objective) {
  return moves::cost_of_step(operations, a, b, result, objective);
}

void anneal(const TreeView& tree, std::size_t moves, float beta,
            const ContractionTree::Pressure& pressure, std::mt19937_64& random) {
  if (tree.nodes.size() < tree.leaves + 2) return;
  const bool one_weight =
      !tree.weights.empty() && std::ranges::count(tree.weights, tree.weights[0]) ==
                                   static_cast<std::ptrdiff_t>(tree.weights.size());
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt")) {
    return anneal_with_avx2(tree, moves, beta, pressure, one_weight, random);
  }
#endif
  anneal_anywhere(tree, moves, beta, pressure, one_weight, random);
}

}  // namespace diagc::arrays
