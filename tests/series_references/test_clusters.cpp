// Uneven clusters of two to four sites at three temperatures, and atoms of any number of flavours, to order 6.
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <catch2/catch.hpp>
#include <cmath>

#include "physics/series/exact/atom_series.h"
#include "tests/series_references/check.h"
#include "tests/series_references/terms.h"

using namespace diagc;
using namespace diagc::series;

namespace {

using Digits = boost::multiprecision::cpp_bin_float_50;

const std::vector<std::vector<double>> dimer{{0.3, -1}, {-1, -0.2}};
const std::vector<std::vector<double>> triangle{{0.2, -1, 0.4}, {-1, -0.3, -0.8}, {0.4, -0.8, 0}};
const std::vector<std::vector<double>> four{
    {0.3, -1, 0.2, -0.7}, {-1, -0.5, -1, 0.1}, {0.2, -1, 0.1, -1.2}, {-0.7, 0.1, -1.2, 0.4}};

struct Case {
  std::vector<std::vector<double>> hopping;
  double mu, beta;
  int flavours = 2;
  bool hartree_shift = false;
};

const std::vector<double>& observable(const exact::ThermalSeries& series, Form form) {
  return form == Form::double_occupancy ? series.double_occupancy
         : form == Form::energy         ? series.energy
                                        : series.density;
}

std::vector<OrderResult> integrated(const lattice::Model& model, std::vector<Term> terms,
                                    double steps, double weight_u) {
  Plan plan;
  plan.model = model;
  plan.terms = std::move(terms);
  plan.steps = steps;
  plan.warmup_steps = 256;
  plan.weight_u = weight_u;
  plan.seed = 20261122;
  return integrate(plan).orders;
}

void check_cluster(const Case& which, Form form, std::uint32_t last, double steps,
                   double relative) {
  lattice::ModelOptions options = cluster_options(which.hopping, which.mu, which.beta);
  options.flavours = which.flavours;
  options.hartree_shift = which.hartree_shift;
  if (form == Form::energy) options.derivative = lattice::Derivative::energy;
  const lattice::Model model = lattice::make_model(options);
  const exact::ThermalSeries exact =
      exact_series(options, model, which.flavours, static_cast<int>(last));
  INFO(which.hopping.size() << " sites, β = " << which.beta << ", N = " << which.flavours);
  // As much time for every order as makes its share of the sum at this coupling as well known.
  check_orders(integrated(model, terms_of(form, 1, last, which.flavours), steps, 2 / which.beta),
               observable(exact, form), relative);
}

}  // namespace

TEST_CASE(
    "densities of uneven clusters, orders 1 to 6, three temperatures, against exact "
    "diagonalisation") {
  check_cluster({dimer, 0.4, 5.0}, Form::su2_fixed, 6, 2e6, 0.05);
  check_cluster({triangle, -0.3, 0.5}, Form::su2_fixed, 6, 2e6, 0.05);
  check_cluster({triangle, -0.3, 5.0}, Form::su2_fixed, 6, 2e6, 0.05);
  check_cluster({four, 0.2, 2.0}, Form::su2_fixed, 6, 2e6, 0.05);
}

TEST_CASE("SU(3) and SU(6) clusters, with a Hartree shift, against exact diagonalisation") {
  check_cluster({dimer, 0.4, 1.0, 6}, Form::fixed, 5, 2e6, 0.05);
  check_cluster({triangle, -0.5, 1.5, 3}, Form::fixed, 5, 2e6, 0.1);
  check_cluster({dimer, 0.4, 1.0, 6, true}, Form::fixed, 5, 2e6, 0.05);
  check_cluster({four, 0.2, 2.0, 2, true}, Form::su2_fixed, 5, 2e6, 0.05);
}

TEST_CASE("double occupancies and energies of uneven clusters against exact diagonalisation") {
  check_cluster({dimer, 0.4, 2.0, 2}, Form::double_occupancy, 4, 2e6, 0.05);
  check_cluster({four, 0.2, 1.0, 2}, Form::double_occupancy, 4, 2e6, 0.05);
  check_cluster({triangle, -0.5, 1.5, 3}, Form::double_occupancy, 4, 2e6, 0.1);
  check_cluster({dimer, 0.4, 2.0, 2}, Form::energy, 5, 2e6, 0.05);
  check_cluster({triangle, -0.5, 1.5, 3}, Form::energy, 5, 2e6, 0.1);
}

TEST_CASE("order 6 of double occupancy and energy, four sites, two temperatures", "[slow]") {
  for (const double beta : {0.5, 5.0}) {
    check_cluster({four, 0.2, beta}, Form::double_occupancy, 6, 3e6, 0.1);
    check_cluster({four, 0.2, beta}, Form::energy, 6, 3e6, 0.1);
  }
}

namespace {

class Atom {
 public:
  Atom(double flavours, std::uint32_t last)
      : series_(exact::atom_series<Digits>(
            Digits(flavours), 1 / (1 + exp(-Digits(beta) * Digits(mu))), static_cast<int>(last))),
        flavours_(flavours) {}

  /// Only times are integrated over, and errors are small.
  void check(Form form, std::uint32_t first, std::uint32_t last, double steps) const {
    INFO("N = " << flavours_);
    const lattice::Model model = lattice::make_model(cluster_options({{0}}, mu, beta));
    std::vector<double> in_u;
    for (const Digits& coefficient :
         form == Form::double_occupancy ? series_.double_occupancy : series_.density)
      in_u.push_back(std::pow(beta, in_u.size()) * static_cast<double>(coefficient));
    check_orders(integrated(model, terms_of(form, first, last, flavours_), steps, 0.5), in_u, 0.01);
  }

 private:
  static constexpr double beta = 2, mu = 0.3;
  exact::AtomSeries<Digits> series_;
  double flavours_;
};

void check_atoms(const std::vector<double>& numbers_of_flavours, std::uint32_t last, double steps) {
  for (const double flavours : numbers_of_flavours) {
    const Atom atom(flavours, last);
    atom.check(Form::fixed, 1, last, steps);
    atom.check(Form::measured, 1, last - 1, steps);
    atom.check(Form::double_occupancy, 1, last - 1, steps);
  }
}

}  // namespace

TEST_CASE("atoms of two, three, six and −3/2 flavours to order 5") {
  check_atoms({2, 3, 6, -1.5}, 5, 3e5);
}

TEST_CASE("atoms of −3/2 flavours to order 7", "[slow]") { check_atoms({-1.5}, 7, 3e5); }

TEST_CASE("order 8 of atoms of −3/2 flavours", "[slow]") {
  Atom(-1.5, 8).check(Form::fixed, 8, 8, 4e5);
}

// The same kernel with other numbers of flavours: docs/testing.md.
TEST_CASE("order 8 of atoms of three and six flavours", "[.long]") {
  for (const double flavours : {3.0, 6.0}) Atom(flavours, 8).check(Form::fixed, 8, 8, 4e5);
}
