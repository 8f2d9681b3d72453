#include "runtime/system/child_process.h"

#include <signal.h>
#include <sys/resource.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <fstream>
#include <thread>

#include "runtime/system/temporary_folder.h"
#include "runtime/system/whole_file.h"
#include "runtime/system/worker.h"

#if defined(__SANITIZE_ADDRESS__)
#define DIAGC_TEST_SANITIZED 1
#elif defined(__has_feature)
#define DIAGC_TEST_SANITIZED __has_feature(address_sanitizer)
#else
#define DIAGC_TEST_SANITIZED 0
#endif

using namespace diagc;
using namespace std::chrono_literals;

namespace {

struct Ended {
  ChildProcess::End end;
  std::string output;
};

Ended run(const std::string& how, const ProcessLimits& limits = {}) {
  const TemporaryFolder folder;
  std::vector<std::string> command = worker_command("misbehave");
  REQUIRE(!command.empty());
  command.push_back(how);
  ChildProcess child(command, folder / "errors", folder / "output", limits);
  const ChildProcess::End end = child.wait();
  return {end, read_file(folder / "output")};
}

}  // namespace

TEST_CASE("how a child ended, and what it said") {
  CHECK(run("say").end.succeeded());
  CHECK(run("say").output == "said\n");
  CHECK(text_of(run("exit").end) == "ended with exit code 3");
  CHECK(text_of(run("abort").end) == "was killed by signal 6 (Aborted)");
}

TEST_CASE("a child has no input") { CHECK(run("read").end.exit_code == 6); }

TEST_CASE("a child that computes or waits for too long is stopped") {
  const auto computed = run("compute", {.processor_time = 1s}).end;
  CHECK(computed.signal == SIGXCPU);
  CHECK_FALSE(computed.in_time);
  CHECK(text_of(computed) == "was stopped because its time was over");
  const auto waited = run("sleep", {.wall_time = 20ms}).end;
  CHECK_FALSE(waited.in_time);
  CHECK(text_of(waited) == "was stopped because its time was over");
}

#if !DIAGC_TEST_SANITIZED  // which reserves more than any limit
TEST_CASE("a child has no more memory than its limit") {
  CHECK(run("allocate").end.exit_code == 1);
  CHECK(run("allocate", {.address_space = 1u << 30}).end.exit_code == 4);
}
#endif

TEST_CASE("a child writes no more than its limit") {
  const Ended ended = run("write", {.file_size = 1000});
  CHECK(text_of(ended.end) == "was killed by signal 25 (File size limit exceeded)");
  CHECK(ended.output.size() == 1000);
}

TEST_CASE("a child leaves no core file, whatever this process may leave") {
  rlimit core{};
  const TemporaryFolder folder;
  getrlimit(RLIMIT_CORE, &core);
  ChildProcess child({"sh", "-c", "ulimit -c; ulimit -H -c"}, folder / "errors", folder / "output");
  CHECK(child.wait().succeeded());
  CHECK(read_file(folder / "output") == "0\n0\n");
}

TEST_CASE("a child that is no longer wanted is killed") {
  const TemporaryFolder folder;
  ChildProcess child({"sleep", "3600"}, folder / "errors");
  std::stop_source stop;
  CHECK_FALSE(child.ended());
  stop.request_stop();
  CHECK(text_of(child.wait(stop.get_token())) == "was killed by signal 9 (Killed)");
}

TEST_CASE("a child does not outlive the thread that started it") {
  const TemporaryFolder folder;
  std::optional<ChildProcess> child;
  std::thread([&] {
    child.emplace(std::vector<std::string>{"sleep", "3600"}, folder / "errors");
  }).join();
  CHECK(child->wait().signal == SIGKILL);
}

TEST_CASE("what cannot be started is an error") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(ChildProcess({"/nowhere/program"}, folder / "errors"),
                    "/nowhere/program: cannot be started: No such file or directory");
  CHECK_THROWS_WITH(ChildProcess({"no-such-program"}, folder / "errors"),
                    "no-such-program: cannot be started: No such file or directory");
  CHECK_THROWS_WITH(ChildProcess({"true"}, folder / "missing" / "errors"),
                    (folder / "missing" / "errors").string() +
                        ": cannot be opened for a child process: No such file or directory");
}

TEST_CASE("a worker that the program does not offer has no command") {
  CHECK(worker_command("another").empty());
}
