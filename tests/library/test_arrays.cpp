// What a caller may do wrong with arrays, in the words that it gets.
#include <functional>

#include "tests/library/fixture.h"

namespace diagc {
namespace {

std::string refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

const Kernel& kernel() {
  static const Kernel made = kernel_from_text(
      "grammar g input A[1..2, 1..3] : real input p : lorentz<complex> param N : real param k : "
      "lorentz "
      "output y = N * A[1,1] * comp(p, 0) + comp(k, 1) output x = A[2,3]");
  return made;
}

TEST_CASE("arrays that do not fit are refused") {
  std::vector<double> A(12), x(2);
  std::vector<std::complex<double>> p(8), y(2);
  std::vector<InputArray> inputs{{"A", A}, {"p", p}};
  std::vector<ParamValue> params{{"N", {2}}, {"k", {1, 2, 3, 4}}};
  std::vector<OutputArray> outputs{{"y", y}, {"x", x}};
  const auto evaluate = [&] { kernel().evaluate(2, inputs, params, outputs); };
  CHECK(refusal(evaluate) == "accepted");

  SECTION("names") {
    inputs.push_back({"B", A});
    CHECK(refusal(evaluate) == "found the input `B`, expected one of `A`, `p`");
    inputs.back() = {"A", A};
    CHECK(refusal(evaluate) == "found the input `A` twice, expected it once");
    inputs = {{"p", p}};
    CHECK(refusal(evaluate) == "found no array for the input `A`, expected [2][2][3]");
    inputs = {{"A", A}, {"p", p}};
    outputs = {{"z", x}};
    CHECK(refusal(evaluate) == "found the output `z`, expected one of `y`, `x`");
  }
  SECTION("sizes") {
    inputs = {{"A", std::span(A).first(11)}, {"p", p}};
    CHECK(refusal(evaluate) == "found 11 numbers for the input `A`, expected 12: [2][2][3]");
    inputs = {{"A", A}, {"p", std::span(p).first(4), BatchLayout::leaf_configuration}};
    CHECK(refusal(evaluate) ==
          "found 4 numbers for the input `p`, expected 8: [2][4], configurations last");
    inputs = {{"A", A, BatchLayout::configuration_leaf, 7}, {"p", p}};
    CHECK(refusal(evaluate) ==
          "found 12 numbers for the input `A`, expected at least 13: [2][2][3]");
    inputs = {{"A", A, BatchLayout::configuration_leaf, 5}, {"p", p}};
    CHECK(refusal(evaluate) == "found a stride of 5 for the input `A`, expected at least 6");
    inputs = {{"A", A}, {"p", p}};
    outputs = {{"x", std::span(x).first(1)}};
    CHECK(refusal(evaluate) == "found 1 numbers for the output `x`, expected 2: [2]");
    CHECK(refusal([&] { kernel().evaluate(SIZE_MAX, inputs, params, outputs); }) ==
          "found 12 numbers for the input `A`, expected more than memory holds: "
          "[18446744073709551615][2][3]");
  }
  SECTION("kinds") {
    inputs = {{"A", std::span(p).first(6)}, {"p", p}};
    CHECK(refusal(evaluate) == "found complex numbers for the real input `A`, expected real ones");
    inputs = {{"A", A}, {"p", p}};
    outputs = {{"y", x}};
    CHECK(refusal(evaluate) ==
          "found a real array for the complex output `y`, expected a complex one");
  }
  SECTION("addresses") {
    inputs = {{"A", Element::fp64, nullptr, 12}, {"p", p}};
    CHECK(refusal(evaluate) == "found a null pointer for the input `A`");
    inputs = {{"A", Element::fp64, reinterpret_cast<const char*>(A.data()) + 4, 12}, {"p", p}};
    CHECK(refusal(evaluate) ==
          "found the input `A` at an address that its numbers of 8 bytes cannot have");
  }
  SECTION("params") {
    params = {{"N", {2}}};
    CHECK(refusal(evaluate) == "found no value for the param `k`, expected 4 numbers");
    params = {{"N", {2, 3}}, {"k", {1, 2, 3, 4}}};
    CHECK(refusal(evaluate) == "found 2 numbers for the param `N`, expected 1");
    params = {{"N", {{2, 1}}}, {"k", {1, 2, 3, 4}}};
    CHECK(refusal(evaluate) == "found 2+1i for the real param `N`, expected a real number");
    params = {{"M", {2}}};
    CHECK(refusal(evaluate) == "found the param `M`, expected one of `N`, `k`");
  }
  SECTION("nothing was written") {
    x = {7, 7};
    outputs = {{"x", x}, {"y", std::span(y).first(1)}};
    CHECK(refusal(evaluate) == "found 1 numbers for the output `y`, expected 2: [2]");
    CHECK(x == std::vector<double>{7, 7});
  }
}

TEST_CASE("rows that do not fit are refused") {
  const Kernel kernel = kernel_from_text(
      "grammar rows_test input a : real input unused : real param N : real output y = N * a");
  const std::vector<double> a(8, 1.0), params{3};
  std::vector<double> y(8);
  InputRows<double> inputs[] = {{a.data(), 8}, {}};
  OutputRows<double> outputs[] = {{y.data(), 8}};
  RowBatch<double> batch{.size = 8, .inputs = inputs, .outputs = outputs, .params = params};
  const auto evaluate = [&] { kernel.evaluate(batch); };
  CHECK(refusal(evaluate) == "accepted");
  CHECK(y == std::vector<double>(8, 3.0));
  CHECK(refusal([&] { kernel.evaluate(RowBatch<float>{}); }) ==
        "found rows of float for an fp64 kernel, expected double");
  inputs[0].lane_stride = 2;
  CHECK(refusal(evaluate) ==
        "found a lane stride of 2 for the input `a`, expected 1, or 0 for one number that all "
        "configurations share");
  inputs[0].lane_stride = 1;
  batch.params = {};
  CHECK(refusal(evaluate) == "found 0 numbers for the params, expected 1");
  batch.params = params;
  inputs[0].data = nullptr;
  CHECK(refusal(evaluate) == "found a null pointer for the input `a`");
  batch.inputs = batch.inputs.first(1);
  CHECK(refusal(evaluate) == "found 1 inputs, expected 2");
}

TEST_CASE("rows that would overlap are refused") {
  const Kernel kernel =
      kernel_from_text("grammar strides input a[1..2] : real output y[i in 1..2] = 2 * a[i]");
  const std::vector<double> a{1, 2};
  std::vector<double> y(16);
  InputRows<double> inputs[] = {{a.data(), 1, 0}};
  OutputRows<double> outputs[] = {{y.data(), 7}};
  const auto evaluate = [&] {
    kernel.evaluate(
        RowBatch<double>{.size = 8, .inputs = inputs, .outputs = outputs, .params = {}});
  };
  CHECK(refusal(evaluate) == "found a row stride of 7 for the output `y`, expected at least 8");
  outputs[0].row_stride = 8;
  CHECK(refusal(evaluate) == "accepted");
  CHECK(y == std::vector<double>{2, 2, 2, 2, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4, 4, 4});
  inputs[0].row_stride = 0;
  CHECK(refusal(evaluate) == "found a row stride of 0 for the input `a`, expected at least 1");
  inputs[0] = {a.data(), 7, 1};
  CHECK(refusal(evaluate) == "found a row stride of 7 for the input `a`, expected at least 8");
}

TEST_CASE("a kernel without inputs says so") {
  const Kernel kernel = kernel_from_text("grammar c output y = 2");
  const std::vector<double> a(1);
  CHECK(refusal([&] { kernel.evaluate(1, {{"a", a}}, {}, {}); }) ==
        "found the input `a`, expected none: the kernel has no inputs");
}

}  // namespace
}  // namespace diagc
