#include "programs/audit/configurations.h"

#include <algorithm>
#include <numeric>
#include <random>

#include <fmt/format.h>

#include "programs/command/command.h"
#include "runtime/batch/batch.h"

namespace diagc::audit {

namespace {

std::size_t rows_per_leaf(const Kernel::Variable& variable) { return variable.complex ? 2 : 1; }

NumberRows empty_rows(const Kernel::Variable& variable, std::size_t count) {
  return {variable.leaves * rows_per_leaf(variable), count};
}

}  // namespace

std::vector<std::vector<std::int64_t>> permutations(const Labels& labels) {
  std::vector<std::int64_t> permutation(
      static_cast<std::size_t>(std::max<std::int64_t>(labels.last - labels.first + 1, 0)));
  std::iota(permutation.begin(), permutation.end(), labels.first);
  std::vector<std::vector<std::int64_t>> all;
  do {
    all.push_back(permutation);
  } while (std::next_permutation(permutation.begin(), permutation.end()));
  return all;
}

void check_labels(const std::vector<Kernel::Variable>& variables, const Labels& labels) {
  for (const Kernel::Variable& variable : variables) {
    for (const Kernel::Range& range : variable.ranges) {
      const bool holds_some =
          std::max(range.first, labels.first) <= std::min(range.last, labels.last);
      const bool holds_all = range.first <= labels.first && labels.last <= range.last;
      if (!holds_some || holds_all) continue;
      throw Failure(fmt::format(
          "error: found the indices {}..{} of {}, expected all of {}..{}, which "
          "--symmetrise names, or none",
          range.first, range.last, diagc::quoted(variable.name), labels.first, labels.last));
    }
  }
}

std::vector<std::size_t> replaced_leaves(const Kernel::Variable& variable, const Labels& labels,
                                         const std::vector<std::int64_t>& permutation) {
  std::vector<std::size_t> elements{0};
  for (const Kernel::Range& range : variable.ranges) {
    std::vector<std::size_t> next;
    const auto size =
        static_cast<std::size_t>(std::max<std::int64_t>(range.last - range.first + 1, 0));
    for (const std::size_t outer : elements) {
      for (std::int64_t index = range.first; index <= range.last; ++index) {
        const bool is_label = labels.first <= index && index <= labels.last;
        const std::int64_t replaced =
            is_label ? permutation[static_cast<std::size_t>(index - labels.first)] : index;
        next.push_back(outer * size + static_cast<std::size_t>(replaced - range.first));
      }
    }
    elements = std::move(next);
  }
  std::vector<std::size_t> leaves;
  const std::size_t per_element = components(variable.shape);
  for (const std::size_t element : elements) {
    for (std::size_t c = 0; c < per_element; ++c) leaves.push_back(element * per_element + c);
  }
  return leaves;
}

Configurations Configurations::random(const std::vector<Kernel::Variable>& inputs,
                                      std::size_t count, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  Configurations result;
  result.count_ = count;
  for (const Kernel::Variable& variable : inputs) {
    NumberRows rows = empty_rows(variable, count);
    for (std::size_t row = 0; row < rows.height(); ++row)
      std::generate_n(rows.row(row), count, [&] { return number(engine); });
    result.inputs_.push_back({variable, std::move(rows)});
  }
  return result;
}

Configurations Configurations::from_files(const std::vector<Kernel::Variable>& inputs,
                                          const InputFiles& files, std::size_t count) {
  Configurations result;
  result.count_ = count;
  for (const Kernel::Variable& variable : inputs) {
    NumberRows rows = empty_rows(variable, count);
    if (const NpyArray* array = files.find(variable.name)) {
      const std::size_t own = array->shape[0];  // 1: the batch shares it
      const ConstArray view{array->data.get(), array->type, Layout::configuration_leaf,
                            variable.leaves,   own,         variable.leaves};
      load_configurations<double>(view, 0, own, variable.complex ? Leaves::complex : Leaves::real,
                                  {rows.numbers.data(), rows.height(), count, count});
      for (std::size_t row = 0; own < count && row < rows.height(); ++row)
        std::fill_n(rows.row(row), count, *rows.row(row));
    }
    result.inputs_.push_back({variable, std::move(rows)});
  }
  return result;
}

Configurations Configurations::first(std::size_t most) const {
  // The permutation of no labels changes nothing.
  return permuted(std::min(most, count_), {});
}

Configurations Configurations::rounded() const {
  Configurations result;
  result.count_ = count_;
  for (const Input& input : inputs_) {
    NumberRows rows = empty_rows(input.variable, count_);
    for (std::size_t row = 0; row < rows.height(); ++row) {
      std::transform(input.rows.row(row), input.rows.row(row) + count_, rows.row(row),
                     [](double x) { return static_cast<double>(static_cast<float>(x)); });
    }
    result.inputs_.push_back({input.variable, std::move(rows)});
  }
  return result;
}

Configurations Configurations::permuted(std::size_t count, const Labels& labels) const {
  const auto all = permutations(labels);
  Configurations result;
  result.count_ = count * all.size();
  for (const Input& input : inputs_) {
    const std::size_t width = rows_per_leaf(input.variable);
    NumberRows rows = empty_rows(input.variable, result.count_);
    for (std::size_t p = 0; p < all.size(); ++p) {
      const std::vector<std::size_t> from = replaced_leaves(input.variable, labels, all[p]);
      for (std::size_t row = 0; row < rows.height(); ++row) {
        const double* source = input.rows.row(from[row / width] * width + row % width);
        for (std::size_t c = 0; c < count; ++c) rows.row(row)[c * all.size() + p] = source[c];
      }
    }
    result.inputs_.push_back({input.variable, std::move(rows)});
  }
  return result;
}

NumberRows Configurations::rows(const std::vector<Kernel::Variable>& inputs) const {
  std::size_t height = 0;
  for (const Kernel::Variable& variable : inputs)
    height += variable.leaves * rows_per_leaf(variable);
  NumberRows result(height, count_);
  std::size_t row = 0;
  for (const Kernel::Variable& variable : inputs) {
    const auto input = std::find_if(inputs_.begin(), inputs_.end(), [&](const Input& own) {
      return own.variable.name == variable.name;
    });
    for (std::size_t i = 0; i < input->rows.height(); ++i)
      std::copy_n(input->rows.row(i), count_, result.row(row++));
  }
  return result;
}

}  // namespace diagc::audit
