// What a run says of itself.
#include <catch2/catch.hpp>

#include "programs/integrate/sampling_line.h"

using namespace diagc;

TEST_CASE("How orders are sampled is told in a line, neighbours together") {
  series::Result result;
  const auto add = [&](int order, const char* sampling) {
    result.orders.emplace_back().order = order;
    result.orders.back().sampling = sampling;
  };
  add(0, "");
  CHECK(integrate::sampling_line(result).empty());
  add(1, "");
  add(2, "independent");
  add(3, "independent");
  result.orders[2].draws = "sobol";
  add(4, "tree");
  add(5, "chain");
  add(6, "chain");
  CHECK(integrate::sampling_line(result) ==
        "order 2: independent samples of spanning trees by points of Sobol's sequence; order 3: "
        "independent samples of spanning trees; order 4: Markov chains around "
        "spanning trees; orders 5 to 6: Markov chains around a chain of links");
}
