#include <chrono>

#include <catch2/catch.hpp>

#include "process.h"

namespace {

/// Where a message sends for more.
std::string hint(const std::string& command = "diagc") {
  return "\n`" + command + " --help` shows what there is.\n";
}

constexpr const char* all_commands =
    "compile, stats, eval, bench, audit, explain, explore, derive, inspect, cache, doctor, "
    "examples, "
    "integrate, "
    "resum, events, dynamics, contract, demo";

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
  is_usage_error("", std::string("diagc: found no command after `diagc`, expected one of ") +
                         all_commands + hint());
  is_usage_error("frobnicate",
                 std::string("diagc: found the unknown command `frobnicate`, expected one of ") +
                     all_commands + hint());
  is_usage_error("cache",
                 "diagc: found no command after `diagc cache`, expected one of list, clear" +
                     hint("diagc cache"));
  is_usage_error("stats", "diagc: FILE is required" + hint("diagc stats"));
  is_usage_error(
      "stats permanent --frobnicate",
      "diagc: found the unknown option --frobnicate of `diagc stats`" + hint("diagc stats"));
  is_usage_error(
      "stats permanent -D n=2 more",
      "diagc: found `more`, expected no further argument of `diagc stats`" + hint("diagc stats"));
  is_usage_error("stats permanent -D",
                 "diagc: found -D without a value, expected -D NAME=VALUE" + hint("diagc stats"));
  is_usage_error("compile permanent --emit",
                 "diagc: found --emit without a value, expected --emit "
                 "rules|graph|dot|json|cpp|header|llvm-ir|asm|object|cuda|ptx|cubin|sass" +
                     hint("diagc compile"));
  is_usage_error("stats permanent -D n", "diagc: found -D n, expected -D NAME=VALUE\n");
  is_usage_error("stats permanent -D n=", "diagc: found -D n=, expected -D NAME=VALUE\n");
  is_usage_error("stats permanent -D =3", "diagc: found -D =3, expected -D NAME=VALUE\n");
  is_usage_error("stats permanent -D n=1 -D n=2",
                 "diagc: found -D n twice, expected one value or one range of it\n");
  is_usage_error("stats permanent -D n=3..1",
                 "diagc: found the empty range -D n=3..1, expected one that ascends\n");
  is_usage_error("stats permanent -D n=1..x",
                 "diagc: found -D n=1..x, expected a range of integers such as n=1..8 or, in steps "
                 "of 8, n=8..32:8\n");
  is_usage_error("stats permanent -D n=1..8:0",
                 "diagc: found -D n=1..8:0, expected a step of at least 1\n");
  is_usage_error("stats permanent -D n=1..9223372036854775807",
                 "diagc: found -D n=1..9223372036854775807, expected at most 1000000 values\n");
  is_usage_error("stats permanent -D n=2,,4",
                 "diagc: found -D n=2,,4, expected a value on both sides of every comma, as in "
                 "n=2,4,6\n");
  is_usage_error("eval permanent -D n=2,4",
                 "diagc: found the list -D n=2,4, expected one value: eval works on one kernel\n");
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
                 "diagc: --precision: found fp16, expected fp32 or fp64" + hint("diagc compile"));
  is_usage_error("compile permanent -D n=2 --precision fp46",
                 "diagc: --precision: found fp46, expected fp32 or fp64: did you mean fp64?" +
                     hint("diagc compile"));
  is_usage_error(
      "compile permanent -D n=2 --emit c++",
      "diagc: --emit: found c++, expected rules, graph, dot, json, cpp, header, llvm-ir, "
      "asm, object, cuda, ptx, cubin or sass" +
          hint("diagc compile"));
}

TEST_CASE("misspelt commands and options are answered with the ones that may be meant") {
  is_usage_error("stat permanent",
                 "diagc: found the unknown command `stat`: did you mean `stats`?" + hint());
  is_usage_error("cache lst", "diagc: found the unknown command `lst`: did you mean `list`?" +
                                  hint("diagc cache"));
  is_usage_error("--versoin",
                 "diagc: found the unknown option --versoin: did you mean --version?" + hint());
  is_usage_error(
      "stats permanent -D n=2 --jsno",
      "diagc: found the unknown option --jsno: did you mean --json?" + hint("diagc stats"));
  is_usage_error(
      "eval permanent -D n=2 --precison=fp32",
      "diagc: found the unknown option --precison: did you mean --precision?" + hint("diagc eval"));
}

TEST_CASE("misspelt grammars are answered with the one that may be meant") {
  const Folder folder;
  const Finished near = folder.diagc("stats hafnain -D n=4");
  CHECK(near.code == 1);
  CHECK(near.out.empty());
  CHECK(near.err == "error: found no file and no grammar `hafnain`: did you mean `hafnian`?\n");
  CHECK(folder.diagc("stats nothing").err ==
        "error: found no file and no grammar `nothing`, expected a rule file or a name that `diagc "
        "examples list` shows\n");
  CHECK(folder.diagc("examples copy permanant").err ==
        "error: found no example `permanant`: did you mean `permanent`?\n");
}

TEST_CASE("numbers that an option cannot take are refused before anything else happens") {
  const auto refused = [](const std::string& command, const std::string& option,
                          const std::string& value, const std::string& expected) {
    is_usage_error(command + " " + option + " " + value,
                   "diagc: " + option + ": found " + value + ", expected " + expected +
                       hint("diagc " + command.substr(0, command.find(' '))));
  };
  const std::string positive = "a whole number of at least 1";
  const std::string amount = "a finite number of at least 0";
  for (const char* value : {"-1", "0", "x", "1.5", "99999999999999999999"}) {
    refused("stats permanent -D n=2", "--max-nodes", value, positive);
    refused("stats permanent -D n=2", "--max-steps", value, positive);
  }
  for (const char* value : {"nan", "inf", "-1", "1e999", "x"}) {
    refused("demo", "--seconds", value, amount);
    refused("compile permanent -D n=2", "--tune-seconds", value, amount);
  }
  refused("eval permanent -D n=2", "--threads", "-1", "a whole number from 0 to 65536");
  refused("bench permanent -D n=2", "--threads", "-1", "a whole number from 0 to 65536");
  refused("bench permanent -D n=2 --integrate", "--sampling", "bubble",
          "chain, tree or independent");
  refused("bench permanent -D n=2", "--walkers", "0", "a whole number from 1 to 67108864");
  refused("stats permanent -D n=2", "--devices", "-1", "a whole number from 0 to 2147483647");
  refused("audit permanent -D n=2", "--configurations", "1152921504606846976",
          "a whole number from 1 to 1000000000");
  refused("audit permanent -D n=2", "--seed", "-1", "a whole number from 0 to 4294967295");
  refused("integrate job.toml", "--emit", "0", "a whole number from 1 to 4294967295");
  refused("resum r.json", "--order", "-1", "a whole number from 0 to 2147483647");
  refused("resum r.json", "--resamples", "nan", "a whole number from 1 to 1000000");
  const Folder folder;
  CHECK(folder.diagc("stats permanent -D n=2 --max-nodes 1000 --devices 0,1").code == 0);
}

TEST_CASE("bench --dynamics takes nothing else to measure") {
  for (const char* other : {"--contract", "permanent", "permanent -D n=2 --integrate"}) {
    is_usage_error(std::string("bench --dynamics ") + other,
                   "diagc: found --dynamics with something else to measure, expected it without "
                   "FILE, --integrate and --contract\n");
  }
}

TEST_CASE("help is quick, and complete", "[timing]") {
  const Folder folder;
  const auto start = std::chrono::steady_clock::now();
  const Finished run = folder.diagc("--help");
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  CHECK(run.code == 0);
  CHECK(run.err.empty());
  for (const char* command :
       {"compile", "stats", "eval", "bench", "audit", "explain", "explore", "derive", "inspect",
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
}

TEST_CASE("a reader that goes away ends the program silently, as SIGPIPE would") {
  const Folder folder;
  // More than a pipe holds, so that the reader is gone before all is written.
  for (const char* command :
       {"compile permanent -D n=12 --emit graph", "compile permanent -D n=12 --emit json"}) {
    CAPTURE(command);
    const Finished closed =
        folder.shell(std::string("mkfifo pipe; (\"$DIAGC\" ") + command +
                     " > pipe; echo $? > code) & head -c 0 < pipe; wait; rm pipe");
    CHECK(closed.err.empty());
    CHECK(folder.read("code") == "141\n");
  }
}

TEST_CASE("messages that nobody can read do not change how a command ends") {
  const Folder folder;
  CHECK(folder.shell("\"$DIAGC\" stats nowhere.diag 2> /dev/full").code == 1);
  CHECK(folder.shell("\"$DIAGC\" stats 2> /dev/full").code == 2);
}

TEST_CASE("inspect says that a rule file is one, and what to do") {
  const Folder folder;
  folder.write("loops.diag", "# a comment\n\n  grammar loops\ninput x : real\noutput y = x\n");
  const Finished file = folder.diagc("inspect loops.diag");
  CHECK(file.code == 1);
  CHECK(file.out.empty());
  CHECK(file.err ==
        "loops.diag: found a rule file, expected C++ that diagc emitted from one, as by\n"
        "  diagc compile loops.diag -D NAME=VALUE --emit cpp -o loops.cpp\n"
        "  diagc inspect loops.cpp\n");
  CHECK(folder.diagc("inspect hafnian").err.starts_with("hafnian: found a rule file, expected "));
}

TEST_CASE("stats says on a terminal what it is busy with, and elsewhere nothing", "[slow]") {
  const Folder folder;
  const std::string job = "stats hubbard_sun_density -D n=13";
  const Finished terminal = folder.shell("script -qec '\"$DIAGC\" " + job + " > rows' /dev/null");
  CHECK(terminal.code == 0);
  CHECK(terminal.out.find("ing n=13 … ") != std::string::npos);
  CHECK(terminal.out.ends_with("\r\033[K"));
  CHECK(folder.read("rows").find("\033") == std::string::npos);
  const Finished file = folder.diagc(job);
  CHECK(file.err.empty());
  CHECK(file.out.find("\033") == std::string::npos);
}
