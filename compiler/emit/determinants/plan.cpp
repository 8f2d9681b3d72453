#include "compiler/emit/determinants/plan.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

namespace diagc {

namespace {

constexpr unsigned least_vertices = 3;

/// What ran fastest on an H200 for 5, 6, 7 and 8 vertices, more configurations first.
constexpr DeterminantOptions forms[] = {{.lanes = 16, .warps = 4, .blocks = 3},
                                        {.lanes = 8, .warps = 4, .blocks = 3},
                                        {.lanes = 8, .warps = 8, .blocks = 1},
                                        {.lanes = 3, .warps = 8, .blocks = 1},
                                        {.lanes = 1, .warps = 8, .blocks = 1}};

class Planner {
 public:
  Planner(DeterminantPlan plan) : plan_(std::move(plan)) {}

  DeterminantPlan plan() {
    for (unsigned level = 0; level < plan_.shape.vertices; ++level) {
      plan_.records_at.push_back(static_cast<std::uint32_t>(plan_.words.size()));
      for (const bool again : {false, true}) {
        for (const auto& step : plan_.places.levels[level]) add_step(level, step, again);
      }
    }
    for (unsigned level = 0; level < plan_.shape.vertices; ++level) {
      plan_.tasks_at.push_back(static_cast<std::uint32_t>(plan_.words.size()));
      if (plan_.shape.in_waves(level)) {
        add_waves(level);
      } else if (plan_.shape.divided(level)) {
        add_tasks(level);
      }
    }
    return std::move(plan_);
  }

 private:
  void add_step(unsigned level, const std::vector<DeterminantUnit>& step, bool again) {
    for (const DeterminantUnit& unit : step) add_record(level, unit, again, false);
    for (std::size_t side = step.size(); side < plan_.shape.sides(); ++side) {
      add_record(level, step.front(), again, true);
    }
  }

  void add_record(unsigned level, const DeterminantUnit& unit, bool again, bool idle) {
    const DeterminantPlaces& places = plan_.places;
    const VertexSet set = unit.set;
    std::uint32_t names = 0;
    unsigned shift = 0;
    const auto name = [&](unsigned v) { names |= v << shift, shift += 4; };
    std::vector<std::uint32_t> read, written;
    for (const unsigned v : unit.inside) {
      name(v);
      read.push_back(places.lines.at({{set & ~(1U << v), v}, again}));
    }
    for (const unsigned v : unit.outside) {
      name(v);
      written.push_back(places.lines.at({{set, v}, again}));
    }
    while (shift < 4 * plan_.shape.last_level()) name(unit.lowest);
    const bool over_read = places.in_place(level, unit);
    const std::uint32_t half = places.half(level);
    const auto way = places.ways.find({set, again});
    std::uint32_t to[2] = {0, 0};
    if (over_read && !again) to[0] = read[1], to[1] = read[0];
    if (!over_read && way != places.ways.end()) to[0] = way->second, to[1] = way->second + half;
    std::uint32_t from[2] = {0, 0};
    if (level > 0 && again && over_read) {
      const auto before = [&](unsigned rank) {
        const unsigned v = unit.inside[rank];
        return places.lines.at({{set & ~(1U << v), v}, false});
      };
      from[0] = before(1), from[1] = before(0);
    } else if (level > 0 && again) {
      from[0] = places.ways.at({set, false}), from[1] = from[0] + half;
    } else if (level > 0) {
      const VertexSet rest = set & (set - 1);
      from[0] = places.ways.at({rest, true}), from[1] = places.ways.at({rest, false});
    }
    auto& words = plan_.words;
    words.insert(words.end(), {unit.lowest | (idle ? 1U << 8 : 0) | to[0] << 16, names,
                               set | to[1] << 16, from[0] | from[1] << 16});
    for (auto* list : {&read, &written}) {
      list->resize(8);
      for (unsigned i = 0; i < 8; i += 2) words.push_back((*list)[i] | (*list)[i + 1] << 16);
    }
  }

  /// Of members, those that wait for others behind these: the highest ranks, the pass, and how many others a member waits for in turn.
  void add_tasks(unsigned level) {
    const unsigned ranks = plan_.shape.loops(level);
    std::vector<std::uint32_t> tasks;
    for (std::uint32_t high = 0; high < 1U << ranks; ++high) {
      for (const unsigned again : {0U, 1U}) {
        const unsigned lag = again + ranks - static_cast<unsigned>(std::popcount(high));
        tasks.push_back(lag << 16 | again << 8 | high);
      }
    }
    std::ranges::sort(tasks);
    plan_.words.insert(plan_.words.end(), tasks.begin(), tasks.end());
  }

  /// A way of the second pass comes behind that of the first one, which it reads.
  void add_waves(unsigned level) {
    constexpr std::uint32_t idle = 1 << 15;
    const unsigned members = plan_.shape.slots() / plan_.shape.units(level);
    std::vector<std::uint32_t> tasks;
    for (unsigned wave = 0; wave <= level + 1; ++wave) {
      for (const unsigned again : {0U, 1U}) {
        for (std::uint32_t way = 1U << level; way-- > 0;) {
          const unsigned twice_in = level - static_cast<unsigned>(std::popcount(way));
          if (twice_in + again == wave) tasks.push_back(again << 8 | way);
        }
      }
      tasks.resize((tasks.size() + members - 1) / members * members, idle);
    }
    tasks.resize(tasks.size() + members, idle);
    plan_.words.insert(plan_.words.end(), tasks.begin(), tasks.end());
  }

  DeterminantPlan plan_;
};

}  // namespace

std::size_t DeterminantPlan::wave_steps(unsigned level) const {
  const std::size_t end = level + 1 < shape.vertices ? tasks_at[level + 1] : words.size();
  return (end - tasks_at[level]) / (shape.slots() / shape.units(level)) - 1;
}

double DeterminantPlan::products() const {
  double all = 0;
  for (unsigned level = 0; level < shape.vertices; ++level) {
    const double ways = 1U << level, outside = shape.last_level() - level;
    if (shape.divided(level)) {
      all += 2 * ways * ((level + 1) * (outside + 1 + level / 2.0) + 3) * shape.units(level) *
             shape.lanes / 32.0;
      continue;
    }
    for (const auto& step : places.levels[level]) {
      all += 2 * ways * ((level + 1) * (places.rows(level, step) + 1 + level / 2.0) + 3);
    }
  }
  return all;
}

std::size_t DeterminantPlan::terms() const {
  double all = 0;
  for (unsigned level = 0; level < shape.vertices; ++level) {
    const double outside = shape.last_level() - level;
    const double ways = 1U << (level - shape.loops(level));
    const double forms = level <= 4 ? outside : 1;
    all += ways * forms * (level + 1) * (outside / (forms > 1 ? 2 : 1) + 1 + level / 2.0);
  }
  return static_cast<std::size_t>(all);
}

DeterminantPlan plan_determinants(const DeterminantSum& sum, const CudaOptions& options) {
  const auto& asked = std::get<DeterminantOptions>(options.form);
  if (options.single_precision) {
    throw std::runtime_error("no kernel by determinants: it is for double precision alone");
  }
  DeterminantPlan plan;
  plan.sum = sum;
  const unsigned n = plan.sum.vertices;
  if (n < least_vertices) {
    throw std::runtime_error(fmt::format(
        "no kernel by determinants: {} vertices, expected {} at least", n, least_vertices));
  }
  std::optional<std::size_t> least;
  for (const DeterminantOptions& form : forms) {
    const auto chosen = [](unsigned given, unsigned usual) { return given > 0 ? given : usual; };
    plan.blocks = chosen(asked.blocks, form.blocks);
    plan.shape = {.vertices = n,
                  .lanes = chosen(asked.lanes, form.lanes),
                  .warps = chosen(asked.warps, form.warps),
                  .input_rows = 2 * n * n + (plan.sum.derivative ? 0 : 2 * n)};
    const std::size_t room = options.device.shared_bytes_of(plan.blocks);
    plan.places = place_determinants(plan.shape, room);
    if (plan.places.shared_bytes <= room) return Planner(std::move(plan)).plan();
    least =
        std::min(least.value_or(plan.places.shared_bytes), std::size_t{plan.places.shared_bytes});
  }
  throw std::runtime_error(
      fmt::format("no kernel by determinants: {} bytes of shared memory a block, of {}", *least,
                  options.device.shared_bytes));
}

}  // namespace diagc
