#include "compiler/emit/tiles/fetched_lines.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace diagc {

namespace {

constexpr std::uint64_t cache_line_bytes = 64;
/// What is read is fetched so much before: long enough for memory to answer.
constexpr std::uint64_t fetch_bytes = 8 << 10U;

struct Axis {
  std::uint64_t extent = 1, stride = 0;
};

/// Digits of numbers of lines, of which each axis has some.
void add_digits(std::vector<FetchedLines::Digit>& digits, std::vector<Axis> axes,
                std::uint64_t line) {
  std::ranges::stable_sort(axes, {}, &Axis::stride);
  for (const Axis& axis : axes) {
    const std::uint64_t numbers = axis.extent * axis.stride;
    if (axis.extent == 1 || numbers <= line) continue;
    const FetchedLines::Digit own = axis.stride < line
                                        ? FetchedLines::Digit{(numbers + line - 1) / line, line}
                                        : FetchedLines::Digit{axis.extent, axis.stride};
    if (!digits.empty() && digits.back().count * digits.back().stride == own.stride)
      digits.back().count *= own.count;
    else
      digits.push_back(own);
  }
}

}  // namespace

std::string FetchedLines::offset_text(const std::string& number) const {
  std::string sum;
  std::uint64_t before = 1;
  for (const Digit& digit : digits) {
    if (!sum.empty()) sum += " + ";
    sum += number;
    if (before > 1) sum += fmt::format(" / {}", before);
    sum += fmt::format(" % {} * {}", digit.count, digit.stride);
    before *= digit.count;
  }
  return sum;
}

std::uint64_t FetchedLines::last() const {
  std::uint64_t offset = 0;
  for (const Digit& digit : digits) offset += (digit.count - 1) * digit.stride;
  return offset;
}

FetchedLines fetched_lines(const arrays::PlanKernel& kernel, const TileNest& first,
                           double first_share, std::uint64_t lanes, std::uint64_t parts,
                           std::uint64_t number_bytes) {
  const std::uint64_t line = cache_line_bytes / number_bytes;
  FetchedLines lines;
  std::vector<Axis> of_turn, of_turns;
  if (kernel.copied) {
    for (const arrays::PlanAxis& axis : kernel.copies)
      of_turn.push_back({axis.extent, axis.a * parts});
    std::uint64_t left = lanes;
    for (std::size_t axis = kernel.lanes.size(); axis-- > 0 && left > 1;) {
      const std::uint64_t extent = std::min(kernel.lanes[axis].extent, left);
      of_turn.push_back({extent, kernel.lanes[axis].a * parts});
      left /= extent;
    }
  } else {
    of_turn.push_back({lanes * parts, 1});
    for (const auto* axes : {&first.steps[0].kept, &first.steps[0].summed})
      for (const NestAxis& axis : *axes) of_turn.push_back({axis.extent, axis.read});
    for (const NestLoop& loop : first.loops) of_turns.push_back({loop.extent, loop.read});
  }
  add_digits(lines.digits, std::move(of_turn), line);
  const auto count = [&] {
    std::uint64_t product = 1;
    for (const FetchedLines::Digit& digit : lines.digits) product *= digit.count;
    return product;
  };
  const std::uint64_t turn = count();
  add_digits(lines.digits, std::move(of_turns), line);
  lines.count = count();
  // A copy reads the whole tile at once; the first nest reads it all in its share of the time.
  const auto others = static_cast<std::uint64_t>(
      std::ceil((kernel.copied ? 1 : 1 - first_share) * static_cast<double>(lines.count)));
  lines.ahead = std::min(others + turn + fetch_bytes / cache_line_bytes, lines.count);
  return lines;
}

FetchedLines lines_of_positions(const arrays::PlanKernel& kernel,
                                const std::vector<NestLoop>& positions,
                                std::uint64_t number_bytes) {
  FetchedLines lines;
  lines.count = 1;
  const auto add = [&](std::uint64_t extent, std::uint64_t stride) {
    if (extent == 1 || stride < cache_line_bytes / number_bytes) return;
    lines.count *= extent;
    if (!lines.digits.empty() && lines.digits.back().count * lines.digits.back().stride == stride)
      lines.digits.back().count *= extent;
    else
      lines.digits.push_back({extent, stride});
  };
  for (std::size_t axis = kernel.lanes.size(); axis-- > 0;)
    add(kernel.lanes[axis].extent, kernel.lanes[axis].a);
  for (std::size_t loop = positions.size(); loop-- > 0;)
    add(positions[loop].extent, positions[loop].read);
  lines.ahead = lines.count;
  return lines;
}

std::vector<FetchSite> spread(std::uint64_t lines, const std::vector<StepWork>& steps) {
  double all = 0;
  for (const StepWork& step : steps) all += step.sums;
  std::vector<FetchSite> sites(steps.size());
  std::vector<double> wanted(steps.size());
  double fetched = 0;
  const auto turns = [&](std::size_t step) {
    return static_cast<double>(steps[step].turns[sites[step].loop]);
  };
  for (std::size_t s = 0; s < steps.size(); ++s) {
    wanted[s] = static_cast<double>(lines) * steps[s].sums / all;
    while (sites[s].loop + 1 < steps[s].turns.size() &&
           static_cast<double>(steps[s].turns[sites[s].loop + 1]) <= wanted[s])
      ++sites[s].loop;
    sites[s].lines = static_cast<std::uint64_t>(wanted[s] / turns(s));
    fetched += static_cast<double>(sites[s].lines) * turns(s);
  }
  const auto missing = [&](std::size_t s) {
    return wanted[s] - static_cast<double>(sites[s].lines) * turns(s);
  };
  std::vector<std::size_t> order(steps.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  while (fetched < static_cast<double>(lines)) {
    const std::size_t step = *std::ranges::max_element(order, {}, missing);
    ++sites[step].lines;
    fetched += turns(step);
  }
  return sites;
}

}  // namespace diagc
