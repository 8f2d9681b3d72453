// Models of own propagators, from headers and from their tables.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "physics/lattice/model.h"
#include "physics/lattice/own_table.h"
#include "runtime/batch/npy.h"
#include "runtime/system/temporary_folder.h"
#include "runtime/system/whole_file.h"
#include "tests/lattice/own_header.h"

using namespace diagc::lattice;

namespace {

/// A level of energy 0.4 that decays with the distance, and a helper and data of its own.
const std::string kGood = R"(#pragma once
#include <cmath>

// Energies, not all of which are used.
constexpr double energies[] = {0.4, 1.0};

inline double decay(int dx, int dy) { return std::exp(-0.5 * (dx * dx + dy * dy)); }

double g0(int dx, int dy, double tau) {
  return -decay(dx, dy) * exp(-energies[0] * tau) / (1 + exp(-energies[0] * 1.5));
}
)";

double square_propagator(int dx, int dy, double tau) {
  return -std::exp(-0.5 * (dx * dx + dy * dy)) * std::exp(-0.4 * tau) / (1 + std::exp(-0.4 * 1.5));
}

}  // namespace

TEST_CASE("An own propagator is taken at the nearest image and between 0 and beta") {
  if (!clang_is_here()) return;
  const Header header(kGood);
  const Model model = make_model(options_for(header));
  CHECK(model.space.sites == 20);
  CHECK(model.filling == Approx(-square_propagator(0, 0, 1.5)).epsilon(1e-14));
  CHECK(std::isnan(model.mu));
  CHECK(std::isnan(model.dn_dmu));
  CHECK(model.table.measured_error < 1e-11);
  for (int x = 0; x < 5; ++x) {
    for (int y = 0; y < 4; ++y) {
      const int dx = x > 2 ? x - 5 : x, dy = y > 2 ? y - 4 : y;
      const std::uint32_t row = model.space.row(0, x + 5 * y);
      CHECK(value(model.table, row, 0.7) == Approx(square_propagator(dx, dy, 0.7)).margin(1e-11));
      CHECK(value(model.table, row, -0.7) == Approx(-square_propagator(dx, dy, 0.8)).margin(1e-11));
      CHECK(model.table.equal_time[row] == Approx(-square_propagator(dx, dy, 1.5)).margin(1e-14));
    }
  }
  CHECK(model.space.neighbours_of(0).size() == 4);
}

TEST_CASE("A table of an own propagator gives the same model, bit by bit") {
  if (!clang_is_here()) return;
  const Header header(kGood);
  ModelOptions options = options_for(header);
  const Model from_header = make_model(options);
  const diagc::TemporaryFolder folder;
  options.own_propagator = folder / "g0.npy";
  write_own_tables(options.own_propagator, options, {from_header.table, {}});
  const Model from_table = make_model(options);
  const auto same_bits = [](const std::vector<double>& a, const std::vector<double>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
  };
  CHECK(same_bits(from_table.table.coefficients, from_header.table.coefficients));
  CHECK(same_bits(from_table.table.equal_time, from_header.table.equal_time));
  CHECK(from_table.table.measured_error == from_header.table.measured_error);
  CHECK(from_table.table.measured_error_float == from_header.table.measured_error_float);
  CHECK(from_table.table.intervals == from_header.table.intervals);
  CHECK(from_table.table.degree == from_header.table.degree);
  CHECK(from_table.table.beta == from_header.table.beta);
  CHECK(from_table.filling == from_header.filling);
  CHECK(from_table.description == from_header.description);
  CHECK(from_table.space.row_of == from_header.space.row_of);
}

namespace {

/// A level of energy 0.4 − μ at μ = 0, and its derivative.
const std::string kWithDerivative = kGood + R"(
double g0_mu(int dx, int dy, double tau) {
  const double f = 1 / (1 + exp(energies[0] * 1.5));
  return g0(dx, dy, tau) * (tau - 1.5 * f);
}
)";

}  // namespace

TEST_CASE("g0_mu is the derivative, from a header and from its table") {
  if (!clang_is_here()) return;
  const Header header(kWithDerivative);
  ModelOptions options = options_for(header);
  CHECK_FALSE(make_model(options).derivative);
  options.derivative = Derivative::mu;
  const Model model = make_model(options);
  REQUIRE(model.derivative);
  CHECK(model.derivative->intervals == model.table.intervals);
  const double f = 1 / (1 + std::exp(0.6));
  for (int x = 0; x < 5; ++x) {
    for (int y = 0; y < 4; ++y) {
      const int dx = x > 2 ? x - 5 : x, dy = y > 2 ? y - 4 : y;
      const std::uint32_t row = model.space.row(0, x + 5 * y);
      const double slope = square_propagator(dx, dy, 0.7) * (0.7 - 1.5 * f);
      CHECK(value(*model.derivative, row, 0.7) == Approx(slope).margin(1e-11));
      CHECK(value(*model.derivative, row, 0.7 - 1.5) == Approx(-slope).margin(1e-11));
      CHECK(model.derivative->equal_time[row] ==
            Approx(-square_propagator(dx, dy, 1.5) * 1.5 * (1 - f)).margin(1e-13));
    }
  }
  const diagc::TemporaryFolder folder;
  options.own_propagator = folder / "g0.npy";
  write_own_tables(options.own_propagator, options, {model.table, model.derivative});
  const Model from_table = make_model(options);
  REQUIRE(from_table.derivative);
  CHECK(from_table.table.coefficients == model.table.coefficients);
  CHECK(from_table.derivative->coefficients == model.derivative->coefficients);
  CHECK(from_table.derivative->equal_time == model.derivative->equal_time);
  CHECK(from_table.derivative->measured_error == model.derivative->measured_error);
  options.derivative = Derivative::none;
  CHECK_FALSE(make_model(options).derivative);
  // A table of a header without g0_mu has none.
  write_own_tables(options.own_propagator, options, {model.table, {}});
  options.derivative = Derivative::mu;
  CHECK_FALSE(make_model(options).derivative);
}

TEST_CASE("g0_mu is checked as g0 is") {
  if (!clang_is_here()) return;
  const std::string g0 = "float g0(int dx, int dy, float tau) { return -tau; }\n";
  CHECK(
      complaint(g0 + "float g0_mu(int dx, float tau) { return tau; }\n") ==
      R"(own.h:2:7: error: found 'g0_mu' of type 'float (int, float)', expected 'float (int, int, float)'
     1 | float g0(int dx, int dy, float tau) { return -tau; }
     2 | float g0_mu(int dx, float tau) { return tau; }
       |       ^)");
  CHECK(complaint(g0 + "float g0_mu(int dx, int, float tau) { return tau / (float)dx; }\n") ==
        "found g0_mu = inf at the displacement (0, 0, 0) and tau = 0, expected a finite number");
  CHECK_THAT(complaint(g0 + "float g0_mu(int, int, float tau) { return tau * *new float(1); }\n"),
             Catch::Contains("own.h:2:50: error: found new"));
}

TEST_CASE("A table of another model, a damaged one and other files are refused") {
  if (!clang_is_here()) return;
  const Header header(kGood);
  const diagc::TemporaryFolder folder;
  ModelOptions options = options_for(header);
  const Model model = make_model(options);
  const std::string path = folder / "g0.npy";
  write_own_tables(path, options, {model.table, {}});
  options.own_propagator = path;
  const auto complaint_of = [&](const ModelOptions& other) {
    try {
      make_model(other);
    } catch (const WrongModel& wrong) {
      CHECK(wrong.option == "own_propagator");
      std::string message = wrong.what();
      const std::string advice =
          "; `diagc integrate JOB --tabulate g0.npy` writes the table of a job, where there is "
          "Clang";
      if (message.ends_with(advice)) message.resize(message.size() - advice.size());
      return message.starts_with(path + ": ") ? message.substr(path.size() + 2) : message;
    }
    return std::string();
  };
  const auto with = [&](auto change) {
    ModelOptions other = options;
    change(other);
    return complaint_of(other);
  };
  CHECK(complaint_of(options).empty());
  CHECK(with([](auto& o) { o.size = {4, 5}; }) ==
        "found a table of the size 5 × 4, expected 4 × 5");
  CHECK(with([](auto& o) { o.size = {20}; }) == "found a table of the size 5 × 4, expected 20");
  CHECK(with([](auto& o) { o.beta = 2; }) == "found a table of beta = 1.5, expected beta = 2");
  CHECK(with([](auto& o) { o.beta = std::nextafter(1.5, 2); }) ==
        "found a table of beta = 1.5, expected beta = 1.5000000000000002");
  CHECK(with([](auto& o) { o.precision = Precision::fp32, o.degree = 7; }) ==
        "found a table of a function in double precision, expected single");
  CHECK(with([](auto& o) { o.degree = 5; }) ==
        "found a table of polynomials of degree 7, expected 5");
  CHECK(with([&](auto& o) { o.own_propagator = folder / "none.npy"; }) ==
        (folder / "none.npy").string() + ": found no such file, expected a table");
  CHECK(with([&](auto& o) {
          std::filesystem::create_symlink("/dev/zero", folder / "zero.npy");
          o.own_propagator = folder / "zero.npy";
        }).find("found no regular file") != std::string::npos);
  const std::string good = diagc::read_file(path);
  const auto changed = [&](const std::string& bytes) {
    diagc::write_file(path, bytes);
    return complaint_of(options);
  };
  // Every number is under the checksum: one bit of each part.
  for (const std::size_t back : {std::size_t{1}, good.size() / 2, good.size() - 128 - 8 * 16 - 3}) {
    std::string bad = good;
    bad[bad.size() - back] = static_cast<char>(bad[bad.size() - back] ^ 1);
    CHECK(changed(bad) == "found a damaged table, expected its checksum to fit");
  }
  CHECK(changed(good.substr(0, good.size() - 8)).find("is cut short") != std::string::npos);
  CHECK(changed("text").find("expected") != std::string::npos);
  const auto array = [&](const std::vector<double>& numbers, std::vector<std::size_t> shape) {
    diagc::write_npy(path, diagc::ElementType::float64, shape, std::as_bytes(std::span(numbers)));
    return complaint_of(options);
  };
  CHECK(array(std::vector<double>(40, 1), {40}) ==
        "found an array of other numbers, expected a table of a propagator");
  CHECK(array({}, {0}) == "found an array of other numbers, expected a table of a propagator");
  CHECK(array(std::vector<double>(40, 1), {8, 5}) ==
        "found an array of shape (8, 5), expected one axis of float64");
}
