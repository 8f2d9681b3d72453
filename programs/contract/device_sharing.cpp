#include "programs/contract/device_sharing.h"

#include "programs/command/command.h"
#include "programs/contract/distributed_run.h"
#include "programs/contract/planning.h"

namespace diagc::contract {

namespace {

/// Arrays are shared where that is expected to take less than this share of the time that slices take.
constexpr double worth_sharing = 0.95;

}  // namespace

Sharing choose_sharing(const Options& options, const Subject& subject) {
  Sharing sharing;
  const auto seed = static_cast<std::uint64_t>(options.seed);
  const auto device = device_of(options);
  if (!device || device->devices.size() < 2) {
    sharing.slices = plan(options, subject, seed, false);
    return sharing;
  }
  std::optional<Failure> refusal;
  try {
    sharing.slices = plan(options, subject, seed, false);
  } catch (const Failure& failure) {
    refusal = failure;
  }
  try {
    if (sharing.slices && sharing.slices->order.sliced.empty()) {
      // The order that no limit has changed is the one to share.
      sharing.arrays = networks::distribute_order(
          subject.network.network, sharing.slices->order, subject.element,
          memory_limit(options, device.get()), static_cast<std::uint32_t>(device->devices.size()),
          arrays::DistributionRule::cheapest, device);
    } else {
      sharing.arrays = plan_distributed(options, subject, device,
                                        sharing.slices ? &sharing.slices->order : nullptr);
    }
  } catch (const std::runtime_error&) {
    if (!sharing.slices) throw refusal.value();
  }
  if (sharing.slices && sharing.arrays) {
    const auto devices = static_cast<std::uint32_t>(device->devices.size());
    const bool is_faster = sharing.arrays->seconds <
                           worth_sharing * networks::planned_seconds(sharing.slices->plan, devices);
    if (is_faster) {
      sharing.slices.reset();
    } else {
      sharing.arrays.reset();
    }
  }
  return sharing;
}

}  // namespace diagc::contract
