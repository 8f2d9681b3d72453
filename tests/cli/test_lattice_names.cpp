// The name of a lattice in jobs, results and messages is that of the lattice that is integrated over, which its spectrum tells.
#include <cmath>

#include <catch2/catch.hpp>

#include "physics/series/job/job.h"
#include "programs/integrate/complete.h"

using namespace diagc;
using namespace diagc::integrate;
using namespace diagc::lattice;
using namespace diagc::series;

namespace {

/// Closed walks of nearest neighbours from a site back to it, of two steps (the coordination number) and of three (triangles, each in two
/// directions from each of its sites).
struct Walks {
  double two, three;
};

/// From the moments of the spectrum at t = 1 and mu = 0: at high temperature the filling is 1/2 + beta^3 <e^3> / 48 + …, and
/// dn/dmu = beta (1/4 - beta^2 <e^2> / 16 + …), where <e^2> counts walks of two steps, and -<e^3> those of three.
Walks walks_of(const Model& model) {
  const double b = model.beta;
  return {(0.25 - model.dn_dmu / b) * 16 / (b * b), -(model.filling - 0.5) * 48 / (b * b * b)};
}

}  // namespace

TEST_CASE("the name of a lattice is that of its spectrum") {
  struct Named {
    const char* name;
    const char* size;
    const char* described;
    double neighbours, triangles;
  };
  for (const Named& each :
       {Named{"chain", "[6]", "chain 6", 2, 0}, Named{"square", "[6, 6]", "square lattice 6", 4, 0},
        Named{"triangular", "[6, 6]", "triangular lattice 6", 6, 12},
        Named{"cubic", "[6, 6, 6]", "cubic lattice 6", 6, 0},
        Named{"honeycomb", "[6, 6]", "honeycomb lattice 6", 3, 0}}) {
    CAPTURE(each.name);
    const Job job = read_job(std::make_shared<const Source>(
        "job.toml", std::string("[model]\nlattice = \"") + each.name + "\"\nsize = " + each.size +
                        "\nmu = 0\nbeta = 0.02\n"));
    const ModelOptions options = points(job).front();
    const Model model = make_model(options);
    const Walks walks = walks_of(model);
    CHECK(walks.two == Approx(each.neighbours).margin(0.01));
    CHECK(walks.three == Approx(each.triangles).margin(0.05));
    CHECK(parameters(options, model).lattice == each.name);
    CHECK_THAT(model.description, Catch::StartsWith(each.described));
  }
}

TEST_CASE("clusters keep their name") {
  ModelOptions options;
  options.lattice = Lattice::cluster;
  options.hopping = {{0, -1}, {-1, 0}};
  options.mu = 0;
  const Model model = make_model(options);
  CHECK(parameters(options, model).lattice == "cluster");
  CHECK_THAT(model.description, Catch::StartsWith("cluster of 2 sites"));
}
