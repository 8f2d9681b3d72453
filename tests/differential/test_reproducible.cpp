// A printed seed names the same programs and graphs for everyone, whatever compiler built the tests. When a change of a
// generator is intended, the numbers here change with it.
#include <catch2/catch.hpp>
#include <sstream>

#include "compiler/graph/text.h"
#include "tests/differential/tapes.h"
#include "tests/fingerprint.h"
#include "tests/passes/random_graphs.h"

using namespace diagc;

TEST_CASE("a seed gives the programs that it always gave") {
  const Tapes module = random_module(20)(rc::Random(20260101), rc::kNominalSize).value();
  std::ostringstream text;
  showValue(module, text);
  CHECK(fingerprint(text.str()) == 0xe05720e8fc0f068f);
}

TEST_CASE("a seed gives the graph that it always gave") {
  std::string text;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    text += to_text(random_graph(seed, {40, seed % 2 == 0, seed % 3 == 0}));
  }
  CHECK(fingerprint(text) == 0x2a6f9332dd531c21);
}
