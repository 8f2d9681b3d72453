// What rule files declare, and rules of theories, by way of the public interface.
#include "diagc/rules.h"

#include "tests/library/fixture.h"

namespace diagc {
namespace {

constexpr const char* theory =
    "grammar density\n"
    "\"Of SU(N).\"\n"
    "static n : int\n"
    "static b : bool\n"
    "param N : real\n"
    "input G[0..n, 0..n] : real\n"
    "field psi[N](a, b) : fermion = G[a, b]\n"
    "vertex U[i in 1..n] = -1/2 * psi+(i) psi(i) psi+(i) psi(i)\n"
    "output density = connected(psi+(0) psi(0))\n";

TEST_CASE("declarations of a rule file are told without values of statics") {
  const Declarations found = read_declarations(theory, "theory.diag");
  CHECK(found.diagnostics.empty());
  CHECK(found.name == "density");
  CHECK(found.doc == "Of SU(N).");
  CHECK(found.theory);
  REQUIRE(found.statics.size() == 2);
  CHECK((found.statics[0].name == "n" && found.statics[0].type == "int"));
  CHECK((found.statics[1].name == "b" && found.statics[1].type == "bool"));
  REQUIRE(found.params.size() == 1);
  CHECK((found.params[0].name == "N" && found.params[0].type == "real"));
  REQUIRE(found.inputs.size() == 1);
  CHECK(found.inputs[0].name == "G");
  REQUIRE(found.outputs.size() == 1);
  CHECK((found.outputs[0].name == "density" && found.outputs[0].type.empty()));
}

TEST_CASE("types of inputs are those of rule files") {
  const Declarations found = read_declarations(
      "grammar g\ninput p[1..2] : lorentz\ninput e : lorentz<complex>\ninput z : complex\n"
      "output y = dot(p[1], e) * z\n",
      "g.diag");
  REQUIRE(found.inputs.size() == 3);
  CHECK(found.inputs[0].type == "lorentz");
  CHECK(found.inputs[1].type == "lorentz<complex>");
  CHECK(found.inputs[2].type == "complex");
  CHECK_FALSE(found.theory);
}

TEST_CASE("errors of syntax and names leave no declarations") {
  const Declarations found =
      read_declarations("grammar g\ninput x : real\noutput y = a\n", "g.diag");
  REQUIRE(found.diagnostics.size() == 1);
  CHECK(found.diagnostics[0].line == 3);
  CHECK((found.name.empty() && found.inputs.empty()));
}

TEST_CASE("derived rules compile to the kernel of their theory") {
  test_cache();
  std::string text(theory);
  text.erase(text.find("static b : bool\n"), 16);
  const Derived derived = derive_rules(text, "theory.diag");
  REQUIRE(derived.diagnostics.empty());
  CompileOptions options{.statics = {{"n", "3"}}, .target = Target::interpreter};
  const Compiled from_theory = compile_text(text, "theory.diag", options);
  const Compiled from_rules = compile_text(derived.rules, "rules.diag", options);
  REQUIRE((from_theory.kernel && from_rules.kernel));
  CHECK(from_theory.kernel->figures().edges == from_rules.kernel->figures().edges);
}

TEST_CASE("what cannot be derived is a diagnostic") {
  const Derived no_theory = derive_rules("grammar g\ninput x : real\noutput y = x\n", "g.diag");
  REQUIRE(no_theory.diagnostics.size() == 1);
  CHECK(no_theory.diagnostics[0].rendered ==
        "g.diag:1:9: error: found no field, expected a theory: its rules are written already, "
        "nothing is "
        "to be derived\ngrammar g\n        ^");
  const Derived no_walk = derive_rules(theory, "theory.diag", {}, "zigzag");
  REQUIRE(no_walk.diagnostics.size() == 1);
  CHECK(no_walk.diagnostics[0].message ==
        "found the walk `zigzag`, expected line, trail or lowest");
}

}  // namespace
}  // namespace diagc
