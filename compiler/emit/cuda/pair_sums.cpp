#include "compiler/emit/cuda/pair_sums.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "compiler/emit/layout.h"

namespace diagc {

namespace {

/// A real number, or the two parts of a complex one.
struct Number {
  Scalar re = no_scalar, im = no_scalar;
  bool complex() const { return im != no_scalar; }
  auto operator<=>(const Number&) const = default;
};

class Builder {
 public:
  Builder(const Graph& graph, const Schedule& schedule, const EdgeTables& tables, PairSums& sums)
      : graph_(graph), schedule_(schedule), tables_(tables), sums_(sums) {
    sums.known = tables.known;
    sums.one = tables.first_number;
    sums.scalars = tables.known + tables.values;
  }

  void build() {
    edges_.resize(tables_.values);
    steps_.resize(tables_.values);
    for (const EdgeRecord& edge : tables_.edges) edges_[edge.dst].push_back(&edge);
    for (const StepRecord& step : tables_.steps) steps_[step.dst].push_back(&step);
    std::vector<std::uint32_t> place(graph_.node_count(), 0);
    for (const EdgeTables::Value& value : tables_.value_nodes) place[value.node] = value.place;
    for (const Chunk& chunk : schedule_.chunks) {
      for (const Statement& statement : chunk.statements) {
        add(place[statement.node], graph_[statement.node].type == Type::complex);
      }
    }
    add_outputs();
    drop_unneeded();
  }

 private:
  Scalar value(std::uint32_t place) const { return place == 0 ? sums_.one : sums_.known + place; }

  Number number(std::uint32_t place) const {
    const std::uint32_t index = place & (place_known - 1);
    const Scalar re = place & place_known ? index : value(index);
    return {re, place & place_complex ? re + 1 : no_scalar};
  }

  void add(std::uint32_t place, bool complex) {
    const std::vector<const StepRecord*>& steps = steps_[place];
    if (!steps.empty() && steps.front()->operation != 0) return operation(*steps.front(), complex);
    std::vector<Pair> re, im;
    for (const EdgeRecord* edge : edges_[place]) {
      product({{edge->leaf}, {value(edge->src)}}, edge->scalar, re, im);
    }
    for (const StepRecord* step : steps) {
      // The first operand is the number of the product.
      std::vector<Number> factors;
      for (std::uint32_t i = 1; i < step->count; ++i) {
        factors.push_back(number(tables_.operands[step->first + i]));
      }
      product(std::move(factors), tables_.operands[step->first] & (place_known - 1), re, im);
    }
    sum(value(place), std::move(re));
    if (complex) sum(value(place) + 1, std::move(im));
  }

  void operation(const StepRecord& step, bool complex) {
    PairStep result{.operation = step.operation};
    for (std::uint32_t i = 0; i < step.count; ++i) {
      const Number operand = number(tables_.operands[step.first + i]);
      result.operands.push_back(operand.re);
      result.operands.push_back(operand.complex() ? operand.im : operand.re);
    }
    result.results.push_back(value(step.dst));
    if (complex) result.results.push_back(value(step.dst) + 1);
    sums_.steps.push_back(std::move(result));
  }

  void sum(Scalar to, std::vector<Pair> pairs) {
    // 1 − 1, which is 0 and not −0.
    if (pairs.empty()) pairs = {{sums_.one, sums_.one, false}, {sums_.one, sums_.one, true}};
    sums_.steps.push_back({.pairs = std::move(pairs), .results = {to}});
  }

  bool is_number(Scalar scalar, int value) const {
    return scalar >= tables_.first_number &&
           scalar - tables_.first_number < tables_.numbers.size() &&
           tables_.numbers[scalar - tables_.first_number] == value;
  }

  /// The terms of a product, which `scale` is a factor of.
  void product(std::vector<Number> factors, Scalar scale, std::vector<Pair>& re,
               std::vector<Pair>& im) {
    const bool negative = is_number(scale, -1);
    std::erase_if(factors, [&](const Number& factor) { return factor == Number{sums_.one}; });
    if (!negative && scale != sums_.one) factors.push_back({scale});
    // Known numbers come first: such products recur.
    std::ranges::sort(factors);
    while (factors.size() > 2) {
      factors[1] = shared_product(factors[0], factors[1]);
      factors.erase(factors.begin());
      std::ranges::sort(factors);
    }
    factors.resize(2, {sums_.one});
    terms(factors[0], factors[1], negative, re, im);
  }

  static void terms(const Number& x, const Number& y, bool negative, std::vector<Pair>& re,
                    std::vector<Pair>& im) {
    re.push_back({x.re, y.re, negative});
    if (x.complex() && y.complex()) re.push_back({x.im, y.im, !negative});
    if (y.complex()) im.push_back({x.re, y.im, negative});
    if (x.complex()) im.push_back({x.im, y.re, negative});
  }

  Number shared_product(const Number& x, const Number& y) {
    const auto [entry, is_new] = products_.emplace(std::tuple(x, y), Number{});
    if (!is_new) return entry->second;
    std::vector<Pair> re, im;
    terms(x, y, false, re, im);
    entry->second.re = sums_.scalars++;
    sum(entry->second.re, std::move(re));
    if (!im.empty()) {
      entry->second.im = sums_.scalars++;
      sum(entry->second.im, std::move(im));
    }
    return entry->second;
  }

  void add_outputs() {
    Scalar zero = no_scalar;
    for (std::uint32_t output = 0; output < graph_.outputs().size(); ++output) {
      const Number value = number(tables_.output_places[output]);
      sums_.outputs.push_back(value.re);
      const RowPlace at = place_of(graph_.signature().outputs, output);
      if (graph_.signature().outputs[at.variable].type == Type::real) continue;
      if (!value.complex() && zero == no_scalar) {
        zero = sums_.scalars++;
        sum(zero, {});
      }
      sums_.outputs.push_back(value.complex() ? value.im : zero);
    }
  }

  /// Parts of complex values may have no reader.
  void drop_unneeded() {
    std::vector<std::uint8_t> needed(sums_.scalars, 0);
    for (const Scalar output : sums_.outputs) needed[output] = 1;
    for (std::size_t i = sums_.steps.size(); i-- > 0;) {
      PairStep& step = sums_.steps[i];
      if (std::ranges::none_of(step.results, [&](Scalar result) { return needed[result]; })) {
        step.results.clear();
        continue;
      }
      for (const Pair& pair : step.pairs) needed[pair.a] = needed[pair.b] = 1;
      for (const Scalar operand : step.operands) needed[operand] = 1;
    }
    std::erase_if(sums_.steps, [](const PairStep& step) { return step.results.empty(); });
  }

  const Graph& graph_;
  const Schedule& schedule_;
  const EdgeTables& tables_;
  PairSums& sums_;
  std::vector<std::vector<const EdgeRecord*>> edges_;  ///< by place
  std::vector<std::vector<const StepRecord*>> steps_;
  std::map<std::tuple<Number, Number>, Number> products_;
};

}  // namespace

PairSums::PairSums(const Graph& graph, const Schedule& schedule, const EdgeTables& tables) {
  Builder(graph, schedule, tables, *this).build();
}

void join_sums(PairSums& sums) {
  std::vector<std::uint32_t> uses(sums.scalars, 0);
  constexpr std::uint32_t no_step = 0xffffffffu;
  std::vector<std::uint32_t> step_of(sums.scalars, no_step);
  for (const PairStep& step : sums.steps) {
    for (const Pair& pair : step.pairs) ++uses[pair.a], ++uses[pair.b];
    for (const Scalar operand : step.operands) ++uses[operand];
  }
  for (const Scalar output : sums.outputs) ++uses[output];
  for (std::uint32_t i = 0; i < sums.steps.size(); ++i) {
    PairStep& step = sums.steps[i];
    if (step.operation != 0) continue;
    std::vector<Pair> pairs;
    for (const Pair& pair : step.pairs) {
      const Scalar value = pair.a == sums.one ? pair.b : pair.a;
      const bool added = pair.a == sums.one || pair.b == sums.one;
      if (!added || value < sums.known || uses[value] != 1 || step_of[value] == no_step) {
        pairs.push_back(pair);
        continue;
      }
      PairStep& part = sums.steps[step_of[value]];
      for (const Pair& each : part.pairs)
        pairs.push_back({each.a, each.b, each.negative != pair.negative});
      part.results.clear();
    }
    step.pairs = std::move(pairs);
    step_of[step.results.front()] = i;
  }
  std::erase_if(sums.steps, [](const PairStep& step) { return step.results.empty(); });
}

}  // namespace diagc
