// Kernels of many inputs and outputs, each declared by itself: what is emitted goes through tables of them in loops.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>

#include "compiler/driver/compilation.h"
#include "compiler/emit/cpp.h"
#include "tests/library/fixture.h"

namespace diagc {
namespace {

/// Inputs of one row, of three, and one of none that is read, between them; outputs alike. Each output reads a few inputs.
std::string many(int inputs, int outputs) {
  std::string text = "grammar many\n";
  const auto is_range = [](int i) { return i % 25 == 3; };
  for (int i = 0; i < inputs; ++i) {
    text += "input x" + std::to_string(i) + (is_range(i) ? "[1..3]" : "") + " : real\n";
    if (i % 40 == 7) text += "input unread" + std::to_string(i) + " : real\n";
  }
  const auto read = [&](int i, int j) {
    i %= inputs;
    return "x" + std::to_string(i) +
           (is_range(i) ? "[" + std::to_string(j % 3 + 1) + "]" : std::string());
  };
  for (int j = 0; j < outputs; ++j) {
    text += "output y" + std::to_string(j);
    text += j % 30 == 4 ? "[k in 1..2] = k * (" : " = (";
    text += read(3 * j, j) + " * " + read(j + 1, j) + " + " + read(7 * j + 2, j) + ")\n";
  }
  return text;
}

std::string emitted_source(const std::string& rules) {
  const rules::Rules read = read_rules(std::make_shared<const Source>("many.diag", rules));
  const Front front = expand_and_simplify(read, {});
  return emit_cpp(front.graph, schedule_kernel(read, {}, front.graph), {});
}

}  // namespace

TEST_CASE("kernels of many variables are right on every row and configuration") {
  // In one chunk and in several.
  const auto [count, chunks] = GENERATE(std::pair{60, false}, std::pair{1500, true});
  const std::string text = many(count, count);
  const Kernel kernel = kernel_from_text(text, {.threads = 2});
  const Kernel reference = kernel_from_text(text, {.target = Target::interpreter});
  CHECK((kernel.figures().chunks > 1) == chunks);
  for (const std::size_t batch : {1, 7, 16, 37, 301}) {
    // Every fifth input is one configuration for all.
    for (const bool some_shared : {false, true}) {
      CAPTURE(count, batch, some_shared);
      std::vector<std::vector<double>> values;
      std::vector<InputArray> inputs;
      for (std::size_t i = 0; i < kernel.inputs().size(); ++i) {
        const Kernel::Variable& input = kernel.inputs()[i];
        const bool shared = some_shared && i % 5 == 2;
        values.push_back(random_numbers<double>((shared ? 1 : batch) * input.leaves,
                                                static_cast<unsigned>(i + 1)));
      }
      for (std::size_t i = 0; i < kernel.inputs().size(); ++i) {
        if (!kernel.inputs()[i].needed) continue;
        inputs.emplace_back(kernel.inputs()[i].name, values[i]);
        inputs.back().shared = some_shared && i % 5 == 2;
      }
      const auto evaluate = [&](const Kernel& which) {
        std::vector<std::vector<double>> results;
        std::vector<OutputArray> outputs;
        for (const Kernel::Variable& output : which.outputs())
          results.emplace_back(batch * output.leaves);
        for (std::size_t i = 0; i < results.size(); ++i)
          outputs.emplace_back(which.outputs()[i].name, results[i]);
        which.evaluate(batch, inputs, {}, outputs);
        return results;
      };
      const auto found = evaluate(kernel), expected = evaluate(reference);
      double largest = 0;
      for (std::size_t i = 0; i < found.size(); ++i) {
        for (std::size_t k = 0; k < found[i].size(); ++k)
          largest = std::max(largest, std::abs(found[i][k] - expected[i][k]));
      }
      CHECK(largest < 1e-14);
    }
  }
}

TEST_CASE("what is around a kernel does not grow with the number of its variables") {
  const auto lines_from_range_on = [](int inputs, int outputs) {
    std::string rules = "grammar many\n";
    for (int i = 0; i < inputs; ++i) rules += "input x" + std::to_string(i) + " : real\n";
    for (int j = 0; j < outputs; ++j)
      rules += "output y" + std::to_string(j) + " = x" + std::to_string(j % inputs) + "*x" +
               std::to_string((j + 1) % inputs) + "\n";
    const std::string text = emitted_source(rules);
    const std::size_t range = text.find("extern \"C\" const Size many_work_bytes");
    REQUIRE(range != text.npos);
    return std::count(text.begin() + static_cast<std::ptrdiff_t>(range), text.end(), '\n');
  };
  CHECK(lines_from_range_on(100, 100) == lines_from_range_on(400, 400));
  CHECK(lines_from_range_on(400, 400) < 80);
  // Several chunks are called, but their rows are copied in loops.
  CHECK(lines_from_range_on(20'000, 2'000) < 100);
}

TEST_CASE("2,000 outputs and 20,000 inputs are machine code in seconds", "[timing]") {
  const auto start = std::chrono::steady_clock::now();
  kernel_from_text(many(100, 2'000), {.use_cache = false});
  kernel_from_text(many(20'000, 100), {.use_cache = false});
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  CHECK(seconds.count() < 40);  // a few alone
}

}  // namespace diagc
