// Carries out a distribution on devices, one rank each, of this process or of several: shards stay on their devices, and pieces of them go from
// one to another.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "compiler/arrays/distribute/distribution.h"
#include "physics/networks/device_program.h"
#include "physics/networks/ranks.h"

namespace diagc::networks {

/// Bytes that each device takes.
std::uint64_t rank_peak_bytes(const arrays::Distribution& distribution,
                              arrays::DeviceElement element, const arrays::DeviceLimits& limits);

template <class Value>
class DeviceRanks {
 public:
  /// Setup has a device for every rank of the distribution; a device may have several. With `links` every process has one rank, that of its number, and
  /// setup its device; all processes take the same slices in the same order. Distribution, tensors and links must outlive it.
  /// Throws what runtime/cuda throws.
  DeviceRanks(const arrays::Distribution& distribution,
              const std::vector<ScaledArray<Value>>& tensors, const DeviceSetup& setup,
              std::uint32_t prime = 0, RankLinks* links = nullptr);
  ~DeviceRanks();

  /// As RankExecution::slice(), up to rounding: parts of sums are added in the order of the ranks. Every process gets it.
  SliceSum slice(std::uint64_t number);

  RankCounts counts() const;  ///< of the ranks of this process
  /// What pieces go by: DeviceLinks::name(), ProcessPieces::name().
  std::string links() const;
  /// Of the last slice: the longest of all devices, launches and exchanges together, and exchanges alone.
  double busy_seconds() const;
  double exchange_seconds() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

extern template class DeviceRanks<float>;
extern template class DeviceRanks<double>;
extern template class DeviceRanks<std::complex<float>>;
extern template class DeviceRanks<std::complex<double>>;
extern template class DeviceRanks<linear::Residue>;
extern template class DeviceRanks<linear::Tropical>;

}  // namespace diagc::networks
