#include <chrono>

#include <catch2/catch.hpp>

#include "process.h"

namespace {

const char* const hint = "`diagc --help` shows what there is.\n";

void is_usage_error(const std::string& arguments, const std::string& message) {
  const Folder folder;
  const Finished run = folder.diagc(arguments);
  INFO(arguments);
  CHECK(run.code == 2);
  CHECK(run.out.empty());
  CHECK(run.err == message);
  CHECK(folder.files().empty());
}

}  // namespace

TEST_CASE("command lines that are not well formed end with 2 and say why") {
  is_usage_error("", std::string("diagc: A subcommand is required\n") + hint);
  is_usage_error(
      "frobnicate",
      std::string(
          "diagc: found no command after `frobnicate`, expected one of those that exist\n") +
          hint);
  is_usage_error("stats", std::string("diagc: FILE is required\n") + hint);
  is_usage_error(
      "stats permanent --frobnicate",
      std::string("diagc: The following argument was not expected: --frobnicate\n") + hint);
  is_usage_error("stats permanent -D n", "diagc: found -D n, expected -D NAME=VALUE\n");
  is_usage_error("stats permanent -D n=", "diagc: found -D n=, expected -D NAME=VALUE\n");
  is_usage_error("stats permanent -D =3", "diagc: found -D =3, expected -D NAME=VALUE\n");
  is_usage_error("stats permanent -D n=1 -D n=2",
                 "diagc: found -D n twice, expected one value or one range of it\n");
  is_usage_error("stats permanent -D n=3..1",
                 "diagc: found the empty range -D n=3..1, expected one that ascends\n");
  is_usage_error("stats permanent -D n=1..x",
                 "diagc: found -D n=1..x, expected a range of integers such as n=1..8\n");
  is_usage_error(
      "eval permanent -D n=1..2",
      "diagc: found the range -D n=1..2, expected one value: eval works on one kernel\n");
  is_usage_error(
      "explain permanent -D n=1..2 perm",
      "diagc: found the range -D n=1..2, expected one value: explain works on one kernel\n");
  is_usage_error(
      "compile permanent -D n=1..2 --emit cpp",
      "diagc: found the range -D n=1..2, expected one value: --emit works on one kernel\n");
  is_usage_error("compile permanent -D n=2 -o x",
                 "diagc: found -o without --emit, expected --emit with what the file shall hold\n");
  is_usage_error("eval permanent -D n=2 -p N", "diagc: found -p N, expected -p NAME=VALUE\n");
  is_usage_error("eval permanent -D n=2 -i A", "diagc: found -i A, expected -i NAME=VALUE\n");
  is_usage_error("eval permanent -D n=2 -o perm=a -o perm=b",
                 "diagc: found -o perm twice, expected one file for it\n");
  is_usage_error("compile permanent -D n=2 --precision fp16",
                 std::string("diagc: --precision: fp16 not in {fp32,fp64}\n") + hint);
}

TEST_CASE("help is quick, and complete") {
  const Folder folder;
  const auto start = std::chrono::steady_clock::now();
  const Finished run = folder.diagc("--help");
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  CHECK(run.code == 0);
  CHECK(run.err.empty());
  for (const char* command : {"compile", "stats", "eval", "bench", "audit", "explain", "inspect",
                              "cache", "doctor", "examples", "integrate", "resum", "demo"}) {
    CHECK(run.out.find(std::string("\n  ") + command) != std::string::npos);
  }
  CHECK(elapsed.count() < 1.0);  // 3 ms alone; a loaded machine takes longer
}

TEST_CASE("the version names the commit and LLVM") {
  const Folder folder;
  const Finished run = folder.diagc("--version");
  CHECK(run.code == 0);
  CHECK(run.out.starts_with("diagc "));
  CHECK(run.out.find("(commit ") != std::string::npos);
  CHECK(run.out.find("LLVM and Clang ") != std::string::npos);
}

TEST_CASE("standard output that takes no more is an error, not a lost result") {
  const Folder folder;
  const Finished full = folder.shell("\"$DIAGC\" examples list > /dev/full");
  CHECK(full.code == 1);
  CHECK(full.err == "standard output: cannot be written: No space left on device\n");
  const Finished closed = folder.shell(
      "set -o pipefail; \"$DIAGC\" compile permanent -D n=10 --emit graph | head -c 1 > /dev/null");
  CHECK(closed.code == 1);
  CHECK(closed.err == "standard output: cannot be written: Broken pipe\n");
}
