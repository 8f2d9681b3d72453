#include "runtime/system/ask_worker.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>

#include <cstdio>
#include <cstring>
#include <new>

#include "runtime/system/descriptor.h"
#include "runtime/system/temporary_folder.h"
#include "runtime/system/whole_file.h"
#include "runtime/system/worker.h"

namespace diagc {
namespace {

constexpr int done = 0, usage = 64, refused = 65, failed = 70;

/// The file that holds a WorkerProgress, as memory of this process.
class SharedProgress {
 public:
  explicit SharedProgress(const std::string& path) {
    const Descriptor file(open(path.c_str(), O_RDWR | O_CLOEXEC));
    if (!file) return;
    void* memory =
        mmap(nullptr, sizeof(WorkerProgress), PROT_READ | PROT_WRITE, MAP_SHARED, file.number(), 0);
    if (memory != MAP_FAILED) shared_ = static_cast<WorkerProgress*>(memory);
  }
  ~SharedProgress() {
    if (shared_) munmap(shared_, sizeof(WorkerProgress));
  }
  SharedProgress(const SharedProgress&) = delete;
  SharedProgress& operator=(const SharedProgress&) = delete;

  WorkerProgress& get() { return shared_ ? *shared_ : own_; }

 private:
  WorkerProgress* shared_ = nullptr;
  WorkerProgress own_;
};

#if defined(__has_feature)
#define DIAGC_SANITIZED __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define DIAGC_SANITIZED 1
#else
#define DIAGC_SANITIZED 0
#endif
constexpr bool sanitized = DIAGC_SANITIZED;
#undef DIAGC_SANITIZED

}  // namespace

ProcessLimits foreign_code_limits() {
  constexpr std::uint64_t gib = 1u << 30;
  return {.address_space = sanitized ? 0 : 8 * gib,
          .processor_time = std::chrono::minutes(1),
          .wall_time = std::chrono::minutes(5),
          .file_size = 4 * gib};
}

bool has_worker(std::string_view worker) { return !worker_command(worker).empty(); }

WorkerAnswer ask_worker(std::string_view worker, const std::string& request,
                        const ProcessLimits& limits, const std::stop_token& stop) {
  std::vector<std::string> command = worker_command(worker);
  if (command.empty())
    throw std::logic_error(fmt::format("this program offers no worker '{}'", worker));
  const TemporaryFolder folder;
  const auto request_file = folder / "request", result_file = folder / "result",
             progress_file = folder / "progress", error_file = folder / "errors";
  write_file(request_file, request);
  write_file(progress_file, std::string(sizeof(WorkerProgress), '\0'));
  for (const auto& file : {request_file, result_file, progress_file})
    command.push_back(file.string());
  ChildProcess child(command, error_file, "/dev/null", limits);
  WorkerAnswer answer;
  answer.end = child.wait(stop);
  const std::string progress = read_file(progress_file);
  if (progress.size() == sizeof answer.progress)
    std::memcpy(&answer.progress, progress.data(), sizeof answer.progress);
  if (answer.end.succeeded()) {
    answer.text = read_file(result_file);
  } else if (answer.end.signal == 0 && answer.end.exit_code == refused) {
    throw RequestRefused(read_file(result_file));
  } else if (answer.end.signal == 0 && answer.end.exit_code == failed) {
    throw std::runtime_error(read_file(result_file));
  }
  return answer;
}

int answer(const std::vector<std::string>& arguments, const WorkerTask& task) {
  if (arguments.size() != 3) {
    std::fputs("this mode is for the program itself: it takes three files\n", stderr);
    return usage;
  }
  try {
    SharedProgress progress(arguments[2]);
    const auto finish = [&](int code, const std::string& text) {
      write_file(arguments[1], text);
      return code;
    };
    try {
      return finish(done, task(read_file(arguments[0]), progress.get()));
    } catch (const RequestRefused& error) {
      return finish(refused, error.what());
    } catch (const std::bad_alloc&) {
      return finish(failed, "the work takes more memory than it may have");
    } catch (const std::exception& error) {
      return finish(failed, error.what());
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return failed;
  }
}

}  // namespace diagc
