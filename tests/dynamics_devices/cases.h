// Propagations on a device, and how two of them are compared.
#pragma once

#include <catch2/catch.hpp>

#include "physics/dynamics/engine.h"
#include "physics/dynamics/propagator.h"
#include "tests/dynamics/two_bands.h"
#include "tests/dynamics_devices/setup.h"

namespace diagc::dynamics {

struct Case {
  Model model;
  Propagation propagation;
  std::vector<Complex> rho;
  std::shared_ptr<const ImaginaryBranch> branch = nullptr;  ///< of a correlated start
};

inline Case bands_case(std::vector<std::size_t> grid, std::size_t order, double end, double step) {
  Case c;
  c.model = two_bands(grid, 2);
  c.model.interaction = std::make_shared<CompiledInteraction>(
      grammar_of("two_band_second_born"), grid, TheoryOptions{.machine_code = false});
  // The vertex depends on time, so that a wrong time shows.
  c.model.vertex = [](double time) { return 1 + 0.5 * time; };
  c.propagation = kicked(end, 1e-9);
  c.propagation.order = order;
  c.propagation.step = step;
  c.rho = filled_valence(c.model);
  return c;
}

/// A chain of sites as a cluster, one site with another potential from the beginning.
inline Case cluster_case(std::size_t sites, std::size_t order, double end, double step) {
  Case c;
  c.model.grid = {1};
  c.model.bands = sites;
  c.model.h.assign(sites * sites, 0);
  for (std::size_t a = 0; a + 1 < sites; ++a) {
    c.model.h[a * sites + a + 1] = c.model.h[(a + 1) * sites + a] = -1;
  }
  c.model.h[0] = 0.5;
  c.model.interaction = std::make_shared<CompiledInteraction>(
      grammar_of("hubbard_second_born"), std::vector<std::size_t>{1},
      TheoryOptions{.statics = {{"sites", std::to_string(sites)}}, .machine_code = false});
  c.model.vertex = [](double) { return 1.5; };
  c.propagation.end = end;
  c.propagation.step = step;
  c.propagation.order = order;
  c.propagation.tolerance = 1e-9;
  c.rho.assign(sites * sites, 0);
  for (std::size_t a = 0; a < sites; ++a) c.rho[a * sites + a] = a % 2 == 0 ? 0.75 : 0.25;
  return c;
}

inline double largest_difference(const BlockRows& one, const BlockRows& other) {
  REQUIRE(one.bytes() == other.bytes());
  double largest = 0;
  for (std::size_t i = 0; i < one.bytes() / sizeof(double); ++i) {
    const double difference = std::abs(one.at(0, 0).re[i] - other.at(0, 0).re[i]);
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}

inline void compare(const Trajectory& one, const Trajectory& other, double tolerance) {
  REQUIRE(one.times() == other.times());
  double largest = 0, of_energy = 0;
  for (std::size_t node = 0; node < one.times().size(); ++node) {
    for (std::size_t i = 0; i < one.rho(node).size(); ++i) {
      largest = std::max(largest, std::abs(one.rho(node)[i] - other.rho(node)[i]));
    }
    of_energy = std::max(of_energy, std::abs(one.energy(node) - other.energy(node)));
  }
  CHECK(largest < tolerance);
  CHECK(of_energy < tolerance);
}

inline void compare(Engine& device, Engine& host, double tolerance) {
  REQUIRE(device.times().panels() == host.times().panels());
  for (std::size_t panel = 0; panel < host.times().panels(); ++panel) {
    INFO("panel " << panel);
    const PanelRows own = device.rows(panel), expected = host.rows(panel);
    CHECK(largest_difference(own.lesser, expected.lesser) < tolerance);
    CHECK(largest_difference(own.spectral, expected.spectral) < tolerance);
  }
}

/// Collision integrals that the next panel would begin with. A device has none at the column of T⁺, which stands before the panel's own block.
inline void compare_integrals(Engine& device, Engine& host, double tolerance) {
  const PanelRows *const own = device.before(), *const expected = host.before();
  REQUIRE((own == nullptr) == (expected == nullptr));
  if (!own) return;
  const std::size_t blocks = expected->lesser.blocks();
  REQUIRE(own->lesser.blocks() == blocks);
  double largest = 0;
  for (const BlockRows PanelRows::* const function : {&PanelRows::lesser, &PanelRows::spectral}) {
    for (std::size_t k = 0; k < (own->*function).points(); ++k) {
      for (std::size_t block = 0; block < blocks; ++block) {
        if (block == blocks - 2) continue;
        const Block a = (own->*function).at(k, block), b = (expected->*function).at(k, block);
        for (std::size_t i = 0; i < expected->lesser.rows() * a.stride; ++i) {
          const double difference =
              std::max(std::abs(a.re[i] - b.re[i]), std::abs(a.im[i] - b.im[i]));
          if (!(difference <= largest)) largest = difference;
        }
      }
    }
  }
  CHECK(largest < tolerance);
}

}  // namespace diagc::dynamics
