// The interpreter and compiled kernels are one function, to rounding.
#include <limits>

#include "compiler/driver/compilation.h"
#include "compiler/graph/interpret.h"
#include "compiler/source/source.h"
#include "tests/library/fixture.h"
#include "tests/test_seed.h"

namespace diagc {
namespace {

struct Case {
  const char* grammar;
  const char* n;
  bool complex_inputs = false;
  const char* size = "n";  ///< the static that `n` is a value of
};

/// Numbers of every input in turn, [configuration][leaf].
using Inputs = std::vector<std::vector<std::complex<double>>>;

/// The value of every output with each term made absolute, [scalar][configuration].
std::vector<double> absolute(const Case& which, const CompileOptions& options, const Inputs& inputs,
                             const std::vector<std::complex<double>>& params, std::size_t batch) {
  FrontOptions front;
  front.expand.statics = options.statics;
  if (which.complex_inputs) {
    const rules::Rules rules = rules::load(read_source(grammar_file(which.grammar)));
    for (const syntax::Decl* input : rules.inputs) {
      front.expand.input_types[input->name] = {syntax::Scalar::complex, input->type.shape};
    }
  }
  const Graph graph =
      expand_and_simplify(rules::load(read_source(grammar_file(which.grammar))), front).graph;
  const std::vector<std::size_t> first = first_rows(graph.signature().inputs);
  std::vector<double> rows(first.back() * batch);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Variable& variable = graph.signature().inputs[i];
    const auto leaves = static_cast<std::size_t>(variable.scalars());
    for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
      for (std::size_t c = 0; c < batch; ++c) {
        const std::complex<double> value = inputs[i][c * leaves + leaf];
        double* row = rows.data() + first[variable.first + leaf] * batch;
        row[c] = value.real();
        if (variable.type == Type::complex) row[batch + c] = value.imag();
      }
    }
  }
  std::vector<double> result(graph.outputs().size() * batch);
  interpret_absolute(graph, {rows.data(), batch}, params, {result.data(), batch}, batch);
  return result;
}

/// All outputs in turn, [configuration][leaf].
std::vector<std::vector<std::complex<double>>> evaluate(const Kernel& kernel, const Inputs& inputs,
                                                        const std::vector<ParamValue>& params,
                                                        std::size_t batch) {
  std::vector<std::vector<std::complex<double>>> results;
  std::vector<std::vector<double>> real_inputs;
  std::vector<InputArray> input_arrays;
  std::vector<OutputArray> output_arrays;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Kernel::Variable& input = kernel.inputs()[i];
    if (input.complex) {
      input_arrays.emplace_back(input.name, inputs[i]);
    } else {
      real_inputs.emplace_back();
      for (const auto& value : inputs[i]) real_inputs.back().push_back(value.real());
      input_arrays.emplace_back(input.name, real_inputs.back());
    }
  }
  for (const Kernel::Variable& output : kernel.outputs()) {
    results.emplace_back(output.leaves * batch);
    output_arrays.emplace_back(output.name, results.back());
  }
  kernel.evaluate(batch, input_arrays, params, output_arrays);
  return results;
}

TEST_CASE("compiled kernels agree with the interpreter to rounding") {
  const Case which = GENERATE(
      Case{"hubbard/hubbard_sun_density", "1"}, Case{"hubbard/hubbard_sun_density", "3"},
      Case{"hubbard/hubbard_sun_density", "5"}, Case{"hubbard/hubbard_sun_density", "3", true},
      Case{"hubbard/hubbard_su2_cdet_density", "2"}, Case{"hubbard/hubbard_su2_cdet_density", "4"},
      Case{"hubbard/hubbard_su2_cdet", "3"}, Case{"hubbard/hubbard_su2_cdet", "3", true},
      Case{"hubbard/hubbard_sun_density_first_line", "6"},
      Case{"hubbard/hubbard_sun_density_last_line", "5"},
      Case{"hubbard/hubbard_sun_cdet_density", "4"},
      Case{"hubbard/hubbard_sun_symmetric_density", "4"},
      Case{"hubbard/hubbard_sun_cdet_density_fixed", "3", false, "m"},
      Case{"hubbard/hubbard_sun_cdet_density_fixed", "2", true, "m"},
      Case{"hubbard/hubbard_su2_cdet_density_fixed", "4", false, "m"},
      Case{"hubbard/hubbard_su3_cdet_density_fixed", "3", false, "m"},
      Case{"hubbard/hubbard_su4_cdet_density_fixed", "3", false, "m"},
      Case{"hubbard/hubbard_sun_cdet_log_z", "4"},
      Case{"hubbard/hubbard_sun_cdet_greens_function", "4"},
      Case{"hubbard/hubbard_sun_cdet_self_energy", "4"}, Case{"matrix/permanent", "2"},
      Case{"matrix/permanent", "5"}, Case{"gluons/gluon_current", "4"},
      Case{"gluons/gluon_current", "5"}, Case{"gluons/gluon_current", "4", true},
      Case{"gluons/gluon_current_tensor", "5"}, Case{"gluons/gluon_light_cone", "6"},
      Case{"gluons/gluon_helicity", "6"}, Case{"gluons/gluon_helicity_sum", "5"},
      Case{"gluons/gluon_colour_sum", "4"}, Case{"quarks/quark_line", "5"},
      Case{"quarks/quark_line_colour_sum", "4"}, Case{"quarks/two_quark_lines_colour_sum", "5"});
  const Precision precision = GENERATE(Precision::fp64, Precision::fp32);
  CAPTURE(which.grammar, which.n, which.complex_inputs, precision == Precision::fp32);

  CompileOptions options{.statics = {{which.size, which.n}}, .precision = precision};
  if (which.complex_inputs) {
    for (const syntax::Decl* input : rules::load(read_source(grammar_file(which.grammar))).inputs) {
      options.input_types[input->name] = type_name(input->type.shape, true);
    }
  }
  const Kernel machine = kernel_from_file(which.grammar, options);
  options.target = Target::interpreter;
  const Kernel interpreter = kernel_from_file(which.grammar, options);
  CHECK(interpreter.source().empty());
  CHECK(machine.source().find(machine.name()) != std::string::npos);

  constexpr std::size_t batch = 77;
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  Inputs inputs;
  for (const Kernel::Variable& input : machine.inputs()) {
    inputs.push_back(random_numbers<std::complex<double>>(
        batch * input.leaves, seed + static_cast<unsigned>(inputs.size())));
    for (auto& value : inputs.back()) {
      if (!input.complex) value = value.real();
      if (precision == Precision::fp32) value = std::complex<double>(std::complex<float>(value));
    }
  }
  std::vector<ParamValue> params;
  std::vector<std::complex<double>> param_scalars;
  for (const Kernel::Variable& param : machine.params()) {
    params.push_back({param.name, std::vector<std::complex<double>>(param.leaves, 3.0)});
    param_scalars.insert(param_scalars.end(), param.leaves, 3.0);
  }

  const auto found = evaluate(machine, inputs, params, batch);
  const auto expected = evaluate(interpreter, inputs, params, batch);
  const std::vector<double> size = absolute(which, options, inputs, param_scalars, batch);
  const double epsilon = precision == Precision::fp32 ? std::numeric_limits<float>::epsilon()
                                                      : std::numeric_limits<double>::epsilon();
  std::size_t scalar = 0, wrong = 0, compared = 0;
  for (std::size_t output = 0; output < found.size(); ++output) {
    const std::size_t leaves = machine.outputs()[output].leaves;
    for (std::size_t leaf = 0; leaf < leaves; ++leaf, ++scalar) {
      for (std::size_t c = 0; c < batch; ++c) {
        const auto difference =
            std::abs(found[output][c * leaves + leaf] - expected[output][c * leaves + leaf]);
        wrong += !(difference <= 32 * epsilon * size[scalar * batch + c]);
        ++compared;
      }
    }
  }
  CHECK(compared == scalar * batch);
  CHECK(wrong == 0);
}

TEST_CASE("a kernel gives the permanents that all permutations give") {
  const Kernel kernel = kernel_from_file("matrix/permanent", {.statics = {{"n", "4"}}});
  constexpr std::size_t batch = 20;
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  const auto matrices = random_numbers<double>(batch * 16, seed);
  std::vector<double> permanents(batch);
  kernel.evaluate(batch, {{"A", matrices}}, {}, {{"perm", permanents}});
  for (std::size_t c = 0; c < batch; ++c) {
    std::array<int, 4> permutation{0, 1, 2, 3};
    double sum = 0;
    do {
      double product = 1;
      for (int i = 0; i < 4; ++i) {
        product *= matrices[c * 16 + static_cast<std::size_t>(
                                         4 * i + permutation[static_cast<std::size_t>(i)])];
      }
      sum += product;
    } while (std::next_permutation(permutation.begin(), permutation.end()));
    CHECK(permanents[c] == Approx(sum).margin(1e-13));
  }
}

}  // namespace
}  // namespace diagc
