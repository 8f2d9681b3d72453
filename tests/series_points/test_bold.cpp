// The skeleton series of the self-energy, with the exact full propagator in it, against the exact self-energy.
#include <Eigen/LU>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include <fmt/format.h>

#include "runtime/system/temporary_folder.h"
#include "tests/series_points/jobs.h"
#include "toolchain/client/toolchain.h"

using namespace diagc;
using namespace diagc::series;
using exact::Diagonalised;
using exact::Electrons;

namespace {

constexpr double inverse_temperature = 1;

/// The propagator as a header for lattice = "own", of a cluster whose sites are alike: the sum over its poles.
void write_header(const std::string& path, const Diagonalised& cluster, std::size_t sites) {
  std::ofstream file(path);
  file << "double pole(double e, double tau) { return -exp(-e * tau) / (1 + exp(-e * "
       << inverse_temperature << ")); }\ndouble g0(int dx, double tau) {\n  double sum = 0;\n";
  for (const Diagonalised::Pole& pole : cluster.poles(0)) {
    const double near = pole.weight(0, 0), far = sites > 1 ? pole.weight(0, 1) : 0;
    file << fmt::format("  sum += (dx == 0 ? {:.17g} : {:.17g}) * pole({:.17g}, tau);\n", near, far,
                        pole.energy);
  }
  file << "  return sum;\n}\n";
}

struct Bold {
  std::complex<double> sum, error, last, expected;
};

Bold bold(std::size_t sites, double mu, double U, std::size_t orders, double steps) {
  const std::vector<std::vector<double>> hopping =
      sites == 1 ? std::vector<std::vector<double>>{{0}}
                 : std::vector<std::vector<double>>{{0, -1}, {-1, 0}};
  const Electrons electrons{.hopping = hopping, .beta = inverse_temperature, .mu = mu, .U = U};
  Electrons free = electrons;
  free.U = 0;
  const Diagonalised full(electrons);
  const Eigen::MatrixXcd self =
      Diagonalised(free).green(0, 0).inverse() - full.green(0, 0).inverse();
  const TemporaryFolder folder;
  write_header((folder / "g.h").string(), full, sites);
  const auto components = run_job(fmt::format(
      "[rules]\nfile = \"hubbard_skeleton\"\n[model]\nlattice = \"own\"\npropagator = "
      "\"{}\"\nsize = [{}]\nbeta = 1\n[orders]\nto = {}\n[run]\ntarget = \"cpu\"\nwalkers = "
      "1024\ntarget_U = {}\nsteps = {}\n",
      (folder / "g.h").string(), sites, orders, U, steps));
  Bold result{{}, {}, {}, self(0, 0)};
  for (std::size_t n = 0; n <= orders; ++n) {
    const OrderResult &real = components[0].orders[n], &imaginary = components[1].orders[n];
    const double power = std::pow(U, n);
    result.last = power * std::complex(real.value, imaginary.value);
    result.sum += result.last;
    result.error +=
        std::complex(std::pow(power * real.error, 2), std::pow(power * imaginary.error, 2));
    CHECK(real.trustworthy);
    CHECK(imaginary.trustworthy);
  }
  result.error = {std::sqrt(result.error.real()), std::sqrt(result.error.imag())};
  return result;
}

/// Within two errors and the size of the last order.
void check_bold(double mu, std::size_t orders, double steps) {
  if (!toolchain::why_unavailable().empty()) return;
  for (const std::size_t sites : {1U, 2U}) {
    for (const double U : {0.5, 1.0}) {
      const Bold found = bold(sites, mu, U, orders, steps);
      const std::string line = fmt::format(
          "{} sites, beta U = {}: {:.6f} + {:.6f} i, errors {:.1g} {:.1g}, last order {:.2g} "
          "{:.2g}, "
          "exact {:.6f} + {:.6f} i",
          sites, U, found.sum.real(), found.sum.imag(), found.error.real(), found.error.imag(),
          found.last.real(), found.last.imag(), found.expected.real(), found.expected.imag());
      if (std::getenv("SHOW")) std::cout << line << "\n";
      INFO(line);
      CHECK(std::abs(found.sum.real() - found.expected.real()) <
            2 * found.error.real() + std::abs(found.last.real()));
      CHECK(std::abs(found.sum.imag() - found.expected.imag()) <
            2 * found.error.imag() + std::abs(found.last.imag()));
      CHECK(found.error.real() < 1e-4);
      CHECK(found.error.imag() < 1e-4);
    }
  }
}

}  // namespace

TEST_CASE("The skeleton series to order 5 gives the exact self-energy of an atom and of a dimer") {
  check_bold(-1, 5, 2e6);
}

// Near half filling odd orders of the imaginary part nearly vanish, so that the size of order 5 says nothing of what order 6 does.
TEST_CASE("The skeleton series to order 6, nearly half filled", "[.]") { check_bold(0.3, 6, 8e6); }
