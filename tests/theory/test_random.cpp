// Random theories against all Wick contractions.
#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include <chrono>

#include "tests/theory/compare.h"

using namespace diagc;
using namespace diagc::testing;

namespace {

int below(int bound) { return *rc::gen::inRange(0, bound); }
bool coin() { return below(2) == 1; }

constexpr int most_legs = 16;

/// A vertex of 2 to 6 legs with fields of the theory, at one or two points.
VertexSpec random_vertex(const TheorySpec& theory, const std::string& name) {
  VertexSpec vertex{.name = name,
                    .order = 1 + below(2),
                    .points = 1 + below(2),
                    .numerator = 1 + below(3) - 4 * below(2),
                    .denominator = 1 + below(3),
                    .operators = {}};
  if (vertex.numerator == 0) vertex.numerator = 1;
  const int legs = 2 + below(5);
  while (static_cast<int>(vertex.operators.size()) + 1 < legs) {
    const auto field = static_cast<std::size_t>(below(static_cast<int>(theory.fields.size())));
    const FieldSpec& spec = theory.fields[field];
    const int point = below(vertex.points), other = coin() ? point : below(vertex.points);
    const bool given =
        coin() && (spec.flavours == Flavours::conserved || spec.flavours == Flavours::matrix);
    const int s = given ? 1 + below(2) : 0, t = given ? 1 + below(2) : 0;
    if (spec.kind == FieldKind::real && spec.flavours == Flavours::one && coin()) {
      vertex.operators.push_back({field, false, point, 0});
    } else if (coin()) {
      vertex.operators.push_back({field, spec.kind != FieldKind::real, point, s});
      vertex.operators.push_back({field, false, other, t});
    } else {
      vertex.operators.push_back({field, false, other, t});
      vertex.operators.push_back({field, spec.kind != FieldKind::real, point, s});
    }
  }
  if (vertex.operators.empty()) vertex.operators.push_back({0, false, 0, 0});
  return vertex;
}

bool can_be_second(const FieldSpec& field) {
  return field.kind != FieldKind::real &&
         (field.flavours == Flavours::one || field.flavours == Flavours::equal);
}

TheorySpec random_theory() {
  TheorySpec theory;
  const int fields = 1 + below(2);
  for (int f = 0; f < fields; ++f) {
    FieldSpec field;
    field.name = f == 0 ? "psi" : "phi";
    field.kind = static_cast<FieldKind>(below(3));
    field.flavours = static_cast<Flavours>(below(field.kind == FieldKind::real ? 3 : 4));
    theory.fields.push_back(field);
  }
  theory.flavours = 2 + below(2);
  const int sets = 1 + below(2);
  for (int v = 0; v < sets; ++v)
    theory.vertices.push_back(random_vertex(theory, v == 0 ? "U" : "V"));
  const FieldSpec& line = theory.fields[0];
  switch (below(4)) {
    case 0:
      break;  // the vacuum
    case 1:
      if (line.flavours == Flavours::matrix) break;
      theory.kept = static_cast<Class>(1 + below(3));
      return theory;
    default: {
      theory.external_points = 1 + below(2);
      const int last = theory.external_points - 1;
      const int flavour =
          line.flavours == Flavours::conserved || line.flavours == Flavours::matrix ? below(3) : 0;
      theory.external = {{0, line.kind != FieldKind::real, 0, flavour}, {0, false, last, flavour}};
      if (theory.fields.size() > 1 && theory.external_points == 1 && coin()) {
        // A second pair at a point of its own.
        theory.external_points = 2;
        theory.external.push_back({1, theory.fields[1].kind != FieldKind::real, 1, 0});
        theory.external.push_back({1, false, 1, 0});
      } else if (const std::size_t second = theory.fields.size() - 1;
                 theory.external_points == 2 && can_be_second(theory.fields[second]) && coin() &&
                 coin()) {
        theory.external_points = 4;
        theory.external.push_back({second, true, 2, 0});
        theory.external.push_back({second, false, 3, 0});
      } else if (theory.external_points == 2 && coin()) {
        // The two are ends of an irreducible function, which may have more.
        theory.kept = Class::irreducible;
        for (std::size_t f = 0; f < theory.fields.size(); ++f) {
          const FieldSpec& end = theory.fields[f];
          if (end.kind != FieldKind::real || end.flavours != Flavours::one) continue;
          for (int more = below(3); more > 0; --more)
            theory.external.push_back({f, false, theory.external_points++, 0});
        }
        if (coin())
          theory.cut = {static_cast<std::size_t>(below(static_cast<int>(theory.fields.size())))};
      }
    }
  }
  theory.all_labellings = below(3) == 0;
  const bool has_second = theory.external_points == 4 && theory.kept == Class::connected;
  if (has_second && coin()) {
    theory.all_labellings = true;
    theory.kept = Class::irreducible;
  }
  return theory;
}

/// Theories checked and refused so far.
struct Tally {
  int equal = 0, refused = 0, empty = 0;
};

void check_random(Tally& tally) {
  const TheorySpec theory = random_theory();
  RC_PRE(legs_of(theory) <= most_legs);
  const std::string text = text_with_entries(theory);
  const Propagators propagators(theory, static_cast<unsigned>(below(1000)));
  std::vector<theory::Form> forms;
  try {
    forms = forms_of(text);
  } catch (const InputError& error) {
    for (const Diagnostic& diagnostic : error.diagnostics()) {
      // What cannot be derived is refused for one of these reasons.
      const bool known =
          diagnostic.message.find("that enters at the index") != std::string::npos ||
          diagnostic.message.find("expected as many of both") != std::string::npos ||
          diagnostic.message.find("expected an even number") != std::string::npos ||
          diagnostic.message.find("expected a field in common") != std::string::npos ||
          diagnostic.message.find("expected one that its line can enter") != std::string::npos ||
          diagnostic.message.find("found the skeletons of") != std::string::npos ||
          diagnostic.message.find("beside `irreducible`, expected") != std::string::npos;
      if (!known) RC_FAIL(render(diagnostic) + "\n" + text);
    }
    ++tally.refused;
    return;
  }
  const WickSum expected = wick_sum(theory, propagators);
  for (theory::Form& form : forms) {
    const theory::Choice choice = form.choice;
    const Rational found = averaged_value(theory, propagators, rules::check(std::move(form.file)));
    if (found != expected.value) {
      RC_FAIL(text + "\nwalk " + std::string(to_string(choice.walk)) +
              (choice.eager ? ", eager" : "") + ": found " + to_string(found) + ", expected " +
              to_string(expected.value));
    }
  }
  ++tally.equal;
  if (expected.diagrams == 0) ++tally.empty;
}

void check_many(int theories) {
  rc::detail::TestParams parameters = rc::detail::configuration().testParams;
  parameters.maxSuccess = theories;
  parameters.maxDiscardRatio = 50;
  Tally tally;
  const auto result = rc::detail::checkTestable([&] { check_random(tally); },
                                                rc::detail::TestMetadata(), parameters);
  std::ostringstream text;
  rc::detail::printResultMessage(result, text);
  INFO(text.str());
  CHECK(result.template is<rc::detail::SuccessResult>());
  WARN(tally.equal << " theories equal, " << tally.empty << " of them without diagrams, "
                   << tally.refused << " refused");
  CHECK(tally.equal > tally.refused);
  CHECK(tally.equal > 3 * tally.empty);
}

}  // namespace

TEST_CASE("a slot of a real field whose ends have different flavours goes both ways") {
  const TheorySpec theory{
      .fields = {{"phi", FieldKind::real, Flavours::conserved}},
      .vertices = {
          {"U", 2, 1, 1, 1, {{0, false, 0, 1}, {0, false, 0, 2}, {0, false, 0}, {0, false, 0}}}}};
  const Propagators propagators(theory, 3);
  for (theory::Form& form : forms_of(text_of(theory))) {
    CHECK(averaged_value(theory, propagators, rules::check(std::move(form.file))) ==
          wick_sum(theory, propagators).value);
  }
}

TEST_CASE("200 random theories are what brute force gives") { check_many(200); }

// build/bin/test_theory "[long]"
TEST_CASE("3000 random theories are what brute force gives", "[.long]") { check_many(3000); }
