#include <catch2/catch.hpp>
#include <cmath>

#include "physics/lattice/model.h"
#include "tests/lattice/brute_force.h"

namespace {

using namespace diagc::lattice;

ModelOptions infinite(Lattice lattice, double beta, double bound) {
  ModelOptions options;
  options.lattice = lattice;
  options.beta = beta;
  options.mu = 0.3;
  options.infinite_bound = bound;
  return options;
}

}  // namespace

TEST_CASE("The propagator of an infinite lattice is within the bound of a far larger one") {
  for (const auto& [lattice, beta] :
       std::vector<std::pair<Lattice, double>>{{Lattice::chain, 6},
                                               {Lattice::square, 2},
                                               {Lattice::triangular, 1.5},
                                               {Lattice::honeycomb, 2}}) {
    const ModelOptions options = infinite(lattice, beta, 1e-4);
    const Model model = make_model(options);
    CAPTURE(model.description);
    CHECK(model.finite_size_error <= 1e-4);
    CHECK(model.finite_size_error > 0);
    const std::uint32_t extent = model.space.extents[0];
    ModelOptions large_options = options;
    large_options.size.assign(lattice == Lattice::chain ? 1 : 2, 4 * extent);
    const Model large = make_model(large_options);
    CHECK(std::abs(large.filling - model.filling) <= model.finite_size_error);
    double worst = 0;
    for (std::uint32_t b = 0; b < model.space.sites; ++b) {
      // The nearest image: that with the largest propagator.
      const std::uint32_t cell = b / model.space.cell_sites, place = b % model.space.cell_sites;
      const std::uint32_t x = cell % extent, y = cell / extent;
      std::vector<std::uint32_t> images;
      for (const std::uint32_t dx : {x, x + 3 * extent}) {
        for (const std::uint32_t dy : {y, y + 3 * extent}) {
          if (lattice == Lattice::chain && dy != 0) continue;
          images.push_back(
              large.space.row(0, place + large.space.cell_sites * (dx + 4 * extent * dy)));
        }
      }
      double best = 1;
      for (const std::uint32_t image : images) {
        double error = 0;
        for (int i = 0; i <= 40; ++i) {
          const double tau = i == 0 ? 1e-12 : beta * i / 40;
          error = std::max(error, std::abs(value(model.table, model.space.row(0, b), tau) -
                                           value(large.table, image, tau)));
        }
        best = std::min(best, error);
      }
      worst = std::max(worst, best);
    }
    CHECK(worst <= model.finite_size_error + 2e-7);
    CHECK(worst >= 0.1 * model.finite_size_error);  // a bound that means something
  }
}

TEST_CASE("A smaller bound takes a larger lattice, a filling is held") {
  const Model rough = make_model(infinite(Lattice::square, 2, 1e-3));
  const Model fine = make_model(infinite(Lattice::square, 2, 1e-6));
  CHECK(fine.space.extents[0] > rough.space.extents[0]);
  CHECK(fine.space.extents[0] == fine.space.extents[1]);
  ModelOptions options = infinite(Lattice::triangular, 1, 1e-4);
  options.mu.reset();
  options.filling = 0.21;
  const Model filled = make_model(options);
  CHECK(filled.filling == Approx(0.21).epsilon(1e-13));
  CHECK(filled.finite_size_error <= 1e-4);
}

TEST_CASE("Sites that do not hop are an infinite lattice of any size") {
  ModelOptions options = infinite(Lattice::square, 2, 1e-6);
  options.t = 0;
  const Model model = make_model(options);
  CHECK(model.space.extents[0] == 2);
  CHECK(model.finite_size_error == 0);
}

TEST_CASE("A cubic lattice at low temperature is not made infinite") {
  ModelOptions options = infinite(Lattice::cubic, 100, 1e-10);
  try {
    make_model(options);
    FAIL("no error");
  } catch (const WrongModel& wrong) {
    CHECK(wrong.option == "infinite_bound");
    const std::string text = wrong.what();
    CHECK(
        text.substr(0, text.find("still")) ==
        "found infinite_bound = 1e-10, which the cubic lattice does not reach: at 48 cells in each "
        "direction the error of the propagator is ");
    CHECK(text.substr(text.find("; expected")) ==
          "; expected a larger bound, a higher temperature, or a given size");
  }
}
