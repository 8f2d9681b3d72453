// Small graphs as compiled kernels, and what stands where in their sources.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <random>

#include "compiler/emit/cpp.h"
#include "compiler/emit/layout.h"
#include "compiler/emit/names.h"
#include "compiler/graph/interpret.h"
#include "compiler/graph/text.h"
#include "tests/differential/kernels.h"
#include "tests/emit/grammar_graphs.h"
#include "tests/emit/text_graphs.h"
#include "tests/passes/random_graphs.h"

using namespace diagc;

namespace {

/// One of each thing that emission has a rule for.
const char* const graphs[] = {
    "graph signs\ninput x[1..3] : real\noutput y[1..4] : real\n"
    "%1 = sum - x[1] - 2 x[2]\n%2 = product x[1] x[2]\n%3 = sum - %2 - 1/3 x[3]\n"
    "%4 = sum - 1/2 - x[1]\n%5 = product x[1] x[2] x[3]\n%6 = sum -3 %5 + %4\ny[1] = %1\ny[2] = "
    "%3\ny[3] = %4\ny[4] = %6\n",
    "graph mixed\ninput x[1..2] : real\ninput z[1..2] : complex\noutput y[1..6] : complex\n"
    "%1 = product z[1] z[2]\n%2 = sum x[1] + %1\n%3 = product x[1] z[2]\n%4 = sum x[1] - %3\n%5 = "
    "quotient x[1] z[1]\n"
    "%6 = quotient z[1] z[2]\n%7 = quotient z[1] x[2]\n%8 = conj z[1]\n%9 = product %8 z[1] x[1]\n"
    "y[1] = %2\ny[2] = %4\ny[3] = %5\ny[4] = %6\ny[5] = %7\ny[6] = %9\n",
    "graph functions\ninput x[1..2] : real\ninput z : complex\noutput y[1..8] : complex\n"
    "%1 = product x[1] x[1]\n%2 = sum 1 + %1\n%3 = sqrt %2\n%4 = log %2\n%5 = exp z\n%6 = sin "
    "z\n%7 = sqrt z\n%8 = cos x[1]\n"
    "%9 = complex x[1] x[2]\n%10 = im z\ny[1] = %3\ny[2] = %4\ny[3] = %5\ny[4] = %6\ny[5] = "
    "%7\ny[6] = %8\ny[7] = %9\ny[8] = %10\n",
    "graph uniforms\nparam N : real\nparam w : complex\ninput x : real\noutput y[1..2] : "
    "real\noutput v : complex\n"
    "%1 = sum 2 N - 1/2\n%2 = product %1 %1\n%3 = product %2 x\n%4 = quotient w %1\n%5 = product "
    "%4 x\n"
    "y[1] = %3\ny[2] = %2\nv = %5\n",
    "graph leaves\nparam N : real\ninput x[1..2] : real\ninput unread[1..2] : real\noutput y[1..5] "
    ": real\noutput v : complex\n"
    "%1 = sum 0\n%2 = constant 0.1\n%3 = imaginary\ny[1] = x[2]\ny[2] = N\ny[3] = %1\ny[4] = "
    "%2\ny[5] = x[2]\nv = %3\n",
    "graph no_inputs\nparam N : real\noutput y : real\n%1 = product N N\ny = %1\n",
    "graph while\ninput x[1..2] : real\ninput fma : real\ninput _Bool : real\ninput t1 : "
    "real\noutput y : real\n"
    "%1 = product x[1] fma\n%2 = product _Bool t1\n%3 = product x[2] x[2]\n%4 = sum %1 + %2\n%5 = "
    "product %3 %4\ny = %5\n",
};

template <class T>
struct Run {
  std::vector<T> inputs, outputs, params;
  std::vector<double> expected;
  std::size_t stride;

  Run(const Graph& graph, std::size_t n, std::uint64_t seed) : stride(n) {
    const Signature& signature = graph.signature();
    std::mt19937_64 random(seed);
    const auto number = [&] {
      return static_cast<T>(std::uniform_real_distribution<>(0.5, 2)(random));
    };
    inputs.resize(rows(signature.inputs) * n);
    for (T& x : inputs) x = number();
    std::vector<std::complex<double>> values;
    for (const Variable& param : signature.params) {
      for (std::int64_t i = 0; i < param.scalars(); ++i) {
        params.push_back(number());
        values.emplace_back(params.back());
        if (param.type == Type::complex) {
          params.push_back(number());
          values.back() += std::complex<double>(0, params.back());
        }
      }
    }
    const std::vector<double> doubles(inputs.begin(), inputs.end());
    expected.resize(rows(signature.outputs) * n);
    outputs.assign(expected.size(), T(-7));
    interpret(graph, {doubles.data(), n}, values, {expected.data(), n}, n);
  }
};

/// Every input alone as one configuration that the batch shares.
template <class T>
void check_shared_inputs(const Kernels<T>& kernels, const Graph& graph, Run<T> run) {
  for (std::size_t v = 0; v < graph.signature().inputs.size(); ++v) {
    std::vector<T> repeated = run.inputs;
    for (std::size_t row = 0; row < rows(graph.signature().inputs[v]); ++row) {
      const auto first =
          repeated.begin() +
          static_cast<std::ptrdiff_t>((first_row(graph.signature().inputs, v) + row) * run.stride);
      std::fill_n(first, run.stride, *first);
    }
    std::vector<T> expected(run.outputs.size(), T(-7)), outputs = expected;
    const std::size_t begin = 2, end = run.stride - 1;
    kernels.run(graph, repeated.data(), expected.data(), run.params, run.stride, begin, end);
    kernels.run(graph, run.inputs.data(), outputs.data(), run.params, run.stride, begin, end, v);
    CAPTURE(graph.signature().name, v);
    CHECK(std::memcmp(outputs.data(), expected.data(), outputs.size() * sizeof(T)) == 0);
  }
}

template <class T>
void check_small_graphs() {
  std::vector<Graph> read;
  for (const char* text : graphs) read.push_back(graph_of_text(text));
  std::vector<Schedule> schedules;
  for (const Graph& graph : read) schedules.push_back(make_schedule(graph));
  std::vector<typename Kernels<T>::Plan> plans;
  for (std::size_t i = 0; i < read.size(); ++i) plans.push_back({&read[i], &schedules[i]});
  const Kernels<T> kernels(plans);
  for (const Graph& graph : read) {
    check_shared_inputs(kernels, graph, Run<T>(graph, 333, 6));
    Run<T> run(graph, 21, 5);
    kernels.run(graph, run.inputs.data(), run.outputs.data(), run.params, run.stride, 0,
                run.stride);
    for (std::size_t i = 0; i < run.outputs.size(); ++i) {
      CAPTURE(graph.signature().name, i / run.stride, i % run.stride);
      CHECK(run.outputs[i] ==
            Approx(run.expected[i]).margin(400 * std::numeric_limits<T>::epsilon()));
    }
  }
}

std::string emitted(const std::string& text, bool single) {
  const Graph graph = graph_of_text(text);
  return emit_cpp(graph, make_schedule(graph), {single, 32});
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("small graphs as kernels") {
  if (!compiler_here()) return;
  check_small_graphs<double>();
  check_small_graphs<float>();
}

TEST_CASE("coefficients are rounded once") {
  // 1 + 2^-24 + 2^-60 lies above the middle of two floats, and in double precision on it.
  const std::string text =
      "graph rounding\ninput x : real\noutput y : real\n"
      "%1 = sum 1152921573326323713/1152921504606846976 x\ny = %1\n";
  CHECK(holds(emitted(text, true), "= 1.0000001f * x;"));
  CHECK(holds(emitted(text, false), "= 1.0000000596046448 * x;"));
  const std::string third =
      "graph third\ninput x : real\noutput y : real\n%1 = sum - 1/3 x\ny = %1\n";
  CHECK(holds(emitted(third, true), "= -0.33333334f * x;"));
  CHECK(holds(emitted(third, false), "= -0.3333333333333333 * x;"));
}

TEST_CASE("what depends on no input is computed before the loop") {
  const std::string text = emitted(graphs[3], false);
  const std::size_t loop = text.find("for (Size at");
  REQUIRE(loop != std::string::npos);
  CHECK(text.find("const Vec N = splat(params[0]);") < loop);
  CHECK(text.find("const Complex w{splat(params[1]), splat(params[2])};") < loop);
  CHECK(text.find("fma(splat(2.0), N, -splat(0.5))") < loop);
  CHECK(text.find("w / ") < loop);
  CHECK(text.find("load(from[0]", loop) != std::string::npos);
}

TEST_CASE("names of values follow the rules and are no words of C++") {
  const std::string text = emitted(graphs[6], false);
  CHECK(holds(text, "extern \"C\" void while_kernel_range("));
  CHECK(holds(text, "const Vec x_1 = load("));
  CHECK(holds(text, "const Vec fma_ = load("));
  CHECK(holds(text, "const Vec v_Bool = load("));
  CHECK(kernel_symbol("density") == "density");
  CHECK(kernel_symbol("memcpy") == "memcpy_kernel");
  CHECK(kernel_symbol("_Complex") == "_Complex_kernel");
}

TEST_CASE("a path stands in a comment, whatever it holds") {
  const std::string text = emitted(
      "graph g\npath \"a\\nint oops;.diag\"\ninput x : real\noutput y : real\nfamily F(a) line 3\n"
      "%1 = product x x    @ F(1)\ny = %1\n",
      false);
  CHECK_FALSE(holds(text, "\nint oops"));
}

TEST_CASE("chunks, tails and parts of a batch give the bits of the whole") {
  if (!compiler_here()) return;
  constexpr std::uint64_t count = 12;
  std::vector<Graph> graphs_of;
  std::vector<Schedule> schedules;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    const Graph graph = random_graph(seed + 100, {20 + 4 * static_cast<int>(seed), false, false});
    for (const std::uint64_t limit : {1'000'000u, 1u, 9u}) {
      graphs_of.push_back(renamed(graph, "g" + std::to_string(seed) + "_" + std::to_string(limit)));
      ScheduleOptions options;
      options.chunk_operations = limit;
      schedules.push_back(make_schedule(graphs_of.back(), options));
    }
  }
  std::vector<Kernels<float>::Plan> plans;
  for (std::size_t i = 0; i < schedules.size(); ++i)
    plans.push_back({&graphs_of[i], &schedules[i]});
  const Kernels<float> kernels(plans);
  std::size_t chunked = 0;
  for (std::size_t i = 0; i < schedules.size(); i += 3) {
    CHECK_FALSE(schedules[i].chunked());
    chunked += schedules[i + 1].chunked() && schedules[i + 2].chunked();
    Run<float> whole(graphs_of[i], 300, i);
    kernels.run(graphs_of[i], whole.inputs.data(), whole.outputs.data(), whole.params, 300, 0, 300);
    for (std::size_t k = i; k < i + 3; ++k) {
      const std::pair<std::size_t, std::size_t> parts[] = {{0, 300}, {0, 1},     {3, 3},    {5, 20},
                                                           {7, 24},  {100, 232}, {299, 300}};
      for (const auto& [begin, end] : parts) {
        Run<float> part(graphs_of[k], 300, i);
        kernels.run(graphs_of[k], part.inputs.data(), part.outputs.data(), part.params, 300, begin,
                    end);
        std::size_t wrong = 0;
        for (std::size_t j = 0; j < part.outputs.size(); ++j) {
          const bool inside = j % 300 >= begin && j % 300 < end;
          const float expected = inside ? whole.outputs[j] : -7.0f;
          wrong += std::memcmp(&part.outputs[j], &expected, sizeof(float)) != 0;
        }
        CAPTURE(graphs_of[k].signature().name, begin, end);
        CHECK(wrong == 0);
      }
    }
  }
  CHECK(chunked > count / 2);
}
