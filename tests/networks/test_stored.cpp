// The values of stored networks that are known.
#include <cmath>

#include <catch2/catch.hpp>

#include "physics/networks/evaluate.h"
#include "physics/networks/network_file.h"
#include "physics/networks/planned.h"

using namespace diagc;
using namespace diagc::networks;

namespace {

constexpr unsigned threads = 2;

double distance_from_one(const NamedNetwork& network, const arrays::Plan& plan, Element element) {
  // The value of all is 1.
  const TensorValues values =
      filled(network.network, {Fill::Kind::constant, std::pow(0.5, 0.4)}, false);
  const Value value = evaluate(network.network, plan, values, element, threads);
  return std::abs(std::ldexp(value.numbers.at(0).real(), static_cast<int>(value.exponent)) - 1);
}

}  // namespace

TEST_CASE("550 tensors of TensorBFS are 1 in its order and in one that is searched", "[.long]") {
  const NamedNetwork network = read_network(read_source(
      DIAGC_SOURCE_DIR "/tests/networks/data/tensornetwork_permutation_optimized.json"));
  REQUIRE(network.order);
  constexpr std::uint64_t memory = std::uint64_t{6} << 30U;
  for (const Element element : {Element::f32, Element::f64}) {
    INFO("element " << element_names[static_cast<int>(element)]);
    const double allowed = element == Element::f32 ? 3e-6 : 1e-12;
    const Planned given = plan_order(network.network, *network.order, element, 2 * memory, threads);
    CHECK(distance_from_one(network, given.plan, element) < allowed);
    arrays::SearchOptions options;
    options.moves = 5'000'000;
    const Planned own = plan_search(network.network, options, element, memory, threads);
    CHECK(own.order.steps != network.order->steps);
    CHECK(distance_from_one(network, own.plan, element) < allowed);
  }
}
