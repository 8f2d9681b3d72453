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

TEST_CASE("explain of calls that do not exist") {
  const Folder folder;
  const Finished none = folder.diagc("explain hubbard_sun_density -D n=1 'W(1,{1},1,1)'");
  CHECK(none.code == 1);
  CHECK(none.out.empty());
  CHECK(none.err ==
        "error: found no call `W(1, {1}, 1, 1)`: nothing asks for it, or its value is static; near "
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
      "error: found its end in the call `W(1,{1`, expected `,` or `}`, as in 'W(2, {1}, 0, 2)'\n");
}

TEST_CASE("explain of vectors shows the components") {
  const Folder folder;
  const Finished run = folder.diagc("explain gluon_current -D n=4 'K(1,2)'");
  REQUIRE(run.code == 0);
  CHECK(run.out.find("terms of component E (2)\n    + K(1, 1).E\n    + p[2].E\n") !=
        std::string::npos);
  CHECK(run.out.find("not counted: the graph divides or has functions") != std::string::npos);
}
