#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "process.h"
#include "terminal.h"

namespace {

Finished emit(const Folder& folder, const std::string& form, const std::string& more = "") {
  return folder.diagc("compile permanent -D n=3 --emit " + form + " " + more);
}

}  // namespace

TEST_CASE("every form that --emit knows") {
  const Folder folder;
  const Finished rules = emit(folder, "rules");
  CHECK(rules.code == 0);
  CHECK(rules.out.find("grammar permanent\n") != std::string::npos);
  folder.write("again.diag", rules.out);
  CHECK(folder.diagc("compile again.diag --emit rules").out == rules.out);

  const Finished graph = emit(folder, "graph");
  CHECK(graph.code == 0);
  CHECK(graph.out.starts_with("graph permanent "));
  CHECK(graph.out.find("perm = %") != std::string::npos);

  const Finished dot = emit(folder, "dot");
  CHECK(dot.code == 0);
  CHECK(dot.out.starts_with("digraph \"permanent\" {\n"));
  CHECK(dot.out.ends_with("}\n"));

  const Finished json = emit(folder, "json");
  CHECK(json.code == 0);
  const auto parsed = nlohmann::json::parse(json.out);
  CHECK(parsed["grammar"] == "permanent");
  CHECK(parsed["statics"]["n"] == "3");
  CHECK(parsed["nodes"][0]["kind"] == "one");
  CHECK(parsed["results"].size() == 1);

  const Finished header = emit(folder, "header", "--precision fp32");
  CHECK(header.code == 0);
  CHECK(header.out.find("int permanent(const float *const *inputs, float *const *outputs, const "
                        "float *params, size_t batch)") != std::string::npos);
  CHECK(emit(folder, "cpp").out.find("extern \"C\" int permanent(") != std::string::npos);
  const Finished cuda = emit(folder, "cuda", "--precision fp32");
  CHECK(cuda.out.find("permanent_straight(const __grid_constant__ Batch batch)") !=
        std::string::npos);
  CHECK(cuda.out.find("single precision, CUDA for sm_90,") != std::string::npos);
  CHECK(emit(folder, "cuda", "--arch sm_80 --schedule windowed").out.find("permanent_windowed(") !=
        std::string::npos);
  CHECK(emit(folder, "cuda", "--schedule chunked").out.find("permanent_chunk0(") !=
        std::string::npos);
  CHECK(
      emit(folder, "cuda", "--schedule straight:blocks=3").out.find("__launch_bounds__(128, 3)") !=
      std::string::npos);
  const Finished no_schedule = emit(folder, "cuda", "--schedule fastest");
  CHECK(no_schedule.code == 1);
  CHECK(no_schedule.err.find("found the CUDA schedule `fastest`, expected straight, ") !=
        std::string::npos);
  CHECK(emit(folder, "llvm-ir").out.find("define ") != std::string::npos);
  CHECK(emit(folder, "asm").out.find(".globl\tpermanent") != std::string::npos);
  const Finished object = emit(folder, "object", "-o permanent.o");
  CHECK(object.code == 0);
  CHECK(object.out.empty());
  CHECK(folder.read("permanent.o")
            .starts_with("\x7f"
                         "ELF"));
}

TEST_CASE("no machine code is written to a terminal") {
  const Folder folder;
  const Terminal terminal;
  const auto refused = [&](const std::string& form, const std::string& what) {
    const Finished run = folder.shell("\"$DIAGC\" compile permanent -D n=3 --emit " + form + " > " +
                                      terminal.path());
    CHECK(run.code == 2);
    CHECK(run.err == "diagc: found a terminal for " + what + ", expected -o PATH, or a pipe\n");
    CHECK(terminal.shown().empty());
  };
  refused("object", "an object file");
  refused("object -o -", "an object file");
  refused("cubin --arch sm_90", "a CUBIN");
  CHECK(
      folder.shell("\"$DIAGC\" compile permanent -D n=3 --emit header > " + terminal.path()).code ==
      0);
  CHECK(terminal.shown().find("permanent") != std::string::npos);
}

TEST_CASE("-o writes a file whole or not at all") {
  const Folder folder;
  CHECK(emit(folder, "cpp", "-o k.cpp").code == 0);
  CHECK(folder.read("k.cpp") == emit(folder, "cpp", "-o -").out);
  const Finished nowhere = emit(folder, "cpp", "-o nowhere/k.cpp");
  CHECK(nowhere.code == 1);
  CHECK(nowhere.err == "error: nowhere/k.cpp: cannot be written: No such file or directory\n");
  const Finished full = emit(folder, "cpp", "-o /dev/full");
  CHECK(full.code == 1);
  CHECK(full.err == "error: /dev/full: cannot be written: No space left on device\n");
  folder.write("bad.diag", "grammar bad\noutput y = x\n");
  const Finished bad = folder.diagc("compile bad.diag --emit cpp -o bad.cpp");
  CHECK(bad.code == 1);
  CHECK(bad.err.starts_with("bad.diag:2:12: error: "));
  CHECK_FALSE(folder.has("bad.cpp"));
}

TEST_CASE("an interrupted compilation leaves nothing") {
  const Folder folder;
  const Finished run = folder.shell(
      "\"$DIAGC\" compile hubbard_sun_density -D n=12 --emit cpp -o k.cpp & child=$!; sleep 0.3; "
      "kill -INT $child; kill -TERM $child; wait $child");
  CHECK(run.code > 128);
  CHECK(folder.files().empty());
}

TEST_CASE("graphs after passes, and what the passes did") {
  const Folder folder;
  const Finished after = emit(folder, "cpp", "--print-after prune --print-after expand -o k.cpp");
  CHECK(after.code == 0);
  CHECK(after.out.find("# after prune\ngraph permanent ") != std::string::npos);
  CHECK(after.out.find("# after expand\ngraph permanent ") != std::string::npos);
  const Finished beside = emit(folder, "cpp", "--print-after prune");
  CHECK(beside.out == folder.read("k.cpp"));
  CHECK(beside.err.find("# after prune\ngraph permanent ") != std::string::npos);
  const Finished times = folder.diagc("compile permanent -D n=3 --time-passes");
  CHECK(times.code == 0);
  CHECK(times.out.find("\nprune ") != std::string::npos);
  CHECK(times.out.find("\ntotal ") != std::string::npos);
  const Finished without = folder.diagc("compile permanent -D n=3 --disable prune --time-passes");
  CHECK(without.out.find("\nprune ") == std::string::npos);
  const Finished unknown = emit(folder, "graph", "--print-after frobnicate");
  CHECK(unknown.code == 1);
  CHECK(unknown.err.find("frobnicate") != std::string::npos);
}

TEST_CASE("without --emit a summary, and the cache is filled") {
  const Folder folder(Folder::Cache::own);
  const Finished first = folder.diagc("compile permanent -D n=2..3");
  REQUIRE(first.code == 0);
  CHECK(first.out.starts_with(
      "permanent n=2\n  inputs    A[1..2, 1..2] : real\n  outputs   perm : real\n"));
  CHECK(first.out.find("compiled anew") != std::string::npos);
  const Finished second = folder.diagc("compile permanent -D n=2..3");
  CHECK(second.out.find("compiled anew") == std::string::npos);
  CHECK(second.out.find("found there") != std::string::npos);

  const Finished list = folder.diagc("cache list --json");
  REQUIRE(list.code == 0);
  CHECK(nlohmann::json::parse(list.out).size() == 2);
  CHECK(folder.diagc("cache list").out.find("2 kernels, ") != std::string::npos);
  const Finished clear = folder.diagc("cache clear");
  CHECK(clear.out.starts_with("2 kernels removed from "));
  CHECK(nlohmann::json::parse(folder.diagc("cache list --json").out).empty());
  CHECK(folder.diagc("compile permanent -D n=2 --no-cache").out.find("compiled anew") !=
        std::string::npos);
  CHECK(nlohmann::json::parse(folder.diagc("cache list --json").out).empty());
}

TEST_CASE("a cache that cannot be written is said once, and not needed") {
  const Folder folder;
  folder.write("blocked", "no folder");
  const Finished run =
      folder.shell("DIAGC_CACHE_DIR=$PWD/blocked/cache \"$DIAGC\" compile permanent -D n=2..3");
  CHECK(run.code == 0);
  CHECK(run.err ==
        "warning: compiled kernels are not kept: " + (folder.path() / "blocked/cache").string() +
            ": Not a directory (DIAGC_CACHE_DIR can name another folder, --no-cache does "
            "without)\n");
}

TEST_CASE("inspect counts what the emitted source does") {
  const Folder folder;
  REQUIRE(emit(folder, "cpp", "-o k.cpp").code == 0);
  const Finished run = folder.diagc("inspect k.cpp --json");
  REQUIRE(run.code == 0);
  const auto functions = nlohmann::json::parse(run.out);
  REQUIRE(functions.size() >= 2);
  const std::vector<std::string> keys{"function", "multiplications", "additions", "fused",
                                      "loads",    "stores",          "max_live",  "code_bytes"};
  for (const auto& key : keys) CHECK(functions[0].contains(key));
  folder.write("broken.cpp", "int f( {\n");
  const Finished broken = folder.diagc("inspect broken.cpp");
  CHECK(broken.code == 1);
  CHECK(broken.err.find("broken.cpp:1") != std::string::npos);
  folder.write("crash.cpp", "int f();\n#pragma clang __debug crash\n");
  const Finished crashed = folder.diagc("inspect crash.cpp");
  CHECK(crashed.code == 1);
  CHECK_THAT(crashed.err,
             Catch::Contains("crash.cpp:2:1: error: the process in which Clang read this was "
                             "killed by signal "));
  std::string deep(200000, '(');
  folder.write("deep.cpp", "int f() {\n  return " + deep + "0;\n}\n");
  // Each use of this template makes two others.
  folder.write("endless.cpp",
               "template <int N, int M> struct A { static constexpr int x = A<N - 1, 2 * M>::x + "
               "A<N - 1, 2 * M + 1>::x; };\ntemplate <int M> struct A<0, M> { static constexpr int "
               "x = 1; };\nextern \"C\" int f() { return A<40, 0>::x; }\n");
  const Finished endless = folder.diagc("inspect endless.cpp --time-limit 1");
  CHECK(endless.code == 1);
  CHECK(endless.out.empty());
  CHECK_THAT(endless.err,
             Catch::StartsWith("endless.cpp:3:1: error: the process in which Clang read this was "
                               "stopped because its time was over, expected C++ that it can "
                               "compile\n"));
  const Finished nested = folder.diagc("inspect deep.cpp");
  CHECK(nested.code == 1);
  CHECK(nested.err.find("deep.cpp:2:") != std::string::npos);
  CHECK(folder.diagc("inspect nothing.cpp").err ==
        "nothing.cpp: error: the file cannot be opened: No such file or directory\n");
}
