// A network as a file or a command line names it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/arrays/network.h"
#include "compiler/arrays/order.h"
#include "compiler/source/diagnostic.h"
#include "compiler/source/source.h"

namespace diagc::networks {

/// Extents by name, as from `--extent a=2`.
using Extents = std::vector<std::pair<std::string, std::uint64_t>>;

struct NamedNetwork {
  SourcePtr source;
  arrays::Network network;               ///< an extent of 0 is not known yet
  std::vector<std::string> label_names;  ///< by label
  std::vector<Span> label_places;        ///< by label: where it stands first
  std::vector<Span> tensor_places;       ///< by tensor
  Span open_place;                       ///< the labels of the result
  std::optional<arrays::Order> order;    ///< where the file has one
  /// Names of labels that have become others: orders may name them.
  std::vector<std::pair<std::string, arrays::Label>> label_aliases = {};
};

/// Gives labels numbers in the order in which they come.
class Labels {
 public:
  explicit Labels(NamedNetwork& network) : network_(network) {}

  /// The label of that name, with an unknown extent where it is a new one. Throws InputError where there are too many.
  arrays::Label number(std::string_view name, Span place);
  std::optional<arrays::Label> find(std::string_view name) const;

 private:
  NamedNetwork& network_;
  std::unordered_map<std::string, arrays::Label> numbers_;
};

/// Sets the extents that are given. Throws std::runtime_error for a name that no label has, an extent that is known otherwise, and
/// one of 0.
void set_extents(NamedNetwork& network, const Extents& extents);

/// Sets the extents from the shapes of the tensors' arrays, in their order, and checks them against each other and against what is
/// known. Throws InputError at the tensor or label that does not fit.
void set_shapes(NamedNetwork& network, const std::vector<std::vector<std::size_t>>& shapes);

/// Throws InputError where an extent is not known, or a tensor or the result has 2^63 elements or more.
void check_complete(const NamedNetwork& network);

/// Throws InputError where there is no room for another tensor.
void check_room_for_tensor(const NamedNetwork& network, Span place);

/// Throws InputError unless the labels of the result are each once, and each in a tensor; `places` are theirs.
void check_open(const NamedNetwork& network, const std::vector<Span>& places);

}  // namespace diagc::networks
