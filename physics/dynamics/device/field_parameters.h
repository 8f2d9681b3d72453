// Parameters of the kernels of fields besides G, as the structs of text/ have them; arrays are addresses.
#pragma once

#include "physics/dynamics/device/device_parameters.h"

namespace diagc::dynamics {

struct DeviceStage {
  DeviceAddress rows = 0, received = 0, reads = 0, reads_received = 0, writes = 0,
                writes_results = 0, factors = 0, results = 0, place = 0, kept = 0, vertices = 0,
                along_axis = 0, weights = 0, roots = 0, work = 0;
  std::uint32_t panels = 0, points = 0, first_point = 0, own_points = 0, first_block = 0,
                blocks = 0, others = 0;
};

struct DeviceMixedStage {
  DeviceAddress rows = 0, reads = 0, writes = 0, sigma = 0, place = 0, kept = 0, signs = 0,
                vertices = 0, on_branch = 0, along_axis = 0, roots = 0, work = 0;
  std::uint32_t panels = 0, points = 0, width = 0;
};

struct DeviceElements {
  DeviceAddress rows = 0, to = 0;
  std::uint32_t panels = 0, points = 0, a = 0, b = 0;
};

struct DeviceMixedElements {
  DeviceAddress rows = 0, to = 0;
  std::uint32_t points = 0, width = 0, a = 0, b = 0;
};

struct DeviceLeftFactors {
  DeviceAddress rows = 0, factors = 0, weights = 0;
  double sign = 1;
  std::uint32_t panels = 0, points = 0;
};

struct DeviceEquationPart {
  DeviceAddress rows = 0;
  std::uint32_t row = 0, column = 0;
};

struct DeviceEquation {
  DeviceAddress parts = 0, rests = 0, sums = 0, unknowns = 0, integrals = 0, inverses = 0;
  double length = 0;
  std::uint32_t part_count = 0, count = 0, panels = 0, points = 0, first_block = 0, blocks = 0,
                functions = 0;
};

struct DeviceMixedEquation {
  DeviceAddress rests = 0, sums = 0, unknowns = 0, inverses = 0;
  std::uint32_t count = 0, points = 0, width = 0;
};

struct DeviceSettled {
  DeviceAddress one = 0, other = 0;
  double sign = 1;
  std::uint32_t panels = 0, points = 0;
};

}  // namespace diagc::dynamics
