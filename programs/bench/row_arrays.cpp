#include "programs/bench/row_arrays.h"

#include <algorithm>
#include <cstring>
#include <random>

namespace diagc::bench {

namespace {

/// The rows of each variable within all rows, from a column on.
template <class OneVariable, class T>
std::vector<OneVariable> rows_of(const std::vector<Kernel::Variable>& variables, Rows<T>& rows,
                                 std::size_t column) {
  std::vector<OneVariable> result;
  std::size_t row = 0;
  for (const auto& variable : variables) {
    result.push_back({variable.leaves == 0 ? nullptr : rows.row(row) + column, rows.stride()});
    row += variable.leaves * (variable.complex ? 2 : 1);
  }
  return result;
}

}  // namespace

std::size_t row_count(const std::vector<Kernel::Variable>& variables) {
  std::size_t rows = 0;
  for (const auto& variable : variables) rows += variable.leaves * (variable.complex ? 2 : 1);
  return rows;
}

std::size_t whole_vectors(std::size_t configurations) {
  return std::max<std::size_t>(configurations / 64 * 64, 64);
}

template <class T>
RowArrays<T>::RowArrays(const Kernel& kernel, std::size_t configurations)
    : kernel_(kernel),
      configurations_(configurations),
      inputs_(std::max<std::size_t>(row_count(kernel.inputs()), 1), configurations),
      outputs_(std::max<std::size_t>(row_count(kernel.outputs()), 1), configurations) {}

template <class T>
void RowArrays<T>::fill(std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  for (std::size_t row = 0; row < inputs_.rows(); ++row) {
    for (std::size_t c = 0; c < configurations_; ++c)
      inputs_.row(row)[c] = static_cast<T>(number(engine));
  }
}

template <class T>
void RowArrays<T>::repeat(const RowArrays& other) {
  for (std::size_t row = 0; row < inputs_.rows(); ++row) {
    for (std::size_t c = 0; c < configurations_; c += other.configurations_) {
      std::memcpy(inputs_.row(row) + c, other.inputs_.row(row),
                  std::min(other.configurations_, configurations_ - c) * sizeof(T));
    }
    std::memset(outputs_.row(row % outputs_.rows()), 0, configurations_ * sizeof(T));
  }
}

template <class T>
void RowArrays<T>::evaluate(const Kernel& kernel, const std::vector<T>& params, std::size_t first,
                            std::size_t count) {
  const auto inputs = rows_of<InputRows<T>>(kernel_.inputs(), inputs_, first);
  const auto outputs = rows_of<OutputRows<T>>(kernel_.outputs(), outputs_, first);
  kernel.evaluate(
      RowBatch<T>{.size = count, .inputs = inputs, .outputs = outputs, .params = params});
}

template class RowArrays<float>;
template class RowArrays<double>;

}  // namespace diagc::bench
