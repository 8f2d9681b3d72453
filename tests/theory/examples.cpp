#include "tests/theory/examples.h"

namespace diagc::testing {

namespace {

using Operators = std::vector<OperatorSpec>;

/// psi+ psi at one point.
Operators density(std::size_t field, int point, int flavour = 0) {
  return {{field, true, point, flavour}, {field, false, point, flavour}};
}

Operators operator+(Operators a, const Operators& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

}  // namespace

TheorySpec hubbard(int n) {
  return {.fields = {{"psi", FieldKind::fermion, Flavours::equal}},
          .vertices = {{"U", n, 1, -1, 2, density(0, 0) + density(0, 0)}},
          .external = density(0, 0),
          .external_points = 1};
}

TheorySpec hubbard_vacuum(int n) {
  TheorySpec theory = hubbard(n);
  theory.external.clear();
  theory.external_points = 0;
  return theory;
}

TheorySpec density_density(int n) {
  TheorySpec theory = hubbard(n);
  theory.external = density(0, 0) + density(0, 1);
  theory.external_points = 2;
  return theory;
}

TheorySpec hubbard_shift(int n, int m) {
  TheorySpec theory = hubbard(n);
  theory.vertices.push_back({"mu", m, 1, 1, 1, density(0, 0)});
  return theory;
}

TheorySpec two_body(int n, bool green) {
  TheorySpec theory{.fields = {{"psi", FieldKind::fermion, Flavours::equal}},
                    .vertices = {{"V", n, 2, -1, 2, density(0, 0) + density(0, 1)}},
                    .external = density(0, 0),
                    .external_points = 1};
  if (green) {
    theory.external[1].point = 1;
    theory.external_points = 2;
  }
  return theory;
}

TheorySpec up_down(int n) {
  return {.fields = {{"up", FieldKind::fermion}, {"dn", FieldKind::fermion}},
          .vertices = {{"U", n, 1, -1, 1, density(0, 0) + density(1, 0)}},
          .external = density(0, 0),
          .external_points = 1};
}

TheorySpec conserved_flavours(int n) {
  TheorySpec theory = hubbard(n);
  theory.fields[0].flavours = Flavours::conserved;
  theory.external = density(0, 0, 1);
  return theory;
}

TheorySpec nambu(int n) {
  TheorySpec theory = hubbard(n);
  theory.fields[0].flavours = Flavours::matrix;
  theory.external = density(0, 0, 1);
  return theory;
}

TheorySpec bose_hubbard(int n) {
  TheorySpec theory = hubbard(n);
  theory.fields = {{"b", FieldKind::boson}};
  return theory;
}

TheorySpec with_two_lines(TheorySpec theory, std::size_t second) {
  theory.external = {
      {0, true, 0, 0}, {0, false, 1, 0}, {second, true, 2, 0}, {second, false, 3, 0}};
  theory.external_points = 4;
  return theory;
}

TheorySpec three_body(int n) {
  TheorySpec theory = hubbard(n);
  theory.vertices[0].operators = density(0, 0) + density(0, 0) + density(0, 0);
  theory.vertices[0].denominator = 6;
  return theory;
}

TheorySpec phi_power(int legs, int n, int externals) {
  TheorySpec theory{.fields = {{"phi", FieldKind::real}},
                    .vertices = {{"g", n, 1, 1, factorial(legs), {}}},
                    .external = {},
                    .external_points = externals};
  for (int k = 0; k < legs; ++k) theory.vertices[0].operators.push_back({0, false, 0});
  for (int k = 0; k < externals; ++k) theory.external.push_back({0, false, k});
  return theory;
}

TheorySpec on_model(int n) {
  TheorySpec theory = phi_power(4, n, 2);
  theory.fields[0].flavours = Flavours::equal;
  theory.vertices[0].denominator = 8;
  return theory;
}

TheorySpec yukawa(int n, bool furry, bool photon_ends) {
  TheorySpec theory{
      .fields = {{"psi", FieldKind::fermion, Flavours::equal}, {"A", FieldKind::real}},
      .vertices = {{"e", n, 1, 1, 1, density(0, 0) + Operators{{1, false, 0}}}},
      .external = density(0, 0),
      .external_points = 1};
  if (furry) theory.even = {0};
  if (photon_ends) {
    theory.external = {{1, false, 0}, {1, false, 1}};
    theory.external_points = 2;
  }
  return theory;
}

TheorySpec mass_counterterm(int n, int m) {
  TheorySpec theory = phi_power(4, n, 2);
  theory.vertices.push_back({"mass", m, 1, 1, 2, {{0, false, 0}, {0, false, 0}}});
  return theory;
}

TheorySpec irreducible(TheorySpec theory) {
  theory.kept = Class::irreducible;
  return theory;
}

TheorySpec yukawa_ends(int n, bool furry, int photons) {
  TheorySpec theory = yukawa(n, furry, false);
  theory.external = {{0, true, 0}, {0, false, 1}};
  for (int k = 0; k < photons; ++k) theory.external.push_back({1, false, 2 + k});
  theory.external_points = 2 + photons;
  return theory;
}

TheorySpec amputated(TheorySpec theory, std::size_t line, Class kept) {
  theory.external.clear();
  theory.external_points = 0;
  theory.line = line;
  theory.kept = kept;
  return theory;
}

}  // namespace diagc::testing
