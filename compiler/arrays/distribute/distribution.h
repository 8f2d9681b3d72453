// How a contraction is shared among devices: what every step and every value of it has on which device, and what is exchanged.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/distribute/divide.h"

namespace diagc::arrays {

inline constexpr Label no_label = 0xffffffffU;

/// By axis of the grid: the label that is laid along it; no_label: the devices along it have the same.
using Placement = std::vector<Label>;

/// What a distribution is made of; all else follows. By step of the order.
struct DistributionChoice {
  struct Step {
    /// Labels of the operands. Operands are at what they have of it; so is the result, as a sum of parts where a summed label is among them.
    Placement on;
    /// Where the result is after its parts are added: as `on`, with other labels of the result, or none, in place of summed ones.
    Placement made;
    bool operator==(const Step&) const = default;
  };
  std::vector<Step> steps;
};

struct Exchange {
  enum class Kind : std::uint8_t {
    redistribute,    ///< labels change place, all to all
    gather,          ///< devices get more than they had
    reduce_scatter,  ///< parts of a sum are added, each device keeps a share
    all_reduce       ///< the same, and devices along an axis keep all of it
  } kind = Kind::redistribute;
  std::uint32_t value = 0;
  Placement from, to;
  std::uint64_t elements = 0;      ///< that travel, of all devices together
  std::uint64_t far_elements = 0;  ///< those that leave a node
  double seconds = 0;
};
inline constexpr const char* exchange_names[] = {"redistribute", "gather", "reduce-scatter",
                                                 "all-reduce"};

struct DistributedStep {
  std::uint32_t a = 0, b = 0, c = 0;  ///< values of the order
  bool once = false;                  ///< before the slices
  double runs = 1;           ///< in a slice or before them: for so many values of labels of loops
  double exchange_runs = 1;  ///< of its exchanges: a sum over loops is exchanged behind them
  Placement on, made;
  /// By axis of the grid: a summed label along which the result stays in parts of a sum, as do all values that are computed from it; no_label: it does not.
  /// Whoever reads the result of the network adds its parts.
  Placement parts;
  Placement
      read;  ///< where the result is brought to at once: what the step that uses it has of its labels
  std::vector<Exchange> exchanges;  ///< of the result, in their order
  double seconds = 0;               ///< of the arithmetic, on every device
  double operations = 0;            ///< real ones, on every device
};

struct Distribution {
  DividedNetwork divided;
  DeviceGrid grid;
  std::vector<DistributedStep> steps;  ///< in the order in which they are taken
  std::vector<PlanLoop> loops;         ///< of `steps`
  std::uint64_t slices = 1;
  std::uint64_t element_bytes = 0;
  // Of all slices.
  double seconds = 0;           ///< arithmetic and exchanges, one after the other
  double exchange_seconds = 0;  ///< of these the exchanges
  double operations = 0;        ///< of every device
  double bytes = 0;             ///< that travel, of all devices together
  double far_bytes = 0;
  // On every device, in one slice.
  std::uint64_t largest_shard = 0;  ///< elements
  std::uint64_t peak =
      0;  ///< elements of all shards that are there at once, and of pieces of them that leave and come

  std::uint64_t devices() const { return grid.devices(); }
};

struct DistributionElement {
  std::uint64_t bytes = 8;
  bool is_complex = false;
  /// Whether sums may stay in parts to the end, where nothing lies along their axis any more (DistributedStep::parts).
  bool may_stay_in_parts = false;
};

/// Places of a choice, exchanges, times and memory. Throws std::runtime_error where the choice is none for this network: labels that an operand or
/// a result does not have, twice, or of another extent than their axis.
Distribution describe(DividedNetwork divided, const DeviceGrid& grid, const DeviceModel& model,
                      const DistributionElement& element, const DistributionChoice& choice);

/// What of a placement belongs to labels in an ascending list.
Placement part_of(const Placement& placement, const std::vector<Label>& labels);

/// Elements that a device has of a value with `elements` elements.
std::uint64_t shard_elements(std::uint64_t elements, const DeviceGrid& grid,
                             const Placement& placement);

/// Seconds of an exchange in which a device gets `elements`, `far` of them from other nodes, from so many devices of its node and so many nodes.
double exchange_seconds(const DeviceModel& model, double bytes, double far_bytes, double near_peers,
                        double far_peers);

/// Seconds of a contraction on one device: the longer of operations and bytes.
double step_seconds(const DeviceModel& model, double operations, double bytes);

}  // namespace diagc::arrays
