// Diagrams one by one: their numbers, weights, and that they are those of Wick's theorem.
#include <catch2/catch.hpp>

#include <set>

#include "compiler/theory/enumerate.h"
#include "tests/theory/compare.h"
#include "tests/theory/examples.h"
#include "tests/theory/wick.h"

using namespace diagc;
using namespace diagc::testing;

namespace {

struct Drawn {
  theory::Model model;
  std::vector<theory::Diagram> diagrams;
};

/// Of the first sum of diagrams in the text.
Drawn drawn(const std::string& text, const theory::Statics& statics = {},
            std::size_t most = 100'000) {
  const auto source = std::make_shared<const Source>("t.diag", text);
  const rules::Rules rules = rules::load(source);
  const theory::Model model = theory::make_model(rules, theory::Walk::lowest);
  const auto* diagrams = theory::diagrams_of_outputs(rules).at(0).second;
  const theory::Request request = theory::read_request(model, *diagrams, *source);
  auto found = theory::enumerate(model, request, statics, most, *source);
  // The model points into the rules.
  static std::vector<rules::Rules> kept;
  kept.push_back(rules);
  return {model, std::move(found)};
}

Drawn drawn_grammar(const std::string& name, int n) {
  const SourcePtr source = read_source(DIAGC_SOURCE_DIR "/grammars/theories/" + name + ".diag");
  return drawn(std::string(source->text()), {{"n", n}, {"masses", 0}, {"shifts", 0}});
}

/// The sum of all diagrams, propagators as given, averaged over all labellings.
Rational drawn_value(const TheorySpec& spec, const Propagators& propagators) {
  const Drawn all = drawn(text_of(spec));
  Rational total;
  const std::vector<std::vector<int>> maps = labellings_of(spec);
  for (const auto& map : maps) {
    for (const theory::Diagram& diagram : all.diagrams) {
      Rational value = diagram.weight;
      for (const auto& [name, power] : diagram.factors) {
        for (int k = 0; k < power; ++k) value *= spec.flavours;
      }
      for (const auto& line : diagram.lines) {
        value *= propagators.at(line.field, 1, 1, map[static_cast<std::size_t>(line.from.index)],
                                map[static_cast<std::size_t>(line.to.index)]);
      }
      total += value;
    }
  }
  return total / static_cast<std::int64_t>(maps.size());
}

}  // namespace

TEST_CASE("as many diagrams as the literature counts") {
  struct Row {
    const char* grammar;
    int first;
    std::vector<std::size_t> numbers;
  };
  const Row rows[] = {
      {"hubbard_density", 1, {2, 10, 74}},      // A000698
      {"hubbard_self_energy", 1, {2, 6, 42}},   // A115974
      {"qed_electron", 0, {1, 1, 4, 25}},       // A005411
      {"qed_self_energy", 1, {1, 3, 18}},       // A005412
      {"qed_polarisation", 1, {1, 3, 18}},      // A005412
      {"qed_vertex", 0, {1, 1, 7}},             // A005413
      {"hubbard_in_a_field", 1, {1, 3, 13}},    // A003319
      {"phi4", 0, {1, 1, 3, 10}},               // A352174
      {"electron_phonon_skeleton", 1, {1, 1}},  // GW, and its first vertex correction
  };
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.numbers.size(); ++i) {
      const int n = row.first + static_cast<int>(i);
      CAPTURE(row.grammar, n);
      CHECK(drawn_grammar(row.grammar, n).diagrams.size() == row.numbers[i]);
    }
  }
}

TEST_CASE("weights of diagrams of real fields add up to the series of the integral") {
  const Rational two_point[] = {1, {-1, 2}, {2, 3}, {-11, 8}};
  for (int n = 0; n <= 3; ++n) {
    Rational sum;
    for (const theory::Diagram& diagram : drawn_grammar("phi4", n).diagrams) sum += diagram.weight;
    CHECK(sum == two_point[n]);
  }
  const Rational log_z[] = {{-1, 8}, {1, 12}, {-11, 96}};
  for (int n = 1; n <= 3; ++n) {
    Rational sum;
    for (const theory::Diagram& diagram : drawn_grammar("phi4_log_z", n).diagrams)
      sum += diagram.weight;
    CHECK(sum == log_z[n - 1]);
  }
}

TEST_CASE("the lines of all diagrams are those of all Wick contractions") {
  for (int n = 0; n <= 2; ++n) {
    for (const TheorySpec& spec :
         {hubbard(n), density_density(n), two_body(n, false), two_body(n, true), up_down(n),
          bose_hubbard(n), on_model(n), phi_power(4, n, 2), phi_power(3, 2 * n, 2),
          phi_power(4, n, 4), yukawa(2 * n, false, false), yukawa(2 * n, true, true),
          irreducible(phi_power(4, n, 4)), irreducible(phi_power(3, 2 * n, 4)),
          irreducible(yukawa_ends(n, true, 2 - n % 2))}) {
      if (legs_of(spec) > 14) continue;
      const Propagators propagators(spec, 7);
      CAPTURE(text_of(spec));
      CHECK(drawn_value(spec, propagators) == wick_sum(spec, propagators).value);
    }
  }
}

TEST_CASE("diagrams have one text if they are one, whatever their numbering") {
  const Drawn all = drawn_grammar("phi4", 3);
  std::set<std::string> texts;
  for (theory::Diagram diagram : all.diagrams) {
    const std::string text = theory::canonical_text(diagram, all.model);
    CHECK(texts.insert(text).second);
    // Other labels, lines the other way round, and in another order.
    std::rotate(diagram.vertices.begin(), diagram.vertices.begin() + 1,
                diagram.vertices.begin() + static_cast<std::ptrdiff_t>(diagram.inner));
    for (auto& line : diagram.lines) {
      for (auto* end : {&line.from, &line.to}) {
        if (end->vertex < diagram.inner)
          end->vertex = (end->vertex + diagram.inner - 1) % diagram.inner;
      }
      std::swap(line.from, line.to);
    }
    std::ranges::reverse(diagram.lines);
    CHECK(theory::canonical_text(diagram, all.model) == text);
  }
}

TEST_CASE("too many diagrams are refused") {
  const SourcePtr source = read_source(DIAGC_SOURCE_DIR "/grammars/theories/hubbard_density.diag");
  try {
    drawn(std::string(source->text()), {{"n", 4}}, 400);
    FAIL();
  } catch (const InputError& error) {
    CHECK(error.diagnostics()[0].message ==
          "found more than 400 diagrams, expected fewer: they are drawn at smaller orders");
  }
}
