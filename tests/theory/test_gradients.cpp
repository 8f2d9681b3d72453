// What gradients of theories cost.
#include <catch2/catch.hpp>

#include "compiler/driver/compilation.h"
#include "compiler/graph/operations.h"

using namespace diagc;

TEST_CASE("value and gradient cost about three times the value") {
  for (const char* grammar : {"theories/hubbard_density", "theories/phi4",
                              "theories/electron_phonon", "hubbard/hubbard_su2_cdet_density"}) {
    FrontOptions options;
    options.expand.statics = {{"n", "6"}};
    const rules::Rules rules =
        read_rules(read_source(std::string(DIAGC_SOURCE_DIR "/grammars/") + grammar + ".diag"));
    const Graph alone = expand_and_simplify(rules, options).graph;
    options.expand.gradients = {{alone.signature().outputs[0].name, {}}};
    const Graph with = expand_and_simplify(rules, options).graph;
    CAPTURE(grammar);
    CHECK(with.signature().outputs.size() ==
          1 + alone.signature().inputs.size() + alone.signature().params.size());
    CHECK(static_cast<double>(operations(with).cost()) <=
          3.4 * static_cast<double>(operations(alone).cost()));
  }
}
