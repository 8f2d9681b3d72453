// Arrays of a propagation in a device's memory, besides rows of panels.
#pragma once

#include <array>
#include <utility>

#include "physics/dynamics/device/device_memory.h"
#include "physics/dynamics/device/panel_numbers.h"

namespace diagc::dynamics {

struct DeviceArrays {
  /// An array that grows from panel to panel, and what is to take its place.
  struct Growing {
    DeviceNumbers larger, smaller;
  };

  explicit DeviceArrays(cuda::Device own_device) : device(std::move(own_device)) {}

  DeviceNumbers numbers() const { return DeviceNumbers(device); }
  Growing growing() const { return {numbers(), numbers()}; }
  /// Of a DeviceArrays, const or not.
  template <class Arrays>
  static auto all_growing(Arrays& of) {
    return std::array{&of.of_collisions,
                      &of.of_factors,
                      &of.of_parts,
                      &of.of_edge,
                      &of.of_received,
                      &of.of_results,
                      &of.of_integrals_of_others,
                      &of.of_edge_of_others};
  }
  /// Of those that grow with the lattice or with time.
  std::size_t bytes() const;

  cuda::Device device;
  DeviceNumbers spare = numbers();  ///< memory of the next panel's rows
  DeviceNumbers integrals = numbers(), products = numbers(), shares = numbers(),
                point_weights = numbers(), coefficients = numbers(), roots = numbers(),
                place = numbers(), kept = numbers();
  DeviceNumbers edge = numbers(), initial = numbers(), rows_edge = numbers(),
                integrals_edge = numbers(), own_solver = numbers(),
                derivatives_at_nodes = numbers(), collisions = numbers(), before = numbers(),
                factors = numbers(), parts = numbers(), work = numbers();
  DeviceNumbers rho[2] = {numbers(), numbers()}, means[2] = {numbers(), numbers()};
  DeviceNumbers solver[2] = {numbers(), numbers()}, solved_h[2] = {numbers(), numbers()};
  DeviceNumbers h = numbers(), loss = numbers(), one_particle = numbers(), correlation = numbers(),
                arrived = numbers(), control = numbers(), received = numbers(), results = numbers(),
                packed = numbers();
  /// At others' points and columns that are evaluated here; `solver_of_others` has Y and what integrals of the panel before are multiplied by.
  DeviceNumbers integrals_of_others = numbers(), edge_of_others = numbers(),
                solver_of_others = numbers();
  PanelNumbers of_panel{device};
  DeviceNumbers mixed_edge = numbers(), mixed_integrals = numbers(), mixed_before = numbers(),
                all_mixed = numbers(), mixed_sigma = numbers(), along_branch = numbers(),
                branch_weights = numbers();
  Growing of_collisions = growing(), of_factors = growing(), of_parts = growing(),
          of_edge = growing(), of_received = growing(), of_results = growing(),
          of_integrals_of_others = growing(), of_edge_of_others = growing();
};

}  // namespace diagc::dynamics
