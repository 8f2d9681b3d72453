#include "runtime/cpu/evaluate.h"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <complex>
#include <mutex>
#include <stdexcept>
#include <vector>

namespace diagc {
namespace {

/// Two inputs (2 real leaves; 1 complex one), one output of 2 real leaves and one complex one; written by hand in place
/// of a compiled kernel: sum[i] = p · a[i] + re b, product = p · a[0] · b.
template <class T>
void by_hand(const KernelRows<T>& rows, std::size_t begin, std::size_t end) {
  for (std::size_t c = begin; c < end; ++c) {
    const auto input = [&](std::size_t i, std::size_t row) {
      const InputRows<T>& from = rows.inputs[i];
      return from.data[row * from.row_stride + c * from.lane_stride];
    };
    const auto output = [&](std::size_t i, std::size_t row) -> T& {
      return rows.outputs[i].data[row * rows.outputs[i].row_stride + c];
    };
    const T p = rows.params[0];
    output(0, 0) = p * input(0, 0) + input(1, 0);
    output(0, 1) = p * input(0, 1) + input(1, 0);
    output(1, 0) = p * input(0, 0) * input(1, 0);
    output(1, 1) = p * input(0, 0) * input(1, 1);
  }
}

template <class T>
ConstArray source(const std::vector<T>& values, ElementType type, Layout layout, std::size_t leaves,
                  std::size_t configurations) {
  return {reinterpret_cast<const std::byte*>(values.data()),
          type,
          layout,
          leaves,
          configurations,
          layout == Layout::configuration_leaf ? leaves : configurations};
}

template <class T>
MutableArray target(std::vector<T>& values, ElementType type, Layout layout, std::size_t leaves,
                    std::size_t configurations) {
  return {reinterpret_cast<std::byte*>(values.data()),
          type,
          layout,
          leaves,
          configurations,
          layout == Layout::configuration_leaf ? leaves : configurations};
}

TEMPLATE_TEST_CASE("arrays go through rows and back", "", float, double) {
  const std::size_t batch = GENERATE(0, 1, 63, 64, 65, 1024, 1025, 5000);
  const unsigned threads = GENERATE(1u, 3u);
  const Layout layout = GENERATE(Layout::configuration_leaf, Layout::leaf_configuration);
  const bool by_configuration = layout == Layout::configuration_leaf;
  const auto at = [&](std::size_t c, std::size_t leaf) {
    return by_configuration ? 2 * c + leaf : leaf * batch + c;
  };
  std::vector<float> a(2 * batch);
  std::vector<std::complex<double>> b(batch), product(batch);
  std::vector<double> sum(2 * batch, -1.0);
  for (std::size_t c = 0; c < batch; ++c) {
    a[at(c, 0)] = static_cast<float>(c);
    a[at(c, 1)] = static_cast<float>(c) + 0.5f;
    b[c] = {static_cast<double>(c % 7), static_cast<double>(c % 5)};
  }
  const std::vector<Binding<ConstArray>> inputs{
      {source(a, ElementType::float32, layout, 2, batch), Leaves::real, 2, true},
      {source(b, ElementType::complex128, layout, 1, batch), Leaves::complex, 1, true}};
  const std::vector<Binding<MutableArray>> outputs{
      {target(sum, ElementType::float64, layout, 2, batch), Leaves::real, 2, true},
      {target(product, ElementType::complex128, layout, 1, batch), Leaves::complex, 1, true}};
  const TestType p = 2;
  evaluate_arrays<TestType>(by_hand<TestType>, inputs, outputs, &p, batch, {threads, 64});
  std::size_t wrong = 0;
  for (std::size_t c = 0; c < batch; ++c) {
    const double x = static_cast<double>(c);
    wrong += sum[at(c, 0)] != 2 * x + b[c].real();
    wrong += sum[at(c, 1)] != 2 * x + 1 + b[c].real();
    wrong += product[c] != 2 * x * b[c];
  }
  CHECK(wrong == 0);
}

TEMPLATE_TEST_CASE("an array of one configuration is shared by the whole batch", "", float,
                   double) {
  const std::size_t batch = GENERATE(0, 1, 65, 5000);
  const unsigned threads = GENERATE(1u, 3u);
  const Layout layout = GENERATE(Layout::configuration_leaf, Layout::leaf_configuration);
  std::vector<double> a(2 * batch), sum(2 * batch, -1.0);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<double>(i);
  const std::vector<std::complex<float>> b{{3, -0.5f}};
  std::vector<std::complex<double>> product(batch);
  std::vector<Binding<ConstArray>> inputs{
      {source(a, ElementType::float64, Layout::configuration_leaf, 2, batch), Leaves::real, 2},
      {source(b, ElementType::complex64, layout, 1, 1), Leaves::complex, 1}};
  inputs[1].shared = true;
  const std::vector<Binding<MutableArray>> outputs{
      {target(sum, ElementType::float64, Layout::configuration_leaf, 2, batch), Leaves::real, 2},
      {target(product, ElementType::complex128, layout, 1, batch), Leaves::complex, 1}};
  const TestType p = 2;
  evaluate_arrays<TestType>(by_hand<TestType>, inputs, outputs, &p, batch, {threads, 64});
  std::size_t wrong = 0;
  for (std::size_t c = 0; c < batch; ++c) {
    wrong += sum[2 * c] != 2 * a[2 * c] + 3;
    wrong += sum[2 * c + 1] != 2 * a[2 * c + 1] + 3;
    wrong += product[c] != 2 * a[2 * c] * std::complex<double>(3, -0.5);
  }
  CHECK(wrong == 0);
}

TEST_CASE("arrays beyond the caches are evaluated in parts, each configuration once") {
  constexpr std::size_t leaves = 25, batch = 30'003;  // 6 MB, and 12 MB with gaps
  const std::size_t stride = GENERATE(1U, 2U) * leaves;
  const std::size_t least_call = GENERATE(std::size_t{32}, std::size_t{512});
  std::vector<double> x(batch * stride, 1e300), y(batch, -1);
  for (std::size_t c = 0; c < batch; ++c) {
    for (std::size_t leaf = 0; leaf < leaves; ++leaf)
      x[c * stride + leaf] = static_cast<double>(c) + 1e-3 * static_cast<double>(leaf);
  }
  std::size_t calls = 0, configurations = 0, largest = 0;
  const RangeFunction<double> last = [&](const KernelRows<double>& rows, std::size_t begin,
                                         std::size_t end) {
    ++calls;
    configurations += end - begin;
    largest = std::max(largest, end - begin);
    CHECK(begin % 32 == 0);
    for (std::size_t c = begin; c < end; ++c)
      rows.outputs[0].data[c] = rows.inputs[0].data[24 * rows.inputs[0].row_stride + c];
  };
  ConstArray array = source(x, ElementType::float64, Layout::configuration_leaf, leaves, batch);
  array.stride = stride;
  const std::vector<Binding<ConstArray>> inputs{{array, Leaves::real, leaves, true}};
  const std::vector<Binding<MutableArray>> outputs{
      {target(y, ElementType::float64, Layout::configuration_leaf, 1, batch), Leaves::real, 1,
       true}};
  evaluate_arrays<double>(last, inputs, outputs, nullptr, batch,
                          {.threads = 1, .least = 64, .least_call = least_call});
  CHECK(configurations == batch);
  CHECK(largest == least_call);
  CHECK(calls >= batch / least_call);
  std::size_t wrong = 0;
  for (std::size_t c = 0; c < batch; ++c) wrong += y[c] != static_cast<double>(c) + 1e-3 * 24;
  CHECK(wrong == 0);
}

TEST_CASE("inputs that are not needed are not read, outputs that are not asked for not written") {
  constexpr std::size_t batch = 100;
  std::vector<double> x(batch, 3.0), y(batch);
  const RangeFunction<double> second = [](const KernelRows<double>& rows, std::size_t begin,
                                          std::size_t end) {
    REQUIRE(rows.inputs[0].data == nullptr);
    for (std::size_t c = begin; c < end; ++c) {
      rows.outputs[0].data[c] = -1;
      rows.outputs[1].data[c] = 2 * rows.inputs[1].data[c];
    }
  };
  const std::vector<Binding<ConstArray>> inputs{
      {{}, Leaves::real, 1'000'000'000, false},
      {source(x, ElementType::float64, Layout::configuration_leaf, 1, batch), Leaves::real, 1,
       true}};
  const std::vector<Binding<MutableArray>> outputs{
      {{}, Leaves::real, 1, true},
      {target(y, ElementType::float64, Layout::configuration_leaf, 1, batch), Leaves::real, 1,
       true}};
  evaluate_arrays<double>(second, inputs, outputs, nullptr, batch, {});
  CHECK(y == std::vector<double>(batch, 6.0));
}

TEST_CASE("threads get whole stretches of 64 configurations, none twice") {
  const std::size_t batch = GENERATE(1, 64, 100, 1000, 64 * 37 + 5);
  const std::size_t least = GENERATE(64, 256);
  std::mutex mutex;
  std::vector<int> times(batch, 0);
  std::size_t calls = 0;
  const RangeFunction<float> note = [&](const KernelRows<float>&, std::size_t begin,
                                        std::size_t end) {
    const std::lock_guard lock(mutex);
    ++calls;
    CHECK(begin % 64 == 0);
    CHECK((end % 64 == 0 || end == batch));
    CHECK((end - begin >= least || begin == 0 || end == batch));
    for (std::size_t c = begin; c < end; ++c) ++times[c];
  };
  evaluate_rows<float>(note, {}, batch, {4, least});
  CHECK(times == std::vector<int>(batch, 1));
  CHECK(calls <= 16);
  if (batch < 2 * least) CHECK(calls == 1);
}

TEST_CASE("small kernels get larger shares") {
  CHECK(least_share(1) >= 64 * 1000);
  CHECK(least_share(1e9) == 64);
  CHECK(least_share(0) % 64 == 0);
}

TEST_CASE("what a range throws reaches the caller") {
  const RangeFunction<float> fail = [](const KernelRows<float>&, std::size_t, std::size_t) {
    throw std::bad_alloc();
  };
  CHECK_THROWS_AS(evaluate_rows<float>(fail, {}, 10000, {4, 64}), std::bad_alloc);
}

}  // namespace
}  // namespace diagc
