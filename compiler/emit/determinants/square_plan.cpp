#include "compiler/emit/determinants/square_plan.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

namespace diagc {

namespace {

/// A block of four vertices and one more, and vertices that a record has bits for.
constexpr unsigned least_of_squares = 5, most_of_squares = 11;

/// What ran fastest on an H100 for 8, 9 and 10 vertices, more configurations first.
constexpr DeterminantOptions square_forms[] = {{.lanes = 8, .warps = 4, .blocks = 3},
                                               {.lanes = 8, .warps = 12, .blocks = 1},
                                               {.lanes = 4, .warps = 8, .blocks = 1},
                                               {.lanes = 2, .warps = 8, .blocks = 1},
                                               {.lanes = 1, .warps = 8, .blocks = 1}};

class SquarePlanner {
 public:
  explicit SquarePlanner(SquarePlan plan) : plan_(std::move(plan)) {}

  SquarePlan plan() {
    for (const auto& level : plan_.places.levels) add_minors(level);
    for (unsigned size = 1; size <= plan_.other_vertices(); ++size) add_blocks(size);
    return std::move(plan_);
  }

 private:
  std::uint32_t here() const { return static_cast<std::uint32_t>(plan_.words.size()); }

  void add_minors(const std::vector<MinorUnit>& level) {
    const std::size_t sides = plan_.sides(), steps = (level.size() + sides - 1) / sides;
    plan_.minors.push_back({here(), static_cast<unsigned>(steps)});
    for (std::size_t i = 0; i < steps * sides; ++i) {
      const bool idle = i >= level.size();
      add_record(level[idle ? 0 : i], idle);
    }
  }

  void add_record(const MinorUnit& unit, bool idle) {
    std::uint32_t names = 0;
    unsigned shift = 0;
    std::vector<std::uint32_t> arrays;
    const auto add = [&](const std::vector<unsigned>& vertices,
                         const std::vector<std::uint32_t>& of_them) {
      for (const unsigned v : vertices) names |= v << shift, shift += 4;
      arrays.insert(arrays.end(), of_them.begin(), of_them.end());
    };
    add(unit.inside, unit.read);
    add(unit.outside, unit.written);
    arrays.resize(8);
    const auto outside = static_cast<std::uint32_t>(unit.outside.size());
    plan_.words.insert(
        plan_.words.end(),
        {unit.set | unit.lowest << 16 | outside << 20 | (idle ? 1U << 31 : 0), names, 0, 0});
    for (unsigned i = 0; i < 8; i += 2) plan_.words.push_back(arrays[i] | arrays[i + 1] << 16);
  }

  void add_blocks(unsigned size) {
    const unsigned others = plan_.other_vertices();
    std::vector<std::uint32_t> sets;
    for (std::uint32_t set = 0; set < 1U << others; ++set) {
      if (std::popcount(set) == static_cast<int>(size)) sets.push_back(set);
    }
    const unsigned fitting = plan_.slots() / static_cast<unsigned>(sets.size());
    const unsigned team = std::min(std::bit_floor(std::max(fitting, 1U)), 1U << (size - 1));
    plan_.blocks.push_back({here(), static_cast<unsigned>(sets.size()) * team, team});
    for (const std::uint32_t set : sets) {
      std::uint32_t divided = 0;  // vertices that tell members from each other
      for (std::uint32_t rest = set, of_team = team; of_team > 1; of_team /= 2) {
        divided |= std::bit_floor(rest);
        rest &= ~std::bit_floor(rest);
      }
      std::uint32_t mine = divided;
      for (unsigned member = 0; member < team; ++member, mine = (mine - 1) & divided) {
        plan_.words.push_back(set | mine << 8 | (set & ~divided) << 16);
      }
    }
  }

  SquarePlan plan_;
};

std::uint32_t aligned(std::uint32_t bytes) { return (bytes + 127) / 128 * 128; }

}  // namespace

bool is_square(const DeterminantSum& sum) {
  return sum.power.value == no_node && sum.power.shift == 1 && sum.vertices >= least_of_squares;
}

double SquarePlan::products() const {
  double all = 0;
  for (const auto& level : places.levels) {
    for (const MinorUnit& unit : level) {
      const double inside = static_cast<double>(unit.inside.size()) + 1,
                   ends = static_cast<double>(unit.outside.size()) + 1;
      all += 12 * inside * (ends + 1) + 12 * ends + 6;
    }
  }
  double blocks = 3;  // parts of a block's sums, and twice the first block's inverse
  for (unsigned v = 0; v < other_vertices(); ++v) blocks *= 3;
  all += (blocks / 3 + 2 * (1U << other_vertices())) * 81;
  return all * form.lanes / 32;
}

SquarePlan plan_squares(const DeterminantSum& sum, const CudaOptions& options) {
  const auto& asked = std::get<DeterminantOptions>(options.form);
  if (options.single_precision) {
    throw std::runtime_error("no kernel by determinants: it is for double precision alone");
  }
  const unsigned n = sum.vertices;
  if (n > most_of_squares) {
    throw std::runtime_error(
        fmt::format("no kernel by determinants: {} vertices, of {} at most for two flavours", n,
                    most_of_squares));
  }
  SquarePlan plan{.sum = sum, .form = {}, .places = place_minors(n)};
  std::optional<std::size_t> least;
  for (const DeterminantOptions& form : square_forms) {
    const auto chosen = [](unsigned given, unsigned usual) { return given > 0 ? given : usual; };
    plan.form = {chosen(asked.lanes, form.lanes), chosen(asked.warps, form.warps),
                 chosen(asked.blocks, form.blocks)};
    const unsigned pack = 16 * plan.form.lanes;
    plan.sums_at = aligned(n * n * pack + (sum.derivative ? 0 : 2 * n * pack / 2));
    plan.lines_at = plan.sums_at + pack * (1U << n);
    const std::uint32_t packs =
        std::max(4 * plan.places.arrays, plan.slots() * (1U << plan.block_vertices) / 2);
    plan.shared_bytes = plan.lines_at + packs * pack;
    const std::size_t room = options.device.shared_bytes_of(plan.form.blocks);
    if (plan.shared_bytes <= room) return SquarePlanner(std::move(plan)).plan();
    least = std::min(least.value_or(plan.shared_bytes), std::size_t{plan.shared_bytes});
  }
  throw std::runtime_error(
      fmt::format("no kernel by determinants: {} bytes of shared memory a block, of {}", *least,
                  options.device.shared_bytes));
}

}  // namespace diagc
