#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <functional>

#include "runtime/system/temporary_folder.h"
#include "runtime/system/whole_file.h"
#include "toolchain/client/toolchain.h"

using namespace diagc;
using namespace diagc::toolchain;

namespace {

/// The library is opened once in a process, so that each case has a process of its own, with
/// DIAGC_TOOLCHAIN set so.
std::string in_child(const std::string& variable, const std::function<std::string()>& work) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    setenv("DIAGC_TOOLCHAIN", variable.c_str(), 1);
    const std::string text = work();
    const bool written =
        write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t count; (count = read(ends[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, count);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(status == 0);
  return text;
}

std::string message(const std::function<void()>& work) {
  try {
    work();
  } catch (const Unavailable& unavailable) {
    return unavailable.what();
  }
  return "";
}

const std::string kAdvice =
    "\nIt needs LLVM and Clang 19 (Debian: libllvm19, libclang-cpp19) and a diagc that was built "
    "with them "
    "(llvm-19-dev, libclang-19-dev, libclang-cpp19-dev); DIAGC_TOOLCHAIN can name the file. "
    "`--target interpreter` works without it.";

}  // namespace

TEST_CASE("a file that is missing: what, where, and what to do") {
  CHECK(in_child("/nowhere/lib.so", [] { return why_unavailable(); }) ==
        "the CPU back end is not available: libdiagc_toolchain.so was not found; looked for\n  "
        "/nowhere/lib.so" +
            kAdvice);
}

TEST_CASE("a file that is no library, or another one") {
  const TemporaryFolder folder;
  const std::string name = folder / "text";
  write_file(name, "text");
  const std::string text = in_child(name, [] { return why_unavailable(); });
  CHECK_THAT(text, Catch::StartsWith("the CPU back end is not available: " + name + ": "));
  CHECK_THAT(text, Catch::EndsWith(kAdvice));
  CHECK_THAT(in_child("libm.so.6", [] { return why_unavailable(); }),
             Catch::Contains("libm.so.6 belongs to another version of diagc"));
}

TEST_CASE("every operation says so, every time") {
  CHECK(in_child("/nowhere/lib.so", [] {
          const std::string expected = why_unavailable();
          bool same = true;
          for (int i = 0; i < 2; ++i)
            for (const auto& operation : std::vector<std::function<void()>>{
                     [] { identity(); }, [] { llvm_version(); }, [] { resolve_cpu("native"); },
                     [] { compile({"", "f", {}, 3}, Product::object); }, [] { Module::load(""); },
                     [] { inspect({"", "f", {}, 3}); }})
              same = same && message(operation) == expected;
          return std::string(same ? "same" : "different");
        }) == "same");
}
