// What a program that links the library gets that offers no workers (runtime/system/worker.h), as this test program: errors that say so, at
// once, and no process.
#include <catch2/catch.hpp>

#include <sys/wait.h>

#include "physics/lattice/model.h"
#include "physics/lattice/own_table.h"
#include "runtime/system/temporary_folder.h"
#include "runtime/system/whole_file.h"
#include "toolchain/client/inspect_apart.h"
#include "toolchain/client/toolchain.h"

using namespace diagc;
using namespace diagc::lattice;

TEST_CASE("a program without workers refuses own headers and says what to do") {
  if (!toolchain::why_unavailable().empty()) return;
  const TemporaryFolder folder;
  const std::string path = folder / "g0.h";
  // Would not end if it were called.
  write_file(path,
             "double g0(int, double tau) {\n  while (tau >= 0) tau += 1;\n  return tau;\n}\n");
  ModelOptions options;
  options.lattice = Lattice::own;
  options.size = {4};
  options.precision = lattice::Precision::fp64;
  options.own_propagator = path;
  try {
    make_model(options);
    FAIL("found a model");
  } catch (const WrongModel& wrong) {
    CHECK(wrong.option == "own_propagator");
    CHECK(wrong.what() ==
          "found the header \"" + path +
              "\" in a program that cannot call it in a process of its own, expected a table: "
              "`diagc integrate JOB --tabulate g0.npy` writes a table where there is Clang, and "
              "`propagator = \"g0.npy\"` takes it here");
  }
  CHECK_THROWS_WITH(
      toolchain::inspect_apart(
          {"extern \"C\" int f() { return 1; }\n", "f.cpp", toolchain::resolve_cpu("native")}, {}),
      "this program offers no worker 'inspect-worker'");
  // Nothing was started.
  CHECK(waitpid(-1, nullptr, WNOHANG) == -1);
}
