// Objects and headers that C programs take without diagc.
#include <cstdlib>

#include "compiler/driver/compilation.h"
#include "compiler/emit/names.h"
#include "tests/library/fixture.h"
#include "toolchain/client/toolchain.h"

namespace diagc {
namespace {

/// Writes NAME.h and NAME.o of a grammar into the folder.
void write_kernel(const std::filesystem::path& folder, const std::string& file,
                  const std::string& n) {
  const rules::Rules rules = rules::load(read_source(file));
  FrontOptions options;
  options.expand.statics = {{"n", n}};
  const Graph graph = expand_and_simplify(rules, options).graph;
  const toolchain::Cpu cpu = toolchain::resolve_cpu("native");
  const CppOptions cpp{.single_precision = false, .vector_bytes = cpu.vector_bytes};
  const std::string name = kernel_symbol(graph.signature().name);
  const std::string source = emit_cpp(graph, schedule_kernel(rules, options, graph), cpp);
  write_file(folder / (name + ".h"), emit_header(graph, cpp));
  write_file(folder / (name + ".o"),
             toolchain::compile({source, name + ".cpp", cpu}, toolchain::Product::object));
}

TEST_CASE("the example in C links object and header") {
  const TemporaryFolder folder;
  write_kernel(folder.path(), grammar_file("matrix/permanent"), "3");
  const std::string in = "cd " + folder.path().string() + " && ";
  const std::string example = std::string(DIAGC_SOURCE_DIR) + "/examples/c/main.c";
  const std::string compile = in + DIAGC_C_COMPILER +
                              " -std=c99 -pedantic -Wall -Wextra -Werror -I. " + example +
                              " permanent.o -lm -o permanents && ./permanents > printed";
  REQUIRE(std::system(compile.c_str()) == 0);
  CHECK(read_file(folder.path() / "printed") == "6\n450\n");
}

TEST_CASE("a header stands alone in C and C++ and tells every array") {
  const TemporaryFolder folder;
  write_file(folder.path() / "g.diag",
             "grammar double \"ends with a backslash \\\"\n"
             "static n : int\n"
             "input p[1..n] : lorentz \"momenta */ \\\"\n"
             "input A[0..n, -1..1] : complex\n"
             "param z : complex\n"
             "param N : real \"flavours\"\n"
             "output y[i in 1..n] = z * N * A[0,0] * comp(p[i], 2)\n"
             "output x = N\n");
  write_kernel(folder.path(), (folder.path() / "g.diag").string(), "2");
  const std::string header = read_file(folder.path() / "double_kernel.h");
  for (const char* line : {
           "// double, n = 2: double precision. Emitted by diagc.\n",
           "//   inputs[0]: p[1..2] : lorentz<real> \"momenta */ \\\"\n"
           "//     double [2][4][batch]: 8 rows, [4] the components E, x, y, z\n",
           "//   inputs[1]: A[0..2, -1..1] : complex\n"
           "//     double [3][3][2][batch]: 18 rows, [2] real and imaginary part\n",
           "//   outputs[0]: y[1..2] : complex\n//     double [2][2][batch]: 4 rows",
           "//   outputs[1]: x : real\n//     double [1][batch]: 1 rows\n",
           "//   params[0] … params[1]: z : complex\n//     double [2], [2] real and imaginary "
           "part\n",
           "//   params[2]: N : real \"flavours\"\n",
           "int double_kernel(const double *const *inputs, double *const *outputs, const double "
           "*params, "
           "size_t batch);\n",
       }) {
    CHECK_THAT(header, Catch::Contains(line));
  }
  write_file(folder.path() / "use.c",
             "#include \"double_kernel.h\"\n#include \"double_kernel.h\"\n"
             "size_t bytes(void) { return double_kernel_work_bytes; }\n");
  const std::string compile = "cd " + folder.path().string() + " && " + DIAGC_C_COMPILER +
                              " -pedantic -Wall -Wextra -Werror -I. -fsyntax-only ";
  CHECK(std::system((compile + "-std=c99 use.c").c_str()) == 0);
  CHECK(std::system((compile + "-std=c++11 -x c++ use.c").c_str()) == 0);
}

}  // namespace
}  // namespace diagc
