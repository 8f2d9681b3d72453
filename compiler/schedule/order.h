// In which order values are computed. The best order keeps the fewest values alive at once.
//
// Every order here is made by demand: a sequence of values to demand, each computed right after the operands that it
// still lacks. So every sequence gives a valid order, and what is searched for is the sequence. Diagrammatic recurrences
// have a good one along their arguments (for the SU(N) Hubbard density: k descending, s descending, `open` ascending
// as a binary number keeps 119 values alive at n = 6; level by level it is 186), and that sequence is the same for
// every n: it can be found on a small graph and used on a large one.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "compiler/schedule/values.h"

namespace diagc {

/// A sequence of values to demand.
struct OrderRule {
  enum class Start {
    creation,   ///< ascending node numbers: the order in which expansion completed the calls
    outputs,    ///< from the outputs, operands first to last
    backwards,  ///< from the outputs, operands last to first
    arguments,  ///< the calls of some families sorted together by `keys`, then the outputs
  };
  struct Key {
    std::string parameter;
    bool descending = false;
    bool operator==(const Key&) const = default;
  };
  Start start = Start::outputs;
  std::vector<std::string>
      families;  ///< with Start::arguments: one, or several that recurse through each other
  std::vector<Key>
      keys;  ///< most significant first; sets compare as binary numbers, a family without the parameter as 0
  bool eager = false;  ///< a user is computed as soon as it can be and ends the life of an operand

  bool operator==(const OrderRule&) const = default;
};

/// "W by k descending, s descending, open ascending"
std::string to_string(const OrderRule& rule);

/// All values, operands before users. Here and below, `stop` is polled, and Stopped is thrown once it is set.
std::vector<NodeId> apply(const OrderRule& rule, const Graph& graph, const Values& values,
                          const std::atomic<bool>* stop = nullptr);

/// The largest number of values alive at once: computed, and still to be read by another value.
std::size_t max_live(const std::vector<NodeId>& order, const Values& values, std::size_t nodes);

/// Tries the rules that fit the graph, in full for small graphs and key by key for large ones, and returns the one with
/// the fewest live values. Sorted are the calls of one family that has many of the values, those of families that recurse
/// through each other (strong components of the graph of families), and those of all families, by the names of their
/// parameters. `hint`, the rule found for a smaller graph of the same grammar, replaces the search: it is only compared
/// with the rules that need no search.
OrderRule find_order(const Graph& graph, const Values& values, const OrderRule* hint = nullptr,
                     const std::atomic<bool>* stop = nullptr);

}  // namespace diagc
