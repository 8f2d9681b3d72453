#include "programs/bench/transposed.h"

#include <algorithm>
#include <chrono>

#include "programs/bench/transpose.h"
#include "runtime/system/elapsed.h"

namespace diagc::bench {

namespace {

using arrays::Label;
using Labels = std::vector<Label>;

bool has(const Labels& labels, Label label) { return std::ranges::count(labels, label) > 0; }

}  // namespace

template <class Value>
Transposed<Value>::Transposed(const arrays::Network& network, const arrays::Order& order,
                              const arrays::Plan& plan,
                              const std::vector<std::vector<Value>>& tensors,
                              ArrayOrder array_order)
    : network_(network),
      array_order_(array_order),
      tensors_(static_cast<std::uint32_t>(tensors.size())),
      labels_(arrays::value_labels(network, order)),
      values_(labels_.size()) {
  for (Labels& labels : labels_)
    std::erase_if(labels, [&](Label label) { return network.extents[label] == 1; });
  // The order of the plan needs little memory.
  for (const arrays::PlanStep& own : plan.steps) {
    steps_.push_back({own.a, own.b, own.c});
    runs_.push_back(own.once ? 0 : own.runs);
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
  for (std::size_t value = tensors_; value < values_.size(); ++value)
    values_[value].axes = labels_[value];
  find_wanted();
}

template <class Value>
void Transposed<Value>::find_wanted() {
  wanted_.resize(values_.size());
  if (array_order_ == ArrayOrder::as_made || steps_.empty()) return;
  for (const Label label : network_.open)
    if (has(labels_.back(), label)) wanted_.back().push_back(label);
  for (std::size_t s = steps_.size(); s-- > 0;) {
    const auto& [a, b, c] = steps_[s];
    for (const auto& [own, other] : {std::pair(a, b), std::pair(b, a)}) {
      const auto add = [&](const Labels& from, auto&& fits) {
        for (const Label label : from)
          if (has(values_[own].axes, label) && fits(label)) wanted_[own].push_back(label);
      };
      add(wanted_[c], [&](Label label) { return has(values_[other].axes, label); });
      add(wanted_[c], [&](Label label) { return !has(values_[other].axes, label); });
      add(values_[a].axes, [&](Label label) { return !has(wanted_[c], label); });
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
  const bool by_lifetime = array_order_ == ArrayOrder::by_lifetime;
  if (by_lifetime) {
    const auto place = [&](Label label) { return std::ranges::find(wanted_[c], label); };
    for (Labels* group : {&batch, &rows, &columns}) std::ranges::sort(*group, std::less(), place);
    inner.assign(wanted_[a].end() - static_cast<std::ptrdiff_t>(inner.size()), wanted_[a].end());
  }
  Block made_a, made_b;
  const Value* from_a = in_order(values_[a], joined(batch, rows, inner), made_a, times);
  const Value* from_b = in_order(
      values_[b], by_lifetime ? joined(batch, columns, inner) : joined(batch, inner, columns),
      made_b, times);
  Array& to = values_[c];
  to.axes = joined(batch, rows, columns);
  const std::uint64_t m = count(rows), n = count(columns), k = count(inner);
  to.elements = count(to.axes);
  to.block = take(to.elements);
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t at = 0; at < count(batch); ++at)
    blas.multiply(m, n, k, {from_a + at * m * k, k},
                  {from_b + at * k * n, by_lifetime ? k : n, by_lifetime}, false,
                  to.block.memory->at(at * m * n), n);
  times.products += seconds_since(start);
  give_back(std::move(made_a));
  give_back(std::move(made_b));
  if (!by_lifetime || to.axes == wanted_[c]) return;
  Block made_c;
  in_order(to, wanted_[c], made_c, times);
  give_back(std::move(to.block));
  to.block = std::move(made_c);
  to.axes = wanted_[c];
}

template <class Value>
void Transposed<Value>::scale_if_small(Array& array) {
  if (array.elements > 1 << 16U) return;
  Value* elements = array.block.memory->at(0);
  float largest = 0;
  for (std::uint64_t k = 0; k < array.elements; ++k)
    largest = std::max(largest, std::abs(elements[k]));
  for (std::uint64_t k = 0; k < array.elements && largest > 0; ++k) elements[k] /= largest;
}

template <class Value>
typename Transposed<Value>::Times Transposed<Value>::run(const linear::Blas& blas) {
  Times times;
  for (std::size_t number = 0; number < steps_.size(); ++number) {
    const auto& [a, b, c] = steps_[number];
    const auto start = std::chrono::steady_clock::now();
    Times own;
    step(a, b, c, blas, own);
    for (const std::uint32_t operand : {a, b})
      if (operand >= tensors_) give_back(std::move(values_[operand].block));
    times.all += runs_[number] * seconds_since(start);
    scale_if_small(values_[c]);
    times.products += runs_[number] * own.products;
    times.transposes += runs_[number] * own.transposes;
    times.transposed_bytes += runs_[number] * own.transposed_bytes;
  }
  result_.clear();
  if (!steps_.empty()) {
    const Array& last = values_.back();
    if (last.elements <= 1 << 16U)
      result_.assign(last.block.memory->at(0), last.block.memory->at(last.elements));
    give_back(std::move(values_.back().block));
  }
  return times;
}

template class Transposed<float>;
template class Transposed<std::complex<float>>;

}  // namespace diagc::bench
