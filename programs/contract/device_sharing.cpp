#include "programs/contract/device_sharing.h"

#include <algorithm>
#include <cmath>

#include "programs/command/command.h"
#include "programs/contract/distributed_run.h"
#include "programs/contract/planning.h"

namespace diagc::contract {

namespace {

/// Arrays are shared where that is expected to take less than this share of the time that slices take.
constexpr double worth_sharing = 0.95;

/// The most slices that one of so many devices takes.
double seconds_of_slices(const networks::Planned& planned, std::size_t devices) {
  const auto slices = static_cast<double>(planned.plan.slices);
  const double most = std::ceil(slices / static_cast<double>(devices));
  double seconds = 0;
  for (const arrays::PlanKernel& kernel : planned.plan.kernels)
    seconds += kernel.seconds * kernel.runs * (kernel.once ? 1 : most);
  return seconds;
}

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
    if (sharing.slices && sharing.slices->plan.slices == 1) {
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
    const bool is_faster =
        sharing.arrays->distribution.seconds <
        worth_sharing * seconds_of_slices(*sharing.slices, device->devices.size());
    if (is_faster) {
      sharing.slices.reset();
    } else {
      sharing.arrays.reset();
    }
  }
  return sharing;
}

}  // namespace diagc::contract
