#include "runtime/cuda/workers.h"

#include <fmt/format.h>
#include <signal.h>

#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <thread>

#include "runtime/cuda/nvrtc.h"
#include "runtime/system/child_process.h"
#include "runtime/system/string_sequence.h"
#include "runtime/system/temporary_folder.h"
#include "runtime/system/thread_pool.h"
#include "runtime/system/whole_file.h"

namespace diagc::cuda {
namespace {

namespace fs = std::filesystem;

/// Exit codes of a worker; the text of the error stands in its result file.
constexpr int done = 0, refused = 65, unavailable = 69, failed = 70, usage = 64;
constexpr std::chrono::milliseconds pause{2};

fs::path file(const TemporaryFolder& folder, std::size_t index, const char* suffix) {
  return folder / (std::to_string(index) + suffix);
}

std::string request(const Source& source, const CompileOptions& options) {
  StringSequence strings;
  strings.put(source.name);
  strings.put(source.text);
  strings.put(options.architecture);
  strings.put(options.product == Product::ptx ? "ptx" : "cubin");
  for (const std::string& option : options.extra) strings.put(option);
  return strings.bytes();
}

std::string result(const Object& object) {
  StringSequence strings;
  strings.put(object.bytes);
  for (const KernelCode& kernel : object.kernels) {
    strings.put(std::to_string(kernel.spill_stores));
    strings.put(std::to_string(kernel.spill_loads));
  }
  return strings.bytes();
}

Object object_from(std::string bytes, Product product) {
  StringSequence strings(std::move(bytes));
  Object object{strings.take(), {}};
  if (product == Product::cubin) object.kernels = cubin_kernels(object.bytes);
  for (KernelCode& kernel : object.kernels) {
    kernel.spill_stores = std::stoull(strings.take());
    kernel.spill_loads = std::stoull(strings.take());
  }
  return object;
}

struct Work {
  std::size_t source;
  std::unique_ptr<ChildProcess> process;
};

/// What a worker that has ended made of its source.
Object outcome(const ChildProcess::End& end, const TemporaryFolder& folder, std::size_t index,
               const Source& source, Product product) {
  const std::string text = read_file(file(folder, index, ".result"));
  if (end.signal != 0) {
    throw std::runtime_error(
        fmt::format("the process that compiled {} with NVRTC {}{}", source.name, text_of(end),
                    end.signal == SIGKILL ? "; when memory is short, the system does that" : ""));
  }
  if (end.exit_code == refused) throw Refused(text);
  if (end.exit_code == unavailable) throw Unavailable(text);
  if (end.exit_code == failed) throw std::runtime_error(text);
  if (end.exit_code != done || text.empty()) {
    const std::string said = read_file(file(folder, index, ".stderr"));
    throw std::runtime_error(
        fmt::format("the process that compiled {} with NVRTC ended with exit "
                    "code {}{}",
                    source.name, end.exit_code, said.empty() ? " and no message" : ":\n" + said));
  }
  return object_from(text, product);
}

}  // namespace

std::vector<Object> compile_in_workers(
    const std::vector<Source>& sources, const CompileOptions& options, const Workers& workers,
    const std::stop_token& stop, const std::function<void(std::size_t, const Object&)>& finished) {
  if (sources.empty()) return {};
  require_architecture(options.architecture);
  const unsigned processes = workers.processes > 0 ? workers.processes : available_threads();
  const TemporaryFolder folder;
  std::vector<Object> objects(sources.size());
  std::vector<Work> running;  // destroyed, and with it every process, before the folder
  for (std::size_t next = 0; next < sources.size() || !running.empty();) {
    if (stop.stop_requested()) {
      const std::size_t source = running.empty() ? next : running.front().source;
      throw Cancelled("stopped while NVRTC compiled " + sources[source].name);
    }
    while (next < sources.size() && running.size() < processes) {
      write_file(file(folder, next, ".request"), request(sources[next], options));
      std::vector<std::string> command = workers.command;
      command.push_back(file(folder, next, ".request").string());
      command.push_back(file(folder, next, ".result").string());
      running.push_back(
          {next, std::make_unique<ChildProcess>(command, file(folder, next, ".stderr"))});
      ++next;
    }
    bool any_ended = false;
    for (std::size_t i = 0; i < running.size();) {
      const auto end = running[i].process->ended();
      if (!end) {
        ++i;
        continue;
      }
      const std::size_t source = running[i].source;
      objects[source] = outcome(*end, folder, source, sources[source], options.product);
      if (finished) finished(source, objects[source]);
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
      any_ended = true;
    }
    if (!any_ended && !running.empty()) std::this_thread::sleep_for(pause);
  }
  return objects;
}

int compile_worker(const std::vector<std::string>& arguments) {
  if (arguments.size() != 2) {
    std::fputs("this mode is for the program itself: it takes a request and a result file\n",
               stderr);
    return usage;
  }
  const auto finish = [&](int code, const std::string& text) {
    write_file(arguments[1], text);
    return code;
  };
  try {
    StringSequence strings(read_file(arguments[0]));
    const std::string name = strings.take();
    const Source source{name, strings.take()};
    CompileOptions options{strings.take(), Product::cubin, {}};
    if (strings.take() == "ptx") options.product = Product::ptx;
    while (!strings.at_end()) options.extra.push_back(strings.take());
    return finish(done, result(compile(source, options)));
  } catch (const Refused& error) {
    return finish(refused, error.what());
  } catch (const Unavailable& error) {
    return finish(unavailable, error.what());
  } catch (const std::exception& error) {
    return finish(failed, error.what());
  }
}

}  // namespace diagc::cuda
