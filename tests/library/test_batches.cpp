// Batches: layouts, precisions, sizes, threads, and that configurations do not see each other.
#include <cmath>
#include <limits>
#include <thread>

#include "tests/library/fixture.h"

namespace diagc {
namespace {

constexpr const char* density = "hubbard/hubbard_sun_density";

template <class T>
std::vector<T> densities(const Kernel& kernel, const std::vector<T>& G, std::size_t batch,
                         BatchLayout layout = BatchLayout::configuration_leaf) {
  std::vector<T> result(batch);
  kernel.evaluate(batch, {{"G", G, layout}}, {{"N", {2.5}}}, {{"density", result}});
  return result;
}

TEST_CASE("results depend neither on layout, batch size nor number of threads") {
  // n = 6 is one chunk, n = 8 several.
  const char* n = GENERATE("4", "8");
  const Kernel kernel = kernel_from_file(density, {.statics = {{"n", n}}, .threads = 1});
  const std::size_t leaves = kernel.inputs()[0].leaves;
  CHECK((kernel.figures().chunks > 1) == (std::string(n) == "8"));
  constexpr std::size_t most = 1000;
  const auto G = random_numbers<double>(most * leaves, 7);
  const auto all = densities(kernel, G, most);
  for (const std::size_t batch : {0, 1, 7, 15, 16, 17, 31, 33, 64, 65, 1000}) {
    CAPTURE(batch);
    const std::vector<double> some(G.begin(),
                                   G.begin() + static_cast<std::ptrdiff_t>(batch * leaves));
    const std::vector<double> expected(all.begin(),
                                       all.begin() + static_cast<std::ptrdiff_t>(batch));
    for (const unsigned threads : {1u, 2u, 4u}) {
      const Kernel with = kernel.with_threads(threads);
      CHECK(with.threads() == threads);
      CHECK(same_bits(densities(with, some, batch), expected));
      CHECK(same_bits(
          densities(with, transposed(some, batch, leaves), batch, BatchLayout::leaf_configuration),
          expected));
    }
  }
}

TEST_CASE("an input of lane stride 0 is one configuration for the whole batch") {
  const char* n = GENERATE("4", "8");  // one chunk, several
  const Target target = GENERATE(Target::cpu, Target::interpreter);
  const unsigned threads = GENERATE(1u, 3u);
  const Kernel kernel =
      kernel_from_file(density, {.statics = {{"n", n}}, .target = target, .threads = threads});
  const std::size_t leaves = kernel.inputs()[0].leaves;
  const auto G = random_numbers<double>(leaves, 5);
  const double expected = densities(kernel, G, 1)[0];
  const std::vector<double> params = kernel.param_numbers({{"N", {2.5}}});
  for (const std::size_t batch : {1, 7, 15, 16, 17, 31, 33, 127, 1000}) {
    std::vector<double> result(batch);
    const InputRows<double> inputs[] = {{G.data(), 1, 0}};
    const OutputRows<double> outputs[] = {{result.data(), batch}};
    kernel.evaluate(
        RowBatch<double>{.size = batch, .inputs = inputs, .outputs = outputs, .params = params});
    CHECK(same_bits(result, std::vector<double>(batch, expected)));
    // The same through the general function, with and without conversion.
    result.assign(batch, -7.0);
    InputArray array("G", G, BatchLayout::leaf_configuration);
    array.shared = true;
    kernel.evaluate(batch, {array}, {{"N", {2.5}}},
                    {{"density", result, BatchLayout::leaf_configuration}});
    CHECK(same_bits(result, std::vector<double>(batch, expected)));
    const std::vector<float> rounded(G.begin(), G.end());
    array = InputArray("G", rounded);
    array.shared = true;
    std::vector<double> in_fp32(batch);
    kernel.evaluate(batch, {array}, {{"N", {2.5}}}, {{"density", in_fp32}});
    const std::vector<double> exactly(rounded.begin(), rounded.end());
    CHECK(same_bits(in_fp32, std::vector<double>(batch, densities(kernel, exactly, 1)[0])));
  }
}

TEST_CASE("rows are evaluated in place") {
  const Kernel kernel =
      kernel_from_file(density, {.statics = {{"n", "4"}}, .precision = Precision::fp32});
  constexpr std::size_t batch = 333, stride = 340, leaves = 25;
  const auto G = random_numbers<float>(leaves * stride, 3);
  std::vector<float> by_configuration(batch * leaves);
  for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
    for (std::size_t c = 0; c < batch; ++c)
      by_configuration[c * leaves + leaf] = G[leaf * stride + c];
  }
  const auto expected = densities(kernel, by_configuration, batch);
  const unsigned threads = GENERATE(1u, 3u);
  std::vector<float> result(stride, -7.0f);
  const std::vector<double> numbers = kernel.param_numbers({{"N", {2.5}}});
  const std::vector<float> params(numbers.begin(), numbers.end());
  const InputRows<float> inputs[] = {{G.data(), stride}};
  const OutputRows<float> outputs[] = {{result.data(), stride}};
  kernel.with_threads(threads).evaluate(
      RowBatch<float>{.size = batch, .inputs = inputs, .outputs = outputs, .params = params});
  CHECK(std::vector<float>(result.begin() + batch, result.end()) ==
        std::vector<float>(stride - batch, -7.0f));
  result.resize(batch);
  CHECK(same_bits(result, expected));

  // The same through the general function, which sees that nothing has to be copied.
  std::vector<float> again(stride, -7.0f);
  kernel.evaluate(batch, {{"G", G, BatchLayout::leaf_configuration, stride}}, {{"N", {2.5}}},
                  {{"density", again, BatchLayout::leaf_configuration, stride}});
  again.resize(batch);
  CHECK(same_bits(again, expected));
}

TEST_CASE("a configuration that is not finite spoils no other") {
  const char* n = GENERATE("4", "8");
  const Target target = GENERATE(Target::cpu, Target::interpreter);
  const Kernel kernel = kernel_from_file(density, {.statics = {{"n", n}}, .target = target});
  const std::size_t leaves = kernel.inputs()[0].leaves;
  constexpr std::size_t batch = 83;
  const auto clean = random_numbers<double>(batch * leaves, 11);
  const auto expected = densities(kernel, clean, batch);
  for (const std::size_t bad : {std::size_t{0}, std::size_t{5}, std::size_t{64}, batch - 1}) {
    auto G = clean;
    const double value = bad % 2 ? std::numeric_limits<double>::infinity() : std::nan("");
    G[bad * leaves + 1] = value;
    auto found = densities(kernel, G, batch);
    CHECK_FALSE(std::isfinite(found[bad]));
    found[bad] = expected[bad];
    CHECK(same_bits(found, expected));
  }
}

TEST_CASE("a zero divisor in one configuration spoils no other") {
  const Kernel kernel = kernel_from_text(
      "grammar ratio input a : real input b : real output q = a / b output s = a + b");
  const std::vector<double> a{1, 2, 0, 4}, b{2, 0, 0, -0.5};
  std::vector<double> q(4), s(4);
  kernel.evaluate(4, {{"a", a}, {"b", b}}, {}, {{"s", s}, {"q", q}});
  CHECK(q[0] == 0.5);
  CHECK(std::isinf(q[1]));
  CHECK(std::isnan(q[2]));
  CHECK(q[3] == -8);
  CHECK(s == std::vector<double>{3, 2, 0, 3.5});
}

TEST_CASE("numbers convert between precisions and to complex ones") {
  const std::string rules =
      "grammar product input a[1..2] : complex input b : real param z : complex "
      "output y[i in 1..2] = z * a[i] * b output w = b + 1";
  const Target target = GENERATE(Target::cpu, Target::interpreter);
  const Precision precision = GENERATE(Precision::fp32, Precision::fp64);
  const Kernel kernel = kernel_from_text(rules, {.precision = precision, .target = target});
  CHECK(kernel.outputs()[0].complex);
  CHECK_FALSE(kernel.outputs()[1].complex);
  // Small integers: exact in every precision and order.
  const std::vector<std::complex<float>> a{{1, 2}, {3, 4}, {5, 6}, {-1, 0}, {0, -2}, {8, 8}};
  const std::vector<double> b{2, 3, 4};
  const std::complex<double> z{2, -1};
  std::vector<std::complex<double>> y(6);
  std::vector<std::complex<float>> w(3);
  kernel.evaluate(3, {{"b", b}, {"a", a}}, {{"z", {z}}}, {{"y", y}, {"w", w}});
  for (std::size_t i = 0; i < 6; ++i) {
    CHECK(y[i] == z * std::complex<double>(a[i]) * b[i / 2]);
  }
  CHECK(w == std::vector<std::complex<float>>{3, 4, 5});

  const std::vector<double> real_a{1, 3, 5, -1, 0, 8};
  std::vector<std::complex<float>> y_by_leaf(6);
  kernel.evaluate(3, {{"b", b}, {"a", real_a}}, {{"z", {z}}},
                  {{"y", y_by_leaf, BatchLayout::leaf_configuration}});
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t leaf = 0; leaf < 2; ++leaf) {
      CHECK(std::complex<double>(y_by_leaf[leaf * 3 + c]) == z * real_a[c * 2 + leaf] * b[c]);
    }
  }
}

TEST_CASE("inputs and params that no asked output needs may be left out") {
  const std::string rules =
      "grammar two input a[1..3] : real input b : real param x : real param y : real "
      "output first = x * a[2] output second = y * b";
  const Target target = GENERATE(Target::cpu, Target::interpreter);
  const Kernel kernel = kernel_from_text(rules, {.outputs = {"first"}, .target = target});
  REQUIRE(kernel.outputs().size() == 1);
  CHECK(kernel.inputs()[0].needed);
  CHECK_FALSE(kernel.inputs()[1].needed);
  CHECK(kernel.params()[0].needed);
  CHECK_FALSE(kernel.params()[1].needed);
  constexpr std::size_t batch = 21;
  const auto a = random_numbers<double>(3 * batch, 5);
  std::vector<double> first(batch);
  kernel.evaluate(batch, {{"a", a}}, {{"x", {2}}}, {{"first", first}});
  for (std::size_t c = 0; c < batch; ++c) CHECK(first[c] == 2 * a[3 * c + 1]);
}

TEST_CASE("an output without inputs is the same in every configuration") {
  const Target target = GENERATE(Target::cpu, Target::interpreter);
  const Kernel kernel = kernel_from_text(
      "grammar c param k : lorentz output m = sq(k) output t = 1/4", {.target = target});
  std::vector<double> m(19), t(19);
  kernel.evaluate(19, {}, {{"k", {3, 1, 2, 0}}}, {{"m", m}, {"t", t}});
  CHECK(m == std::vector<double>(19, 4.0));
  CHECK(t == std::vector<double>(19, 0.25));
}

TEST_CASE("many threads may evaluate one kernel at once") {
  const Kernel kernel =
      kernel_from_file(density, {.statics = {{"n", GENERATE("4", "8")}}, .threads = 2});
  const std::size_t leaves = kernel.inputs()[0].leaves;
  constexpr std::size_t batch = 300, callers = 6;
  std::vector<std::vector<double>> inputs, expected, found(callers);
  for (unsigned i = 0; i < callers; ++i) {
    inputs.push_back(random_numbers<double>(batch * leaves, 100 + i));
    expected.push_back(densities(kernel.with_threads(1), inputs.back(), batch));
  }
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < callers; ++i) {
      threads.emplace_back([&, i] {
        for (int repeat = 0; repeat < 20; ++repeat) found[i] = densities(kernel, inputs[i], batch);
      });
    }
  }
  for (std::size_t i = 0; i < callers; ++i) CHECK(same_bits(found[i], expected[i]));
}

TEST_CASE("a kernel tells what it is") {
  const Kernel kernel = kernel_from_file(density, {.statics = {{"n", "4"}}, .threads = 3});
  CHECK(kernel.name() == "hubbard_sun_density");
  CHECK_THAT(kernel.doc(), Catch::StartsWith("Density per flavour"));
  CHECK(kernel.statics() == std::vector<std::pair<std::string, std::string>>{{"n", "4"}});
  REQUIRE(kernel.inputs().size() == 1);
  const Kernel::Variable& G = kernel.inputs()[0];
  CHECK(G.name == "G");
  CHECK_THAT(G.doc, Catch::Contains("propagator"));
  REQUIRE(G.ranges.size() == 2);
  CHECK((G.ranges[1].first == 0 && G.ranges[1].last == 4));
  CHECK(G.leaves == 25);
  CHECK((!G.complex && G.shape == ElementShape::scalar && G.needed));
  CHECK(kernel.params()[0].name == "N");
  CHECK(kernel.outputs()[0].name == "density");
  CHECK(kernel.precision() == Precision::fp64);
  CHECK(kernel.target() == Target::cpu);
  CHECK(kernel.cpu() == "native");
  CHECK(kernel.threads() == 3);
  CHECK(kernel.figures().chunks == 1);
  CHECK(kernel.figures().flops > 0);
  CHECK(kernel.figures().max_live > 0);
  CHECK(kernel.with_threads(0).threads() >= 1);
}

TEST_CASE("vectors of four and ranges that do not begin at one have their place in an array") {
  const Kernel kernel = kernel_from_text(
      "grammar v input p[-1..1] : lorentz output E[i in -1..1] = comp(p[i], 0) output z = "
      "comp(p[1], 3)");
  CHECK(kernel.inputs()[0].leaves == 12);
  std::vector<float> p(24);
  for (std::size_t i = 0; i < p.size(); ++i) p[i] = static_cast<float>(i);
  std::vector<double> E(6), z(2);
  kernel.evaluate(2, {{"p", p}}, {}, {{"E", E}, {"z", z}});
  CHECK(E == std::vector<double>{0, 4, 8, 12, 16, 20});
  CHECK(z == std::vector<double>{11, 23});
}

}  // namespace
}  // namespace diagc
