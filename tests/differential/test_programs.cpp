// Random rule programs through all stages. RC_PARAMS="seed=…" (printed by RapidCheck) repeats a run,
// DIAGC_RANDOM_PROGRAMS=10000 makes a longer one.
#include <rapidcheck.h>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <limits>
#include <map>
#include <sstream>

#include "compiler/driver/compilation.h"
#include "compiler/emit/layout.h"
#include "compiler/graph/text.h"
#include "compiler/graph/verify.h"
#include "compiler/syntax/parse.h"
#include "compiler/syntax/print.h"
#include "tests/differential/kernels.h"
#include "tests/differential/program.h"
#include "tests/differential/stability.h"

using namespace diagc;

namespace {

constexpr int module_size = 50;
constexpr std::size_t batch = 21;  // no whole number of vectors
constexpr std::size_t poisoned = 6;

/// The tapes of the programs of one module; shrunk by leaving out programs, then by making them simpler.
struct Tapes {
  std::vector<Tape> tapes;
};

void showValue(const Tapes& module, std::ostream& out) {
  for (const Tape& tape : module.tapes) {
    Choices choices(tape);
    out << "\n" << random_program("program", choices);
  }
}

rc::Seq<Tapes> simpler(const Tapes& module) {
  const auto shorter_tapes = [](const Tape& tape) {
    return rc::seq::concat(
        rc::shrink::removeChunks(tape),
        rc::shrink::eachElement(tape, [](std::uint32_t x) { return rc::shrink::towards(x, 0u); }));
  };
  return rc::seq::map(rc::seq::concat(rc::shrink::removeChunks(module.tapes),
                                      rc::shrink::eachElement(module.tapes, shorter_tapes)),
                      [](std::vector<Tape> tapes) { return Tapes{std::move(tapes)}; });
}

rc::Gen<Tapes> random_module(int programs) {
  const auto choice = rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::uint32_t>(0, 5040));
  const auto tape =
      rc::gen::mapcat(rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::size_t>(10, 250)),
                      [=](std::size_t length) { return rc::gen::container<Tape>(length, choice); });
  return rc::gen::shrink(
      rc::gen::noShrink(rc::gen::map(
          rc::gen::container<std::vector<Tape>>(static_cast<std::size_t>(programs), tape),
          [](std::vector<Tape> tapes) { return Tapes{std::move(tapes)}; })),
      [](const Tapes& module) { return simpler(module); });
}

struct Program {
  std::string text;
  Graph raw, graph;
  Schedule schedule;
};

/// Graph text but for the places of declarations in the file.
std::string without_places(const Graph& graph) {
  std::istringstream text(to_text(graph));
  std::string result, line;
  while (std::getline(text, line)) {
    if (line.starts_with("family ")) line.erase(line.rfind(" line "));
    result += line + "\n";
  }
  return result;
}

void check_round_trip(const Graph& graph) {
  verify(graph);
  const std::string text = to_text(graph);
  const Graph read = from_text(std::make_shared<Source>("graph.txt", text));
  verify(read);
  RC_ASSERT(to_text(read) == text);
}

/// The program through all stages but the last, or nothing where it divides by zero or is too large.
std::optional<Program> prepare(const Tape& tape, const std::string& name,
                               std::map<std::string, int>& refused) {
  Program program;
  Choices choices(tape);
  program.text = random_program(name, choices);
  FrontOptions options;
  options.expand.max_nodes = 600;
  options.expand.max_steps = 100'000;
  options.passes.verify = true;
  try {
    const auto source = std::make_shared<Source>("program.diag", program.text);
    const std::string canonical = syntax::print(syntax::parse(source));
    const auto printed = std::make_shared<Source>("program.diag", canonical);
    RC_ASSERT(syntax::print(syntax::parse(printed)) == canonical);

    Front front = expand_and_simplify(rules::load(source), options);
    program.raw = std::move(front.expansion.graph);
    program.graph = std::move(front.graph);
    RC_ASSERT(without_places(expand(rules::load(printed), options.expand).graph) ==
              without_places(program.raw));
    check_round_trip(program.raw);
    check_round_trip(program.graph);
    ScheduleOptions schedule;
    if (choices.below(3) == 2) schedule.chunk_operations = 1 + choices.below(40);
    program.schedule = make_schedule(program.graph, schedule);
  } catch (const InputError& error) {
    for (const Diagnostic& diagnostic : error.diagnostics()) RC_ASSERT(!render(diagnostic).empty());
    const Code code = error.diagnostics().front().code;
    if (code != Code::value && code != Code::limit) RC_FAIL(error.what());
    ++refused[to_string(code)];
    return std::nullopt;
  }
  return program;
}

/// A batch of inputs and params, rounded to the precision T.
template <class T>
struct Batch {
  std::vector<double> inputs;
  std::vector<std::complex<double>> params;
  std::vector<T> kernel_inputs, kernel_params;

  Batch(const Signature& signature, std::uint64_t seed) {
    rc::Random random(seed);
    const auto uniform = [&] {
      return static_cast<T>(static_cast<double>(random.next() % 4001) / 1000 - 2);
    };
    inputs.resize(rows(signature.inputs) * batch);
    for (double& x : inputs) x = uniform();
    // Some that are 0, ±1, large, small or infinite.
    const T special[] = {
        0, 1, -1, static_cast<T>(1e-20), static_cast<T>(1e20), std::numeric_limits<T>::infinity()};
    for (std::size_t row = 0; row < inputs.size() / batch; ++row) {
      for (std::size_t c = 8; c < 14; ++c) {
        if (random.next() % 3 == 0)
          inputs[row * batch + c] = special[random.next() % (c < 11 ? 3 : 6)];
      }
    }
    for (const Variable& param : signature.params) {
      for (std::int64_t i = 0; i < param.scalars(); ++i) {
        params.emplace_back(uniform(), param.type == Type::complex ? uniform() : T(0));
        kernel_params.push_back(static_cast<T>(params.back().real()));
        if (param.type == Type::complex)
          kernel_params.push_back(static_cast<T>(params.back().imag()));
      }
    }
    kernel_inputs.assign(inputs.begin(), inputs.end());
  }

  void set(std::size_t row, std::size_t c, double x) {
    inputs[row * batch + c] = x;
    kernel_inputs[row * batch + c] = static_cast<T>(x);
  }
};

/// The value of an output scalar, from rows [row][configuration].
template <class T>
std::complex<double> value_at(const std::vector<T>& outputs, const std::vector<std::size_t>& first,
                              std::size_t scalar, std::size_t c) {
  const bool complex = first[scalar + 1] - first[scalar] == 2;
  return {outputs[first[scalar] * batch + c],
          complex ? outputs[(first[scalar] + 1) * batch + c] : T(0)};
}

bool is_nan(std::complex<double> x) { return std::isnan(x.real()) || std::isnan(x.imag()); }
bool is_finite(std::complex<double> x) {
  return std::isfinite(x.real()) && std::isfinite(x.imag());
}

/// Set by the first failure. Each step of making it smaller compiles, so that the number of steps has to be limited.
std::optional<std::chrono::steady_clock::time_point> shrinking_until;

template <class T>
void fail(const Program& program, const char* what, std::size_t scalar, std::size_t c,
          std::complex<double> expected, std::complex<double> found, double error) {
  std::ostringstream message;
  message.precision(17);
  message << (sizeof(T) == 4 ? "fp32" : "fp64") << ", " << what << ": output scalar " << scalar
          << ", configuration " << c << ": expected " << expected << ", found " << found
          << ", allowed " << error << " in\n"
          << program.text << to_text(program.raw) << "\nafter the passes\n"
          << to_text(program.graph);
  if (!shrinking_until)
    std::cerr << "first failure, to be made smaller for a minute at most:\n"
              << message.str() << std::endl;
  shrinking_until =
      shrinking_until.value_or(std::chrono::steady_clock::now() + std::chrono::minutes(1));
  RC_FAIL(message.str());
}

struct Tally {
  std::size_t compared = 0, all = 0;
};

template <class T>
void compare(const Program& program, const Kernels<T>* kernels, std::uint64_t seed, Tally& tally) {
  const Signature& signature = program.raw.signature();
  Batch<T> values(signature, seed);
  const std::vector<std::size_t> first = first_rows(signature.outputs);
  const std::size_t scalars = program.raw.outputs().size();
  const double epsilon = std::numeric_limits<T>::epsilon();
  const auto interpreted = [&](const Graph& graph) {
    std::vector<double> outputs(first.back() * batch);
    interpret(graph, {values.inputs.data(), batch}, values.params, {outputs.data(), batch}, batch);
    return outputs;
  };
  const auto run = [&] {
    std::vector<T> outputs(first.back() * batch, T(12345));
    kernels->run(program.graph, values.kernel_inputs.data(), outputs.data(), values.kernel_params,
                 batch, 0, batch);
    return outputs;
  };

  const std::vector<double> raw = interpreted(program.raw), simplified = interpreted(program.graph);
  const std::vector<T> computed = kernels ? run() : std::vector<T>();
  for (std::size_t c = 0; c < batch; ++c) {
    const std::vector<Judged> judged =
        judge(program.raw, {values.inputs.data(), batch}, values.params, c, epsilon);
    for (std::size_t scalar = 0; scalar < scalars; ++scalar) {
      const std::complex<double> expected = value_at(raw, first, scalar, c);
      ++tally.all;
      if (std::isinf(judged[scalar].error) || !is_finite(expected)) continue;
      ++tally.compared;
      const auto agrees = [&](const char* what, std::complex<double> found) {
        if (std::abs(found - expected) <= judged[scalar].error) return;
        fail<T>(program, what, scalar, c, expected, found, judged[scalar].error);
      };
      agrees("passes", value_at(simplified, first, scalar, c));
      if (kernels) agrees("kernel", value_at(computed, first, scalar, c));
    }
  }

  // A configuration of NaN: seen in its own outputs, and in no other.
  for (std::size_t row = 0; row < rows(signature.inputs); ++row) {
    values.set(row, poisoned, std::numeric_limits<double>::quiet_NaN());
  }
  const std::vector<double> raw_nan = interpreted(program.raw);
  const std::vector<T> computed_nan = kernels ? run() : std::vector<T>();
  for (std::size_t scalar = 0; kernels && scalar < scalars; ++scalar) {
    const std::complex<double> expected = value_at(raw_nan, first, scalar, poisoned);
    const std::complex<double> found = value_at(computed_nan, first, scalar, poisoned);
    // What the passes prove to be an exact zero is one whatever it is multiplied with.
    const Role role = program.schedule.role[program.graph.outputs()[scalar]];
    if ((role == Role::value || role == Role::leaf) &&
        is_finite(value_at(raw, first, scalar, poisoned)) && is_nan(expected) && is_finite(found)) {
      fail<T>(program, "hidden NaN", scalar, poisoned, expected, found, 0);
    }
  }
  for (std::size_t i = 0; i < computed.size(); ++i) {
    if (i % batch != poisoned && std::memcmp(&computed[i], &computed_nan[i], sizeof(T)) != 0) {
      fail<T>(program, "NaN of another configuration", i / batch, i % batch, computed[i],
              computed_nan[i], 0);
    }
  }
}

template <class T>
void compare_all(const std::vector<Program>& programs, bool compiled, Tally& tally) {
  std::optional<Kernels<T>> kernels;
  if (compiled) {
    std::vector<typename Kernels<T>::Plan> plans;
    for (const Program& program : programs) plans.push_back({&program.graph, &program.schedule});
    kernels.emplace(plans);
  }
  for (std::size_t i = 0; i < programs.size(); ++i)
    compare<T>(programs[i], kernels ? &*kernels : nullptr, i, tally);
}

int programs_wanted() {
  const char* text = std::getenv("DIAGC_RANDOM_PROGRAMS");
  return text ? std::max(1, std::atoi(text)) : 500;
}

}  // namespace

TEST_CASE("random rule programs: every stage agrees with the next") {
  const bool compiled =
      toolchain::why_unavailable().empty() && !std::getenv("DIAGC_RANDOM_WITHOUT_KERNELS");
  rc::detail::TestParams parameters = rc::detail::configuration().testParams;
  parameters.maxSuccess = (programs_wanted() + module_size - 1) / module_size;
  std::map<std::string, int> refused;
  int made = 0, chunked = 0, modules = 0;
  std::size_t nodes = 0;
  Tally fp64, fp32;
  const auto property = [&] {
    const Tapes module = *random_module(module_size);
    if (shrinking_until && std::chrono::steady_clock::now() > *shrinking_until) return;
    std::vector<Program> programs;
    for (std::size_t i = 0; i < module.tapes.size(); ++i) {
      ++made;
      if (auto program = prepare(module.tapes[i], "program" + std::to_string(i), refused)) {
        nodes += program->graph.node_count();
        chunked += program->schedule.chunked();
        programs.push_back(std::move(*program));
      }
    }
    compare_all<double>(programs, compiled, fp64);
    // Compiling takes nearly all of the time.
    if (modules++ % 3 == 0 || !compiled) compare_all<float>(programs, compiled, fp32);
  };
  rc::detail::TestMetadata metadata;
  metadata.id = metadata.description = "random rule programs";
  const auto result = rc::detail::checkTestable(property, metadata, parameters);
  std::ostringstream message;
  rc::detail::printResultMessage(result, message);
  std::cout << made << " random rule programs (seed " << parameters.seed << "), " << chunked
            << " in chunks, " << nodes << " nodes after passes; refused:";
  int refusals = 0;
  for (const auto& [code, count] : refused) {
    std::cout << " " << count << " " << code;
    refusals += count;
  }
  std::cout << "; results compared: fp64 " << fp64.compared << " of " << fp64.all << ", fp32 "
            << fp32.compared << " of " << fp32.all << std::endl;
  INFO(message.str());
  CHECK(result.is<rc::detail::SuccessResult>());
  CHECK(refusals * 5 <= made);
  CHECK(fp64.compared * 2 >= fp64.all);
  CHECK(fp32.compared * 3 >= fp32.all);
}
