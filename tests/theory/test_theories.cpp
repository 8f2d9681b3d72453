// Derived rules against all Wick contractions, theory by theory.
#include <catch2/catch.hpp>

#include "compiler/graph/interpret.h"
#include "tests/theory/compare.h"
#include "tests/theory/examples.h"

using namespace diagc;
using namespace diagc::testing;

namespace {

void check(const TheorySpec& theory) {
  const std::string text = text_with_entries(theory);
  INFO(text);
  const Propagators propagators(theory, 7);
  const WickSum expected = wick_sum(theory, propagators);
  for (theory::Form& form : forms_of(text)) {
    INFO("walk " << to_string(form.choice.walk) << (form.choice.eager ? ", eager" : "")
                 << (form.choice.ends ? ", ends" : "") << (form.choice.dyson ? ", Dyson" : ""));
    const rules::Rules rules = rules::check(std::move(form.file));
    CHECK(averaged_value(theory, propagators, rules) == expected.value);
  }
}

/// The external line from 0 to 1.
TheorySpec at_two_points(TheorySpec theory) {
  theory.external[1].point = 1;
  theory.external_points = 2;
  return theory;
}

}  // namespace

TEST_CASE("connected diagrams are all Wick contractions that hang together") {
  for (int n = 0; n <= 2; ++n) {
    check(hubbard(n));
    if (n > 0) check(hubbard_vacuum(n));
    check(density_density(n));
    check(two_body(n, false));
    check(two_body(n, true));
    check(up_down(n));
    check(conserved_flavours(n));
    check(nambu(n));
    check(bose_hubbard(n));
    check(on_model(n));
    check(phi_power(4, n, 2));
    check(phi_power(3, 2 * n, 2));
    check(phi_power(3, n, n % 2 == 0 ? 2 : 3));
    check(phi_power(4, n, 4));
    check(yukawa(2 * n, false, false));
    check(yukawa(2 * n, true, false));
    check(yukawa(2 * n, true, true));
    if (n > 0) check(phi_power(4, n, 0));
  }
  check(hubbard(3));
  check(hubbard_shift(1, 1));
  check(hubbard_shift(2, 1));
  check(hubbard_shift(1, 2));
  check(mass_counterterm(1, 1));
  check(mass_counterterm(1, 2));
  check(three_body(1));
  check(phi_power(6, 1, 2));
  check(phi_power(3, 2, 0));
}

TEST_CASE("two external lines hang together by what they meet") {
  for (int n = 0; n <= 2; ++n) {
    check(with_two_lines(hubbard(n), 0));
    check(with_two_lines(up_down(n), 0));
    check(with_two_lines(up_down(n), 1));
    check(with_two_lines(bose_hubbard(n), 0));
    check(with_two_lines(two_body(n, false), 0));
    check(with_two_lines(yukawa(n, false, false), 0));
    check(with_two_lines(yukawa(n, true, false), 0));
  }
  check(with_two_lines(hubbard(3), 0));
  check(with_two_lines(hubbard_shift(2, 1), 0));
  check(with_two_lines(yukawa(3, false, false), 0));
  TheorySpec beside_density = with_two_lines(hubbard(1), 0);
  beside_density.external.push_back({0, true, 4, 0});
  beside_density.external.push_back({0, false, 4, 0});
  beside_density.external_points = 5;
  check(beside_density);
  TheorySpec at_once = with_two_lines(hubbard(2), 0);
  at_once.all_labellings = true;
  check(at_once);
}

TEST_CASE("amputated diagrams are those whose two external propagators are cut off") {
  for (int n = 1; n <= 2; ++n) {
    check(amputated(hubbard(n), 0, Class::amputated));
    check(amputated(three_body(1), 0, Class::amputated));
    check(amputated(two_body(n, false), 0, Class::amputated));
    check(amputated(up_down(n), 0, Class::amputated));
    check(amputated(bose_hubbard(n), 0, Class::amputated));
    check(amputated(phi_power(4, n, 2), 0, Class::amputated));
    check(amputated(phi_power(3, 2, 2), 0, Class::amputated));
    check(amputated(conserved_flavours(n), 0, Class::amputated));
    check(amputated(yukawa(2 * n, false, false), 0, Class::amputated));
    check(amputated(yukawa(2 * n, true, false), 1, Class::amputated));
    check(amputated(on_model(n), 0, Class::amputated));
  }
  check(amputated(hubbard_shift(1, 1), 0, Class::amputated));
  check(amputated(mass_counterterm(1, 1), 0, Class::amputated));
}

TEST_CASE("irreducible diagrams are those that no cut of one line takes apart") {
  for (int n = 1; n <= 3; ++n) check(amputated(hubbard(n), 0, Class::irreducible));
  for (int n = 1; n <= 2; ++n) {
    check(amputated(two_body(n, false), 0, Class::irreducible));
    check(amputated(up_down(n), 0, Class::irreducible));
    check(amputated(bose_hubbard(n), 0, Class::irreducible));
    check(amputated(phi_power(4, n, 2), 0, Class::irreducible));
    check(amputated(phi_power(3, 2 * n, 2), 0, Class::irreducible));
    check(amputated(yukawa(2 * n, false, false), 0, Class::irreducible));
    check(amputated(yukawa(2 * n, true, false), 1, Class::irreducible));
    check(amputated(on_model(n), 0, Class::irreducible));
    TheorySpec both = yukawa(2 * n, true, false);
    both.cut = {0, 1};
    check(amputated(both, 1, Class::irreducible));
    check(amputated(both, 0, Class::irreducible));
  }
}

TEST_CASE("skeletons are those without self-energy insertions") {
  for (int n = 1; n <= 3; ++n) check(amputated(hubbard(n), 0, Class::skeleton));
  for (int n = 1; n <= 2; ++n) {
    check(amputated(two_body(n, false), 0, Class::skeleton));
    check(amputated(bose_hubbard(n), 0, Class::skeleton));
    check(amputated(phi_power(4, n, 2), 0, Class::skeleton));
    check(amputated(on_model(n), 0, Class::skeleton));
  }
}

TEST_CASE("skeletons of lines of several kinds have no insertions on any of them") {
  // Electrons dressed, phonons bare; both dressed, without tadpoles: self-energy, polarisation.
  for (int n = 1; n <= 2; ++n) {
    for (const bool furry : {false, true}) {
      TheorySpec electrons = amputated(yukawa(2 * n, furry, false), 0, Class::skeleton);
      check(electrons);
      TheorySpec both = electrons;
      both.cut = {0, 1};
      check(both);
      check(amputated(both, 1, Class::skeleton));
      TheorySpec irreducible = amputated(both, 0, Class::irreducible);
      check(irreducible);
      check(amputated(irreducible, 1, Class::irreducible));
      irreducible.cut = {1};
      check(amputated(irreducible, 1, Class::irreducible));
    }
    check(amputated(three_body(n), 0, Class::skeleton));
    check(amputated(phi_power(3, 2 * n, 2), 0, Class::skeleton));
  }
  check(amputated(three_body(2), 0, Class::irreducible));
  check(amputated(phi_power(6, 2, 2), 0, Class::irreducible));
}

TEST_CASE(
    "irreducible functions of any number of ends are those that no cut of one line takes apart") {
  for (int n = 0; n <= 3; ++n) {
    check(irreducible(phi_power(3, n, 3)));
    check(irreducible(phi_power(3, n, 2 + n % 2)));
    check(irreducible(phi_power(3, n, 4 + n % 2)));
    if (n < 3) {
      check(irreducible(phi_power(4, n, 2)));
      check(irreducible(phi_power(4, n, 4)));
    }
    for (const bool furry : {false, true}) {
      check(irreducible(yukawa_ends(n, furry, n % 2)));
      if (n > 0) check(irreducible(yukawa_ends(n, furry, 2 - n % 2)));
      TheorySpec electrons = irreducible(yukawa_ends(n, furry, n % 2));
      electrons.cut = {0};
      check(electrons);
      electrons.cut = {1};
      check(electrons);
    }
    // Electrons and no photon at the ends: only `cut` takes out those of photons.
    TheorySpec all = irreducible(yukawa_ends(n - n % 2, false, 0));
    check(all);
    all.cut = {0, 1};
    check(all);
  }
  check(irreducible(phi_power(4, 1, 6)));
  check(irreducible(phi_power(6, 1, 6)));
  TheorySpec photons = irreducible(yukawa(3, false, true));
  photons.external = {{1, false, 0}, {1, false, 1}, {1, false, 2}};
  photons.external_points = 3;
  check(photons);
  photons.cut = {0, 1};
  check(photons);
}

TEST_CASE("an external line that leaves where loops begin is not taken for one") {
  const auto value = [](const char* at) {
    const std::string text =
        std::string(
            "grammar t\nstatic n : int\nparam N : real\ninput G[0..n, 0..n] : real\n"
            "field psi[N](a, b) : fermion = G[a, b]\n"
            "vertex U[i in 1..n] = -1/2 * psi+(i) psi(i) psi+(i) psi(i)\n"
            "output y = connected(psi+(") +
        at + ") psi(" + at + "))\n";
    ExpandOptions options;
    options.statics = {{"n", "2"}};
    const Graph graph = expand(derived_rules(text, {}), options).graph;
    // Propagators of 0 and of 1 are the same.
    const std::vector<Rational> propagators = {2, 2, 3, 2, 2, 3, 5, 5, 7};
    return interpret_exactly(graph, propagators, std::vector<Rational>{3})[0];
  };
  CHECK(value("1") == value("0"));
}

// 75,600 contractions of 20 legs, 720 labellings: build/bin/test_theory "[long]"
TEST_CASE("skeletons with three phonon lines", "[.long]") {
  TheorySpec both = amputated(yukawa(6, false, false), 0, Class::skeleton);
  check(both);
  both.cut = {0, 1};
  check(both);
  check(amputated(both, 1, Class::skeleton));
}

TEST_CASE("all labellings at once are the sum over one at a time") {
  const auto all = [](TheorySpec theory) {
    theory.all_labellings = true;
    return theory;
  };
  for (int n = 1; n <= 3; ++n) {
    check(all(hubbard(n)));
    check(all(up_down(n)));
    check(all(phi_power(4, n, 2)));
    if (n > 2) continue;
    check(all(hubbard_vacuum(n)));
    check(all(two_body(n, true)));
    check(all(yukawa(2 * n, true, false)));
    check(all(hubbard_shift(n, 1)));
    check(all(phi_power(4, n, 0)));
    check(all(amputated(hubbard(n), 0, Class::amputated)));
  }
}

TEST_CASE("all labellings at once of self-energies, irreducible ones and skeletons") {
  const auto check_both = [](TheorySpec theory, std::size_t field) {
    theory.all_labellings = true;
    check(amputated(theory, field, Class::irreducible));
    check(amputated(theory, field, Class::skeleton));
  };
  for (int n = 1; n <= 3; ++n) check_both(hubbard(n), 0);
  for (int n = 1; n <= 2; ++n) {
    check_both(two_body(n, false), 0);
    check_both(bose_hubbard(n), 0);
    check_both(on_model(n), 0);
    check_both(phi_power(4, n, 2), 0);
    check_both(phi_power(3, 2 * n, 2), 0);
    check_both(up_down(n), 0);
    for (const bool furry : {false, true}) {
      TheorySpec electrons = yukawa(2 * n, furry, false);
      check_both(electrons, 0);
      electrons.cut = {0, 1};
      check_both(electrons, 0);
      check_both(electrons, 1);
    }
  }
}

TEST_CASE("all labellings at once of irreducible functions of any number of ends") {
  const auto check_all = [](TheorySpec theory) {
    theory.all_labellings = true;
    check(theory);
  };
  for (int n = 0; n <= 3; ++n) {
    check_all(irreducible(phi_power(3, n, 2 + n % 2)));
    check_all(irreducible(phi_power(3, n, 4 + n % 2)));
    if (n < 3) {
      check_all(irreducible(phi_power(4, n, 2)));
      check_all(irreducible(phi_power(4, n, 4)));
      check_all(irreducible(at_two_points(hubbard(n))));
      check_all(irreducible(two_body(n, true)));
    }
    for (const bool furry : {false, true}) {
      for (int photons = n % 2; photons <= 2; photons += 2) {
        TheorySpec vertex = irreducible(yukawa_ends(n, furry, photons));
        check_all(vertex);
        for (const auto& cut : {std::vector<std::size_t>{0}, {1}, {0, 1}}) {
          vertex.cut = cut;
          check_all(vertex);
        }
      }
    }
  }
  check_all(irreducible(phi_power(4, 1, 6)));
  check_all(irreducible(phi_power(4, 2, 6)));
  check_all(irreducible(phi_power(6, 1, 6)));
}

TEST_CASE("all labellings at once of irreducible functions of two charged lines") {
  const auto check_all = [](TheorySpec theory) {
    theory.all_labellings = true;
    theory = irreducible(theory);
    check(theory);
    theory.cut.clear();
    for (std::size_t f = 0; f < theory.fields.size(); ++f) theory.cut.push_back(f);
    check(theory);
  };
  for (int n = 1; n <= 2; ++n) {
    check_all(with_two_lines(hubbard(n), 0));
    check_all(with_two_lines(up_down(n), 0));
    check_all(with_two_lines(up_down(n), 1));
    check_all(with_two_lines(bose_hubbard(n), 0));
    check_all(with_two_lines(two_body(n, false), 0));
    check_all(with_two_lines(yukawa(n, false, false), 0));
    check_all(with_two_lines(yukawa(n, true, false), 0));
  }
  check_all(with_two_lines(hubbard(3), 0));
  check_all(with_two_lines(hubbard_shift(2, 1), 0));
  check_all(with_two_lines(yukawa(3, false, false), 0));
}

TEST_CASE("all labellings at once of irreducible diagrams whose labels or flavours differ") {
  const auto check_all = [](TheorySpec theory) {
    theory.all_labellings = true;
    check(theory);
  };
  for (int n = 1; n <= 2; ++n) {
    check_all(amputated(conserved_flavours(n), 0, Class::irreducible));
    check_all(amputated(density_density(n), 0, Class::irreducible));
    check_all(amputated(hubbard_shift(n, 1), 0, Class::irreducible));
    check_all(amputated(mass_counterterm(n, 1), 0, Class::irreducible));
    check_all(irreducible(at_two_points(conserved_flavours(n))));
    check_all(irreducible(at_two_points(hubbard_shift(n, 1))));
  }
  check_all(irreducible(at_two_points(nambu(1))));
  check_all(irreducible(at_two_points(nambu(2))));
}

TEST_CASE("lowest orders by brute force that need more legs") {
  check(hubbard_vacuum(3));
  check(two_body(3, false));
  check(up_down(3));
  check(phi_power(4, 3, 2));
  check(phi_power(3, 4, 2));
  check(amputated(two_body(3, false), 0, Class::irreducible));
  check(amputated(phi_power(4, 3, 2), 0, Class::irreducible));
  check(amputated(phi_power(4, 3, 2), 0, Class::skeleton));
  check(irreducible(phi_power(4, 3, 4)));
  check(amputated(two_body(3, false), 0, Class::skeleton));
}
