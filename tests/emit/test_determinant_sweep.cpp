// Kernels by determinants on processors: where values stand, what the kernels compute, what that takes.
#include <bit>
#include <catch2/catch.hpp>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "compiler/emit/cpp.h"
#include "compiler/emit/names.h"
#include "compiler/emit/part.h"
#include "compiler/schedule/determinant_sweep.h"
#include "diagc/rows.h"
#include "tests/emit/cuda_runs.h"
#include "tests/emit/grammar_graphs.h"
#include "tests/emit/text_graphs.h"

using namespace diagc;

namespace {

const std::string fixed_rules = "hubbard/hubbard_sun_cdet_density_fixed";
const std::string measured_rules = "hubbard/hubbard_sun_cdet_density";

/// What stands in the rows: who left it, for whom.
class SweepReplay {
 public:
  explicit SweepReplay(const DeterminantSweep& sweep) : sweep_(sweep), memory_(sweep.rows) {}

  void run() {
    for (const SweptUnit& swept : sweep_.units) {
      for (const bool again : {false, true}) reads(swept, again), writes(swept, again);
    }
  }
  std::size_t checked = 0, wrong = 0;

 private:
  using Tag = std::tuple<char, VertexSet, unsigned, bool, std::uint32_t>;

  void reads(const SweptUnit& swept, bool again) {
    const DeterminantUnit& unit = swept.unit;
    const std::uint32_t ways = 1U << unit.inside.size();
    for (std::size_t i = 0; i < unit.inside.size(); ++i) {
      const unsigned v = unit.inside[i];
      for (std::uint32_t row = 0; row < ways / 2 + (again ? 0 : 2); ++row) {
        read(swept.read[again].at(i) + row, {'L', unit.set & ~(1U << v), v, again, row});
      }
    }
    if (unit.inside.empty()) return;
    const VertexSet others = unit.set & (unit.set - 1);
    for (std::uint32_t way = 0; way < ways; ++way) {
      // Of the others' ways the upper half has their lowest vertex in A.
      read(swept.from[again] + way, again ? Tag{'W', unit.set, 0, false, way}
                                          : Tag{'W', others, 0, way < ways / 2, way % (ways / 2)});
    }
  }
  void writes(const SweptUnit& swept, bool again) {
    const DeterminantUnit& unit = swept.unit;
    const std::uint32_t ways = 1U << unit.inside.size();
    for (std::size_t i = 0; i < unit.outside.size(); ++i) {
      for (std::uint32_t row = 0; row < ways + (again ? 0 : 2); ++row) {
        write(swept.written[again].at(i) + row, {'L', unit.set, unit.outside[i], again, row});
      }
    }
    for (std::uint32_t way = 0; way < ways; ++way) {
      write(swept.to[again] + way, {'W', unit.set, 0, again, way});
    }
  }
  void read(std::uint32_t row, const Tag& tag) {
    ++checked;
    wrong += row >= memory_.size() || memory_[row] != tag;
  }
  void write(std::uint32_t row, const Tag& tag) {
    const bool outside = row >= memory_.size() || row < sweep_.sums(1U << sweep_.sum.vertices);
    wrong += outside;
    if (!outside) memory_[row] = tag;
  }

  const DeterminantSweep& sweep_;
  std::vector<Tag> memory_;
};

Graph swept_graph(const std::string& grammar, int n) { return grammar_kernel(grammar, n).graph; }

/// Of any size.
Schedule in_chunks(const Graph& graph) {
  ScheduleOptions options;
  options.chunk_operations = 20;
  return make_schedule(graph, options);
}

bool is_swept(const Graph& graph) { return find_sweep(graph, in_chunks(graph)).has_value(); }

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++found;
  return found;
}

/// Between the first of two texts and the second one behind it.
std::string between(const std::string& text, const std::string& first, const std::string& second) {
  const std::size_t begin = text.find(first);
  REQUIRE(begin != text.npos);
  const std::size_t end = text.find(second, begin + first.size());
  REQUIRE(end != text.npos);
  return text.substr(begin + first.size(), end - begin - first.size());
}

Work work_of_text(const std::string& text) {
  Work work;
  work.multiplications = count(text, " * ");
  work.fused = count(text, "fma(");
  work.loads = count(text, "row(") + count(text, " = from[");
  for (int i = 0; i < 8; ++i) work.loads += count(text, fmt::format(" = in{}[", i));
  return work;
}

constexpr std::size_t stride = 290, begin = 7, end = 283;

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};

/// The kernel alone, and in a loop of its own as a part of a larger one.
template <class T>
class Kernel {
 public:
  explicit Kernel(const Graph& graph)
      : graph_(graph), name_(kernel_symbol(graph.signature().name)) {
    const CppOptions options{.single_precision = sizeof(T) == 4,
                             .vector_bytes = toolchain::resolve_cpu("native").vector_bytes};
    const Schedule schedule = in_chunks(graph);
    REQUIRE(find_sweep(graph, schedule));
    const Part part = emit_cpp_part(graph, schedule, options, "space");
    module_ = std::make_unique<toolchain::Module>(toolchain::Module::load(toolchain::compile(
        {emit_cpp(graph, schedule, options) + part.source +
             "extern \"C\" void part(const space::Rows *rows, Size begin, Size end) {\n"
             "  space::evaluate(*rows, begin, end);\n}\n",
         "kernel.cpp", toolchain::resolve_cpu("native")},
        toolchain::Product::object)));
    const std::size_t bytes = *static_cast<std::size_t*>(module_->symbol(name_ + "_work_bytes"));
    CHECK(part.work_bytes == bytes);
    work_.reset(std::aligned_alloc(64, (bytes + 63) / 64 * 64));
  }

  /// `shared`: of every other input, from the first on, the first configuration is that of all.
  std::vector<T> run(const std::vector<T>& inputs, const std::vector<T>& params, bool shared) {
    std::vector<T> result(stride, T(-7));
    const OutputRows<T> to{result.data(), stride};
    module_->function<void(const InputRows<T>*, const OutputRows<T>*, const T*, std::size_t,
                           std::size_t, T*)>(name_ + "_range")(
        rows_of_inputs(inputs, shared).data(), &to, params.data(), begin, end, work());
    return result;
  }

  std::vector<T> run_part(const std::vector<T>& inputs, const std::vector<T>& params) {
    std::vector<T> result(stride, T(-7));
    // struct Rows of a kernel with two inputs, an output and a param.
    struct {
      InputRows<T> inputs[2];
      OutputRows<T> outputs[1];
      T params[1];
      T* work;
    } rows = {{}, {{result.data(), stride}}, {params.at(0)}, work()};
    std::ranges::copy(rows_of_inputs(inputs, false), rows.inputs);
    module_->function<void(const void*, std::size_t, std::size_t)>("part")(&rows, 0, 256);
    return result;
  }

 private:
  T* work() { return static_cast<T*>(work_.get()); }

  std::vector<InputRows<T>> rows_of_inputs(const std::vector<T>& inputs, bool shared) const {
    std::vector<InputRows<T>> rows;
    const std::vector<Variable>& variables = graph_.signature().inputs;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      rows.push_back({inputs.data() + first_row(variables, i) * stride, stride,
                      shared && i % 2 == 0 ? std::size_t{0} : 1});
    }
    return rows;
  }

  const Graph& graph_;
  std::string name_;
  std::unique_ptr<toolchain::Module> module_;
  std::unique_ptr<void, Free> work_;
};

template <class T>
void check_kernel(const std::string& grammar, int n) {
  CAPTURE(grammar, n, sizeof(T));
  const Graph graph = swept_graph(grammar, n);
  const Problem<T> problem(graph, stride, 11);
  Kernel<T> kernel(graph);
  const std::vector<T> result = kernel.run(problem.inputs, problem.params, false);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < stride; ++i) {
    const double rounding = 64 * static_cast<double>(std::numeric_limits<T>::epsilon());
    wrong += i < begin || i >= end
                 ? result[i] != T(-7)
                 : !(std::abs(static_cast<double>(result[i]) - problem.expected[i]) <=
                     rounding * problem.magnitude[i]);
  }
  CHECK(wrong == 0);
  // Inputs of lane stride 0 are read in the first column alone.
  const std::vector<T> repeated = repeated_inputs(graph, problem.inputs, stride);
  CHECK(kernel.run(problem.inputs, problem.params, true) ==
        kernel.run(repeated, problem.params, false));
  if (graph.signature().inputs.size() < 2 || problem.params.empty()) return;
  const std::vector<T> part = kernel.run_part(problem.inputs, problem.params);
  CHECK(std::equal(result.begin() + begin, result.begin() + 256, part.begin() + begin));
}

}  // namespace

TEST_CASE("what a unit of a sweep reads nobody has overwritten") {
  for (unsigned n = 2; n <= most_swept_vertices; ++n) {
    CAPTURE(n);
    for (const bool derivative : {true, false}) {
      DeterminantSum sum{.vertices = n, .derivative = std::nullopt, .power = {no_node, 2}};
      if (derivative) sum.derivative = 1;
      const DeterminantSweep sweep = sweep_determinants(sum);
      CHECK(sweep.units.size() == (1U << n) - 1);
      SweepReplay replay(sweep);
      replay.run();
      CHECK(replay.wrong == 0);
      CHECK(replay.checked > n);
    }
  }
}

TEST_CASE("a sweep is taken where it costs no more than half as much again") {
  CHECK(is_swept(swept_graph(fixed_rules, 4)));
  CHECK(is_swept(swept_graph(fixed_rules + "_apart", 5)));
  CHECK(is_swept(swept_graph(measured_rules, 4)));
  CHECK_FALSE(is_swept(swept_graph("hubbard/hubbard_su2_cdet_density_fixed", 4)));
  CHECK_FALSE(is_swept(swept_graph("hubbard/hubbard_sun_density", 4)));
  CHECK_FALSE(is_swept(swept_graph("gluons/gluon_current", 4)));
  // The same polynomial by sums of connected terms, in which nothing cancels.
  const Graph connected = swept_graph("hubbard/hubbard_sun_symmetric_density", 5);
  CHECK_NOTHROW(find_determinants(connected));
  CHECK_FALSE(is_swept(connected));
  // Small graphs are one function.
  const Graph small = swept_graph(fixed_rules, 4), large = swept_graph(fixed_rules, 6);
  CHECK_FALSE(find_sweep(small, make_schedule(small)));
  CHECK(find_sweep(large, make_schedule(large)));
}

TEST_CASE("sweeps over determinants agree with the interpreter", "[grammars][cuda]") {
  if (!compiler_here()) return;
  for (const int n : {3, 4, 6}) check_kernel<double>(fixed_rules, n);
  check_kernel<float>(fixed_rules, 4);
  check_kernel<double>(fixed_rules + "_apart", 5);
  for (const int n : {2, 5}) check_kernel<double>(measured_rules, n);
}

TEST_CASE("work of a sweep is what its text does, unit by unit") {
  for (const int n : {4, 6}) {
    CAPTURE(n);
    const Graph graph = swept_graph(fixed_rules, n);
    const Schedule schedule = in_chunks(graph);
    const auto sweep = find_sweep(graph, schedule);
    REQUIRE(sweep);
    const std::string text = emit_cpp(graph, schedule, {});
    Work work;
    for (const SweptUnit& unit : sweep->units) {
      const std::string name = fmt::format(" unit{}_{}(", unit.inside(), unit.outside());
      const std::string body = between(text, name, "\n}\n");
      work += work_of_text(body);
      // Its loop has two passes.
      if (unit.inside() > 0) work += work_of_text(between(body, "for (int pass", "\n  }\n"));
    }
    CHECK(work.multiplications == sweep->work.multiplications);
    CHECK(work.fused == sweep->work.fused);
    CHECK(work.loads == sweep->work.loads);
  }
}
