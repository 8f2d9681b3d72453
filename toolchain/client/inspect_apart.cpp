#include "toolchain/client/inspect_apart.h"

#include <string>

#include "runtime/system/ask_worker.h"
#include "runtime/system/string_sequence.h"
#include "toolchain/client/error_at.h"

namespace diagc::toolchain {
namespace {

constexpr uint64_t FunctionReport::* counted_numbers[] = {
    &FunctionReport::multiplications, &FunctionReport::additions,    &FunctionReport::fused,
    &FunctionReport::divisions,       &FunctionReport::negations,    &FunctionReport::loads,
    &FunctionReport::stores,          &FunctionReport::scalar_loads, &FunctionReport::scalar_stores,
    &FunctionReport::locals,          &FunctionReport::max_live,     &FunctionReport::code_bytes};

std::string bytes_of(const std::vector<FunctionReport>& functions) {
  StringSequence to;
  for (const FunctionReport& function : functions) {
    to.put(function.name);
    for (const auto number : counted_numbers) to.put(std::to_string(function.*number));
    to.put(std::to_string(function.calls.size()));
    for (const auto& [name, count] : function.calls) {
      to.put(name);
      to.put(std::to_string(count));
    }
  }
  return to.bytes();
}

std::vector<FunctionReport> functions_from(std::string bytes) {
  StringSequence from(std::move(bytes));
  std::vector<FunctionReport> functions;
  while (!from.at_end()) {
    FunctionReport& function = functions.emplace_back();
    function.name = from.take();
    for (const auto number : counted_numbers) function.*number = std::stoull(from.take());
    for (uint64_t calls = std::stoull(from.take()); calls > 0; --calls) {
      const std::string name = from.take();
      function.calls[name] = std::stoull(from.take());
    }
  }
  return functions;
}

std::string work(const std::string& request, WorkerProgress& progress) {
  StringSequence from(request);
  const std::string text = from.take(), file_name = from.take();
  Source source{text, file_name, {}};
  source.cpu.name = from.take();
  source.cpu.features = from.take();
  source.cpu.vector_bytes = std::stoi(from.take());
  source.opt_level = std::stoi(from.take());
  source.line = &progress.line;
  try {
    return bytes_of(inspect(source));
  } catch (const Refused& refused) {
    throw RequestRefused(refused.what());
  }
}

}  // namespace

int inspect_worker(const std::vector<std::string>& arguments) { return answer(arguments, work); }

std::vector<FunctionReport> inspect_apart(const Source& source, const ProcessLimits& limits) {
  StringSequence request;
  request.put(std::string(source.text));
  request.put(source.file_name);
  request.put(source.cpu.name);
  request.put(source.cpu.features);
  request.put(std::to_string(source.cpu.vector_bytes));
  request.put(std::to_string(source.opt_level));
  try {
    WorkerAnswer answer = ask_worker(inspect_worker_name, request.bytes(), limits);
    if (answer.end.succeeded()) return functions_from(std::move(answer.text));
    throw Refused(error_at(source.file_name, source.text, answer.progress.line,
                           "the process in which Clang read this " + text_of(answer.end) +
                               ", expected C++ that it can compile"));
  } catch (const RequestRefused& refused) {
    throw Refused(refused.what());
  }
}

}  // namespace diagc::toolchain
