// Objects and headers that C programs take without diagc.
#include <cstdlib>
#include <set>
#include <sstream>

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

/// The grammar `name` with a doc string, and its source.
struct Emitted {
  std::string header, source;
};
Emitted emitted(const TemporaryFolder& folder, const std::string& name, const std::string& doc) {
  const std::filesystem::path file = folder / "named.diag";
  write_file(file, "grammar " + name + " \"" + doc + "\"\ninput x : real \"" + doc +
                       "\"\nparam p : real \"" + doc + "\"\noutput y = p * x\n");
  const rules::Rules rules = rules::load(read_source(file.string()));
  const Graph graph = expand_and_simplify(rules, {}).graph;
  const CppOptions cpp{.single_precision = false, .vector_bytes = 16};
  return {emit_header(graph, cpp), emit_cpp(graph, schedule_kernel(rules, {}, graph), cpp)};
}

bool compiles(const TemporaryFolder& folder, const char* options) {
  const std::string command = "cd " + folder.path().string() + " && " + DIAGC_C_COMPILER +
                              " -fsyntax-only -pedantic -Wall -Wextra -Werror -I. " + options;
  return std::system(command.c_str()) == 0;
}

TEST_CASE("no character of a doc string ends its comment in a header") {
  const TemporaryFolder folder;
  for (const char c : {'\r', '\f', '\v', '\x01', '\x7f'}) {
    const std::string doc = std::string("first") + c + "int oops;";
    const Emitted text = emitted(folder, "g", doc);
    write_file(folder / "g.h", text.header);
    write_file(folder / "use.c", "#include \"g.h\"\ndouble oops;\n");
    INFO("character " << static_cast<int>(c));
    CHECK_THAT(text.header, Catch::Contains("\"first int oops;\""));
    CHECK(compiles(folder, "-std=c99 use.c"));
    CHECK(compiles(folder, "-std=c++20 -x c++ use.c"));
  }
}

/// What these options make the compiler define before it has read a line of ours.
std::vector<std::string> macros(const TemporaryFolder& folder, const std::string& options) {
  const std::string command = "cd " + folder.path().string() + " && echo '#include <stddef.h>' | " +
                              DIAGC_C_COMPILER + " -dM -E " + options + " - > macros";
  REQUIRE(std::system(command.c_str()) == 0);
  std::vector<std::string> names;
  std::istringstream lines(read_file(folder / "macros"));
  for (std::string define, name, rest; lines >> define >> name; std::getline(lines, rest))
    if (name[0] != '_') names.push_back(name.substr(0, name.find('(')));
  return names;
}

TEST_CASE("a grammar may be named as a word of C, C++ or their libraries") {
  const TemporaryFolder folder;
  // Those that are no words of the rule language.
  std::set<std::string> words = {
      "std",      "NULL",     "restrict",     "typeof",    "wchar_t", "nullptr_t", "max_align_t",
      "size_t",   "malloc",   "printf",       "system",    "errno",   "stdin",     "EOF",
      "assert",   "INT_MAX",  "thread_local", "constinit", "M_PI",    "int32_t",   "FILE",
      "isnan",    "setjmp",   "va_list",      "y0",        "time",    "noreturn",  "signal",
      "offsetof", "co_yield", "_Thread_local"};
  for (const char* options : {"-x c -std=gnu11", "-x c++ -std=gnu++20"})
    for (std::string& name : macros(folder, options)) words.insert(std::move(name));
  CHECK(words.contains("linux"));
  std::string all =
      "#ifdef __cplusplus\n#include <cstddef>\n#include <cmath>\n#endif\n"
      "#include <stddef.h>\n#include <assert.h>\n#include <ctype.h>\n#include <errno.h>\n"
      "#include <limits.h>\n#include <math.h>\n#include <setjmp.h>\n#include <signal.h>\n"
      "#include <stdarg.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
      "#include <string.h>\n#include <time.h>\n#ifndef __cplusplus\n#include <complex.h>\n"
      "#include <stdnoreturn.h>\n#endif\n";

  for (const std::string& word : words) {
    const Emitted text = emitted(folder, word, "");
    const std::string name = kernel_symbol(word);
    write_file(folder / (name + ".h"), text.header);
    all += "#include \"" + name + ".h\"\n";
    INFO(word);
    CHECK_NOTHROW(toolchain::compile({text.source, name + ".cpp", toolchain::resolve_cpu("native")},
                                     toolchain::Product::object));
  }
  write_file(folder / "use.c", all);
  CHECK(compiles(folder, "-std=gnu11 use.c"));
  CHECK(compiles(folder, "-std=gnu++20 -x c++ use.c"));
}

}  // namespace
}  // namespace diagc
