#include "library/cyclic/cyclic_program.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <stdexcept>

#include "compiler/arrays/argument_places.h"
#include "library/cyclic/split_layout.h"

namespace diagc {

/// Numbers that begin at a line of the cache.
struct FreeCyclicRows {
  static constexpr std::align_val_t alignment{64};
  void operator()(double* rows) const { ::operator delete[](rows, alignment); }
};

namespace {

using Rows = std::unique_ptr<double[], FreeCyclicRows>;
using arrays::ArrayNode;
using arrays::CyclicStep;
using arrays::CyclicValue;
using Complex = std::complex<double>;
using StepKind = CyclicStep::Kind;

constexpr std::size_t no_place = ~std::size_t{0};
/// Numbers of a block of all arrays together, about: they stay in the second level of a cache.
constexpr std::size_t cached_numbers = std::size_t{1} << 15U;
constexpr std::size_t most_cached = 16;

Rows zero_rows(std::size_t count) {
  Rows rows(static_cast<double*>(::operator new[](std::max<std::size_t>(count, 1) * sizeof(double),
                                                  FreeCyclicRows::alignment)));
  std::fill_n(rows.get(), count, 0.0);
  return rows;
}

Complex multiplied(Complex a, Complex b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

std::vector<std::size_t> grid_of(const arrays::CyclicAxis& axis) {
  return {axis.grid.begin(), axis.grid.end()};
}

/// −k of a point k.
std::size_t opposite_point(const arrays::CyclicAxis& axis, std::size_t point) {
  std::size_t opposite = 0, stride = 1;
  for (std::size_t d = axis.grid.size(); d-- > 0;) {
    const auto extent = static_cast<std::size_t>(axis.grid[d]);
    opposite += (extent - point % extent) % extent * stride;
    point /= extent;
    stride *= extent;
  }
  return opposite;
}

/// The product of the lengths to the node's powers.
double length_factor(const arrays::ArrayGraph& graph, const ArrayNode& node) {
  double factor = 1;
  for (std::size_t axis = 0; axis < graph.cyclic.size(); ++axis)
    factor *= std::pow(static_cast<double>(graph.cyclic[axis].points()), node.power(axis));
  return factor;
}

}  // namespace

/// Rows of all values: real parts of a block, then imaginary parts.
struct CyclicProgram::Workspace {
  std::vector<Rows> rows, spread;
  std::vector<std::size_t> lanes;  ///< by value
  std::vector<Complex> scratch;
};

struct CyclicProgram::Idle {
  std::mutex mutex;
  std::vector<std::unique_ptr<Workspace>> workspaces;
};

CyclicProgram::CyclicProgram(arrays::CyclicPlan plan, std::size_t block,
                             const GraphCodeOptions& options)
    : plan_(std::move(plan)), block_(block), idle_(std::make_unique<Idle>()) {
  choose_block();
  for (const arrays::CyclicAxis& axis : plan_.graph.cyclic) {
    transforms_.push_back(std::make_unique<linear::CyclicTransform>(
        grid_of(axis), block_, linear::spread_distance(static_cast<std::size_t>(axis.points()))));
  }
  for (const CyclicStep& step : plan_.steps) {
    code_.push_back(step.kind == StepKind::pointwise ? graph_code(*step.body, options)
                                                     : RangeFunction<double>());
  }
  analyse();
}

CyclicProgram::CyclicProgram(const CyclicProgram& of_points, const linear::Orbits& orbits,
                             std::size_t block)
    : plan_(of_points.plan_),
      block_(block),
      orbits_(std::make_unique<const OrbitShape>(linear::sizes_of(orbits),
                                                 linear::opposite_orbits(orbits))),
      code_(of_points.code_),
      idle_(std::make_unique<Idle>()) {
  choose_block();
  transforms_.push_back(std::make_unique<linear::OrbitTransform>(orbits, block_, distance(1)));
  analyse();
}

CyclicProgram::~CyclicProgram() = default;
CyclicProgram::CyclicProgram(CyclicProgram&&) noexcept = default;

std::size_t CyclicProgram::distance(std::uint32_t axis) const {
  return axis == 0 ? 1 : linear::spread_distance(points_of(axis));
}

std::size_t CyclicProgram::points_of(std::uint32_t axis) const {
  if (axis == 0) return 1;
  if (orbits_) return orbits_->sizes.size();
  return static_cast<std::size_t>(plan_.graph.cyclic[axis - 1].points());
}

void CyclicProgram::choose_block() {
  std::size_t numbers = 1;
  for (const CyclicValue& value : plan_.values) {
    if (value.axis != 0) numbers += points_of(value.axis);
  }
  if (block_ == 0) block_ = std::clamp<std::size_t>(cached_numbers / numbers, 1, most_cached);
}

std::optional<CyclicProgram> CyclicProgram::on_orbits(const linear::Orbits& orbits,
                                                      std::size_t block) const {
  if (plan_.graph.cyclic.size() != 1) return std::nullopt;
  for (const CyclicStep& step : plan_.steps) {
    if (step.kind != StepKind::sum) continue;
    for (const arrays::Operand& operand : plan_.graph.nodes[step.node].operands) {
      for (const arrays::Argument& argument : arrays::arguments_of(operand)) {
        if (argument.size() > 1) return std::nullopt;
      }
    }
  }
  return CyclicProgram(*this, orbits, block);
}

void CyclicProgram::analyse() {
  const std::size_t count = plan_.values.size();
  input_of_.assign(count, no_place);
  direct_output_of_.assign(count, no_place);
  loaded_.assign(count, false);
  spread_.assign(count, false);
  for (std::size_t k = 0; k < plan_.inputs.size(); ++k) input_of_[plan_.inputs[k]] = k;
  std::vector<std::size_t> readers(count);
  for (const CyclicStep& step : plan_.steps) {
    for (const std::uint32_t read : step.reads) {
      ++readers[read];
      if (step.kind != StepKind::transform && step.kind != StepKind::inverse) loaded_[read] = true;
      if (step.kind == StepKind::pointwise && step.axis != 0 && plan_.values[read].axis == 0)
        spread_[read] = true;
    }
  }
  for (std::size_t k = 0; k < plan_.outputs.size(); ++k) {
    const std::uint32_t value = plan_.outputs[k];
    loaded_[value] = true;
    const auto times = std::ranges::count(plan_.outputs, value);
    const bool inverse = std::ranges::any_of(plan_.steps, [&](const CyclicStep& step) {
      return step.kind == StepKind::inverse && step.writes[0] == value;
    });
    if (inverse && times == 1 && readers[value] == 0) direct_output_of_[value] = k;
  }
  for (std::size_t value = 0; value < count; ++value) {
    // One transform may take its numbers from where the caller has them.
    if (readers[value] > 1) loaded_[value] = true;
  }
}

std::unique_ptr<CyclicProgram::Workspace> CyclicProgram::workspace() const {
  {
    const std::lock_guard lock(idle_->mutex);
    if (!idle_->workspaces.empty()) {
      auto workspace = std::move(idle_->workspaces.back());
      idle_->workspaces.pop_back();
      return workspace;
    }
  }
  auto made = std::make_unique<Workspace>();
  std::size_t most = block_;
  for (std::size_t value = 0; value < plan_.values.size(); ++value) {
    const std::size_t lanes = block_ * distance(plan_.values[value].axis);
    made->lanes.push_back(lanes);
    made->rows.push_back(zero_rows(2 * lanes));
    most = std::max(most, lanes);
  }
  made->scratch.resize(most);
  for (std::size_t value = 0; value < plan_.values.size(); ++value)
    made->spread.push_back(spread_[value] ? zero_rows(2 * most) : nullptr);
  return made;
}

/// One run.
struct CyclicProgram::Call {
  const CyclicProgram& program;
  Workspace& space;
  std::span<const CyclicArray> inputs, outputs;

  const arrays::CyclicPlan& plan() const { return program.plan_; }
  double* re(std::uint32_t value) const { return space.rows[value].get(); }
  double* im(std::uint32_t value) const { return re(value) + space.lanes[value]; }
  std::size_t points(std::uint32_t value) const {
    return program.points_of(plan().values[value].axis);
  }
  std::size_t distance(std::uint32_t value) const {
    return program.distance(plan().values[value].axis);
  }

  /// Rows of a value from a caller's numbers. What stands between the arrays there is no number of theirs: zeros, so that nothing grows in it.
  void split(const Complex* numbers, double scale, std::uint32_t value) const {
    split_numbers(numbers, space.lanes[value], scale, re(value), im(value));
    const std::size_t apart = distance(value), own = points(value);
    for (std::size_t c = 0; apart > own && c < program.block_; ++c) {
      std::fill_n(re(value) + c * apart + own, apart - own, 0.0);
      std::fill_n(im(value) + c * apart + own, apart - own, 0.0);
    }
  }

  void load() const {
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      const std::uint32_t value = plan().inputs[k];
      if (program.loaded_[value]) split(inputs[k].numbers, 1, value);
    }
  }

  void transform(const CyclicStep& step) const {
    const std::uint32_t from = step.reads[0], to = step.writes[0];
    const std::uint32_t axis = plan().values[from].axis;
    const linear::Transform& transform = *program.transforms_[axis - 1];
    const bool forward = step.kind == StepKind::transform;
    const std::size_t input = program.input_of_[from], output = program.direct_output_of_[to];
    Complex* numbers = space.scratch.data();
    if (!forward && output != no_place) {
      numbers = outputs[output].numbers;
    } else if (input != no_place && !program.loaded_[from]) {
      numbers = inputs[input].numbers;
    }
    if (input == no_place || program.loaded_[from])
      join_numbers(re(from), plan().values[from].is_complex ? im(from) : nullptr, space.lanes[from],
                   numbers);
    // Of numbers k in exponents both directions have the sign that the other one has in CyclicTransform.
    if (forward) {
      transform.backward(numbers);
    } else {
      transform.forward(numbers);
      if (output != no_place) return;
    }
    const double scale =
        forward ? 1 / static_cast<double>(plan().graph.cyclic[axis - 1].points()) : 1;
    split(numbers, scale, to);
  }

  /// At k what was at −k.
  void turn(const CyclicStep& step) const {
    const std::uint32_t from = step.reads[0], to = step.writes[0];
    const arrays::CyclicAxis& axis = plan().graph.cyclic[plan().values[from].axis - 1];
    const std::size_t count = points(from), apart = distance(from);
    for (std::size_t point = 0; point < count; ++point) {
      const std::size_t opposite =
          program.orbits_ ? program.orbits_->opposite[point] : opposite_point(axis, point);
      for (std::size_t c = 0; c < program.block_; ++c) {
        re(to)[c * apart + point] = re(from)[c * apart + opposite];
        im(to)[c * apart + point] = im(from)[c * apart + opposite];
      }
    }
  }

  void origin(const CyclicStep& step) const {
    const std::uint32_t from = step.reads[0], to = step.writes[0];
    for (std::size_t c = 0; c < program.block_; ++c) {
      re(to)[c] = re(from)[c * distance(from)];
      im(to)[c] = im(from)[c * distance(from)];
    }
  }

  void length(const CyclicStep& step) const {
    const std::uint32_t to = step.writes[0];
    std::fill_n(re(to), program.block_, length_factor(plan().graph, plan().graph.nodes[step.node]));
    std::fill_n(im(to), program.block_, 0.0);
  }

  Complex number(std::uint32_t value, std::size_t at) const {
    return {re(value)[at], plan().values[value].is_complex ? im(value)[at] : 0.0};
  }

  void sum(const CyclicStep& step) const {
    const ArrayNode& node = plan().graph.nodes[step.node];
    if (program.orbits_) {
      OrbitPlaces places(*program.orbits_, node);
      sum(step, places, [&] { return places.weight(); });
      return;
    }
    std::vector<arrays::Variable> all(node.variables.size());
    for (arrays::Variable variable = 0; variable < all.size(); ++variable) all[variable] = variable;
    arrays::ArgumentPlaces places(plan().graph, node, all);
    sum(step, places, [] { return 1.0; });
  }

  template <class Places, class Weight>
  void sum(const CyclicStep& step, Places& places, const Weight& weight) const {
    const ArrayNode& node = plan().graph.nodes[step.node];
    const std::uint32_t to = step.writes[0];
    const double factor = length_factor(plan().graph, node);
    std::vector<Complex> sums(program.block_ * points(to));
    std::vector<std::size_t> at(node.operands.size());
    do {
      const auto result = static_cast<std::size_t>(places.of_result());
      for (std::size_t k = 0; k < at.size(); ++k)
        at[k] = static_cast<std::size_t>(places.of_operand(k));
      for (std::size_t c = 0; c < program.block_; ++c) {
        Complex product = weight();
        for (std::size_t k = 0; k < at.size(); ++k) {
          const std::uint32_t read = step.reads[k];
          product = multiplied(product, number(read, c * distance(read) + at[k]));
        }
        sums[c * points(to) + result] += product;
      }
    } while (places.next());
    for (std::size_t c = 0; c < program.block_; ++c) {
      for (std::size_t point = 0; point < points(to); ++point) {
        const Complex value = sums[c * points(to) + point] * factor;
        re(to)[c * distance(to) + point] = value.real();
        im(to)[c * distance(to) + point] = value.imag();
      }
    }
  }

  /// A number for each configuration as a row that has it at every point.
  const double* spread_over(std::uint32_t value, std::size_t lanes) const {
    double* const rows = space.spread[value].get();
    const std::size_t apart = lanes / program.block_;
    for (std::size_t c = 0; c < program.block_; ++c) {
      std::fill_n(rows + c * apart, apart, re(value)[c]);
      if (plan().values[value].is_complex)
        std::fill_n(rows + lanes + c * apart, apart, im(value)[c]);
    }
    return rows;
  }

  void pointwise(const CyclicStep& step, const RangeFunction<double>& code) const {
    const std::size_t lanes = program.block_ * program.distance(step.axis);
    std::vector<InputRows<double>> reads;
    for (const std::uint32_t read : step.reads) {
      const bool spreads = step.axis != 0 && plan().values[read].axis == 0;
      reads.push_back({spreads ? spread_over(read, lanes) : re(read), lanes, 1});
    }
    std::vector<OutputRows<double>> writes;
    for (const std::uint32_t write : step.writes) writes.push_back({re(write), lanes});
    code({reads.data(), writes.data(), nullptr}, 0, lanes);
  }

  void store() const {
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      const std::uint32_t value = plan().outputs[k];
      if (program.direct_output_of_[value] == no_place)
        join_numbers(re(value), plan().values[value].is_complex ? im(value) : nullptr,
                     space.lanes[value], outputs[k].numbers);
    }
  }
};

void CyclicProgram::run(std::span<const CyclicArray> inputs,
                        std::span<const CyclicArray> outputs) const {
  const auto fits = [&](std::span<const CyclicArray> arrays,
                        const std::vector<std::uint32_t>& values) {
    if (arrays.size() != values.size()) return false;
    for (std::size_t k = 0; k < arrays.size(); ++k) {
      if (arrays[k].distance != distance(plan_.values[values[k]].axis)) return false;
    }
    return true;
  };
  if (!fits(inputs, plan_.inputs) || !fits(outputs, plan_.outputs))
    throw std::logic_error("cyclic program: arrays do not fit its inputs and outputs");
  std::unique_ptr<Workspace> space = workspace();
  const Call call{*this, *space, inputs, outputs};
  call.load();
  for (std::size_t k = 0; k < plan_.steps.size(); ++k) {
    const CyclicStep& step = plan_.steps[k];
    switch (step.kind) {
      case StepKind::transform:
      case StepKind::inverse:
        call.transform(step);
        break;
      case StepKind::turn:
        call.turn(step);
        break;
      case StepKind::origin:
        call.origin(step);
        break;
      case StepKind::length:
        call.length(step);
        break;
      case StepKind::sum:
        call.sum(step);
        break;
      case StepKind::pointwise:
        call.pointwise(step, code_[k]);
        break;
    }
  }
  call.store();
  const std::lock_guard lock(idle_->mutex);
  idle_->workspaces.push_back(std::move(space));
}

}  // namespace diagc
