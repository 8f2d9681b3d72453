// Folders include only what an arrow of docs/architecture.md leads to.
#include <filesystem>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#include "tests/layers/layers.h"

namespace fs = std::filesystem;
using diagc::layers::violations;

namespace {

using Lines = std::vector<std::string>;

/// All C++ sources below these folders of the repository, as paths from its root.
Lines sources() {
  Lines paths;
  for (const char* folder : {"compiler", "toolchain", "runtime", "include", "library", "python",
                             "runs", "physics", "programs"}) {
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(DIAGC_SOURCE_DIR) / folder)) {
      const auto extension = entry.path().extension();
      if (extension != ".h" && extension != ".cpp") continue;
      paths.push_back(fs::relative(entry.path(), DIAGC_SOURCE_DIR).string());
    }
  }
  return paths;
}

}  // namespace

TEST_CASE("every folder includes only what an arrow leads to") {
  std::string found;
  std::size_t files = 0;
  for (const std::string& path : sources()) {
    std::ifstream file(fs::path(DIAGC_SOURCE_DIR) / path);
    REQUIRE(file);
    std::ostringstream text;
    text << file.rdbuf();
    for (const std::string& line : violations(path, text.str())) found += line + "\n";
    ++files;
  }
  INFO(found);
  CHECK(found.empty());
  CHECK(files > 150);
}

TEST_CASE("arrows make no cycles") { CHECK(diagc::layers::cycles() == Lines{}); }

TEST_CASE("an include without an arrow is found, with its place") {
  CHECK(violations("compiler/passes/merge.cpp",
                   "#include \"compiler/passes/merge.h\"\n"
                   "\n"
                   "#include <vector>\n"
                   "  #  include \"compiler/emit/cpp.h\"  // why not\n") ==
        Lines{"compiler/passes/merge.cpp:4: found \"compiler/emit/cpp.h\", expected "
              "compiler/source, compiler/graph, or compiler/passes itself"});
  CHECK(violations("runtime/cpu/kernel.h", "#include \"compiler/graph/graph.h\"") ==
        Lines{"runtime/cpu/kernel.h:1: found \"compiler/graph/graph.h\", expected "
              "runtime/system, runtime/batch, toolchain, or runtime/cpu itself"});
  CHECK(violations("toolchain/load.cpp", "#include \"compiler/emit/cpp.h\"") ==
        Lines{"toolchain/load.cpp:1: found \"compiler/emit/cpp.h\", expected runtime/system, or "
              "toolchain itself"});
  CHECK(violations("runs/jobs/toml.cpp", "#include \"physics/series/job/job.h\"") ==
        Lines{"runs/jobs/toml.cpp:1: found \"physics/series/job/job.h\", expected "
              "compiler/source, runs/records, runs/report, or runs/jobs itself"});
  CHECK(violations("include/diagc/array.h", "#include \"runtime/batch/batch.h\"") ==
        Lines{"include/diagc/array.h:1: found \"runtime/batch/batch.h\", expected nothing but "
              "include/diagc itself"});
  CHECK(violations("compiler/graph/dot.cpp", "#include \"dot.h\"") ==
        Lines{"compiler/graph/dot.cpp:1: found \"dot.h\", expected a path from the root of the "
              "repository, in one of its folders"});
  CHECK(violations("runtime/gpu/kernel.cpp", "") ==
        Lines{"runtime/gpu/kernel.cpp: found a source in no room"});
}

TEST_CASE("Boost.Graph, LLVM and Clang have one folder each") {
  CHECK(violations("compiler/passes/merge.cpp",
                   "#include <boost/graph/graph_traits.hpp>\n#include <boost/container/x.hpp>\n") ==
        Lines{"compiler/passes/merge.cpp:1: found <boost/graph/graph_traits.hpp>, expected "
              "Boost.Graph in compiler/graph only"});
  CHECK(violations("runtime/cpu/kernel.cpp",
                   "#include <llvm/IR/Module.h>\n#include <clang/AST/Decl.h>\n") ==
        Lines{"runtime/cpu/kernel.cpp:1: found <llvm/IR/Module.h>, expected LLVM and Clang in "
              "toolchain only",
              "runtime/cpu/kernel.cpp:2: found <clang/AST/Decl.h>, expected LLVM and Clang in "
              "toolchain only"});
  CHECK(violations("toolchain/load.cpp", "#include <llvm/IR/Module.h>\n").empty());
  CHECK(violations("compiler/graph/graph.h", "#include <boost/graph/graph_traits.hpp>\n").empty());
}

TEST_CASE("what the arrows allow, and what only looks like an include") {
  CHECK(violations("library/compile.cpp",
                   "#include \"diagc/compile.h\"\n"
                   "#include \"compiler/driver/compilation.h\"\n"
                   "#include \"runtime/cpu/evaluate.h\"\n"
                   "// #include \"programs/command/output.h\"\n"
                   "const char* text = \"#include <llvm/IR/Module.h>\";\n")
            .empty());
  CHECK(violations("programs/bench/bench.cpp", "#include \"programs/command/output.h\"").empty());
}

TEST_CASE("subcommands stand in a line upon what they share") {
  CHECK(violations("programs/diagc/main.cpp", "#include \"programs/integrate/resum.h\"").empty());
  CHECK(violations("programs/integrate/resum.cpp", "#include \"programs/diagc/stats.h\"") ==
        Lines{"programs/integrate/resum.cpp:1: found \"programs/diagc/stats.h\", expected "
              "compiler/syntax, compiler/rules, compiler/theory, compiler/driver, runtime/system, "
              "runtime/cuda, runs/jobs, runs/records, "
              "runs/parallel, runs/population, runs/report, physics/lattice, physics/series, "
              "programs/command, or "
              "programs/integrate itself"});
  CHECK(violations("programs/command/output.cpp", "#include \"programs/bench/check.h\"").size() ==
        1);
}
