// The matrix form of the schedule `cooperative`: which sums are products of matrices, where their values stand, what its kernels compute.
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include <fmt/format.h>

#include "compiler/emit/choice/candidates.h"
#include "compiler/emit/choice/emit.h"
#include "compiler/emit/matrix/plan.h"
#include "compiler/graph/text.h"
#include "tests/emit/cuda_runs.h"
#include "tests/emit/grammar_graphs.h"
#include "tests/emit/text_graphs.h"
#include "toolchain/client/toolchain.h"

using namespace diagc;

namespace {

struct Made {
  Schedule schedule;
  EdgeTables tables;
  PairSums sums;
  explicit Made(const Graph& graph)
      : schedule(make_schedule(graph, schedule_options(StraightOptions{}))),
        tables(graph, schedule),
        sums(graph, schedule, tables) {
    join_sums(sums);
  }
};

CudaOptions matrix_options_of(const MatrixOptions& form) {
  CudaOptions options;
  options.single_precision = false;
  options.form = form;
  return options;
}

/// Layers of rows of one or two matrices, or their transposes, times values of the layers before, some of them scaled, beside sums that
/// are none.
Graph random_matrices(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const std::size_t rows = 2 + below(9), columns = 2 + below(9);
  std::string text = fmt::format(
      "graph random{}\ninput M[0..{},0..{}] : real\ninput K[1..{},1..{}] : real\ninput x[1..4] : "
      "real\nparam N : real\noutput y[1..2] : real\n",
      seed, rows - 1, columns - 1, rows, columns);
  std::size_t next = 1;
  const auto define = [&](const std::string& what) {
    text += fmt::format("%{} = {}\n", next, what);
    return fmt::format("%{}", next++);
  };
  std::vector<std::string> values;
  for (int i = 1; i <= 4; ++i) values.push_back(define(fmt::format("input x[{}]", i)));
  const std::string scale = define("sum -1 + 2 " + define("param N"));
  std::map<std::string, std::string> elements;
  const auto element = [&](std::size_t of, std::size_t r, std::size_t c) {
    const std::string name =
        of == 0 ? fmt::format("M[{},{}]", r, c) : fmt::format("K[{},{}]", r + 1, c + 1);
    std::string& value = elements[name];
    if (value.empty()) value = define("input " + name);
    return value;
  };
  for (std::size_t layer = 0; layer < 6; ++layer) {
    std::vector<std::string> made;
    for (std::size_t group = 0; group < 3; ++group) {
      const bool transposed = below(3) == 0, both = below(3) == 0;
      const std::size_t height = transposed ? columns : rows, width = transposed ? rows : columns;
      struct Chosen {
        std::size_t matrix, column;
        std::string value, sign;
      };
      std::vector<Chosen> chosen;
      for (std::size_t matrix = 0; matrix < (both ? 2U : 1U); ++matrix) {
        for (std::size_t c = 0; c < width; ++c) {
          if (below(4) > 0)
            chosen.push_back({matrix, c, values[below(values.size())], below(2) == 0 ? "+" : "-"});
        }
      }
      if (chosen.size() < 2) continue;
      for (std::size_t r = 0; r < height; ++r) {
        if (below(4) == 0) continue;
        std::string sum = "sum";
        for (const Chosen& each : chosen) {
          const std::string product =
              define(fmt::format("product {} {}",
                                 transposed ? element(each.matrix, each.column, r)
                                            : element(each.matrix, r, each.column),
                                 each.value));
          sum += fmt::format(" {}{}", sum == "sum" && each.sign == "+" ? "" : each.sign + " ",
                             product);
        }
        if (sum.starts_with("sum - ")) sum = "sum -" + sum.substr(6);
        std::string value = define(sum);
        if (below(4) == 0) value = define(fmt::format("product {} {}", scale, value));
        made.push_back(std::move(value));
      }
    }
    if (made.empty()) continue;
    made.push_back(define(
        fmt::format("product {} {}", made[below(made.size())], values[below(values.size())])));
    values = std::move(made);
  }
  for (int i = 1; i <= 2; ++i) {
    std::string sum = "sum";
    for (const std::string& value : values) {
      if (below(2) == 0) sum += fmt::format(" {}{}", sum == "sum" ? "" : "+ ", value);
    }
    if (sum == "sum") sum += " " + values.front();
    text += fmt::format("y[{}] = {}\n", i, define(sum));
  }
  return graph_of_text(text);
}

std::vector<Graph> matrix_graphs() {
  std::vector<Graph> list;
  for (const char* name : {"hubbard_sun_cdet_density_fixed", "hubbard_su2_cdet_density_fixed",
                           "hubbard_sun_cdet_log_z", "hubbard_sun_density"}) {
    for (int n = 3; n <= 4; ++n)
      list.push_back(grammar_kernel(std::string("hubbard/") + name, n).graph);
  }
  // As for devices, without sharing; of this one equal sums are left.
  list.push_back(grammar_kernel("hubbard/hubbard_sun_density", 6, false, {"share"}).graph);
  for (std::uint64_t seed = 1; seed <= 12; ++seed) list.push_back(random_matrices(seed));
  return list;
}

}  // namespace

TEST_CASE("sums that share a vector are a column, known factors of them its scale") {
  const Graph graph = graph_of_text(
      "graph walk\ninput G[0..2,0..2] : real\ninput x[1..3] : real\nparam N : real\noutput y : "
      "real\n"
      "%1 = input x[1]\n%2 = input x[2]\n%3 = input x[3]\n%4 = param N\n"
      "%5 = input G[0,0]\n%6 = input G[0,1]\n%7 = input G[0,2]\n"
      "%8 = input G[1,0]\n%9 = input G[1,1]\n%10 = input G[1,2]\n"
      "%11 = input G[2,0]\n%12 = input G[2,1]\n%13 = input G[2,2]\n"
      "%14 = sum 2 %1 + %2\n%15 = sum %2 - %3\n%16 = sum %1 + %3\n"
      "%17 = product %5 %14\n%18 = product %6 %15\n%19 = product %7 %16\n%20 = sum %17 - %18 - "
      "%19\n"
      "%21 = product %8 %14\n%22 = product %9 %15\n%23 = product %10 %16\n%24 = sum %21 - %22 - "
      "%23\n"
      "%25 = product %11 %14\n%26 = product %12 %15\n%27 = product %13 %16\n%28 = sum %25 - %26 - "
      "%27\n"
      "%29 = product %4 %28\n%30 = product %20 %24\n%31 = sum %29 + %30\ny = %31\n");
  Made made(graph);
  const MatrixVectorProducts products(graph, made.sums);
  CHECK(products.matrices.size() == 2);
  REQUIRE(products.columns.size() == 1);
  const MatrixColumn& column = products.columns.front();
  REQUIRE(column.entries.size() == 3);
  std::vector<bool> negative;
  for (const MatrixColumn::Entry& entry : column.entries) {
    CHECK_FALSE(products.matrices[entry.matrix].transposed);
    negative.push_back(entry.negative);
  }
  CHECK(negative == std::vector<bool>{false, true, true});
  std::vector<std::uint32_t> rows;
  for (const MatrixColumn::Result& result : column.results) rows.push_back(result.row);
  std::ranges::sort(rows);
  CHECK(rows == std::vector<std::uint32_t>{0, 1, 2});
  // N times row 2 stands in a longer sum, not alone.
  CHECK(column.scale == no_scalar);
}

TEST_CASE("every sum is computed once, after what it reads, and no slot holds two values at once") {
  for (const Graph& graph : matrix_graphs()) {
    CAPTURE(graph.signature().name);
    Made made(graph);
    const MatrixVectorProducts products(graph, made.sums);
    const MatrixRounds plan(made.sums, products);
    std::vector<std::uint32_t> round_of(made.sums.scalars, 0);
    std::vector<std::uint32_t> last(made.sums.scalars, 0);
    const auto computed = [&](Scalar scalar, std::uint32_t round) {
      CHECK(round_of[scalar] == 0);
      round_of[scalar] = round + 1;
    };
    for (std::uint32_t r = 0; r < plan.rounds.size(); ++r) {
      const auto read = [&](Scalar scalar) {
        if (scalar >= made.sums.known) {
          CHECK(round_of[scalar] > 0);
          CHECK(round_of[scalar] <= r);
        }
        last[scalar] = r + 1;
      };
      for (const auto& tiles : plan.rounds[r].tiles) {
        for (const MatrixTile& tile : tiles) {
          CHECK(tile.columns.size() <= matrix_rows);
          for (const std::uint32_t c : tile.columns) {
            std::set<std::uint32_t> rows;
            for (const MatrixColumn::Result& result : products.columns[c].results)
              CHECK(rows.insert(result.row).second);
            for (const MatrixColumn::Entry& entry : products.columns[c].entries) read(entry.value);
          }
        }
      }
      for (const std::uint32_t s : plan.rounds[r].sums)
        for (const Pair& pair : made.sums.steps[s].pairs) read(pair.a), read(pair.b);
      for (const auto& tiles : plan.rounds[r].tiles)
        for (const MatrixTile& tile : tiles)
          for (const std::uint32_t c : tile.columns)
            for (const MatrixColumn::Result& result : products.columns[c].results)
              computed(result.scalar, r);
      for (const std::uint32_t s : plan.rounds[r].sums)
        computed(made.sums.steps[s].results.front(), r);
    }
    for (const Scalar output : made.sums.outputs) {
      if (output >= made.sums.known) CHECK(round_of[output] > 0);
      last[output] = static_cast<std::uint32_t>(plan.rounds.size()) + 1;
    }
    // [slot]: the rounds, from that which writes it to the last that reads it.
    std::map<Slot, std::set<std::pair<std::uint32_t, std::uint32_t>>> lives;
    for (Scalar scalar = 0; scalar < made.sums.scalars; ++scalar) {
      if (last[scalar] == 0) continue;
      REQUIRE(plan.slot[scalar] < plan.slots);
      const std::uint32_t end = scalar < made.sums.known ? no_slot : last[scalar];
      CHECK(lives[plan.slot[scalar]].emplace(round_of[scalar], end).second);
    }
    for (const auto& [slot, rounds] : lives) {
      std::uint32_t before = 0;
      for (const auto& [first, end] : rounds) {
        CHECK((first > before || rounds.size() == 1));
        before = end;
      }
    }
  }
}

TEST_CASE("kernels of matrices agree with the interpreter", "[grammars][cooperative]") {
  if (const std::string why = toolchain::why_unavailable(); !why.empty()) {
    WARN(why);
    return;
  }
  std::vector<Graph> named;
  std::vector<CudaOnCpu<double>::Plan> plans;
  std::vector<Graph> all = matrix_graphs();
  std::erase_if(all, [](const Graph& graph) {
    const Made made(graph);
    return MatrixVectorProducts(graph, made.sums).columns.empty();
  });
  REQUIRE(all.size() > 12);
  const MatrixOptions forms[] = {{1, 4, 1}, {2, 1, 1}, {4, 2, 1}};
  for (std::size_t i = 0; i < all.size(); ++i)
    named.push_back(renamed(all[i], fmt::format("g{}_{}", i, all[i].signature().name)));
  for (std::size_t i = 0; i < named.size(); ++i) {
    const CudaOptions options = matrix_options_of(forms[i % std::size(forms)]);
    plans.push_back(
        {&named[i],
         emit_cuda(named[i], make_schedule(named[i], schedule_options(options.form)), options)});
  }
  const CudaOnCpu<double> programs(std::move(plans));
  for (std::size_t i = 0; i < named.size(); ++i) {
    CAPTURE(named[i].signature().name);
    check_run(programs, i, named[i]);
  }
}

TEST_CASE("the matrix form has a name, and refuses what it is not for") {
  CHECK(to_string(CudaCandidate(MatrixOptions{})) == "cooperative:matrix");
  CHECK(to_string(CudaCandidate(MatrixOptions{2, 8, 3})) ==
        "cooperative:matrix,lanes=2,warps=8,blocks=3");
  CHECK(cuda_candidate("cooperative:matrix,lanes=4") == CudaCandidate(MatrixOptions{.lanes = 4}));
  CHECK_FALSE(cuda_candidate("cooperative:matrix,lanes=3"));
  CHECK_FALSE(cuda_candidate("chunked:matrix"));

  const GrammarKernel fixed = grammar_kernel("hubbard/hubbard_sun_cdet_density_fixed", 4);
  CudaOptions options = matrix_options_of({});
  options.single_precision = true;
  CHECK_THROWS_WITH(
      emit_cuda(fixed.graph, fixed.schedule, options),
      "the schedule `cooperative:matrix` is for double precision: take another one, or "
      "fp64");
  options = matrix_options_of({});
  options.device.shared_bytes = 2'000;
  CHECK_THROWS_WITH(
      emit_cuda(fixed.graph, fixed.schedule, options),
      Catch::StartsWith("the schedule `cooperative:matrix` needs ") &&
          Catch::EndsWith(" bytes of shared memory a block, and a multiprocessor has "
                          "2000: take fewer lanes, warps or blocks, or another schedule"));
  const Graph scalars = graph_of_text(
      "graph scalars\ninput x[1..3] : real\noutput y : real\n%1 = input x[1]\n%2 = input x[2]\n"
      "%3 = product %1 %2\ny = %3\n");
  const auto emitted = [&](const Graph& graph) {
    return emit_cuda(graph, make_schedule(graph, schedule_options(MatrixOptions{})),
                     matrix_options_of({}));
  };
  CHECK_THROWS_WITH(
      emitted(scalars),
      "the schedule `cooperative:matrix` is for graphs with products of an input of two "
      "indices and values, found none: take another schedule");
  const Graph quotient = graph_of_text(
      "graph quotient\ninput x[1..3] : real\noutput y : real\n%1 = input x[1]\n%2 = input x[2]\n"
      "%3 = quotient %1 %2\ny = %3\n");
  CHECK_THROWS_WITH(
      emitted(quotient),
      "the schedule `cooperative:matrix` is for sums and products: found a quotient or a "
      "function, take another schedule");
}
