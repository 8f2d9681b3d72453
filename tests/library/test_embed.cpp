// Kernels as parts of steps around them, through the public interface.
#include <cstdlib>

#include "tests/library/fixture.h"

namespace diagc {
namespace {

constexpr const char* density_rules = "hubbard/hubbard_sun_density";

/// What `act` throws as std::invalid_argument.
template <class Act>
std::string refusal(const Act& act) {
  try {
    act();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing";
}

/// Evaluates whole vectors of a batch with one input, param and output.
const std::string loop =
    "using namespace part;\n"
    "extern \"C\" void run(const Real *in, Real *out, Size stride, Real N, Real *work, Size end) "
    "{\n"
    "  Rows rows;\n"
    "  rows.inputs[0] = {in, stride, 1};\n"
    "  rows.outputs[0] = {out, stride};\n"
    "  rows.params[0] = N;\n"
    "  rows.work = work;\n"
    "  evaluate(rows, 0, end);\n"
    "}\n"
    "extern \"C\" const Size rows_size = sizeof(Rows);\n"
    "extern \"C\" const Size counts[] = {lanes, input_count, output_count, param_count};\n";

TEST_CASE("a part in a loop of one's own gives the bits of evaluate()") {
  test_cache();
  // n = 6 is one piece of code, n = 8 several.
  const char* n = GENERATE("6", "8");
  const Precision precision = GENERATE(Precision::fp32, Precision::fp64);
  const Kernel kernel = kernel_from_file(
      density_rules, {.statics = {{"n", n}}, .precision = precision, .threads = 1});
  const KernelPart part = kernel_part(kernel, "part");
  CHECK(part.language == KernelPart::Language::cpp);
  CHECK(part.name == "part");
  CHECK(part.function == "part::evaluate");
  CHECK(part.precision == precision);
  CHECK((part.vectors > 1) == (kernel.figures().chunks > 1));
  CHECK((part.work_bytes > 0) == (kernel.figures().chunks > 1));
  REQUIRE(part.inputs.size() == 1);
  CHECK(part.inputs[0].name == "G");
  CHECK(part.inputs[0].rows == kernel.inputs()[0].leaves);
  CHECK(part.params.at(0).rows == 1);
  CHECK(part.outputs.at(0).rows == 1);
  CHECK(part.resources.live_values == kernel.figures().max_live);
  CHECK(part.resources.flops == kernel.figures().flops);
  // At most some 16 bytes an instruction, and at least four.
  CHECK(part.resources.code_bytes > 2 * part.resources.flops);
  CHECK(part.resources.code_bytes < 64 * part.resources.flops);

  const LoadedCode code(part.source + loop);
  const auto* const counts = static_cast<const std::size_t*>(code.symbol("counts"));
  CHECK(counts[0] == part.lanes);
  CHECK(std::vector<std::size_t>(counts + 1, counts + 4) == std::vector<std::size_t>{1, 1, 1});
  const auto check = [&]<class T>(T) {
    const std::size_t batch = 9 * part.lanes, leaves = part.inputs[0].rows;
    const auto G = random_numbers<T>(leaves * batch, 3);
    std::vector<T> expected(batch), result(batch);
    kernel.evaluate(batch, {{"G", G, BatchLayout::leaf_configuration}}, {{"N", {2.5}}},
                    {{"density", expected}});
    void* const work = std::aligned_alloc(64, (part.work_bytes + 127) / 64 * 64);
    code.function<void(const T*, T*, std::size_t, T, T*, std::size_t)>("run")(
        G.data(), result.data(), batch, T(2.5), static_cast<T*>(work), batch);
    std::free(work);
    CHECK(same_bits(result, expected));
  };
  precision == Precision::fp32 ? check(0.0F) : check(0.0);
}

TEST_CASE("a kernel without machine code is the same part, and cannot be evaluated") {
  test_cache();
  const Precision precision = GENERATE(Precision::fp32, Precision::fp64);
  const CompileOptions options{.statics = {{"n", "3"}}, .precision = precision};
  CompileOptions without = options;
  without.machine_code = false;
  std::vector<std::string> stages;
  without.progress = [&](std::string_view stage) { stages.emplace_back(stage); };
  const Kernel whole = kernel_from_file(density_rules, options),
               part = kernel_from_file(density_rules, without);
  CHECK(stages.back() == "emitting");
  CHECK(part.source() == whole.source());
  CHECK(part.precision() == precision);
  CHECK(kernel_part(part, "part").source == kernel_part(whole, "part").source);
  CHECK(kernel_part(part, "part").resources.code_bytes == 0);
  const std::vector<double> G(16, 0.5);
  std::vector<double> result(1);
  const std::string expected =
      "found a kernel without machine code, expected one that was compiled with it "
      "(CompileOptions::machine_code)";
  CHECK(refusal([&] {
          part.evaluate(1, {{"G", std::span(G)}}, {{"N", {2.0}}}, {{"density", std::span(result)}});
        }) == expected);
  const auto on_rows = [&]<class T>(T half) {
    const std::vector<T> g(16, half), params{2};
    std::vector<T> value(1);
    const InputRows<T> inputs[] = {{g.data(), 1}};
    const OutputRows<T> outputs[] = {{value.data(), 1}};
    return refusal([&] { part.evaluate(RowBatch<T>{1, inputs, outputs, params}); });
  };
  CHECK((precision == Precision::fp32 ? on_rows(0.5F) : on_rows(0.5)) == expected);
}

TEST_CASE("what is no part is refused with the reason") {
  const Kernel interpreted =
      kernel_from_file(density_rules, {.statics = {{"n", "2"}}, .target = Target::interpreter});
  CHECK(refusal([&] { kernel_part(interpreted); }) ==
        "hubbard_sun_density: found the target interpreter, expected the target cpu, or cuda with "
        "the schedule straight: only these are functions of rows and a lane");
  const Kernel kernel = kernel_from_file(density_rules, {.statics = {{"n", "2"}}});
  CHECK(kernel_part(kernel).name == "hubbard_sun_density");
  for (const char* name : {"1", "a b", "class", "Real", "a::b"}) {
    CHECK(refusal([&] { kernel_part(kernel, name); }) ==
          "found '" + std::string(name) +
              "' for the name of a part, expected an identifier of C++ that parts do not use "
              "themselves");
  }
}

TEST_CASE("errors in a step's source come with its lines") {
  test_cache();
  CHECK_THAT(refusal([] { LoadedCode("int x = y;\n", {.file_name = "mine.cpp"}); }),
             Catch::Contains("mine.cpp:1:9") && Catch::Contains("'y'"));
  const LoadedCode code("extern \"C\" int two() { return 2; }\n");
  CHECK(code.function<int()>("two")() == 2);
  CHECK_THAT(refusal([&] { code.symbol("three"); }), Catch::Contains("three"));
}

TEST_CASE("a kernel without a device has no stream to be put into") {
  const Kernel kernel = kernel_from_file(density_rules, {.statics = {{"n", "2"}}});
  if (std::getenv("DIAGC_CUDA_DRIVER") != nullptr) return;
  CHECK_THROWS_AS(Stream(-1), std::runtime_error);
}

}  // namespace
}  // namespace diagc
