// Many walkers, or many events, around a kernel.
//
// A population has *members*: the walkers of a Markov chain, which stand somewhere and move, or places in which an independent sample is
// drawn at every step. A *step* takes all members once, and every member gives a row of *quantities* with it: weights, integrands over a
// probability, whatever is averaged. Members stand in *groups* of equal size, which are what statistics are made of.
//
// What a group gives depends on the population's tables, on the group's number, and on the numbers of the steps: random numbers are
// functions of these (Philox), never a stream. So results do not depend on how many threads, devices or ranks there are, nor on who
// steps which group. A process owns some groups of the population, in *parts*: a part is advanced by one call, and different parts may
// be advanced at the same time. On a processor a part is a group; on a device, where a launch takes all members at once, all own groups
// are one part.
//
// Around the kernel stands the step, in one of two forms. Where the kernel's source can be part of a larger one, the step is one function
// with the kernel in the middle, and one call or launch makes many steps. Any other kernel is launched between two parts of the step: the
// first fills the rows of the kernel's inputs, the second takes the rows of its outputs. Between them the first part may drop rows (cuts):
// those are not evaluated and count as rows of zeros.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runs/checkpoint/bytes.h"
#include "runs/statistics/estimate.h"
#include "runs/statistics/group_statistics.h"
#include "runs/statistics/sums.h"

namespace diagc::runs {

/// What never changes in the life of a population.
struct PopulationShape {
  std::uint32_t members = 1;         ///< of a group
  std::uint32_t quantities = 1;      ///< of a row
  std::uint32_t counters = 0;        ///< of Sums::counts
  std::size_t cells = 0;             ///< of all histograms together
  std::size_t state_bytes = 0;       ///< of a group; 0: members are independent samples
  std::size_t most_table_bytes = 0;  ///< of what tables() gives
  bool picks = false;                ///< whether it may pick rows out
};

struct Steps {
  std::uint64_t first = 0, count = 0;
};

/// Places among the own groups: [first, end).
struct GroupRange {
  std::size_t first = 0, end = 0;
  std::size_t size() const { return end - first; }
};

/// A row that a population picks out, such as an event that was accepted. All else that it has follows from its number again.
struct PickedRow {
  std::uint64_t step = 0;
  std::uint32_t member = 0;  ///< of all groups
  double value = 0;          ///< what the population gives it: a weight, not 0

  auto operator<=>(const PickedRow&) const = default;
};

/// What advance() adds to.
struct Tally {
  std::span<Sums> groups;  ///< of the part, in the order of groups
  /// Empty where nobody wants histograms. Cells hold whole numbers, in units that the population chooses, so that their sums do not
  /// depend on an order. The parts of a population have spans of their own.
  std::span<std::int64_t> histogram;
  /// Null where the shape does not say that rows are picked. In any order; no row twice.
  std::vector<PickedRow>* picked = nullptr;
};

/// Functions that take a part may be called for different parts at the same time; the others may not be called beside any other.
class Population {
 public:
  virtual ~Population() = default;

  virtual const PopulationShape& shape() const = 0;
  /// Steps of a stretch: what one entry of the statistics is made of. May depend on the tables.
  virtual std::uint32_t stretch() const = 0;
  virtual std::size_t parts() const = 0;
  virtual GroupRange groups(std::size_t part) const = 0;

  /// All that was tuned and that steps depend on: distributions to draw from, normalisations.
  virtual Bytes tables() const { return {}; }
  /// Takes what tables() gave. Throws std::runtime_error, whose text goes on from "the file cannot be used: ", unless it is something
  /// that tables() of such a population may give.
  virtual void configure(std::span<const std::byte> tables) = 0;

  /// Puts the members of a part where their chains begin. `step` numbers random numbers, as steps do.
  virtual void start(std::size_t part, std::uint64_t step) = 0;
  virtual void advance(std::size_t part, Steps steps, const Tally& tally) = 0;

  /// The states of the groups of a part, state_bytes each, in the order of groups. The same states under the same tables go on alike, to
  /// the last bit.
  virtual Bytes save(std::size_t /*part*/) const { return {}; }
  /// Throws std::runtime_error as configure() does unless all states are ones that members may have.
  virtual void restore(std::size_t /*part*/, std::span<const std::byte> /*states*/) {}
  /// Keeps all states; and puts members back to what was kept last.
  virtual void take_snapshot() {}
  virtual void roll_back() {}

  /// From the statistics of all groups of all ranks. The average of the first quantity, unless it is something else.
  virtual Estimate estimate(std::span<const GroupStatistics> groups) const {
    return runs::estimate(groups, {.numerator = 0, .denominator = shape().quantities}, grouping());
  }
  /// The same of all that a population measures besides; none where that one is all.
  virtual std::vector<Estimate> further_estimates(
      std::span<const GroupStatistics> /*groups*/) const {
    return {};
  }

 protected:
  Grouping grouping() const {
    return {.stretch = stretch(),
            .members = shape().members,
            .rows = shape().state_bytes == 0 ? Rows::independent : Rows::chains};
  }
};

}  // namespace diagc::runs
