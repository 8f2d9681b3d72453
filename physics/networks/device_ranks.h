// Ranks with a device each, of this process or of several: shards stay on their devices, and pieces of them go from one to another.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "compiler/arrays/device/rank_plan.h"
#include "physics/networks/device_program.h"
#include "physics/networks/rank_run.h"

namespace diagc::networks {

/// Bytes that each device takes.
std::uint64_t rank_peak_bytes(const arrays::RankPlan& plan, arrays::DeviceElement element,
                              const arrays::DeviceLimits& limits);

template <class Value>
class DeviceRanks : public RankRun<Value> {
 public:
  /// Setup has a device for every rank of the plan; a device may have several. With `links` every process has one rank, that of its number, and
  /// setup its device. Plan, tensors, which are whole, and links must outlive it. Throws what runtime/cuda throws.
  /// Slices are those of processor_ranks(), up to rounding: parts of sums are added in the order of the ranks.
  DeviceRanks(const arrays::RankPlan& plan, const std::vector<ScaledArray<Value>>& tensors,
              const DeviceSetup& setup, std::uint32_t prime = 0, RankLinks* links = nullptr);
  ~DeviceRanks() override;

  void take(std::uint64_t slice) override;
  ScaledArray<Value> shard(std::uint32_t rank, std::uint32_t value) const override;
  std::uint32_t process_of(std::uint32_t rank) const override;
  RankLinks* links() const override;
  RankCounts counts() const override;
  const RankSeconds& seconds() const override;

  /// From the next slice on, whatever the setup says.
  void time_launches(bool are_timed);

  /// What pieces go by: DeviceLinks::name(), ProcessPieces::name().
  std::string link_name() const;

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
