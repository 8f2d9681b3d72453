#include "programs/bench/transposed.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "runtime/system/elapsed.h"

namespace diagc::bench {

namespace {

using arrays::Label;
using Labels = std::vector<Label>;

bool has(const Labels& labels, Label label) { return std::ranges::count(labels, label) > 0; }

/// Offsets of all values of some axes, the last one fastest.
std::vector<std::uint64_t> offsets(const std::vector<TransposedAxis>& axes) {
  std::vector<std::uint64_t> result{0};
  for (const TransposedAxis& axis : axes) {
    std::vector<std::uint64_t> next;
    next.reserve(result.size() * axis.extent);
    for (const std::uint64_t offset : result)
      for (std::uint64_t k = 0; k < axis.extent; ++k) next.push_back(offset + k * axis.stride);
    result.swap(next);
  }
  return result;
}

/// An axis with its stride in what is written, too.
struct Both {
  std::uint64_t extent, from, to;
};

std::vector<std::uint64_t> offsets(const std::vector<Both>& axes, std::uint64_t Both::* stride) {
  std::vector<TransposedAxis> own;
  for (const Both& axis : axes) own.push_back({axis.extent, axis.*stride});
  return offsets(own);
}

}  // namespace

template <class Value>
void transpose(const std::vector<TransposedAxis>& axes, const Value* from, Value* to) {
  std::vector<Both> left;
  std::uint64_t stride = 1;
  for (std::size_t axis = axes.size(); axis-- > 0; stride *= axes[axis].extent) {
    if (axes[axis].extent > 1)
      left.insert(left.begin(), {axes[axis].extent, axes[axis].stride, stride});
  }
  // What lies together in both arrays is moved as one.
  std::uint64_t run = 1;
  while (!left.empty() && left.back().from == run) {
    run *= left.back().extent;
    left.pop_back();
  }
  // A block: the fastest axes of both arrays, some lines of each.
  constexpr std::uint64_t block_bytes = 256;
  const auto take = [&](std::uint64_t Both::* by) {
    std::vector<Both> taken;
    std::uint64_t elements = run;
    while (!left.empty() && elements * sizeof(Value) < block_bytes) {
      const auto fastest = std::ranges::min_element(left, std::less(), by);
      elements *= fastest->extent;
      taken.insert(taken.begin(), *fastest);
      left.erase(fastest);
    }
    return taken;
  };
  const std::vector<Both> rows = take(&Both::from), columns = take(&Both::to);
  const auto row_from = offsets(rows, &Both::from), row_to = offsets(rows, &Both::to),
             column_from = offsets(columns, &Both::from), column_to = offsets(columns, &Both::to);
  const std::vector<Both> inner(left.begin() + static_cast<std::ptrdiff_t>(left.size() / 2),
                                left.end());
  left.resize(left.size() / 2);
  const auto outer_from = offsets(left, &Both::from), outer_to = offsets(left, &Both::to),
             inner_from = offsets(inner, &Both::from), inner_to = offsets(inner, &Both::to);
  for (std::size_t o = 0; o < outer_from.size(); ++o) {
    for (std::size_t i = 0; i < inner_from.size(); ++i) {
      const Value* read = from + outer_from[o] + inner_from[i];
      Value* write = to + outer_to[o] + inner_to[i];
      for (std::size_t row = 0; row < row_from.size(); ++row) {
        const Value* read_row = read + row_from[row];
        Value* write_row = write + row_to[row];
        if (run == 1) {
          for (std::size_t column = 0; column < column_from.size(); ++column)
            write_row[column_to[column]] = read_row[column_from[column]];
        } else {
          for (std::size_t column = 0; column < column_from.size(); ++column)
            std::memcpy(static_cast<void*>(write_row + column_to[column]),
                        read_row + column_from[column], run * sizeof(Value));
        }
      }
    }
  }
}

template <class Value>
Transposed<Value>::Transposed(const arrays::Network& network, const arrays::Order& order,
                              const arrays::Plan& plan,
                              const std::vector<std::vector<Value>>& tensors)
    : network_(network),
      tensors_(static_cast<std::uint32_t>(tensors.size())),
      labels_(arrays::value_labels(network, order)),
      values_(labels_.size()) {
  for (Labels& labels : labels_)
    std::erase_if(labels, [&](Label label) { return network.extents[label] == 1; });
  // The order of the plan needs little memory.
  for (const arrays::PlanStep& own : plan.steps) {
    steps_.push_back({own.a, own.b, own.c});
  }
  for (std::uint32_t t = 0; t < tensors_; ++t) {
    // What stands in no other tensor is summed beforehand.
    std::vector<TransposedAxis> axes, summed;
    for (const Label label : labels_[t]) {
      std::uint64_t stride = 0, place = 1;
      for (std::size_t axis = network.tensors[t].size(); axis-- > 0;) {
        if (network.tensors[t][axis] == label) stride += place;
        place *= network.extents[network.tensors[t][axis]];
      }
      const bool stands_alone = !has(network.open, label) &&
                                std::ranges::count_if(network.tensors, [&](const Labels& other) {
                                  return has(other, label);
                                }) == 1;
      (stands_alone ? summed : axes).push_back({network.extents[label], stride});
      if (!stands_alone) values_[t].axes.push_back(label);
    }
    Array& own = values_[t];
    own.elements = *arrays::element_count(network, own.axes);
    own.block = take(own.elements);
    const auto summed_offsets = offsets(summed);
    Value* to = own.block.memory->at(0);
    for (const std::uint64_t offset : offsets(axes)) {
      *to = Value();
      for (const std::uint64_t more : summed_offsets) *to += tensors[t][offset + more];
      ++to;
    }
  }
}

template <class Value>
auto Transposed<Value>::take(std::uint64_t elements) -> Block {
  const auto best = std::ranges::min_element(free_, std::less(), [&](const Block& block) {
    return block.elements < elements ? ~std::uint64_t{0} : block.elements;
  });
  if (best == free_.end() || best->elements < elements || best->elements > 2 * elements)
    return {elements, std::make_unique<linear::Arena<Value>>(elements)};
  Block block = std::move(*best);
  free_.erase(best);
  return block;
}

template <class Value>
void Transposed<Value>::give_back(Block block) {
  if (block.memory) free_.push_back(std::move(block));
}

template <class Value>
const Value* Transposed<Value>::in_order(const Array& array, const Labels& axes, Block& made,
                                         Times& times) {
  if (array.axes == axes) return array.block.memory->at(0);
  std::vector<TransposedAxis> read;
  for (const Label label : axes) {
    std::uint64_t stride = 1;
    for (std::size_t axis = array.axes.size(); array.axes[--axis] != label;)
      stride *= network_.extents[array.axes[axis]];
    read.push_back({network_.extents[label], stride});
  }
  made = take(array.elements);
  const auto start = std::chrono::steady_clock::now();
  transpose(read, array.block.memory->at(0), made.memory->at(0));
  times.transposes += seconds_since(start);
  times.transposed_bytes += 2 * static_cast<double>(array.elements * sizeof(Value));
  return made.memory->at(0);
}

template <class Value>
void Transposed<Value>::step(std::uint32_t a, std::uint32_t b, std::uint32_t c,
                             const linear::Blas& blas, Times& times) {
  Labels batch, rows, columns, inner;
  for (const Label label : values_[a].axes) {
    const bool in_b = has(values_[b].axes, label), in_c = has(labels_[c], label);
    (in_b && in_c ? batch : in_b ? inner : rows).push_back(label);
  }
  for (const Label label : values_[b].axes)
    if (!has(values_[a].axes, label)) columns.push_back(label);
  const auto count = [&](const Labels& labels) { return *arrays::element_count(network_, labels); };
  const auto joined = [](Labels first, const Labels& second, const Labels& third) {
    first.insert(first.end(), second.begin(), second.end());
    first.insert(first.end(), third.begin(), third.end());
    return first;
  };
  Block made_a, made_b;
  const Value* from_a = in_order(values_[a], joined(batch, rows, inner), made_a, times);
  const Value* from_b = in_order(values_[b], joined(batch, inner, columns), made_b, times);
  Array& to = values_[c];
  to.axes = joined(batch, rows, columns);
  const std::uint64_t m = count(rows), n = count(columns), k = count(inner);
  to.elements = count(to.axes);
  to.block = take(to.elements);
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t at = 0; at < count(batch); ++at)
    blas.multiply(m, n, k, {from_a + at * m * k, k}, {from_b + at * k * n, n}, false,
                  to.block.memory->at(at * m * n), n);
  times.products += seconds_since(start);
  give_back(std::move(made_a));
  give_back(std::move(made_b));
}

template <class Value>
typename Transposed<Value>::Times Transposed<Value>::run(const linear::Blas& blas) {
  Times times;
  const auto start = std::chrono::steady_clock::now();
  for (const auto& [a, b, c] : steps_) {
    step(a, b, c, blas, times);
    for (const std::uint32_t operand : {a, b})
      if (operand >= tensors_) give_back(std::move(values_[operand].block));
    // Small results are brought near 1, so that no number leaves the range.
    if (values_[c].elements > 1 << 16U) continue;
    Value* elements = values_[c].block.memory->at(0);
    float largest = 0;
    for (std::uint64_t k = 0; k < values_[c].elements; ++k)
      largest = std::max(largest, std::abs(elements[k]));
    for (std::uint64_t k = 0; k < values_[c].elements && largest > 0; ++k) elements[k] /= largest;
  }
  if (!steps_.empty()) give_back(std::move(values_.back().block));
  times.all = seconds_since(start);
  return times;
}

template void transpose(const std::vector<TransposedAxis>&, const float*, float*);
template void transpose(const std::vector<TransposedAxis>&, const std::complex<float>*,
                        std::complex<float>*);
template class Transposed<float>;
template class Transposed<std::complex<float>>;

}  // namespace diagc::bench
