#include "tests/theory/compare.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "compiler/graph/interpret.h"

namespace diagc::testing {

namespace {

using Map = std::vector<int>;  ///< index → index

/// The permutations of a vertex's points that map its operators onto themselves.
std::vector<std::vector<int>> exchanges(const VertexSpec& vertex) {
  std::vector<std::vector<int>> result;
  std::vector<int> map(static_cast<std::size_t>(vertex.points));
  std::iota(map.begin(), map.end(), 0);
  // Pairs of operators that share a flavour have to stay together, too.
  const auto pairs = [&](const std::vector<int>& points) {
    std::vector<std::vector<int>> list;
    std::vector<std::vector<const OperatorSpec*>> creators, others;
    for (const OperatorSpec& part : vertex.operators) {
      creators.resize(std::max(creators.size(), part.field + 1));
      others.resize(creators.size());
      (part.creates ? creators : others)[part.field].push_back(&part);
    }
    const auto describe = [&](const OperatorSpec* part) {
      return std::vector<int>{static_cast<int>(part->field), part->creates ? 1 : 0,
                              points[static_cast<std::size_t>(part->point)], part->flavour};
    };
    for (std::size_t f = 0; f < creators.size(); ++f) {
      const bool real = creators[f].empty();
      for (std::size_t i = 0; i < others[f].size(); ++i) {
        std::vector<int> entry = describe(others[f][i]);
        if (!real) {
          const auto creator = describe(creators[f][i]);
          entry.insert(entry.end(), creator.begin(), creator.end());
        }
        list.push_back(entry);
      }
    }
    std::ranges::sort(list);
    return list;
  };
  const auto unchanged = pairs(map);
  do {
    if (pairs(map) == unchanged) result.push_back(map);
  } while (std::ranges::next_permutation(map).found);
  return result;
}

/// Adds the maps of one set of vertices to those of the sets before it.
std::vector<Map> with_set(const TheorySpec& theory, std::size_t v, const std::vector<Map>& before) {
  const VertexSpec& vertex = theory.vertices[v];
  const auto points = exchanges(vertex);
  std::vector<int> labels(static_cast<std::size_t>(vertex.order));
  std::iota(labels.begin(), labels.end(), 1);
  std::vector<Map> result;
  do {
    std::vector<Map> partial = before;
    for (int label = 1; label <= vertex.order; ++label) {
      std::vector<Map> next;
      for (const Map& map : partial) {
        for (const auto& exchange : points) {
          Map more = map;
          for (int p = 0; p < vertex.points; ++p) {
            more[static_cast<std::size_t>(theory.index(v, label, p))] =
                theory.index(v, labels[static_cast<std::size_t>(label - 1)],
                             exchange[static_cast<std::size_t>(p)]);
          }
          next.push_back(std::move(more));
        }
      }
      partial = std::move(next);
    }
    result.insert(result.end(), partial.begin(), partial.end());
  } while (std::ranges::next_permutation(labels).found);
  return result;
}

std::vector<Map> labellings(const TheorySpec& theory) {
  Map identity(static_cast<std::size_t>(theory.indices()));
  std::iota(identity.begin(), identity.end(), 0);
  std::vector<Map> maps = {identity};
  for (std::size_t v = 0; v < theory.vertices.size(); ++v) maps = with_set(theory, v, maps);
  return maps;
}

std::vector<Rational> input_values(const TheorySpec& theory, const Propagators& propagators,
                                   const Graph& graph, const Map& map) {
  std::vector<Rational> inputs(graph.signature().leaves());
  for (const Variable& input : graph.signature().inputs) {
    const auto field = static_cast<std::size_t>(
        std::ranges::find_if(
            theory.fields, [&](const FieldSpec& spec) { return "G_" + spec.name == input.name; }) -
        theory.fields.begin());
    const Flavours flavours = theory.fields[field].flavours;
    const int flavour_indices = flavours == Flavours::matrix      ? 2
                                : flavours == Flavours::conserved ? 1
                                                                  : 0;
    std::size_t place = input.first;
    const int n = theory.indices();
    for (int s = 1; s <= (flavour_indices > 0 ? 2 : 1); ++s) {
      for (int t = 1; t <= (flavour_indices > 1 ? 2 : 1); ++t) {
        for (int a = 0; a < n; ++a) {
          for (int b = 0; b < n; ++b) {
            inputs[place++] =
                propagators.at(field, s, flavour_indices > 1 ? t : s,
                               map[static_cast<std::size_t>(a)], map[static_cast<std::size_t>(b)]);
          }
        }
      }
    }
  }
  return inputs;
}

/// How many labellings one value stands for. Where an amputated line enters a set, its first vertex is given; all others have any number.
Rational labellings_of(const TheorySpec& theory, std::optional<std::size_t> entered) {
  Rational count = 1;
  if (!theory.all_labellings) return count;
  for (std::size_t v = 0; v < theory.vertices.size(); ++v) {
    for (int k = 2; k <= theory.vertices[v].order - (entered == v ? 1 : 0); ++k) count *= k;
  }
  return count;
}

}  // namespace

std::vector<std::vector<int>> labellings_of(const TheorySpec& theory) { return labellings(theory); }

rules::Rules derived_rules(const std::string& text, const theory::Choice& choice) {
  const rules::Rules theory = rules::load(std::make_shared<const Source>("t.diag", text));
  return rules::check(theory::derive(theory, choice));
}

std::vector<theory::Form> forms_of(const std::string& text) {
  return theory::forms(rules::load(std::make_shared<const Source>("t.diag", text)), std::nullopt);
}

Rational averaged_value(const TheorySpec& theory, const Propagators& propagators,
                        const rules::Rules& rules) {
  const Graph graph = expand(rules, {}).graph;
  const std::vector<Map> maps = labellings(theory);
  Rational total;
  for (const Map& map : maps) {
    const auto values = interpret_exactly(
        graph, input_values(theory, propagators, graph, map),
        std::vector<Rational>(graph.signature().params.size(), Rational(theory.flavours)));
    if (theory.has_operators()) {
      total += values[0] / labellings_of(theory, std::nullopt);
      continue;
    }
    for (const Variable& output : graph.signature().outputs) {
      EntrySpec entered{};
      for (const EntrySpec& each : entries_of(theory)) {
        if (output.name ==
            "from_" + theory.vertices[each.vertex].name + "_" + std::to_string(each.point))
          entered = each;
      }
      const int entry = theory.index(entered.vertex, 1, entered.point);
      const Rational numbered = labellings_of(theory, entered.vertex);
      for (int b = 0; b < theory.indices(); ++b) {
        total += propagators.enters(map[static_cast<std::size_t>(entry)]) *
                 values[output.first + static_cast<std::size_t>(b)] *
                 propagators.leaves(map[static_cast<std::size_t>(b)]) / numbered;
      }
    }
  }
  return total / static_cast<std::int64_t>(maps.size());
}

std::string text_with_entries(const TheorySpec& theory) {
  std::vector<EntrySpec> entries;
  for (const EntrySpec& entry : entries_of(theory)) {
    try {
      forms_of(text_of(theory, {entry}));
      entries.push_back(entry);
    } catch (const InputError& error) {
      const bool is_exchanged =
          error.diagnostics()[0].message.find("that enters at the index") != std::string::npos;
      if (!is_exchanged) return text_of(theory, entries_of(theory));
    }
  }
  return text_of(theory, entries.empty() ? entries_of(theory) : entries);
}

}  // namespace diagc::testing
