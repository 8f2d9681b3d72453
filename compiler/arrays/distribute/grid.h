// Devices as a grid, and what a model of them takes for work and for exchanges.
//
// P devices are a grid whose axes have the prime factors of P as lengths. A label of extent p is distributed when it is laid along an axis of
// length p: a device has the elements whose value of the label is its index there. Along an axis without a label all devices have the same.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace diagc::arrays {

inline constexpr std::uint32_t most_devices = 4096;

struct GridAxis {
  std::uint32_t length = 2;
  bool between_nodes = false;  ///< steps along it leave the node
  bool operator==(const GridAxis&) const = default;
};

struct DeviceGrid {
  /// Those between nodes first; the last axis varies fastest in the numbers of devices.
  std::vector<GridAxis> axes;

  std::uint32_t devices() const;
  /// The index of a device along each axis.
  std::vector<std::uint32_t> indices(std::uint32_t device) const;
  std::uint32_t device(const std::vector<std::uint32_t>& indices) const;
};

/// Throws std::runtime_error for 0 devices, more than most_devices, and where they are more than one node but no whole number of nodes.
DeviceGrid make_grid(std::uint32_t devices, std::uint32_t devices_of_node);

struct Link {
  double rate = 1;     ///< bytes a second, into one device
  double latency = 0;  ///< seconds; an exchange among n devices takes log2(n) of them
};

/// Sustained rates of one device.
struct DeviceModel {
  double arithmetic_rate = 1;  ///< real operations a second in the precision of the elements
  double memory_rate = 1;      ///< bytes a second
  double launch = 0;           ///< seconds that a step takes at least
  Link near, far;              ///< in a node, and between nodes
  std::uint32_t devices_of_node = 8;
  /// Parts of an order that take less than so many seconds on one device are computed on all of them.
  double negligible = 0;
};

/// Peak rates of a device, as multiples of an H200's.
struct DeviceRates {
  double arithmetic = 1, memory = 1;
  bool operator==(const DeviceRates&) const = default;
};

/// NVIDIA H200 in nodes of eight with NVLink 4, and one link of 400 Gbit/s a device between nodes. About 80 % of the peak rates.
DeviceModel h200(bool single_precision);

/// A device of these rates, with links and launches of that one.
DeviceModel device_model(bool single_precision, const DeviceRates& rates);

}  // namespace diagc::arrays
