// Parameters of the kernels of a uniform grid, as the structs of text/ have them; arrays are addresses.
#pragma once

#include <cstdint>

namespace diagc::dynamics {

using DeviceAddress = unsigned long long;

struct UniformSelfEnergy {
  DeviceAddress row = 0, sigma = 0, place = 0, kept = 0, vertices = 0, roots = 0, work = 0;
  std::uint32_t points = 0, times = 0, first = 0, end = 0;
};

struct UniformCollision {
  DeviceAddress rows = 0, sigma = 0, integrals = 0, parts = 0;
  double step = 0;
  std::uint32_t points = 0, row = 0, ahead = 0;
};

struct UniformEvolution {
  DeviceAddress h, evolution;
  double step;
  std::uint32_t points;
};

struct UniformAdvance {
  DeviceAddress rows = 0, evolution = 0, first = 0, last = 0;
  double step = 0;
  std::uint32_t points = 0, row = 0;
};

struct UniformKick {
  DeviceAddress rows, matrix;
  std::uint32_t points, row;
};

struct UniformCorner {
  DeviceAddress numbers = 0, density = 0, traces = 0;
  std::uint32_t points = 0, row = 0;
};

}  // namespace diagc::dynamics
