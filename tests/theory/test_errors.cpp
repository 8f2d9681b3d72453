// What cannot be derived, word for word.
#include <catch2/catch.hpp>

#include "tests/theory/compare.h"

using namespace diagc;
using namespace diagc::testing;

namespace {

/// The messages for a theory with these declarations, without the line and the caret.
std::string messages(const std::string& declarations) {
  const std::string text =
      "grammar t\nstatic n : int\nparam N : real\ninput G[0..n, 0..n] : real\ninput D[0..n, 1..n] "
      ": "
      "real\ninput x[0..n] : real\n" +
      declarations;
  std::string result;
  try {
    derived_rules(text, {});
  } catch (const InputError& error) {
    for (const Diagnostic& diagnostic : error.diagnostics()) {
      result += (result.empty() ? "" : "\n") + std::to_string(diagnostic.position.line - 6) + ":" +
                std::to_string(diagnostic.position.column) + " " + diagnostic.message;
    }
  }
  return result;
}

const std::string psi = "field psi[N](a, b) : fermion = G[a, b]\n";
const std::string phi = "field phi(a, b) : real = G[a, b]\n";
const std::string contact = "vertex U[i in 1..n] = -1/2 * psi+(i) psi(i) psi+(i) psi(i)\n";
const std::string quartic = "vertex g[i in 1..n] = 1/24 * phi(i)^4\n";

}  // namespace

TEST_CASE("operators that do not come out even") {
  CHECK(messages(psi + "vertex U[i in 1..n] = psi+(i) psi(i) psi+(i)\noutput y = connected()") ==
        "2:8 found 2 creating and 1 annihilating in the vertex `U`, expected as many of both: a "
        "propagator of the field `psi` takes one of each");
  CHECK(messages(psi + contact + "output y = connected(psi+(0))") ==
        "3:12 found 1 creating and 0 annihilating in `connected`, expected as many of both: a "
        "propagator of the field `psi` takes one of each");
  CHECK(messages(phi + quartic + "output y = connected(phi(0))") ==
        "3:12 found an odd number of operators of the real field `phi`, expected an even number: "
        "every vertex has an even number of them, so that one is left over");
  CHECK(messages("field phi[N](a, b) : real = G[a, b]\nvertex g[i in 1..n] = phi(i)^3\n"
                 "output y = connected()") ==
        "2:8 found 3 operators of the real field `phi` in the vertex `g`, expected an even number: "
        "each two share a flavour, or a line that is followed");
}

TEST_CASE("sums without diagrams") {
  CHECK(messages(psi + "output y = connected()") ==
        "2:12 found neither operators nor vertices, expected some: there is no diagram");
  CHECK(
      messages(psi + phi + contact + quartic + "output y = connected(psi+(0) psi(0))") ==
      "5:12 found no line that joins the vertex `g` to the others, expected a field in common: no "
      "connected diagram has it");
  CHECK(messages(psi + phi + quartic + "output y = irreducible(psi, 1 -> 1)") ==
        "4:24 found no vertex of the field `psi`, expected one that its line can enter");
}

TEST_CASE("lines that enter where no first vertex is") {
  CHECK(messages(psi + contact + "output y = irreducible(psi, 2 -> 1)") ==
        "3:29 found a line that enters at the index `2`, expected the first point of a first "
        "vertex: `1` (the first `U`)");
}

TEST_CASE("fields that cannot be") {
  CHECK(
      messages("field psi[1..2](a, b) : fermion = G[a, b]\noutput y = connected(psi+(0) psi(0))") ==
      "1:11 found `1..2` as the flavours of the field `psi`, expected their number, as in `[N]`, "
      "or a name and its range, as in `[s in 1..2]`");
  CHECK(messages("field phi(a, b) : real = D[a, b]\noutput y = connected(phi(0) phi(1))") ==
        "1:26 found the input `D` with the indices `0..n` and `1..n` as the propagator of the real "
        "field `phi`, expected one that is symmetric in `a` and `b`");
  CHECK(messages("field phi(a, b) : real = x[a]\noutput y = connected(phi(0) phi(1))") ==
        "1:26 found `x[a]`, which depends on `a` alone, as the propagator of the real field `phi`, "
        "expected one that is symmetric in `a` and `b`");
  CHECK(messages("field phi[s, t in 1..2](a, b) : real = G[a, b]\noutput y = connected()") ==
        "1:11 found two flavours for the propagator of the real field `phi`, expected one or none: "
        "its lines have no direction in which a flavour could change");
}

TEST_CASE("one labelling of what holds summed over labellings") {
  CHECK(messages(psi + contact + "output y = skeleton(psi, 1 -> 1, labellings each)") ==
        "3:34 found `labellings each` beside `skeleton`, expected it beside `connected`, "
        "`amputated` or `irreducible`: skeletons are right when summed over the labellings");
}

TEST_CASE("declarations that take the names of functions from diagrams that are derived by them") {
  const auto message = [](const std::string& declaration, const std::string& options) {
    const std::string text = "grammar t\nstatic n : int\nparam N : real\n" + declaration +
                             "\ninput G[1..n, 1..n] : real\n" + psi + contact +
                             "output y = skeleton(psi, 1 -> 1" + options + ")\n";
    try {
      forms_of(text);
    } catch (const InputError& error) {
      const Diagnostic& diagnostic = error.diagnostics()[0];
      return std::to_string(diagnostic.position.line) + ":" +
             std::to_string(diagnostic.position.column) + " " + diagnostic.message;
    }
    return std::string();
  };
  CHECK(message("input source : real", ", labellings all") ==
        "4:7 found `source` as the name of a declaration, expected another one: the diagrams of "
        "this theory are derived by the functions `derivative` and `source`");
  CHECK(message("def derivative(k) = N", ", labellings all").substr(0, 4) == "4:5 ");
  CHECK(message("input source : real", "").empty());  // all ends at once without them
}

TEST_CASE("ends of irreducible functions that cannot be") {
  CHECK(
      messages(psi + contact + "output y = irreducible(psi+(0) psi(0))") ==
      "3:32 found another operator at the index `0` in `irreducible`, expected each at an index of "
      "its own: one propagator leads there");
  CHECK(
      messages(phi + quartic + "output y = irreducible(phi(0)^2 phi(1)^2)") ==
      "3:31 found another operator at the index `0` in `irreducible`, expected each at an index of "
      "its own: one propagator leads there");
  CHECK(
      messages(psi + contact + "output y = irreducible(psi+(0) psi(1) psi+(2) psi(3))") ==
      "3:47 found a second line of `psi`, from the index `2` to `3`, expected one line, and other "
      "ends of real fields without flavours, or `labellings all`");
  CHECK(messages(phi + "output y = irreducible(phi(0) phi(1))") ==
        "2:12 found no vertices, expected some: there is no irreducible diagram");
  CHECK(messages(phi + quartic + "output y = irreducible()") ==
        "3:24 found `)`, expected a field, as in `irreducible(psi, 1 -> b)`");
}

TEST_CASE("what is asked for in a way that has no meaning") {
  CHECK(messages(psi + "vertex U[i in {1, 2}] = psi+(i) psi(i)\noutput y = connected()") ==
        "2:15 found `{1, 2}` as the labels of the vertex `U`, expected a range `a..b`");
  CHECK(messages(psi + contact + "static m : int = connected()\noutput y = connected()") ==
        "3:18 found `connected` here, expected it in the value of an output, def or fn");
  CHECK(
      messages(psi + contact + "output y = connected(psi+(0) psi(0), cut psi)") ==
      "3:38 found `cut` beside `connected`, expected it beside `irreducible` or `skeleton`, which "
      "say what no cut may do");
}

TEST_CASE("second lines that cannot be followed") {
  const std::string two = "output y = connected(psi+(0) psi(1) psi+(2) psi(3)";
  CHECK(messages(psi + contact + two + " psi+(4) psi(5))") ==
        "3:60 found a third line of `psi`, from the index `4` to `5`, expected two, and other "
        "pairs of operators at one index each");
  CHECK(messages("field psi[s in 1..2](a, b) : fermion = G[a, b]\n" + contact + two + ")") ==
        "3:45 found a second line of `psi`, from the index `2` to `3`, expected one line, and "
        "other pairs of operators at one index each: a second one is of fermions or bosons whose "
        "flavours nothing tells apart");
  CHECK(messages(psi + contact + "output y = connected(psi+(0) psi(0) psi+(2) psi(3))") ==
        "3:45 found a second line of `psi`, from the index `2` to `3`, expected it before the "
        "operators at one index");
  CHECK(messages(psi + contact + "output y = connected(psi+(0) psi(1) psi+(2) psi(1))") ==
        "3:49 found another operator at the index `1`, where a second line begins or ends, "
        "expected it at another index");
  CHECK(messages(psi + contact + two + " psi+(3) psi(3))") ==
        "3:49 found another operator at the index `3`, where a second line begins or ends, "
        "expected it at another index");
}
