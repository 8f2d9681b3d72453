// Kernels as parts of larger ones: the bits of the kernels alone, whatever stands around them.
#include <catch2/catch.hpp>

#include <cstring>
#include <random>

#include "compiler/emit/choice/emit.h"
#include "compiler/emit/cuda/part.h"
#include "compiler/emit/layout.h"
#include "compiler/emit/names.h"
#include "compiler/graph/text.h"
#include "diagc/rows.h"
#include "tests/emit/cuda_on_cpu.h"
#include "tests/emit/grammar_graphs.h"
#include "tests/emit/text_graphs.h"

using namespace diagc;

namespace {

/// Every kind of node, params that are computed with, and values with the names of what parts call their own things.
std::vector<Graph> part_graphs() {
  std::vector<Graph> list;
  list.push_back(graph_of_text(
      "graph kinds\nparam N : real\nparam w : complex\ninput x[1..2] : real\ninput z : complex\n"
      "output y[1..16] : complex\n"
      "%1 = product z z x[1]\n%2 = sum x[1] - 2 %1\n%3 = quotient x[1] z\n%4 = quotient z x[2]\n"
      "%5 = quotient x[1] x[2]\n%6 = conj z\n%7 = re z\n%8 = im z\n%9 = complex x[1] x[2]\n"
      "%10 = sqrt x[1]\n%11 = exp x[1]\n%12 = log x[1]\n%13 = sin x[1]\n%14 = cos x[1]\n"
      "%15 = sqrt z\n%16 = exp z\n%17 = log z\n%18 = sin z\n%19 = cos z\n%20 = product N w\n"
      "%21 = product %20 z\n%22 = sum %7 + %8\n"
      "y[1] = %2\ny[2] = %3\ny[3] = %4\ny[4] = %5\ny[5] = %6\ny[6] = %22\ny[7] = %9\ny[8] = %10\n"
      "y[9] = %11\ny[10] = %12\ny[11] = %13\ny[12] = %14\ny[13] = %15\ny[14] = %16\n"
      "y[15] = %17\ny[16] = %21\n"));
  list.push_back(graph_of_text(
      "graph words\ninput rows : real\ninput Rows : real\ninput evaluate : real\ninput lanes : "
      "real\ninput at : real\ninput input_count : real\noutput y[1..2] : real\noutput v : real\n"
      "%1 = product rows Rows\n%2 = product evaluate lanes\n%3 = product at input_count\n"
      "%4 = sum %1 + %2\n%5 = sum %4 - %3\ny[1] = %5\ny[2] = %4\nv = %1\n"));
  list.push_back(graph_of_text(
      "graph no_inputs\nparam N : real\noutput y : real\n%1 = product N N\ny = %1\n"));
  list.push_back(grammar_kernel("hubbard/hubbard_sun_density", 4).graph);
  list.push_back(renamed(grammar_kernel("gluons/gluon_current", 4, true).graph, "gluons"));
  return list;
}

/// Rows of a batch, those of the variables one after another.
template <class T>
struct Rows {
  Rows(const Graph& graph, std::size_t stride) : stride(stride) {
    const Signature& signature = graph.signature();
    std::mt19937_64 random(5);
    const auto fill = [&](std::vector<T>& numbers, std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) {
        numbers.push_back(static_cast<T>(std::uniform_real_distribution<>(0.5, 1.5)(random)));
      }
    };
    fill(inputs, rows(signature.inputs) * stride);
    fill(params, rows(signature.params));
    outputs.assign(rows(signature.outputs) * stride, T(-7));
    for (std::size_t i = 0; i < signature.inputs.size(); ++i) {
      input_rows.push_back(inputs.data() + first_row(signature.inputs, i) * stride);
    }
    for (std::size_t i = 0; i < signature.outputs.size(); ++i) {
      output_rows.push_back(outputs.data() + first_row(signature.outputs, i) * stride);
    }
  }

  std::size_t stride;
  std::vector<T> inputs, outputs, params;
  std::vector<const T*> input_rows;
  std::vector<T*> output_rows;
};

/// A function over a range with the caller's rows, for one part.
std::string loop_around(const std::string& space, bool lanes_alone, bool has_work) {
  return "extern \"C\" void run_" + space + "(const " + space + "::Real *const *inputs, " + space +
         "::Real *const *outputs, " + space + "::Size stride, const " + space + "::Real *params, " +
         space + "::Size begin, " + space + "::Size end, " + space +
         "::Real *work) {\n"
         "  using namespace " +
         space +
         ";\n"
         "  Rows rows;\n"
         "  for (Size i = 0; i < input_count; ++i) rows.inputs[i] = {inputs[i], stride, 1};\n"
         "  for (Size i = 0; i < output_count; ++i) rows.outputs[i] = {outputs[i], stride};\n"
         "  for (Size i = 0; i < param_count; ++i) rows.params[i] = params[i];\n" +
         (has_work ? "  rows.work = work;\n" : "") +
         (lanes_alone ? "  for (Size at = begin; at < end; at += lanes) evaluate(rows, at);\n"
                      : "  evaluate(rows, begin, end);\n") +
         "}\n";
}

toolchain::Module module_of(const std::string& text) {
  return toolchain::Module::load(toolchain::compile(
      {text, "part.cpp", toolchain::resolve_cpu("native")}, toolchain::Product::object));
}

template <class T>
using PartLoop = void(const T* const*, T* const*, std::size_t, const T*, std::size_t, std::size_t,
                      T*);

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

ScheduleOptions chunks_of(std::uint64_t operations) {
  ScheduleOptions options;
  options.chunk_operations = operations;
  return options;
}

template <class T>
void check_cpu_parts() {
  const CppOptions options{.single_precision = sizeof(T) == 4,
                           .vector_bytes = toolchain::resolve_cpu("native").vector_bytes};
  constexpr std::size_t stride = 320, begin = 64, end = 256;
  const std::vector<Graph> list = part_graphs();
  std::vector<Part> parts;
  std::string text;
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (const bool chunked : {false, true}) {
      const Schedule schedule =
          make_schedule(list[i], chunks_of(chunked ? 20 : ScheduleOptions::one_chunk));
      const std::string space = "part" + std::to_string(parts.size());
      parts.push_back(emit_cpp_part(list[i], schedule, options, space));
      CHECK(parts.back().lanes * sizeof(T) == static_cast<std::size_t>(options.vector_bytes));
      CHECK((parts.back().work_bytes > 0) == schedule.chunked());
      text += parts.back().source + loop_around(space, false, true) + "namespace lane_by_lane {\n";
      std::string alone = loop_around(space, true, true);
      alone.replace(alone.find("run_"), 4, "lanes_");
      text += alone + "}\n";
    }
  }
  const toolchain::Module module = module_of(text);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string name = kernel_symbol(list[i].signature().name);
    const Schedule whole = make_schedule(list[i], chunks_of(ScheduleOptions::one_chunk));
    const toolchain::Module kernel = module_of(emit_cpp(list[i], whole, options));
    Rows<T> expected(list[i], stride);
    std::vector<InputRows<T>> from;
    std::vector<OutputRows<T>> to;
    for (const T* rows : expected.input_rows) from.push_back({rows, stride});
    for (T* rows : expected.output_rows) to.push_back({rows, stride});
    kernel.function<void(const InputRows<T>*, const OutputRows<T>*, const T*, std::size_t,
                         std::size_t, T*)>(name + "_range")(
        from.data(), to.data(), expected.params.data(), begin, end, nullptr);
    for (const std::size_t part : {2 * i, 2 * i + 1}) {
      for (const char* how : {"run_part", "lanes_part"}) {
        CAPTURE(name, part, how);
        Rows<T> rows(list[i], stride);
        struct Free {
          void operator()(void* memory) const { std::free(memory); }
        };
        const std::unique_ptr<void, Free> work(
            std::aligned_alloc(64, (parts[part].work_bytes + 127) / 64 * 64));
        module.function<PartLoop<T>>(how + std::to_string(part))(
            rows.input_rows.data(), rows.output_rows.data(), stride, rows.params.data(), begin, end,
            static_cast<T*>(work.get()));
        CHECK(same_bits(rows.outputs, expected.outputs));
      }
    }
  }
}

template <class T>
void check_cuda_parts() {
  CudaOptions options;
  options.single_precision = sizeof(T) == 4;
  constexpr std::size_t stride = 320, begin = 7, end = 251;
  const std::vector<Graph> list = part_graphs();
  std::vector<typename CudaOnCpu<T>::Plan> plans;
  std::string text = cuda_on_cpu_shim() + "FUNCTIONS\n";
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Schedule schedule = make_schedule(list[i], schedule_options(StraightOptions{}));
    plans.push_back({&list[i], emit_cuda(list[i], schedule, options)});
    const std::string space = "part" + std::to_string(i);
    const Part part = emit_cuda_part(list[i], schedule, options, space);
    CHECK(part.lanes == 1);
    CHECK(part.threads == plans.back().program.launches.at(0).threads);
    CHECK(part.source.find("__ldg") == std::string::npos);
    const std::string bounds =
        "__launch_bounds__(" + std::to_string(part.threads) + ", " + std::to_string(part.blocks);
    CHECK(plans.back().program.source().find(bounds + ")") != std::string::npos);
    text += part.source + loop_around(space, true, false);
  }
  const toolchain::Module module = module_of(text);
  const CudaOnCpu<T> kernels(plans);
  for (std::size_t i = 0; i < list.size(); ++i) {
    CAPTURE(list[i].signature().name);
    Rows<T> rows(list[i], stride), expected(list[i], stride);
    kernels.run(i, expected.inputs, expected.outputs, expected.params, stride, begin, end);
    module.function<PartLoop<T>>("run_part" + std::to_string(i))(
        rows.input_rows.data(), rows.output_rows.data(), stride, rows.params.data(), begin, end,
        nullptr);
    CHECK(same_bits(rows.outputs, expected.outputs));
  }
}

}  // namespace

TEST_CASE("parts for processors give the bits of the kernels, several in one source") {
  check_cpu_parts<float>();
  check_cpu_parts<double>();
}

TEST_CASE("parts for devices give the bits of the kernels, several in one source") {
  check_cuda_parts<float>();
  check_cuda_parts<double>();
}

TEST_CASE("only the schedule straight of one chunk is a part for devices") {
  const Graph graph = grammar_kernel("hubbard/hubbard_sun_density", 4).graph;
  CudaOptions options;
  options.form = ChunkedOptions{};
  CHECK_THROWS_AS(emit_cuda_part(graph, make_schedule(graph), options, "part"), std::logic_error);
  options.form = StraightOptions{.shared = 100};
  CHECK_THROWS_AS(emit_cuda_part(graph, make_schedule(graph), options, "part"), std::logic_error);
  options.form = StraightOptions{};
  CHECK_THROWS_AS(emit_cuda_part(graph, make_schedule(graph, chunks_of(20)), options, "part"),
                  std::logic_error);
}
