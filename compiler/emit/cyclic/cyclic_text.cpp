#include "compiler/emit/cyclic/cyclic_text.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/emit/cuda/part.h"
#include "compiler/emit/embedded_files.h"

namespace diagc {

namespace {

using arrays::CyclicStep;
using arrays::CyclicValue;
using StepKind = CyclicStep::Kind;

class CyclicWriter {
 public:
  CyclicWriter(const arrays::CyclicPlan& plan, const CudaOptions& options)
      : plan_(plan), options_(options) {}

  CyclicText write() {
    check_axes();
    place_values();
    text_.source = fmt::format(
        "enum : unsigned {{ POINTS = {}, APART = {}, ARRAYS = {}, NUMBERS = {}, THREADS = {} "
        "}};\n\n",
        text_.points, text_.apart, text_.arrays, std::max<std::size_t>(text_.numbers, 1),
        CyclicText::threads);
    text_.source += embedded_text("fourier") + "\n";
    text_.source += parts_;
    const auto write_function = [&](const char* name, const std::string& body) {
      text_.source += fmt::format(
          "__device__ inline void {}(Complex *values, Complex *numbers, const Complex *roots) "
          "{{\n{}}}\n",
          name, body);
    };
    write_function("evaluate_cyclic", body_);
    return std::move(text_);
  }

 private:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    body_ += fmt::format(format, std::forward<Arguments>(arguments)...) + "\n";
  }

  void check_axes() {
    if (plan_.graph.cyclic.size() > 1) {
      throw std::runtime_error(
          fmt::format("found {} cyclic axes, expected one", plan_.graph.cyclic.size()));
    }
    if (plan_.graph.cyclic.empty()) return;
    grid_ = CyclicGrid(plan_.graph.cyclic[0].grid, text_.roots);
    text_.points = grid_.points();
    text_.extents.assign(plan_.graph.cyclic[0].grid.begin(), plan_.graph.cyclic[0].grid.end());
    text_.apart = text_.points + (text_.points + 7) / 8 + text_.points / 64 * 4;
    // Numbers of a point in four arrays one after the other stand in different banks, two by two.
    constexpr std::size_t banks = 8, beside = 2;
    text_.apart += (banks + beside - text_.apart % banks) % banks;
  }

  bool is_array(std::uint32_t value) const { return plan_.values[value].axis != 0; }

  /// Places are given in the order of steps, those of values that nothing reads any more again.
  void place_values() {
    const std::size_t count = plan_.values.size();
    constexpr std::size_t never = ~std::size_t{0};
    last_use_.assign(count, 0);
    place_.assign(count, never);
    for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
      for (const std::uint32_t read : plan_.steps[s].reads) last_use_[read] = s;
    }
    for (const std::uint32_t output : plan_.outputs) last_use_[output] = plan_.steps.size();
    for (const std::uint32_t input : plan_.inputs) {
      take_place(input);
      text_.input_places.push_back(place_[input]);
    }
    for (std::size_t s = 0; s < plan_.steps.size();) s = write_steps(s);
    for (const std::uint32_t output : plan_.outputs) text_.output_places.push_back(place_[output]);
  }

  void take_place(std::uint32_t value) {
    std::vector<bool>& used = is_array(value) ? arrays_used_ : numbers_used_;
    const auto free = std::ranges::find(used, false);
    place_[value] = static_cast<std::size_t>(free - used.begin());
    if (free == used.end()) {
      used.push_back(true);
      (is_array(value) ? text_.arrays : text_.numbers) = used.size();
    } else {
      *free = true;
    }
  }
  void release(std::uint32_t value, std::size_t step) {
    if (last_use_[value] > step) return;
    (is_array(value) ? arrays_used_ : numbers_used_)[place_[value]] = false;
  }

  /// Writes a step, or transforms that follow each other; the step after them.
  std::size_t write_steps(std::size_t s) {
    const CyclicStep& step = plan_.steps[s];
    switch (step.kind) {
      case StepKind::transform:
      case StepKind::inverse:
        return write_transforms(s);
      case StepKind::pointwise:
        write_pointwise(s);
        return s + 1;
      case StepKind::turn:
        write_turn(s);
        return s + 1;
      case StepKind::origin:
        take_place(step.writes[0]);
        line("  if (threadIdx.x == 0) numbers[{}] = values[{} * APART];", place_[step.writes[0]],
             place_[step.reads[0]]);
        line("  block_sync();");
        release(step.reads[0], s);
        return s + 1;
      case StepKind::length:
        write_length(step);
        return s + 1;
      default:
        throw std::runtime_error(
            "found a sum over a cyclic axis that is no convolution, expected none");
    }
  }

  std::size_t write_transforms(std::size_t s) {
    const StepKind kind = plan_.steps[s].kind;
    const std::size_t begin = s;
    std::vector<std::size_t> places;
    for (; s < plan_.steps.size() && plan_.steps[s].kind == kind; ++s) {
      const std::uint32_t from = plan_.steps[s].reads[0], to = plan_.steps[s].writes[0];
      if (std::ranges::count(places, place_[from]) > 0 && last_use_[from] > s) break;
      if (last_use_[from] <= s) {
        place_[to] = place_[from];
      } else {
        take_place(to);
        line(
            "  for (unsigned at = threadIdx.x; at < APART; at += THREADS) values[{} * APART + "
            "at] = values[{} * APART + at];",
            place_[to], place_[from]);
        line("  block_sync();");
      }
      places.push_back(place_[to]);
    }
    std::ranges::sort(places);
    if (maps_points(begin, s, places)) return write_between(begin, s, places.size());
    for (std::size_t first = 0; first < places.size();) {
      std::size_t end = first + 1;
      while (end < places.size() && places[end] == places[end - 1] + 1) ++end;
      write_passes(grid_.passes(kind == StepKind::transform), places[first], end - first);
      first = end;
    }
    return s;
  }

  using Pass = CyclicGrid::Pass;
  void write_passes(std::span<const Pass> all, std::size_t first, std::size_t count) {
    for (const Pass& pass : all) {
      line("  fourier_pass<{}, {}, {}, {}, {}, {}>(values + {} * APART, roots + {}, {});",
           pass.radix, pass.length, pass.axis->length, pass.axis->stride, pass.forward ? 1 : -1,
           count, first, pass.axis->first_root,
           pass.forward ? fmt::format("1. / {}", pass.axis->length) : std::string("1"));
    }
  }

  /// Whether maps and inverses of their results follow the transforms `begin` to `end`, in which all arrays there are take part.
  bool maps_points(std::size_t begin, std::size_t end,
                   const std::vector<std::size_t>& places) const {
    if (plan_.steps[begin].kind != StepKind::transform || end == plan_.steps.size()) return false;
    const CyclicStep& maps = plan_.steps[end];
    if (maps.kind != StepKind::pointwise || maps.axis == 0 ||
        places.size() != arrays_used_.size() || places.back() + 1 != places.size() ||
        maps.writes.size() > places.size()) {
      return false;
    }
    for (std::size_t s = begin; s < end; ++s) {
      if (last_use_[plan_.steps[s].writes[0]] != end) return false;
    }
    if (end + maps.writes.size() >= plan_.steps.size()) return false;
    for (std::size_t s = end + 1; s <= end + maps.writes.size(); ++s) {
      const CyclicStep& inverse = plan_.steps[s];
      if (inverse.kind != StepKind::inverse || last_use_[inverse.reads[0]] != s ||
          std::ranges::count(maps.writes, inverse.reads[0]) != 1) {
        return false;
      }
    }
    return true;
  }

  /// Transforms of `count` arrays, the map, step `maps`, as a function of its own, and inverses of its results; the step after them. Where few enough
  /// numbers are in the registers of a thread, the transforms' last pass, the map, and the inverses' first pass are one.
  std::size_t write_between(std::size_t begin, std::size_t maps, std::size_t count) {
    constexpr std::size_t most_numbers = 32;
    const std::size_t results = plan_.steps[maps].writes.size();
    const std::string map = write_map_function(maps, count);
    text_.is_map = begin == 0 && maps + 1 + results == plan_.steps.size();
    const CyclicGrid::Axis& axis = grid_.last_axis();
    const bool is_fused = axis.radices.size() >= 2 && count * axis.radices.back() <= most_numbers;
    const std::vector<Pass> forward = grid_.passes(true), inverse = grid_.passes(false);
    const std::size_t apart = is_fused ? 1 : 0;
    write_passes(std::span(forward).first(forward.size() - apart), 0, count);
    if (is_fused) {
      write_fused(forward.back(), map, count, results);
    } else {
      line("  for_all<POINTS>([&](unsigned at) {{");
      line("  Complex x[{}];", count);
      line(
          "  for (int array = 0; array < {}; ++array) x[array] = values[array * APART + "
          "spread(at)];",
          count);
      line("  {}(x, numbers);", map);
      line(
          "  for (int array = 0; array < {}; ++array) values[array * APART + spread(at)] = "
          "x[array];",
          results);
      line("  }});");
      line("  block_sync();");
    }
    for (std::size_t s = maps + 1; s <= maps + results; ++s) {
      place_[plan_.steps[s].writes[0]] = place_[plan_.steps[s].reads[0]];
    }
    write_passes(std::span(inverse).subspan(apart), 0, results);
    return maps + 1 + results;
  }

  /// The name of the function.
  std::string write_map_function(std::size_t maps, std::size_t count) {
    const std::string name = maps_ == 0 ? "map_point" : fmt::format("map_point_{}", maps_);
    ++maps_;
    std::string before = std::exchange(body_, "");
    write_maps(maps, [](std::size_t place) { return fmt::format("x[{}]", place); });
    parts_ += fmt::format(
        "__device__ inline void {}(Complex (&x)[{}], const Complex *numbers) {{\n{}}}\n", name,
        count, std::exchange(body_, std::move(before)));
    return name;
  }

  void write_fused(const Pass& last, const std::string& map, std::size_t count,
                   std::size_t results) {
    line("  for_all<POINTS / {}>([&](unsigned task) {{", last.radix);
    line("  Complex x[{}][{}];", count, last.radix);
    line("  read_stretches<{}>(x, values, task);", count);
    line(
        "  for (int array = 0; array < {}; ++array) Fourier<{}, {}, 1>::transform(x[array], roots "
        "+ {});",
        count, last.radix, last.axis->length, last.axis->first_root);
    line("#pragma unroll");
    line("  for (int q = 0; q < {}; ++q) {{", last.radix);
    line("    Complex of_point[{}];", count);
    line("    for (int array = 0; array < {}; ++array) of_point[array] = x[array][q];", count);
    line("    {}(of_point, numbers);", map);
    line("    for (int array = 0; array < {}; ++array) x[array][q] = of_point[array];", results);
    line("  }}");
    line(
        "  for (int array = 0; array < {}; ++array) Fourier<{}, {}, -1>::transform(x[array], roots "
        "+ {});",
        results, last.radix, last.axis->length, last.axis->first_root);
    line("  write_stretches<{}>(values, x, task);", results);
    line("  }});");
    line("  block_sync();");
  }

  /// Whether a value stands in the order that forward transforms leave.
  bool is_transformed(std::uint32_t value) const {
    for (const CyclicStep& step : plan_.steps) {
      if (std::ranges::count(step.writes, value) == 0) continue;
      if (step.kind == StepKind::transform) return true;
      if (step.kind == StepKind::inverse) return false;
      for (const std::uint32_t read : step.reads) {
        if (is_array(read)) return is_transformed(read);
      }
      return false;
    }
    return false;
  }

  void write_turn(std::size_t s) {
    const CyclicStep& step = plan_.steps[s];
    const std::uint32_t from = step.reads[0], to = step.writes[0];
    std::vector<std::size_t> point_of(text_.points), place_of(text_.points);
    for (std::size_t place = 0; place < text_.points; ++place) point_of[place] = place;
    if (is_transformed(from)) point_of = grid_.frequencies();
    for (std::size_t place = 0; place < text_.points; ++place) place_of[point_of[place]] = place;
    // The table travels behind the roots, as real parts.
    const std::size_t table = text_.roots.size();
    for (std::size_t place = 0; place < text_.points; ++place) {
      text_.roots.emplace_back(static_cast<double>(place_of[grid_.opposite(point_of[place])]), 0);
    }
    take_place(to);
    line("  for (unsigned at = threadIdx.x; at < POINTS; at += THREADS)");
    line(
        "    values[{} * APART + spread(at)] = values[{} * APART + spread((unsigned)roots[{} + "
        "at].re)];",
        place_[to], place_[from], table);
    line("  block_sync();");
    release(from, s);
  }

  void write_length(const CyclicStep& step) {
    const arrays::ArrayNode& node = plan_.graph.nodes[step.node];
    double factor = 1;
    for (std::size_t axis = 0; axis < plan_.graph.cyclic.size(); ++axis) {
      factor *= std::pow(static_cast<double>(text_.points), node.power(axis));
    }
    take_place(step.writes[0]);
    line("  if (threadIdx.x == 0) numbers[{}] = {{{}, 0}};", place_[step.writes[0]],
         fmt::format("{:.17g}", factor));
    line("  block_sync();");
  }

  void write_pointwise(std::size_t s) {
    if (plan_.steps[s].axis != 0) {
      line("  for (unsigned at = threadIdx.x; at < POINTS; at += THREADS) {{");
    } else {
      line("  if (threadIdx.x == 0) {{");
    }
    write_maps(
        s, [](std::size_t place) { return fmt::format("values[{} * APART + spread(at)]", place); });
    line("  }}");
    line("  block_sync();");
  }

  /// `array`: what the number of a point of the array at a place is called.
  void write_maps(std::size_t s, const std::function<std::string(std::size_t)>& array) {
    const CyclicStep& step = plan_.steps[s];
    const std::string space = fmt::format("pointwise_{}", s);
    const Schedule schedule = make_schedule(*step.body, schedule_options(options_.form));
    parts_ += emit_cuda_part(*step.body, schedule, options_, space).source + "\n";
    const auto where = [&](std::uint32_t value) {
      return is_array(value) ? array(place_[value]) : fmt::format("numbers[{}]", place_[value]);
    };
    line("    Complex reads[{}], writes[{}];", std::max<std::size_t>(step.reads.size(), 1),
         std::max<std::size_t>(step.writes.size(), 1));
    line("    {}::Rows rows;", space);
    for (std::size_t k = 0; k < step.reads.size(); ++k) {
      line("    reads[{0}] = {1}, rows.inputs[{0}] = {{&reads[{0}].re, 1, 1}};", k,
           where(step.reads[k]));
    }
    for (std::size_t k = 0; k < step.writes.size(); ++k) {
      line("    writes[{0}].im = 0, rows.outputs[{0}] = {{&writes[{0}].re, 1}};", k);
    }
    line("    {}::evaluate(rows, 0);", space);
    for (const std::uint32_t read : step.reads) release(read, s);
    for (std::size_t k = 0; k < step.writes.size(); ++k) {
      take_place(step.writes[k]);
      line("    {} = writes[{}];", where(step.writes[k]), k);
    }
  }

  const arrays::CyclicPlan& plan_;
  const CudaOptions& options_;
  CyclicText text_;
  CyclicGrid grid_;
  std::vector<std::size_t> last_use_, place_;
  std::vector<bool> arrays_used_, numbers_used_;
  std::string parts_, body_;
  std::size_t maps_ = 0;  ///< functions that map points
};

}  // namespace

CyclicText cyclic_text(const arrays::CyclicPlan& plan, const CudaOptions& options) {
  return CyclicWriter(plan, options).write();
}

}  // namespace diagc
