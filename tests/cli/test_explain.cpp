#include <catch2/catch.hpp>

#include "process.h"

TEST_CASE("explain shows rule, arguments, terms, users and diagrams") {
  const Folder folder;
  folder.write("f.diag",
               "grammar f\nstatic n : int\ninput G[0..n] : real\ndef W(k, S) = G[k] * (if k == n "
               "then 1 else W(k+1, S + {k}))\n"
               "  + 2 * G[0]\noutput y = W(1, {})\n");
  const Finished run = folder.diagc("explain f.diag -D n=3 'W(2,{1})'");
  REQUIRE(run.code == 0);
  CHECK(run.out ==
        "W(2, {1})\n\n"
        "f.diag:4:5:\n"
        "    def W(k, S) = G[k] * (if k == n then 1 else W(k+1, S + {k}))\n"
        "      + 2 * G[0]\n"
        "arguments\n    k = 2, S = {1}\n"
        "terms (2)\n    + G[2] * W(3, {1, 2})\n    + 2 * G[0]\n"
        "used by (1)\n    W(1, {})\n"
        "diagrams\n    5 terms when written out\n    5 of the 7 diagrams pass through it\n");
  const Finished output = folder.diagc("explain f.diag -D n=3 y");
  REQUIRE(output.code == 0);
  CHECK(output.out.find("value\n    the same as W(1, {})\n") != std::string::npos);
  CHECK(output.out.find("7 of the 7 diagrams pass through it\n") != std::string::npos);
  CHECK(folder.diagc("explain f.diag -D n=3 'W(2, 1..1)'").out == run.out);
}

TEST_CASE("explain --diagrams draws what a theory sums") {
  const Folder folder;
  const Finished run = folder.diagc("explain hubbard_density -D n=2 --diagrams");
  REQUIRE(run.code == 0);
  CHECK(run.out.starts_with("<svg "));
  CHECK(run.out.find("density: 10 diagrams") != std::string::npos);
  REQUIRE(folder.diagc("explain electron_phonon_skeleton -D n=2 --diagrams polarisation -o p.svg")
              .code == 0);
  CHECK(folder.shell("grep -c 'polarisation: 1 diagram' p.svg").out == "1\n");
  const Finished many = folder.diagc("explain hubbard_density -D n=4 --diagrams -o many.svg");
  CHECK(many.code == 1);
  CHECK(
      many.err ==
      "hubbard_density:13:18: error: found more than 400 diagrams, expected fewer: they are drawn "
      "at smaller orders\n"
      "output density = connected(psi+(0) psi(0))\n"
      "                 ^\n");
  CHECK(!folder.has("many.svg"));
  CHECK(folder.diagc("explain hubbard_density -D n=1 --diagrams foo").err ==
        "error: found no output `foo` that is a sum of diagrams, expected one of `density`\n");
  CHECK(folder.diagc("explain hubbard_sun_density -D n=1 --diagrams").err ==
        "hubbard_sun_density: found no field, expected a theory: its diagrams are drawn\n");
}

TEST_CASE("explain of calls that do not exist") {
  const Folder folder;
  const Finished none = folder.diagc("explain hubbard_sun_density -D n=1 'W(1,{1},1,1)'");
  CHECK(none.code == 1);
  CHECK(none.out.empty());
  CHECK(none.err ==
        "error: found no call `W(1, {1}, 1, 1)`: nothing uses it, or its value is static; near "
        "it are\n"
        "  W(1, {}, 1, 1)\n  W(1, {1}, 0, 1)\n  W(1, {}, 0, 1)\n  W(0, {}, 0, 0)\n");
  CHECK(folder.diagc("explain hubbard_sun_density -D n=1 'X(1)'").err ==
        "error: found no family or output `X`, expected one of `W`, `rest`, `loop`, `density`\n");
  CHECK(folder.diagc("explain hubbard_sun_density -D n=1 'W(1)'").err ==
        "error: found 1 argument for `W`, expected 4: W(k, open, s, v)\n");
  const Finished bad = folder.diagc("explain hubbard_sun_density -D n=1 'W(1,{1'");
  CHECK(bad.code == 1);
  CHECK(
      bad.err ==
      "error: found the end of the call `W(1,{1`, expected `,` or `}`, as in 'W(2, {1}, 0, 2)'\n");
}

TEST_CASE("explain of vectors shows the components") {
  const Folder folder;
  const Finished run = folder.diagc("explain gluon_current -D n=4 'K(1,2)'");
  REQUIRE(run.code == 0);
  CHECK(run.out.find("terms of component E (2)\n    + K(1, 1).E\n    + p[2].E\n") !=
        std::string::npos);
  CHECK(run.out.find(" of the 6976 diagrams pass through it\n") != std::string::npos);
}

TEST_CASE("explain writes quotients and functions out, and calls in them by name") {
  const Folder folder;
  folder.write("q.diag",
               "grammar q\ninput x[0..4] : real\nparam h : real\n"
               "def D() = x[0] + x[1]\n"
               "def F() = x[2] / D()\n"
               "def G() = (D() + F()) / (3 * x[3] * h)\n"
               "def H() = exp(-F()) / sqrt(D()) / x[4]\n"
               "def W() = F() * x[1] / (D() - 2)\n"
               "output y = F() * G()\noutput z = H() + W()\n");
  const auto terms = [&](const std::string& call) {
    const Finished run = folder.diagc("explain q.diag '" + call + "'");
    CHECK(run.code == 0);
    const std::size_t begin = run.out.find("terms (");
    return run.out.substr(begin, run.out.find("used by") - begin);
  };
  CHECK(terms("F") == "terms (1)\n    + x[2] / D\n");
  CHECK(terms("G") == "terms (1)\n    + (D + F) / (3 * x[3] * h)\n");
  CHECK(terms("H") == "terms (1)\n    + exp(-F) / sqrt(D) / x[4]\n");
  CHECK(terms("W") == "terms (1)\n    + x[1] * F / (D - 2)\n");
  const Finished current = folder.diagc("explain gluon_current -D n=4 'J(1,2)'");
  CHECK(current.out.find("J(1, 2).E\n") == std::string::npos);
  CHECK(
      current.out.find("terms of component E (1)\n    + V(1, 2).E / (K(1, 2).E * K(1, 2).E - K(1, "
                       "2).x * K(1, 2).x - K(1, 2).y * K(1, 2).y - K(1, 2).z * K(1, 2).z)\n") !=
      std::string::npos);
}

TEST_CASE("explain counts diagrams where values are divided") {
  const Folder folder;
  const Finished current = folder.diagc("explain scalar_current -D n=7 'J(1,3)'");
  CHECK(current.out.ends_with(
      "diagrams\n    3 terms when written out\n    30 of the 154 diagrams pass through it\n"));
  const Finished momentum = folder.diagc("explain scalar_current -D n=7 'K(1,3)'");
  CHECK(momentum.out.ends_with(
      "diagrams\n    none of the 154 is counted by it: it stands in divisors only, and a divisor "
      "is one factor\n"));
}

TEST_CASE("explain of files with axes shows sums, what they are made of and what uses it") {
  const Folder folder;
  folder.write("t.diag",
               "grammar t\naxis s : 2\naxis t : 3\ninput A(s, t) : real\nparam c : real\n"
               "def D()(x) = sum(y : t) A(x, y)\n"
               "output C(b : t, a : s) = c * A(a, b) + D()(a)\n"
               "output S[j in 0..1] = sum(x : s) D()(x)^2 * [x == j]\n"
               "output Z = sum(x : s, y : t) A(x, y) * D()(x) * D()(x)\n");
  const auto text = [&](const std::string& name) {
    const Finished run = folder.diagc("explain t.diag '" + name + "'");
    INFO(run.err);
    CHECK(run.code == 0);
    return run.out;
  };
  // D is summed once, for all that use it.
  CHECK(
      text("Z") ==
      "Z\n\nt.diag:9:8:\n    output Z = sum(x : s, y : t) A(x, y) * D()(x) * D()(x)\n"
      "value\n    a number, a sum of 6 terms over x0 : 2; x1 : 3, each the product of the elements "
      "below\nelements (3)\n    A(x0, x1)\n    a1(x0)\n    a1(x0)\narrays (2)\n"
      "    A: 2 x 3 elements, given: an input, a param or a static element\n"
      "    a1: 2 elements, a sum of 3 terms over x1 : 3, each one element\n"
      "used by (0)\n    the outside: it is an output\n");
  CHECK(text("S[1]").find("\nt.diag:8:8:\n    output S[j in 0..1] = ") != std::string::npos);
  const std::string d = text("a1");
  CHECK(d.find("elements (1)\n    A(x0, x1)\n") != std::string::npos);
  CHECK(d.find("    Z, 2 times\n") != std::string::npos);
  CHECK(d.find("    S[0], 2 times\n") != std::string::npos);
  const std::string input = text("A");
  CHECK(
      input.starts_with("A\n\nt.diag:4:7:\n    input A(s, t) : real\nvalue\n    2 x 3 elements, "
                        "given"));
  CHECK(input.find("    Z\n") != std::string::npos);
  const Finished none = folder.diagc("explain t.diag D");
  CHECK(none.code == 1);
  CHECK(none.err ==
        "error: found no output or array `D`, expected an output such as `C`, `S[0]`, `S[1]`, `Z`, "
        "an input or an array that explaining these shows\n");
}
