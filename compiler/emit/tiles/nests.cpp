#include "compiler/emit/tiles/nests.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "compiler/arrays/three_products.h"

namespace diagc {

namespace {

using Axes = std::vector<NestAxis>;

/// Axes that lie in each other in all arrays are one.
Axes merged(const Axes& axes) {
  Axes result;
  for (const NestAxis& axis : axes) {
    if (!result.empty()) {
      NestAxis& last = result.back();
      if (last.read == axis.read * axis.extent && last.write == axis.write * axis.extent &&
          last.number == axis.number * axis.extent) {
        last = {last.extent * axis.extent, axis.read, axis.write, axis.number};
        continue;
      }
    }
    result.push_back(axis);
  }
  return result;
}

/// A step with strides in its own numbers; nothing is around it yet.
NestStep step_of(const arrays::PlanStep& step, std::uint64_t parts, bool takes_three) {
  NestStep result;
  result.takes_three = takes_three;
  std::uint64_t stride = takes_three ? 3 : parts;
  const auto take = [&](const std::vector<arrays::PlanAxis>& axes, Axes& to, bool has_numbers) {
    Axes own;
    for (std::size_t axis = axes.size(); axis-- > 0;) {
      own.insert(own.begin(), {axes[axis].extent, axes[axis].a * parts, axes[axis].c * parts,
                               has_numbers ? stride : 0});
      if (has_numbers) stride *= axes[axis].extent;
    }
    to.insert(to.end(), own.begin(), own.end());
  };
  take(step.columns, result.columns, true);
  take(step.summed, result.summed, true);
  take(step.batch, result.kept, true);
  take(step.rows, result.kept, false);
  return result;
}

/// The axis among those a step keeps that is read at this stride.
std::optional<std::size_t> kept_axis(const NestStep& step, std::uint64_t read) {
  const auto found = std::ranges::find(step.kept, read, &NestAxis::read);
  if (found == step.kept.end()) return std::nullopt;
  return found - step.kept.begin();
}

/// What a step writes, the slowest axis first.
Axes written(const NestStep& step) {
  Axes axes = step.kept;
  axes.insert(axes.end(), step.columns.begin(), step.columns.end());
  std::ranges::stable_sort(axes, std::greater(), &NestAxis::write);
  return axes;
}

void merge_loops(std::vector<NestLoop>& loops) {
  std::vector<NestLoop> result;
  for (const NestLoop& loop : loops) {
    if (!result.empty()) {
      NestLoop& last = result.back();
      bool fits = last.read == loop.read * loop.extent && last.write == loop.write * loop.extent;
      for (std::size_t s = 0; s < loop.numbers.size(); ++s)
        fits = fits && last.numbers[s] == loop.numbers[s] * loop.extent;
      if (fits) {
        const std::uint64_t extent = last.extent * loop.extent;
        last = loop;
        last.extent = extent;
        continue;
      }
    }
    result.push_back(loop);
  }
  loops = std::move(result);
}

/// Steps `first` to `last` − 1 in one nest.
TileNest nest_of(const std::vector<NestStep>& all, std::size_t first, std::size_t last,
                 std::uint64_t row_numbers) {
  TileNest nest;
  nest.first = first;
  nest.steps.assign(all.begin() + static_cast<std::ptrdiff_t>(first),
                    all.begin() + static_cast<std::ptrdiff_t>(last));
  // Follow every kept axis of the first step through the others.
  std::vector<std::vector<bool>> around;
  for (const NestStep& step : nest.steps) around.emplace_back(step.kept.size());
  for (std::size_t start = 0; start < nest.steps[0].kept.size(); ++start) {
    std::vector<std::size_t> chain{start};
    for (std::size_t s = 1; s < nest.steps.size(); ++s) {
      const auto next = kept_axis(nest.steps[s], nest.steps[s - 1].kept[chain.back()].write);
      if (!next) break;
      chain.push_back(*next);
    }
    if (chain.size() < nest.steps.size()) continue;
    NestLoop& loop = nest.loops.emplace_back();
    loop.extent = nest.steps[0].kept[start].extent;
    loop.read = nest.steps[0].kept[start].read;
    loop.write = nest.steps.back().kept[chain.back()].write;
    for (std::size_t s = 0; s < chain.size(); ++s) {
      around[s][chain[s]] = true;
      loop.numbers.push_back(nest.steps[s].kept[chain[s]].number);
    }
  }
  std::ranges::stable_sort(nest.loops, std::greater(), &NestLoop::read);
  merge_loops(nest.loops);
  for (std::size_t s = 0; s < nest.steps.size(); ++s) {
    Axes left;
    for (std::size_t axis = 0; axis < nest.steps[s].kept.size(); ++axis)
      if (!around[s][axis]) left.push_back(nest.steps[s].kept[axis]);
    nest.steps[s].kept = left;
  }
  // What lies between two steps has no gaps.
  for (std::size_t s = 0; s + 1 < nest.steps.size(); ++s) {
    NestStep &from = nest.steps[s], &to = nest.steps[s + 1];
    const Axes axes = written(from);
    std::uint64_t stride = row_numbers;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> strides;
    for (std::size_t axis = axes.size(); axis-- > 0; stride *= axes[axis].extent)
      strides.emplace_back(axes[axis].write, stride);
    from.held = stride;
    const auto renewed = [&](std::uint64_t& old) {
      // What is summed over the numbers alone has no stride here.
      if (old == 0) return;
      old =
          std::ranges::find(strides, old, &std::pair<std::uint64_t, std::uint64_t>::first)->second;
    };
    for (Axes* group : {&from.kept, &from.columns})
      for (NestAxis& axis : *group) renewed(axis.write);
    for (Axes* group : {&to.kept, &to.summed})
      for (NestAxis& axis : *group) renewed(axis.read);
  }
  for (NestStep& step : nest.steps) {
    step.kept = merged(step.kept);
    step.columns = merged(step.columns);
    step.summed = merged(step.summed);
  }
  return nest;
}

}  // namespace

std::uint64_t values_of(const std::vector<NestAxis>& axes) {
  std::uint64_t product = 1;
  for (const NestAxis& axis : axes) product *= axis.extent;
  return product;
}

std::vector<NestValue> values_in(const std::vector<NestAxis>& axes) {
  std::vector<NestValue> values{{}};
  for (const NestAxis& axis : axes) {
    std::vector<NestValue> next;
    for (const NestValue& value : values)
      for (std::uint64_t k = 0; k < axis.extent; ++k)
        next.push_back({value.read + k * axis.read, value.write + k * axis.write,
                        value.number + k * axis.number});
    values.swap(next);
  }
  return values;
}

std::vector<TileNest> tile_nests(const arrays::Plan& plan, const arrays::PlanKernel& kernel,
                                 std::uint64_t row_numbers, std::uint64_t parts,
                                 std::uint64_t number_bytes, std::uint64_t near_bytes,
                                 const NestStep* copy) {
  std::vector<NestStep> steps;
  if (copy != nullptr) steps.push_back(*copy);
  for (std::size_t s = 0; s < kernel.count; ++s) {
    const arrays::PlanStep& step = plan.steps[kernel.first + s];
    const bool takes_three =
        parts == 2 && arrays::takes_three_products(kernel, step, parts * number_bytes);
    steps.push_back(step_of(step, parts, takes_three));
  }
  const auto fits = [&](const TileNest& nest) {
    return std::ranges::all_of(
        nest.steps, [&](const NestStep& step) { return step.held * number_bytes <= near_bytes; });
  };
  // What crosses nests that end before a step is least.
  constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::uint64_t> crossing(steps.size() + 1, never);
  std::vector<std::size_t> from(steps.size() + 1);
  crossing[0] = 0;
  for (std::size_t end = 1; end <= steps.size(); ++end) {
    for (std::size_t begin = 0; begin < end; ++begin) {
      if (end - begin > 1 && !fits(nest_of(steps, begin, end, row_numbers))) continue;
      const std::uint64_t own =
          begin == 0 ? 0 : values_of(steps[begin - 1].kept) * values_of(steps[begin - 1].columns);
      if (crossing[begin] + own >= crossing[end]) continue;
      crossing[end] = crossing[begin] + own;
      from[end] = begin;
    }
  }
  std::vector<TileNest> nests;
  for (std::size_t end = steps.size(); end > 0; end = from[end])
    nests.insert(nests.begin(), nest_of(steps, from[end], end, row_numbers));
  return nests;
}

}  // namespace diagc
