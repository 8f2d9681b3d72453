// Theories with products along the contour: what rules mean, and what a plan makes of them, against direct sums on a contour of few points.
#include <cstdlib>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "compiler/arrays/interpret.h"
#include "compiler/arrays/interpret_contour.h"
#include "compiler/source/source.h"
#include "library/cyclic/contour_theory.h"
#include "tests/dynamics/contour_sums.h"

using namespace diagc;
using namespace diagc::testing;

namespace {

using ContourNumber = std::complex<double>;

constexpr std::size_t contour_points = 4, momenta = 3;

ContourGraphs read_text(const std::string& rules, bool convolve) {
  ContourOptions options;
  options.grid = {momenta};
  options.convolve = convolve;
  return read_contour(std::make_shared<const Source>("t.diag", rules), options);
}

double difference_of(const TwoTimeValues& one, const TwoTimeValues& other) {
  double largest = 0, size = 1;
  for (std::size_t k = 0; k < one.size(); ++k) {
    for (std::size_t i = 0; i < one[k].size(); ++i) {
      largest = std::max(largest, std::abs(one[k][i] - other[k][i]));
      size = std::max(size, std::abs(one[k][i]));
    }
  }
  return largest / size;
}

/// Σ by the theory's graph.
std::vector<TwoTimeValues> by_graph(const ContourGraphs& graphs, const ContourAuthor& author) {
  std::vector<std::vector<arrays::ContourFunction>> inputs;
  for (std::size_t e = 0; e < 4; ++e) inputs.push_back(author.green(e / 2, e % 2));
  inputs.push_back({author.vertex_values(false)[0]});
  const auto values = arrays::interpret_on_contour(graphs.theory, inputs, author.weights());
  std::vector<TwoTimeValues> result;
  for (const arrays::ArrayId output : graphs.theory.outputs) result.push_back(values[output]);
  return result;
}

/// Σ by the plan: stages' kernels pair by pair, products and equations between them. On this contour −conj X(z', z) is the adjoint field itself, so that
/// both components are the same.
class PlanOnContour {
 public:
  PlanOnContour(const ContourGraphs& graphs, const ContourAuthor& author)
      : graphs_(graphs), author_(author), fields_(graphs.plan.fields.size()) {
    for (std::size_t e = 0; e < 4; ++e) fields_[e] = author.green(e / 2, e % 2);
  }

  std::vector<TwoTimeValues> run() {
    std::vector<TwoTimeValues> result;
    for (const arrays::TwoTimeStage& stage : graphs_.plan.stages) {
      const std::vector<TwoTimeValues> written = kernel(stage);
      if (&stage == &graphs_.self()) return written;
      for (std::size_t k = 0; k < stage.writes.size(); ++k) fields_[stage.writes[k]] = written[k];
      for (const arrays::TwoTimeProduct& product : stage.products) {
        TwoTimeValues& own = fields_[product.result] =
            author_.compose(fields_[product.left], fields_[product.right]);
        for (auto& values : own) {
          for (ContourNumber& value : values) value *= product.sign;
        }
      }
      for (const arrays::TwoTimeEquation& equation : stage.equations) solve(equation);
    }
    return result;
  }

  /// The largest difference between a stored field's adjoint and what the plan takes for it.
  double adjoints() const {
    double largest = 0;
    for (std::size_t field = 0; field < fields_.size(); ++field) {
      const arrays::TwoTimeField& own = graphs_.plan.fields[field];
      if (!own.is_stored) continue;
      TwoTimeValues adjoint = author_.exchanged(fields_[field]);
      for (auto& values : adjoint) {
        for (ContourNumber& value : values)
          value = -std::conj(value) * static_cast<double>(own.sign);
      }
      largest = std::max(largest, difference_of(adjoint, fields_[own.adjoint]));
    }
    return largest;
  }

 private:
  std::vector<TwoTimeValues> kernel(const arrays::TwoTimeStage& stage) const {
    const std::size_t pairs = author_.points() * author_.points();
    std::vector<TwoTimeValues> result(stage.graph.outputs.size() / 2,
                                      TwoTimeValues(momenta, std::vector<ContourNumber>(pairs)));
    for (std::size_t pair = 0; pair < pairs; ++pair) {
      std::vector<std::vector<ContourNumber>> inputs;
      for (int component = 0; component < 2; ++component) {
        for (const std::uint32_t read : stage.reads) {
          auto& own = inputs.emplace_back();
          for (std::size_t k = 0; k < momenta; ++k) own.push_back(fields_[read][k][pair]);
        }
      }
      inputs.push_back({author_.vertex()[pair / author_.points()]});
      inputs.push_back({author_.vertex()[pair % author_.points()]});
      const auto outputs = arrays::interpret(stage.graph, inputs, arrays::Numbers<ContourNumber>());
      for (std::size_t write = 0; write < result.size(); ++write) {
        for (std::size_t k = 0; k < momenta; ++k)
          result[write][k][pair] = outputs[write][outputs[write].size() == 1 ? 0 : k];
      }
    }
    return result;
  }

  /// By iteration.
  void solve(const arrays::TwoTimeEquation& equation) {
    for (std::size_t i = 0; i < equation.unknowns.size(); ++i)
      fields_[equation.unknowns[i]] = fields_[equation.rests[i]];
    for (int iteration = 0; iteration < 200; ++iteration) {
      std::vector<TwoTimeValues> next;
      for (const std::uint32_t rest : equation.rests) next.push_back(fields_[rest]);
      for (const auto& left : equation.left) {
        const TwoTimeValues part =
            author_.compose(fields_[left.field], fields_[equation.unknowns[left.column]]);
        for (std::size_t k = 0; k < momenta; ++k) {
          for (std::size_t i = 0; i < part[k].size(); ++i) next[left.row][k][i] += part[k][i];
        }
      }
      for (std::size_t i = 0; i < next.size(); ++i) fields_[equation.unknowns[i]] = next[i];
    }
  }

  const ContourGraphs& graphs_;
  const ContourAuthor& author_;
  std::vector<TwoTimeValues> fields_;
};

const std::string theory_head =
    "grammar t\naxis k : cyclic\nvertex U : real\ngreen G[0..1, 0..1](k)\n";

void check_theory(const std::string& rules, const TwoTimeValues& expected,
                  const ContourAuthor& author) {
  for (const bool convolve : {false, true}) {
    INFO(rules);
    const ContourGraphs graphs = read_text(rules, convolve);
    CHECK(difference_of(by_graph(graphs, author)[0], expected) < 1e-11);
    PlanOnContour plan(graphs, author);
    CHECK(difference_of(plan.run()[0], expected) < 1e-11);
    CHECK(plan.adjoints() < 1e-11);
  }
}

}  // namespace

TEST_CASE("random theories with products along the contour mean direct sums") {
  const char* given = std::getenv("DIAGC_TEST_SEED");
  const unsigned first = given ? static_cast<unsigned>(std::atoi(given)) : 100;
  for (unsigned seed = first; seed < first + (given ? 1 : 60); ++seed) {
    ContourAuthor author(seed, contour_points, momenta);
    const bool odd = author.below(2) == 1;
    const ContourMeaning meaning = author.expression(1 + author.below(2), odd);
    INFO("DIAGC_TEST_SEED=" << seed);
    std::string rules = theory_head + "def X()(q) = " + meaning.text + "\n";
    TwoTimeValues expected = meaning.values;
    if (odd) {
      rules += "self G[j, m](x) = U * X()(x)\n";
      expected = author.multiplied(author.vertex_values(false), expected);
    } else {
      rules += "self G[j, m](x) = mean(q : k) X()(q) * G[0, 1](x-q)\n";
      expected = author.convolved(expected, author.green(0, 1));
    }
    check_theory(rules, expected, author);
  }
}

TEST_CASE("equations of values at two times have the solutions that iteration finds") {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const ContourAuthor author(seed, contour_points, momenta);
    const ContourNumber minus_i(0, -1);
    const auto times = [](TwoTimeValues values, ContourNumber factor) {
      for (auto& own : values) {
        for (ContourNumber& value : own) value *= factor;
      }
      return values;
    };
    // F = −i G G, T = F − F @ (U T), and T at exchanged times.
    const TwoTimeValues f =
        times(author.convolved(author.green(0, 0), author.green(0, 0)), minus_i);
    const TwoTimeValues left = times(author.multiplied(f, author.vertex_values(true)), -1);
    const TwoTimeValues t = author.solved(f, left);
    const std::string rules = theory_head +
                              "def F()(q) = -I * mean(y : k) G[0, 0](y) * G[0, 0](q-y)\n"
                              "solve T(q) = F()(q) - F()(q) @ (U * T(q))\n"
                              "self G[j, m](x) = ";
    check_theory(rules + "mean(q : k) T(q) * G[0, 1](x-q)\n",
                 author.convolved(t, author.green(0, 1)), author);
    check_theory(
        rules + "mean(q : k) U' * T'(q) * G[0, 1](x-q)\n",
        author.convolved(author.multiplied(author.exchanged(t), author.vertex_values(true)),
                         author.green(0, 1)),
        author);
    // A product that has no symmetry by itself as an inhomogeneity of none.
    const TwoTimeValues product = author.compose(t, f);
    check_theory(theory_head +
                     "def F()(q) = -I * mean(y : k) G[0, 0](y) * G[0, 0](q-y)\n"
                     "solve T(q) = F()(q) - F()(q) @ (U * T(q))\n"
                     "def C()(q) = T(q) @ F()(q)\n"
                     "self G[j, m](x) = mean(q : k) C()(q) @ (F()(q) + T(q)) * G[1, 1](x-q)\n",
                 author.convolved(author.compose(product,
                                                 [&] {
                                                   TwoTimeValues sum = f;
                                                   for (std::size_t k = 0; k < momenta; ++k) {
                                                     for (std::size_t i = 0; i < sum[k].size(); ++i)
                                                       sum[k][i] += t[k][i];
                                                   }
                                                   return sum;
                                                 }()),
                                  author.green(1, 1)),
                 author);
  }
}
