#include "compiler/schedule/union_reader.h"

#include <algorithm>
#include <bit>
#include <set>
#include <stdexcept>
#include <tuple>

#include <fmt/format.h>

namespace diagc {

namespace {

constexpr std::uint32_t most_elements = 16;  // a way is code of its own
constexpr std::uint32_t first_key = 32;      // bit of Labels

Labels bit(std::int64_t label) { return Labels{1} << label; }

bool has(std::uint64_t set, std::int64_t number) {
  return number >= 0 && number < 64 && (set >> number & 1) != 0;
}

/// The ranks of the elements of `part` within `whole`, the lowest rank in the highest of `size` bits.
std::uint32_t way_of(std::uint64_t part, std::uint64_t whole) {
  std::uint32_t way = 0;
  for (; whole != 0; whole &= whole - 1) way = way << 1 | has(part, std::countr_zero(whole));
  return way;
}

}  // namespace

std::uint32_t InnerSums::add(std::vector<Term> terms, std::uint32_t variant) {
  const auto [at, added] = numbers_.try_emplace(std::pair(std::move(terms), variant),
                                                static_cast<std::uint32_t>(sums_.size()));
  if (added) sums_.push_back(&at->first.first);
  return at->second;
}

UnionReader::UnionReader(const Graph& graph, const Schedule& whole, const UnionFamily& family,
                         const UnionRule& rule)
    : graph_(graph),
      whole_(whole),
      family_(family),
      rule_(rule),
      statement_of_(graph.node_count(), ~0U),
      place_(graph.node_count()) {
  const auto& statements = whole.chunks.front().statements;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    statement_of_[statements[i].node] = static_cast<std::uint32_t>(i);
  }
  find_units();
  find_outputs();
}

void UnionReader::refuse(NodeId node, const std::string& why) const {
  const CallId call = graph_[node].call;
  throw std::runtime_error(fmt::format(
      "no kernel by unions: {} {}", call == no_call ? "a value" : graph_.calls().name(call), why));
}

void UnionReader::find_units() {
  const CallTable& calls = graph_.calls();
  std::map<std::tuple<int, std::uint64_t, std::vector<std::int64_t>>, std::vector<NodeId>> found;
  for (NodeId node = 0; node < graph_.node_count(); ++node) {
    const CallId call = graph_[node].call;
    if (whole_.role[node] != Role::value) continue;
    if (graph_[node].type != Type::real) refuse(node, "is complex");
    if (call == no_call || calls.family(call) != family_.family) continue;
    const auto arguments = calls.arguments(call);
    const auto first = static_cast<std::uint64_t>(arguments[family_.sets[0]].bits);
    const auto second = static_cast<std::uint64_t>(arguments[family_.sets[1]].bits);
    if ((first & second) != 0) refuse(node, "has sets that overlap");
    const std::uint64_t all = first | second;
    const int size = std::popcount(all);
    if (size < static_cast<int>(rule_.least)) continue;
    if (size > static_cast<int>(most_elements)) refuse(node, "has more than 16 elements");
    std::vector<std::int64_t> keys;
    for (const std::size_t key : family_.keys) keys.push_back(arguments[key].bits);
    found[{size, all, keys}].push_back(node);
    place_[node] = Place{0, way_of(first, all), arguments[family_.row].bits};
  }
  if (found.empty()) {
    throw std::runtime_error(fmt::format("no kernel by unions: `{}` has no value of {} elements",
                                         calls.families[family_.family].name, rule_.least));
  }
  for (auto& [name, nodes] : found) {
    Unit unit{std::get<1>(name), std::get<2>(name), {}, {}};
    for (std::uint64_t left = unit.elements; left != 0; left &= left - 1) {
      unit.labels.push_back(std::countr_zero(left));
    }
    std::set<std::pair<bool, std::int64_t>> outside;
    for (const NodeId node : nodes) {
      place_[node]->unit = static_cast<std::uint32_t>(units_.size());
      const std::int64_t row = place_[node]->row;
      const bool key = std::ranges::find(unit.keys, row) != unit.keys.end();
      if (!has(unit.elements, row)) outside.emplace(key, row);
    }
    for (const auto& [key, row] : outside) unit.labels.push_back(row);
    if (unit.labels.size() >= first_key) refuse(nodes.front(), "has too many rows");
    unit.values = std::move(nodes);
    units_.push_back(std::move(unit));
  }
}

void UnionReader::find_outputs() {
  outputs_.resize(units_.size());
  const auto& outputs = graph_.outputs();
  for (std::uint32_t o = 0; o < outputs.size(); ++o) {
    const NodeId node = outputs[o];
    std::optional<std::uint32_t> unit;
    const auto take = [&](NodeId value) {
      if (!place_[value]) return false;
      const bool same = !unit || *unit == place_[value]->unit;
      unit = place_[value]->unit;
      return same;
    };
    bool simple = whole_.role[node] == Role::value;
    if (simple && !take(node)) {
      for (const SumTerm& term : statement(node).terms) {
        std::size_t values = 0;
        for (const NodeId factor : term.factors) {
          if (whole_.role[factor] == Role::uniform) continue;
          ++values;
          simple = simple && take(factor);
        }
        simple = simple && values == 1;
      }
    }
    if (!simple || !unit) refuse(node, "is an output that is no sum of values of one union");
    outputs_[*unit].push_back(o);
  }
}

const Statement& UnionReader::statement(NodeId node) const {
  if (statement_of_[node] == ~0U) refuse(node, "has no statement");
  const Statement& result = whole_.chunks.front().statements[statement_of_[node]];
  if (result.terms.empty()) refuse(node, "is no sum of products");
  return result;
}

std::uint32_t UnionReader::position(const Unit& unit, std::int64_t number) const {
  return static_cast<std::uint32_t>(std::ranges::find(unit.labels, number) - unit.labels.begin());
}

Labels UnionReader::labels_of(const Unit& unit, std::int64_t number) const {
  Labels result = 0;
  const std::uint32_t at = position(unit, number);
  if (at < unit.labels.size()) result |= bit(at);
  for (std::size_t q = 0; q < unit.keys.size(); ++q) {
    if (unit.keys[q] == number) result |= bit(static_cast<std::int64_t>(first_key + q));
  }
  return result;
}

/// The one that means the same in most units: an element, a key, another row. -1: none.
std::int64_t UnionReader::label_of(const Unit& unit, std::int64_t number) const {
  const Labels all = labels_of(unit, number);
  if (all == 0) return -1;
  const Labels keys = all >> first_key << first_key;
  return std::countr_zero(keys != 0 && !has(unit.elements, number) ? keys : all);
}

RawUnionInput UnionReader::input_of(const Unit& unit, NodeId node) const {
  if (graph_[node].type != Type::real) refuse(node, "is complex");
  const Signature& signature = graph_.signature();
  const std::uint32_t leaf = graph_[node].payload;
  const Variable& variable = signature.input_of(leaf);
  std::int64_t rest = leaf - variable.first;
  RawUnionInput result{static_cast<std::size_t>(&variable - signature.inputs.data()),
                       static_cast<std::uint32_t>(rest % variable.components()),
                       {}};
  rest /= variable.components();
  for (auto range = variable.ranges.rbegin(); range != variable.ranges.rend(); ++range) {
    const Labels labels = labels_of(unit, range->first + rest % range->size());
    if (labels == 0) {
      throw std::runtime_error("no kernel by unions: a value reads " + variable.scalar_name(leaf) +
                               ", which its arguments do not name");
    }
    result.labels.insert(result.labels.begin(), labels);
    rest /= range->size();
  }
  return result;
}

std::uint32_t UnionReader::inner_of(std::uint32_t unit, NodeId node, RawUnit& raw,
                                    InnerSums& inner) {
  if (const auto known = known_.find(node); known != known_.end()) return known->second;
  std::vector<std::pair<InnerSums::Term, UnionScale>> terms;
  for (const SumTerm& term : statement(node).terms) {
    RawUnionTerm read = term_of(unit, term, raw, inner);
    if (read.operand == UnionTerm::Operand::own || read.operand == UnionTerm::Operand::outside) {
      refuse(node, "has no name of its own and reads values of unions");
    }
    for (RawUnionInput& input : read.inputs) {
      for (Labels& labels : input.labels) {
        const Labels keys = labels >> first_key << first_key,
                     elements = labels & (bit(std::popcount(raw.elements)) - 1);
        labels = std::bit_floor(elements != 0 ? elements : keys != 0 ? keys : labels);
      }
    }
    std::optional<std::uint32_t> of;
    if (read.operand == UnionTerm::Operand::inner) of = read.inner;
    terms.push_back({{std::move(read.inputs), of}, std::move(read.scale)});
  }
  std::ranges::sort(terms);
  std::vector<InnerSums::Term> sum;
  std::vector<UnionScale> scales;
  for (auto& [term, scale] : terms) {
    sum.push_back(std::move(term));
    scales.push_back(std::move(scale));
  }
  for (std::uint32_t variant = 0;; ++variant) {
    const std::uint32_t number = inner.add(sum, variant);
    if (raw.scales.try_emplace(number, scales).first->second != scales) continue;
    known_[node] = number;
    return number;
  }
}

RawUnionTerm UnionReader::term_of(std::uint32_t number, const SumTerm& term, RawUnit& raw,
                                  InnerSums& inner) {
  const Unit& unit = units_[number];
  RawUnionTerm result;
  result.scale.negative = term.negative;
  result.scale.coefficient = term.coefficient;
  std::optional<NodeId> value;
  for (const NodeId factor : term.factors) {
    switch (whole_.role[factor]) {
      case Role::uniform:
        result.scale.uniforms.push_back(factor);
        break;
      case Role::leaf:
        result.inputs.push_back(input_of(unit, factor));
        break;
      default:
        if (value) refuse(factor, "is multiplied by another value");
        value = factor;
    }
  }
  std::ranges::sort(result.scale.uniforms);
  std::ranges::sort(result.inputs);
  if (!value) return result;
  if (!place_[*value]) {
    result.operand = UnionTerm::Operand::inner;
    result.inner = inner_of(number, *value, raw, inner);
    return result;
  }
  const Place& place = *place_[*value];
  if (place.unit == number) {
    result.operand = UnionTerm::Operand::own;
    result.own = {place.way, position(unit, place.row)};
    return result;
  }
  const Unit& other = units_[place.unit];
  if ((other.elements & ~unit.elements) != 0 || other.elements == unit.elements) {
    refuse(*value, "is read by a union that is no larger");
  }
  result.operand = UnionTerm::Operand::outside;
  result.lane = place.way % rule_.pack_values;
  result.pack = {static_cast<std::int64_t>(way_of(other.elements, unit.elements)),
                 static_cast<std::int64_t>(place.way / rule_.pack_values)};
  const auto name = [&](std::int64_t of) {
    const std::int64_t label = label_of(unit, of);
    result.pack.push_back(label);
    result.pack.push_back(label < 0 ? of : 0);
  };
  for (std::size_t q = 0; q < other.keys.size(); ++q) {
    // The same key is the same even where it is no number of an element, as a bool.
    if (other.keys[q] == unit.keys[q]) {
      result.pack.insert(result.pack.end(), {static_cast<std::int64_t>(first_key + q), 0});
    } else {
      name(other.keys[q]);
    }
  }
  name(place.row);
  raw.packs.try_emplace(result.pack, UnionPack{place.unit, position(other, place.row),
                                               place.way / rule_.pack_values});
  return result;
}

RawUnit UnionReader::read(std::uint32_t number, InnerSums& inner) {
  const Unit& unit = units_[number];
  RawUnit raw{unit.elements, unit.keys, unit.labels, {}, {}, {}, {}};
  known_.clear();
  for (const NodeId node : unit.values) {
    const Place& place = *place_[node];
    auto& terms = raw.values[{place.way, position(unit, place.row)}];
    for (const SumTerm& term : statement(node).terms) {
      terms.push_back(term_of(number, term, raw, inner));
    }
  }
  for (const std::uint32_t output : outputs_[number]) {
    const NodeId node = graph_.outputs()[output];
    std::vector<RawUnionTerm> terms;
    if (place_[node]) {
      const SumTerm itself{false, unit_coefficient, {node}};
      terms.push_back(term_of(number, itself, raw, inner));
    } else {
      for (const SumTerm& term : statement(node).terms) {
        terms.push_back(term_of(number, term, raw, inner));
      }
    }
    raw.outputs.emplace_back(output, std::move(terms));
  }
  return raw;
}

}  // namespace diagc
