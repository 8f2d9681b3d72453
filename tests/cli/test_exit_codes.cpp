// What is thrown below a command becomes a message and an exit code. The command lines run in this process, with
// commands that fail as no command of diagc is known to.
#include <cstdio>
#include <new>
#include <stdexcept>

#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <catch2/catch.hpp>

#include "compiler/source/diagnostic.h"
#include "process.h"
#include "programs/command/command_line.h"

using namespace diagc;

namespace {

/// Standard error goes to a file for as long as this lives.
class CapturedErrors {
 public:
  explicit CapturedErrors(const std::filesystem::path& file) : before_(dup(STDERR_FILENO)) {
    const int to = open(file.c_str(), O_WRONLY | O_CREAT, 0600);
    if (before_ < 0 || to < 0) throw std::runtime_error("standard error cannot be captured");
    std::fflush(stderr);
    dup2(to, STDERR_FILENO);
    close(to);
  }
  ~CapturedErrors() {
    std::fflush(stderr);
    dup2(before_, STDERR_FILENO);
    close(before_);
  }
  CapturedErrors(const CapturedErrors&) = delete;
  CapturedErrors& operator=(const CapturedErrors&) = delete;

 private:
  int before_;
};

/// `diagc WORD`, where the one command there is, `fail`, does what `act` does.
template <void (*act)()>
Finished run(const char* word = "fail") {
  constexpr AddCommand commands[] = {[](CLI::App& app, Action& action) {
    app.add_subcommand("fail", "")->callback([&action] { action = act; });
  }};
  const Folder folder;
  std::string program = "diagc", argument = word;
  char* arguments[] = {program.data(), argument.data(), nullptr};
  Finished result;
  {
    const CapturedErrors captured(folder.path() / "errors");
    result.code = run_command_line(2, arguments, commands);
  }
  result.err = folder.read("errors");
  return result;
}

void nothing() {}
void broken_contract() { throw std::logic_error("a sum has no terms"); }
void out_of_range() { std::string("ab").at(2); }
void bad_cast() { throw std::bad_cast(); }
void number() { throw 3; }
void failure() { throw Failure("a.npy: found 3 columns, expected 4"); }
void usage() { throw UsageError("found -D n, expected -D n=VALUE"); }
void other_runtime_error() { throw std::runtime_error("the disk is full"); }
void no_memory() { throw std::bad_alloc(); }
void wrong_rules() {
  throw InputError(Diagnostic{.code = Code::definition,
                              .path = "a.diag",
                              .position = {2, 5},
                              .message = "found n, expected m",
                              .source_line = "def n",
                              .caret = 5});
}

}  // namespace

TEST_CASE("a command that ends well has exit code 0") {
  const Finished ended = run<nothing>();
  CHECK(ended.code == 0);
  CHECK(ended.err.empty());
}

TEST_CASE("a fault of diagc is exit code 3, and asks for a report") {
  const Finished contract = run<broken_contract>();
  CHECK(contract.code == 3);
  CHECK(contract.err == "internal error: a sum has no terms, please report\n");
  CHECK(run<out_of_range>().code == 3);
  const Finished cast = run<bad_cast>();
  CHECK(cast.code == 3);
  CHECK(cast.err == "internal error: std::bad_cast, please report\n");
  const Finished foreign = run<number>();
  CHECK(foreign.code == 3);
  CHECK(foreign.err == "internal error: an exception of unknown kind, please report\n");
}

TEST_CASE("what the user can mend is exit code 1") {
  const Finished failed = run<failure>();
  CHECK(failed.code == 1);
  CHECK(failed.err == "a.npy: found 3 columns, expected 4\n");
  const Finished runtime = run<other_runtime_error>();
  CHECK(runtime.code == 1);
  CHECK(runtime.err == "error: the disk is full\n");
  const Finished memory = run<no_memory>();
  CHECK(memory.code == 1);
  CHECK(memory.err == "error: this needs more memory than there is\n");
  const Finished rules = run<wrong_rules>();
  CHECK(rules.code == 1);
  CHECK(rules.err == "a.diag:2:5: error: found n, expected m\ndef n\n    ^\n");
}

TEST_CASE("a command line that is not well formed is exit code 2") {
  const Finished wrong = run<usage>();
  CHECK(wrong.code == 2);
  CHECK(wrong.err == "diagc: found -D n, expected -D n=VALUE\n");
  const Finished unknown = run<nothing>("succeed");
  CHECK(unknown.code == 2);
  CHECK(unknown.err ==
        "diagc: found the unknown command `succeed`, expected one of fail\n"
        "`diagc --help` shows what there is.\n");
}
