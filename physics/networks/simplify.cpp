#include "physics/networks/simplify.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace diagc::networks {

namespace {

using arrays::Label;

/// Of a tensor that is looked at: of larger ones that would take long, and they are rarely so simple.
constexpr std::size_t most_numbers = std::size_t{1} << 20U;

class Simplifier {
 public:
  Simplifier(arrays::Network& network, TensorValues& values, double zero)
      : network_(network),
        values_(values),
        parts_(values.is_complex ? 2 : 1),
        zero_(zero),
        became_(network.extents.size()),
        is_open_(network.extents.size()),
        users_(network.extents.size()),
        is_due_(network.tensors.size(), true) {
    std::iota(became_.begin(), became_.end(), 0);
    values_.lacking.resize(network.tensors.size());
    for (const Label label : network.open) is_open_[label] = true;
    for (std::uint32_t t = 0; t < network.tensors.size(); ++t) {
      for (const Label label : network.tensors[t]) {
        if (users_[label].empty() || users_[label].back() != t) users_[label].push_back(t);
      }
    }
  }

  /// By label, the one that it has become.
  std::vector<Label> run() {
    for (bool changes = true; changes;) {
      changes = false;
      for (std::uint32_t t = 0; t < network_.tensors.size(); ++t) {
        if (!is_due_[t]) continue;
        is_due_[t] = false;
        changes = true;
        look_at(t);
      }
    }
    for (Label& label : became_) label = current(label);
    return became_;
  }

 private:
  std::vector<Label>& axes(std::uint32_t t) { return network_.tensors[t]; }

  Label current(Label label) const {
    while (became_[label] != label) label = became_[label];
    return label;
  }

  std::vector<std::size_t> shape(std::uint32_t t) const {
    std::vector<std::size_t> shape;
    for (const Label label : network_.tensors[t]) shape.push_back(network_.extents[label]);
    return shape;
  }

  bool is_zero(std::uint32_t t, std::size_t element) const {
    for (std::size_t part = 0; part < parts_; ++part) {
      if (values_.numbers[t][element * parts_ + part] != zero_) return false;
    }
    return true;
  }

  bool are_equal(std::uint32_t t, std::size_t a, std::size_t b) const {
    const auto& numbers = values_.numbers[t];
    return std::equal(numbers.begin() + static_cast<std::ptrdiff_t>(a * parts_),
                      numbers.begin() + static_cast<std::ptrdiff_t>((a + 1) * parts_),
                      numbers.begin() + static_cast<std::ptrdiff_t>(b * parts_)) &&
           values_.lacking_of(t, a) == values_.lacking_of(t, b);
  }

  /// Calls body(element, position on each axis).
  template <class F>
  static void for_each(const std::vector<std::size_t>& shape, const F& body) {
    std::size_t elements = 1;
    for (const std::size_t length : shape) elements *= length;
    std::vector<std::size_t> position(shape.size());
    for (std::size_t element = 0; element < elements; ++element) {
      body(element, position);
      for (std::size_t axis = shape.size(); axis-- > 0;) {
        if (++position[axis] < shape[axis]) break;
        position[axis] = 0;
      }
    }
  }

  /// The elements of a tensor that `keeps` takes, in their order.
  template <class F>
  void select(std::uint32_t t, const std::vector<std::size_t>& shape, const F& keeps) {
    std::vector<double> numbers, lacking;
    const bool has_lacking = !values_.lacking[t].empty();
    for_each(shape, [&](std::size_t element, const std::vector<std::size_t>& position) {
      if (!keeps(position)) return;
      for (std::size_t part = 0; part < parts_; ++part)
        numbers.push_back(values_.numbers[t][element * parts_ + part]);
      if (has_lacking) lacking.push_back(values_.lacking[t][element]);
    });
    values_.numbers[t] = std::move(numbers);
    values_.lacking[t] = std::move(lacking);
  }

  void drop_axis(std::uint32_t t, std::size_t axis) {
    const Label label = axes(t)[axis];
    axes(t).erase(axes(t).begin() + static_cast<std::ptrdiff_t>(axis));
    if (std::ranges::count(axes(t), label) == 0) std::erase(users_[label], t);
    is_due_[t] = true;
  }

  /// One change at most that concerns other tensors; the tensor is due again after it.
  void look_at(std::uint32_t t) {
    if (values_.numbers[t].size() > most_numbers) return;
    while (take_diagonal(t)) {
    }
    if (leave_out_zeros(t) || join_labels(t)) return;
    while (drop_constant_axis(t)) {
    }
  }

  bool take_diagonal(std::uint32_t t) {
    const std::vector<Label>& labels = axes(t);
    for (std::size_t j = 1; j < labels.size(); ++j) {
      const auto i =
          static_cast<std::size_t>(std::ranges::find(labels, labels[j]) - labels.begin());
      if (i == j) continue;
      select(t, shape(t), [&](const auto& position) { return position[i] == position[j]; });
      drop_axis(t, j);
      return true;
    }
    return false;
  }

  bool leave_out_zeros(std::uint32_t t) {
    const std::vector<std::size_t> lengths = shape(t);
    std::vector<std::vector<bool>> is_needed;
    for (const std::size_t length : lengths) is_needed.emplace_back(length);
    for_each(lengths, [&](std::size_t element, const std::vector<std::size_t>& position) {
      if (is_zero(t, element)) return;
      for (std::size_t axis = 0; axis < position.size(); ++axis)
        is_needed[axis][position[axis]] = true;
    });
    for (std::size_t axis = 0; axis < lengths.size(); ++axis) {
      std::vector<bool>& needed = is_needed[axis];
      // Of a tensor of zeros one value is left.
      if (std::ranges::count(needed, true) == 0) needed[0] = true;
      if (is_open_[axes(t)[axis]] || std::ranges::count(needed, false) == 0) continue;
      restrict_label(axes(t)[axis], needed);
      return true;
    }
    return false;
  }

  void restrict_label(Label label, const std::vector<bool>& needed) {
    for (const std::uint32_t user : users_[label]) {
      const std::vector<Label>& labels = axes(user);
      select(user, shape(user), [&](const std::vector<std::size_t>& position) {
        for (std::size_t axis = 0; axis < labels.size(); ++axis) {
          if (labels[axis] == label && !needed[position[axis]]) return false;
        }
        return true;
      });
      is_due_[user] = true;
    }
    network_.extents[label] = static_cast<std::uint64_t>(std::ranges::count(needed, true));
  }

  bool join_labels(std::uint32_t t) {
    const std::vector<std::size_t> lengths = shape(t);
    const std::vector<Label> labels = axes(t);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      for (std::size_t j = i + 1; j < labels.size(); ++j) {
        if (lengths[i] < 2 || lengths[i] != lengths[j]) continue;
        if (is_open_[labels[i]] && is_open_[labels[j]]) continue;
        bool is_diagonal = true;
        for_each(lengths, [&](std::size_t element, const std::vector<std::size_t>& position) {
          if (is_diagonal && position[i] != position[j] && !is_zero(t, element))
            is_diagonal = false;
        });
        if (!is_diagonal) continue;
        is_open_[labels[j]] ? join(labels[i], labels[j]) : join(labels[j], labels[i]);
        return true;
      }
    }
    return false;
  }

  void join(Label from, Label to) {
    for (const std::uint32_t user : users_[from]) {
      std::ranges::replace(axes(user), from, to);
      if (std::ranges::count(users_[to], user) == 0) users_[to].push_back(user);
      is_due_[user] = true;
    }
    users_[from].clear();
    became_[from] = to;
  }

  bool drop_constant_axis(std::uint32_t t) {
    const std::vector<std::size_t> lengths = shape(t);
    std::size_t stride = 1;
    for (std::size_t axis = lengths.size(); axis-- > 0;) {
      const Label label = axes(t)[axis];
      if (lengths[axis] > 1 && users_[label].size() > 1) {
        bool is_constant = true;
        for_each(lengths, [&](std::size_t element, const std::vector<std::size_t>& position) {
          if (is_constant && !are_equal(t, element, element - position[axis] * stride))
            is_constant = false;
        });
        if (is_constant) {
          select(t, lengths, [&](const auto& position) { return position[axis] == 0; });
          drop_axis(t, axis);
          return true;
        }
      }
      stride *= lengths[axis];
    }
    return false;
  }

  arrays::Network& network_;
  TensorValues& values_;
  std::size_t parts_;
  double zero_;
  std::vector<Label> became_;
  std::vector<bool> is_open_;
  std::vector<std::vector<std::uint32_t>> users_;  ///< by label: tensors that have it
  std::vector<bool> is_due_;                       ///< tensors to be looked at
};

/// Without the labels that have become others.
void renumber(NamedNetwork& network, const std::vector<Label>& became) {
  std::vector<Label> number(became.size());
  NamedNetwork smaller = network;
  smaller.network.extents.clear();
  smaller.label_names.clear();
  smaller.label_places.clear();
  for (Label label = 0; label < became.size(); ++label) {
    if (became[label] != label) continue;
    number[label] = static_cast<Label>(smaller.network.extents.size());
    smaller.network.extents.push_back(network.network.extents[label]);
    smaller.label_names.push_back(network.label_names[label]);
    smaller.label_places.push_back(network.label_places[label]);
  }
  for (Label label = 0; label < became.size(); ++label) {
    if (became[label] != label)
      smaller.label_aliases.emplace_back(network.label_names[label], number[became[label]]);
  }
  for (auto& labels : smaller.network.tensors)
    for (Label& label : labels) label = number[label];
  for (Label& label : smaller.network.open) label = number[label];
  if (smaller.order)
    for (Label& label : smaller.order->sliced) label = number[became[label]];
  network = std::move(smaller);
}

}  // namespace

void simplify(NamedNetwork& network, TensorValues& values, double zero) {
  const auto is_finite = [](const std::vector<double>& numbers) {
    return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
  };
  if (zero == 0 && !std::ranges::all_of(values.numbers, is_finite)) return;
  renumber(network, Simplifier(network.network, values, zero).run());
}

}  // namespace diagc::networks
