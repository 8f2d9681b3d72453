// Random rule programs through all stages. RC_PARAMS="seed=…" (printed by RapidCheck) repeats a run,
// DIAGC_RANDOM_PROGRAMS=10000 makes a longer one.
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>

#include "compiler/driver/compilation.h"
#include "compiler/graph/text.h"
#include "compiler/graph/verify.h"
#include "compiler/syntax/parse.h"
#include "compiler/syntax/print.h"
#include "tests/differential/agreement.h"
#include "tests/differential/tapes.h"

using namespace diagc;

namespace {

constexpr int module_size = 50;

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
std::optional<Stages> prepare(const RuleProgram& rule_program,
                              std::map<std::string, int>& refused) {
  Stages program;
  program.text = rule_program.text;
  FrontOptions options;
  options.expand.max_nodes = 600;
  options.expand.max_steps = 100'000;
  try {
    const auto source = std::make_shared<Source>("program.diag", program.text);
    const std::string canonical = syntax::print(syntax::parse(source));
    const auto printed = std::make_shared<Source>("program.diag", canonical);
    RC_ASSERT(syntax::print(syntax::parse(printed)) == canonical);

    Front front = expand_and_simplify(rules::load(source), options);
    program.expanded = std::move(front.expansion.graph);
    program.simplified = std::move(front.graph);
    RC_ASSERT(without_places(expand(rules::load(printed), options.expand).graph) ==
              without_places(program.expanded));
    check_round_trip(program.expanded);
    check_round_trip(program.simplified);
    ScheduleOptions schedule;
    if (rule_program.chunk_operations > 0)
      schedule.chunk_operations = rule_program.chunk_operations;
    program.schedule = make_schedule(program.simplified, schedule);
  } catch (const InputError& error) {
    for (const Diagnostic& diagnostic : error.diagnostics()) RC_ASSERT(!render(diagnostic).empty());
    const Code code = error.diagnostics().front().code;
    if (code != Code::value && code != Code::limit) RC_FAIL(error.what());
    ++refused[to_string(code)];
    return std::nullopt;
  }
  return program;
}

/// Set by the first failure. Each step of making it smaller compiles, so that the number of steps has to be limited.
std::optional<std::chrono::steady_clock::time_point> shrinking_until;

template <class T>
void check_all(const std::vector<Stages>& programs, bool compiled, Tally& tally) {
  std::optional<Kernels<T>> kernels;
  if (compiled) {
    std::vector<typename Kernels<T>::Plan> plans;
    for (const Stages& program : programs)
      plans.push_back({&program.simplified, &program.schedule});
    kernels.emplace(plans);
  }
  try {
    for (std::size_t i = 0; i < programs.size(); ++i)
      check_agreement<T>(programs[i], kernels ? &*kernels : nullptr, i, tally);
  } catch (const Disagreement& error) {
    if (!shrinking_until) {
      std::cerr << "first failure, to be made smaller for a minute at most:\n"
                << error.what() << std::endl;
      shrinking_until = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    }
    RC_FAIL(error.what());
  }
}

int programs_wanted() {
  const char* text = std::getenv("DIAGC_RANDOM_PROGRAMS");
  return text ? std::max(1, std::atoi(text)) : 500;
}

}  // namespace

TEST_CASE("random rule programs: every stage agrees with the next") {
  const std::string missing = toolchain::why_unavailable();
  const bool compiled = missing.empty() && !std::getenv("DIAGC_RANDOM_WITHOUT_KERNELS");
  if (!compiled) {
    std::printf("Without compiled kernels: %s\n",
                missing.empty() ? "DIAGC_RANDOM_WITHOUT_KERNELS is set" : missing.c_str());
  }
  rc::detail::TestParams parameters = rc::detail::configuration().testParams;
  parameters.maxSuccess = (programs_wanted() + module_size - 1) / module_size;
  std::map<std::string, int> refused;
  int made = 0, chunked = 0, modules = 0;
  std::size_t nodes = 0;
  Tally fp64, fp32;
  const auto property = [&] {
    const Tapes module = *random_module(module_size);
    if (shrinking_until && std::chrono::steady_clock::now() > *shrinking_until) return;
    std::vector<Stages> programs;
    for (std::size_t i = 0; i < module.tapes.size(); ++i) {
      ++made;
      const RuleProgram rules = random_program("program" + std::to_string(i), module.tapes[i]);
      if (auto program = prepare(rules, refused)) {
        nodes += program->simplified.node_count();
        chunked += program->schedule.chunked();
        programs.push_back(std::move(*program));
      }
    }
    check_all<double>(programs, compiled, fp64);
    // Compiling takes nearly all of the time.
    if (modules++ % 3 == 0 || !compiled) check_all<float>(programs, compiled, fp32);
  };
  rc::detail::TestMetadata metadata;
  metadata.id = metadata.description = "random rule programs";
  const auto result = rc::detail::checkTestable(property, metadata, parameters);
  std::ostringstream message;
  rc::detail::printResultMessage(result, message);
  std::cout << made << " random rule programs (seed " << parameters.seed << "), " << chunked
            << " in several chunks, " << nodes << " nodes after passes; refused:";
  int refusals = 0;
  for (const auto& [code, count] : refused) {
    std::cout << " " << count << " " << code;
    refusals += count;
  }
  const auto report = [](const char* name, const Tally& tally) {
    std::cout << "; " << name << ": " << tally.compared << " of " << tally.values
              << " results compared, closest to its bound " << tally.closest << " of it, "
              << tally.certain << " of " << tally.reached << " dependences certain";
  };
  report("fp64", fp64);
  report("fp32", fp32);
  std::cout << std::endl;
  INFO(message.str());
  CHECK(result.is<rc::detail::SuccessResult>());
  CHECK(refusals * 5 <= made);
  CHECK(chunked * 5 >= (made - refusals) * 2);
  CHECK(fp64.compared * 4 >= fp64.values * 3);
  CHECK(fp32.compared * 3 >= fp32.values * 2);
  CHECK(fp64.certain * 4 >= fp64.reached * 3);
}
