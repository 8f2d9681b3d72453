// Plans that keep a limit of memory, for this machine's processors or for a device.
#pragma once

#include <cstdint>
#include <memory>

#include "compiler/arrays/plan.h"
#include "compiler/arrays/search/search.h"
#include "physics/networks/device_program.h"
#include "physics/networks/element.h"

namespace diagc::networks {

/// Bytes that a plan takes with these elements; all of them, see peak_bytes() in execute.h.
std::uint64_t peak_bytes(const arrays::Network& network, const arrays::Plan& plan, Element element,
                         unsigned threads);

/// How the steps of an order are put together: the fastest way, and ways that need less memory.
enum class PlanForm : std::uint8_t {
  fused,   ///< several steps in a kernel
  steps,   ///< each by itself
  panels,  ///< each by itself, without tiles
  device   ///< each by itself, for a device
};

struct Planned {
  arrays::Order order;
  arrays::SliceLoops loops;
  arrays::Plan plan;
  std::uint64_t peak_bytes = 0;
  PlanForm form = PlanForm::fused;
  std::shared_ptr<const DeviceSetup> device = {};  ///< where it runs; null: on processors
};

/// Seconds that all slices are expected to take: on one thread, by the model of place(), or on H200s, of which so many share the slices.
double planned_seconds(const arrays::Plan& plan, std::uint32_t devices = 1);

/// Moves of a search where none are given: default_moves(), or as many as take a tenth of the run that a short search expects, 3e7 at most. Of
/// the expected seconds alone, not of a clock.
std::uint64_t moves_of_search(const arrays::Network& network, double expected_seconds);

/// What steps take of these elements where searches make time small: on one core, or on so many devices that share each array.
arrays::StepTimes step_times(Element element, bool on_devices, std::uint32_t devices = 1,
                             const arrays::DeviceRates& rates = {});

/// What an order costs with the loops of its plan.
arrays::OrderCost cost(const arrays::Network& network, const Planned& planned);

/// What the functions below are given as `device` is where plans are to run; then `memory` is the device's. Several devices share the slices, of
/// which there are enough for them where that pays.
///
/// The plan of a given order. Sums end early where that is wanted and where there is memory for them: for the value that is summed and for what a loop
/// reads all the time. Throws std::runtime_error where it takes more than `memory` bytes; the message says by how much.
Planned plan_order(const arrays::Network& network, const arrays::Order& order, Element element,
                   std::uint64_t memory, unsigned threads,
                   const std::shared_ptr<const DeviceSetup>& device = {},
                   bool sums_end_early = true);

/// The plan of a given order in a given form, as from a file; the labels `outer` and those whose sums end last are of slices.
Planned plan_as(const arrays::Network& network, const arrays::Order& order, PlanForm form,
                const std::vector<arrays::Label>& outer, Element element, std::uint64_t memory,
                unsigned threads, const std::shared_ptr<const DeviceSetup>& device = {});

/// The plan of an order that is searched, sliced as far as `memory` demands, for step_times() whatever `options` has. Sums end early where `options`
/// has them so and, on devices, launches and devices without slices do not cost more than that brings. A long plan has slices between which a run
/// may be cut, where these cost next to nothing. Throws std::runtime_error where no slicing helps.
Planned plan_search(const arrays::Network& network, arrays::SearchOptions options, Element element,
                    std::uint64_t memory, unsigned threads,
                    const std::shared_ptr<const DeviceSetup>& device = {});

}  // namespace diagc::networks
