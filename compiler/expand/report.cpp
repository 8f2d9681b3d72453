// What messages say of the machine's failures: position, chain of calls, cycles, progress.
#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "compiler/expand/machine.h"

namespace diagc::expansion {

namespace {

constexpr std::size_t shown_inner = 12;  // calls of a long chain that are shown
constexpr std::size_t shown_outer = 4;

/// "W(2, {1}, 0, 2)"; "density[3]" for an output.
std::string name(Machine& machine, const Frame& frame) {
  const Body& body = *frame.body;
  std::string arguments;
  const std::uint32_t parameters = body.parameters - body.axis_parameters;
  std::string variables;
  for (const syntax::Decl::AxisParameter& variable : body.decl->axes) {
    if (body.axis_parameters > 0) variables += (variables.empty() ? "(" : ", ") + variable.name;
  }
  if (!variables.empty()) variables += ')';
  for (std::uint32_t i = 0; i < parameters; ++i) {
    const Value argument = machine.slots(frame)[i];
    arguments += i ? ", " : "";
    arguments += argument.is_static() ? machine.numbers().print(argument)
                                      : machine.arithmetic().describe(argument);
  }
  if (body.parameters == 0) return body.decl->name;
  const bool is_output = body.kind == Body::Kind::output;
  if (is_output && parameters == 0) return body.decl->name + variables;
  return is_output ? fmt::format("{}[{}]{}", body.decl->name, arguments, variables)
                   : fmt::format("{}({}){}", body.decl->name, arguments, variables);
}

Span position(const Frame& frame) {
  return frame.body->spans[static_cast<std::size_t>(frame.at - frame.body->instructions.data())];
}

/// Shows a list whose middle is left out where it is long.
template <class Show>
void show_ends(std::size_t count, Show show, const std::function<void(std::size_t)>& leave_out) {
  const bool all = count <= shown_inner + shown_outer + 1;
  for (std::size_t i = 0; i < count; ++i) {
    if (!all && i == shown_inner) {
      leave_out(count - shown_inner - shown_outer);
      i = count - shown_outer;
    }
    show(i);
  }
}

/// The body that was called most, its number of calls and the last of its calls under way (or none).
struct Growth {
  const Body* body = nullptr;
  std::uint64_t calls = 0;
};

Growth growth(const Machine& machine) {
  std::vector<std::uint64_t> calls(machine.program().families.size());
  machine.memo().for_each([&](Memo::Entry entry) { ++calls[machine.memo().family(entry)]; });
  Growth most;
  const auto consider = [&](const Body& body, std::uint64_t count) {
    if (count > most.calls) most = {&body, count};
  };
  for (std::size_t i = 0; i < machine.program().first_static; ++i)
    consider(machine.program().families[i], calls[i]);
  for (const Body& body : machine.program().functions)
    consider(body, machine.function_calls()[body.index]);
  return most;
}

std::uint64_t unfinished_families(const Machine& machine) {
  const auto& frames = machine.frames();
  return static_cast<std::uint64_t>(std::count_if(
      frames.begin(), frames.end(), [](const Frame& frame) { return frame.entry != Memo::none; }));
}

std::string growth_text(Machine& machine) {
  const Growth most = growth(machine);
  if (!most.body) return fmt::format("all of it in {}", name(machine, machine.frames().back()));
  std::string text = fmt::format("the most calls are those of {}: {}",
                                 diagc::quoted(most.body->decl->name), most.calls);
  const auto& frames = machine.frames();
  const auto last = std::find_if(frames.rbegin(), frames.rend(),
                                 [&](const Frame& frame) { return frame.body == most.body; });
  if (last != frames.rend()) text += fmt::format(", the last {}", name(machine, *last));
  return text;
}

}  // namespace

Diagnostic explain(Machine& machine, const Source& source, const Failure& failure) {
  const auto& frames = machine.frames();
  Diagnostic diagnostic =
      make_diagnostic(failure.code, source, position(frames.back()), failure.message);
  const auto show = [&](std::size_t i) {
    const Frame& frame = frames[frames.size() - 1 - i];
    if (i + 1 < frames.size()) {
      const Position at = source.position(position(frames[frames.size() - 2 - i]).begin);
      diagnostic.call_chain.push_back(fmt::format("in {}, called at {}:{}:{}", name(machine, frame),
                                                  source.path(), at.line, at.column));
    } else if (frame.body->kind == Body::Kind::output) {
      diagnostic.call_chain.push_back(fmt::format("in {}", name(machine, frame)));
    }
  };
  show_ends(frames.size(), show, [&](std::size_t count) {
    diagnostic.call_chain.push_back(fmt::format("… {} more calls …", count));
  });
  return diagnostic;
}

void fail_recursion(Machine& machine, Memo::Entry entry) {
  const auto& frames = machine.frames();
  const auto first = std::find_if(frames.begin(), frames.end(),
                                  [&](const Frame& frame) { return frame.entry == entry; });
  const auto length = static_cast<std::size_t>(frames.end() - first);
  std::string cycle;
  show_ends(
      length,
      [&](std::size_t i) { cycle += name(machine, first[static_cast<std::ptrdiff_t>(i)]) + " → "; },
      [&](std::size_t count) { cycle += fmt::format("… {} more calls … → ", count); });
  cycle += name(machine, *first);
  throw Failure{
      Code::recursion,
      fmt::format("found a call that needs its own value: {}, expected a recursion that ends",
                  cycle)};
}

void fail_nodes(Machine& machine) {
  const std::uint64_t nodes = machine.arithmetic().size();
  const std::uint64_t unfinished = machine.frames().size() - 1;
  const std::uint64_t finished = machine.memo().size() - unfinished_families(machine);
  const std::uint64_t limit = machine.limits().nodes;
  std::string what = fmt::format("more than {} nodes (--max-nodes)", limit);
  if (nodes + unfinished <= limit) {
    what = fmt::format("too many {} calls for a limit of {} nodes (--max-nodes)",
                       finished > unfinished ? "finished" : "unfinished", limit);
  }
  throw Failure{
      Code::limit,
      fmt::format("found {}: {} nodes, {} unfinished and {} finished calls; {}; expected a smaller "
                  "expansion, or a larger limit",
                  what, nodes, unfinished, finished, growth_text(machine))};
}

void fail_steps(Machine& machine) {
  const Progress& progress = machine.progress();
  throw Failure{
      Code::limit,
      fmt::format(
          "found more than {} steps (--max-steps): {} static calls, {} calls of fn, {} iterations, "
          "with {} nodes so far; {}; expected a shorter expansion, or a larger limit",
          machine.limits().steps, progress.static_calls, progress.function_calls,
          progress.iterations, machine.arithmetic().size(), growth_text(machine))};
}

}  // namespace diagc::expansion
