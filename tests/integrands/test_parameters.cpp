// The model as results hold it.
#include <catch2/catch.hpp>

#include "physics/series/results/result_file.h"
#include "programs/integrate/complete.h"

using namespace diagc;

namespace {

series::ModelParameters used(const lattice::ModelOptions& options) {
  return integrate::parameters(options, lattice::make_model(options));
}

}  // namespace

TEST_CASE("Results hold what the model was made of, and of lines only those that there are") {
  lattice::ModelOptions options{.lattice = lattice::Lattice::cluster,
                                .size = {},
                                .hopping = {{0.4, -1}, {-1, -0.3}},
                                .mu = 0.3,
                                .beta = 1.5,
                                .field = 0.7,
                                .staggered = -0.2,
                                .omega0 = 2,
                                .g = 0.4,
                                .interaction = {1, 0.5},
                                .precision = lattice::Precision::fp64};
  series::ModelParameters found = used(options);
  CHECK(found.hopping == std::vector<double>{0.4, -1, -1, -0.3});
  CHECK(found.staggered == -0.2);
  CHECK(found.field == 0);
  CHECK(found.interaction.empty());
  CHECK(found.omega0 == 0);
  CHECK(found.g == 0);
  options.lines = {lattice::LineKind::up, lattice::LineKind::down, lattice::LineKind::interaction,
                   lattice::LineKind::phonon};
  found = used(options);
  CHECK(found.field == 0.7);
  CHECK(found.interaction == std::vector<double>{1, 0.5});
  CHECK(found.omega0 == 2);
  CHECK(found.g == 0.4);
  series::Result result;
  result.orders.emplace_back();
  result.model = found;
  const std::string json = series::to_json({result});
  for (const char* text :
       {"\"hopping\": [", "\"field\": 0.7", "\"staggered\": -0.2", "\"V\": [", "\"omega0\": 2"}) {
    CAPTURE(text);
    CHECK(json.find(text) != std::string::npos);
  }
}
