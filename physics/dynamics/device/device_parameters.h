// Parameters of kernels, as the structs of text/ have them; arrays are addresses.
#pragma once

#include <cstdint>

#include "runtime/cuda/driver_api.h"

namespace diagc::dynamics {

using DeviceAddress = unsigned long long;

struct DeviceRow {
  DeviceAddress data;
  std::uint32_t first, blocks;
};

struct DeviceHistory {
  DeviceAddress rows = 0, factors = 0, sums = 0, parts = 0, shares = 0;
  std::uint32_t panels = 0, factor_blocks = 0, sum_blocks = 0, strips = 0, segments = 0;
  std::uint32_t first_row = 0, end_row = 0, first_point = 0, points = 0, adds = 0, completes = 0;
  DeviceAddress solved = 0, solver = 0, integrals = 0, coefficients = 0, control = 0;
  double length = 0;
};

struct DeviceStoredRows {
  DeviceAddress rows = 0, matrix = 0, factors = 0, sums = 0, shares = 0;
  std::uint32_t panels = 0, first_row = 0, end_row = 0, first_point = 0, points = 0;
};

struct DeviceFactorMatrix {
  DeviceAddress factors = 0, matrix = 0;
  std::uint32_t panels = 0, first_row = 0, end_row = 0, first_point = 0, points = 0;
};

struct DeviceHistoryResult {
  DeviceAddress values = 0, sums = 0, sums_edge = 0;
  double sign = 1;
  std::uint32_t panels = 0, first_row = 0, end_row = 0, first_point = 0, points = 0;
};

struct DeviceCollision {
  DeviceAddress rows = 0, rows_edge = 0, own_sigma = 0, parts = 0, sums = 0, sums_edge = 0,
                integrals = 0;
  double length = 0, within = 0, sign = 1;
  std::uint32_t panels = 0, own_blocks = 0, segments = 0, first_point = 0, points = 0,
                first_group = 0, groups = 0, adds = 0;
};

struct DevicePanelRows {
  DeviceAddress edge = 0, solver = 0, integrals = 0, of_before = 0, rows = 0, control = 0;
  std::uint32_t points = 0, correlated = 0, begins = 0, groups = 0, of_edge = 0, of_integrals = 0,
                of_rows = 0;
};

struct DeviceSummedRows {
  DeviceAddress edge = 0, solver = 0, own_solver = 0, sums = 0, parts = 0, rows = 0, control = 0;
  std::uint32_t panels = 0, points = 0, segments = 0, first_group = 0, end_group = 0;
};

struct DeviceIntegralsOfRows {
  DeviceAddress edge = 0, rows = 0, h = 0, derivatives = 0, integrals = 0;
  double length = 0;
  std::uint32_t panels = 0, points = 0;
};

struct DeviceResolution {
  DeviceAddress edge = 0, rows = 0, rows_edge = 0, initial = 0, rho = 0, coefficients = 0,
                control = 0;
  std::uint32_t panels = 0, points = 0, all_points = 0, first_group = 0;
};

struct DeviceContinued {
  DeviceAddress before = 0, integrals = 0, integrals_edge = 0, factors = 0;
  std::uint32_t panels = 0, blocks = 0;
};

struct DeviceEdge {
  DeviceAddress rows = 0, edge = 0, matrix = 0, initial = 0, rho = 0;
  std::uint32_t densities = 0, panels = 0, points = 0, first = 0, blocks = 0;
};

struct DeviceRounded {
  DeviceAddress from, to;
  std::uint64_t count;
};

struct DeviceZeros {
  DeviceAddress to;
  std::uint64_t count;
};

struct DeviceEqualTimes {
  DeviceAddress one_particle = 0, constants = 0, matrices = 0, weights = 0, integrals = 0,
                initial = 0, loss = 0;
  DeviceAddress rho[2] = {}, means[2] = {}, changes[2] = {};
  DeviceAddress h = 0, arrived = 0;
  double length = 0, tolerance = 0;
  std::uint32_t points = 0, begins = 0, iterations = 0;
};

struct DeviceLosses {
  static constexpr std::size_t most_devices = 8;

  DeviceAddress integrals = 0, correlation = 0;
  DeviceAddress loss[most_devices] = {};
  std::uint32_t devices = 1, panels = 0, points = 0;
};

struct DeviceWithin {
  DeviceAddress rows = 0, own_sigma = 0, integrals = 0, energies = 0;
  double length = 0;
  std::uint32_t panels = 0, own_blocks = 0, points = 0;
};

struct DeviceSolver {
  DeviceAddress h = 0, integrals = 0, solver = 0, solved_h = 0, continued = 0, of_before = 0;
  double length = 0;
  std::uint32_t all_points = 0;
};

struct DeviceOwnSigma {
  DeviceAddress solver = 0, sigma = 0, integrals = 0, own_solver = 0;
  double length = 0;
  std::uint32_t blocks = 0;
};

struct DeviceOwnRows {
  DeviceSolver solver;
  DeviceAddress edge = 0, integrals = 0, integrals_edge = 0, rows = 0, rows_edge = 0, rho = 0,
                control = 0;
  std::uint32_t panels = 0, correlated = 0, begins = 0;
};

struct DeviceSquareMaps {
  cuda::api::TensorMap rows = {}, received = {}, factors = {}, results = {};
};

struct DeviceSelfEnergy {
  DeviceAddress rows = 0, received = 0, factors = 0, results = 0, place = 0, kept = 0, vertices = 0,
                weights = 0, roots = 0, work = 0;
  std::uint32_t panels = 0, points = 0, first_point = 0, own_points = 0, first_block = 0,
                blocks = 0, by_engine = 0;
  DeviceSquareMaps maps = {};
};

struct DeviceMixedCollision {
  DeviceAddress rows = 0, factors = 0, sigma = 0, continuation = 0, integrals = 0, collocation = 0;
  double length = 0, sign = 1;
  std::uint32_t panels = 0, points = 0, width = 0, adds = 0;
};

struct DeviceBranch {
  DeviceAddress rows = 0, edge = 0, sigma = 0, weights = 0, integrals = 0, integrals_edge = 0;
  double sign = 1;
  std::uint32_t panels = 0, points = 0, width = 0, first_column = 0, columns = 0;
};

struct DeviceMixedSolution {
  DeviceAddress solver = 0, edge = 0, integrals = 0, rows = 0, control = 0;
  std::uint32_t points = 0, width = 0;
};

struct DeviceMixedContinued {
  DeviceAddress before = 0, integrals = 0, factors = 0;
  std::uint32_t points = 0, width = 0;
};

struct DeviceMixedEdge {
  DeviceAddress rows = 0, edge = 0, matrix = 0;
  std::uint32_t points = 0, width = 0;
};

struct DeviceMixedSelfEnergy {
  DeviceAddress rows = 0, sigma = 0, place = 0, kept = 0, vertices = 0, roots = 0, work = 0;
  double vertex = 0;
  std::uint32_t points = 0, width = 0;
};

}  // namespace diagc::dynamics
