#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "physics/lattice/model.h"

namespace {

using namespace diagc::lattice;

/// The option that is wrong, and what is said about it.
std::string complaint(const std::function<void(ModelOptions&)>& change) {
  ModelOptions options;
  options.size = {4, 4};
  options.mu = 0;
  change(options);
  try {
    make_model(options);
  } catch (const WrongModel& wrong) {
    return wrong.option + ": " + wrong.what();
  }
  return "";
}

void make_cluster(ModelOptions& options, std::vector<std::vector<double>> hopping) {
  options.lattice = Lattice::cluster;
  options.size.clear();
  options.hopping = std::move(hopping);
}

}  // namespace

TEST_CASE("Wrong models are refused with the option that is wrong") {
  using Options = ModelOptions;
  CHECK(complaint([](Options&) {}).empty());
  CHECK(complaint([](Options& o) { o.beta = 0; }) ==
        "beta: found beta = 0, expected a positive number: the inverse temperature");
  CHECK(complaint([](Options& o) { o.beta = NAN; }) ==
        "beta: found beta = nan, expected a positive number: the inverse temperature");
  CHECK(complaint([](Options& o) { o.flavours = INFINITY; }) ==
        "flavours: found inf flavours, expected a finite number");
  CHECK(complaint([](Options& o) { o.degree = 1; }) ==
        "degree: found degree = 1, expected 2 to 15, or 0 for the usual one");
  CHECK(complaint([](Options& o) { o.t = INFINITY; }) ==
        "t: found t = inf, expected a finite number");
  CHECK(complaint([](Options& o) { o.t_prime = NAN; }) ==
        "t_prime: found t_prime = nan, expected a finite number");
  CHECK(complaint([](Options& o) {
          o.lattice = Lattice::triangular;
          o.t_prime = 0.3;
        }) ==
        "t_prime: found t_prime = 0.3 for the triangular lattice, expected none: only the square "
        "lattice has it");
  CHECK(complaint([](Options& o) { o.size = {4}; }) ==
        "size: found 1 extent, expected 2 for the square lattice");
  CHECK(complaint([](Options& o) { o.lattice = Lattice::cubic; }) ==
        "size: found 2 extents, expected 3 for the cubic lattice");
  CHECK(complaint([](Options& o) { o.size = {4, 0}; }) ==
        "size: found an extent of 0, expected at least 1");
  CHECK(complaint([](Options& o) { o.size = {100000, 100000}; }) ==
        "size: found 10000000000 cells, expected at most 4194304; a smaller lattice whose "
        "propagator has "
        "decayed gives the same");
  CHECK(complaint([](Options& o) {
          o.size.clear();
          o.infinite_bound = 0;
        }) == "infinite_bound: found infinite_bound = 0, expected a number from 1e-12 to 0.01");
  CHECK(complaint([](Options& o) { o.filling = 0.5; }) ==
        "filling: found both mu and filling, expected one of them: the other follows from it");
  CHECK(complaint([](Options& o) { o.mu.reset(); }) ==
        "mu: found neither mu nor filling, expected one of them: the other follows from it");
  CHECK(complaint([](Options& o) { o.mu = NAN; }) ==
        "mu: found mu = nan, expected a finite number");
  CHECK(complaint([](Options& o) {
          o.mu.reset();
          o.filling = 1;
        }) ==
        "filling: found filling = 1, expected a number between 0 and 1: particles per site and "
        "flavour");
  CHECK(complaint([](Options& o) { o.hopping = {{0}}; }) ==
        "hopping: found a hopping matrix for the square lattice, expected none: only a cluster has "
        "one");
  CHECK(complaint([](Options& o) { o.own_propagator = "own.h"; }) ==
        "own_propagator: found an own propagator for the square lattice, expected none: choose the "
        "lattice \"own\"");
  CHECK(complaint([](Options& o) { o.lattice = Lattice::own; }) ==
        "own_propagator: found no own propagator, expected the path of a header with the function "
        "g0");
  CHECK(complaint([](Options& o) {
          o.lattice = Lattice::own;
          o.own_propagator = "own.h";
        }) == "mu: found mu, but an own propagator has one of its own; leave it out");
  CHECK(complaint([](Options& o) {
          o.lattice = Lattice::own;
          o.own_propagator = "own.h";
          o.size.clear();
        }) == "size: found 0 extents, expected 1 to 3: one for each coordinate that g0 takes");
}

TEST_CASE("Wrong hopping matrices are refused") {
  using Options = ModelOptions;
  CHECK(complaint([](Options& o) { make_cluster(o, {{0, -1}, {-1, 0}}); }).empty());
  CHECK(complaint([](Options& o) {
          make_cluster(o, {{0}});
          o.size = {2};
        }) ==
        "size: found a size for a cluster, whose size is that of its hopping matrix; leave it out");
  CHECK(complaint([](Options& o) { make_cluster(o, {}); }) ==
        "hopping: found no hopping matrix, expected one for a cluster: an atom is [[0]], a dimer "
        "[[0, -1], [-1, 0]]");
  CHECK(complaint([](Options& o) { make_cluster(o, {{0, 1}, {1}}); }) ==
        "hopping: found a row of 1 numbers in a hopping matrix of 2 rows, expected 2");
  CHECK(complaint([](Options& o) { make_cluster(o, {{0, 1}, {NAN, 0}}); }) ==
        "hopping: found nan in row 1, column 0 of the hopping matrix, expected a finite number");
  CHECK(complaint([](Options& o) { make_cluster(o, {{0, 1}, {-1, 0}}); }) ==
        "hopping: found -1 in row 1, column 0 of the hopping matrix but 1 in row 0, column 1, "
        "expected "
        "the same: it must be symmetric");
  CHECK(complaint([](Options& o) {
          make_cluster(o, std::vector(257, std::vector<double>(257, 0)));
        }) == "hopping: found a hopping matrix of 257 sites, expected at most 256");
}
