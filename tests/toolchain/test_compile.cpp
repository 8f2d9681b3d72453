#include <sstream>

#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <thread>

#include "tests/toolchain/sources.h"

using namespace diagc::toolchain;

namespace {

std::string error_of(std::string_view text) {
  try {
    compile(source_for(text), Product::object);
  } catch (const Refused& refused) {
    return refused.what();
  }
  return "";
}

/// A function of many dependent statements, slow to compile.
std::string long_source(int functions, int statements) {
  std::string text = "typedef float Vec __attribute__((vector_size(64)));\n";
  for (int f = 0; f < functions; ++f) {
    text += "extern \"C\" void f" + std::to_string(f) + "(const Vec *G, Vec *w) {\n";
    for (int i = 0; i < statements; ++i) {
      const std::string n = std::to_string(i);
      text += "  Vec x" + n + " = G[" + n + "] * " +
              (i < 60 ? "G[" + std::to_string(i + 7) + "]" : "x" + std::to_string(i - 60)) +
              " + G[" + std::to_string((i * 31) % statements) + "];\n";
    }
    text += "  w[0] = x" + std::to_string(statements - 1) + ";\n}\n";
  }
  return text;
}

}  // namespace

TEST_CASE("compiled code computes") {
  if (!resolve_cpu("native").runs_here) return;
  const Module module = built(kAxpy);
  const auto axpy = module.function<void(const float*, float*, long)>("axpy");
  alignas(64) float tile[64], work[32];
  for (int i = 0; i < 64; ++i) tile[i] = 0.5f * static_cast<float>(i);
  for (int i = 0; i < 32; ++i) work[i] = static_cast<float>(i);
  axpy(tile, work, 2);
  for (int i = 0; i < 32; ++i) {
    const int group = i / 16, lane = i % 16;
    CHECK(work[i] ==
          std::fma(tile[32 * group + lane], tile[32 * group + 16 + lane], static_cast<float>(i)));
  }
}

TEST_CASE("an error names the place and shows the numbered lines around it") {
  CHECK(error_of("int f() {\n  int a = 1;\n  return a + nowhere;\n}\n") ==
        "test.cpp:3:14: error: use of undeclared identifier 'nowhere'\n"
        "     1 | int f() {\n"
        "     2 |   int a = 1;\n"
        "     3 |   return a + nowhere;\n"
        "       |              ^\n"
        "     4 | }\n");
}

TEST_CASE("a #line directive gives the place, and the source's own follows") {
  CHECK(error_of("#line 12 \"rules.diag\"\nint f() { return x; }\n") ==
        "rules.diag:12:18: error: use of undeclared identifier 'x' (at test.cpp:2:18)\n"
        "     1 | #line 12 \"rules.diag\"\n"
        "     2 | int f() { return x; }\n"
        "       |                  ^\n");
}

TEST_CASE("every error of a source is told") {
  const std::string text = error_of("int f() { return a; }\nint g() { return b; }\n");
  CHECK(contains(text, "test.cpp:1:18: error: use of undeclared identifier 'a'"));
  CHECK(contains(text, "test.cpp:2:18: error: use of undeclared identifier 'b'"));
}

TEST_CASE("a long line is clipped around the error") {
  const std::string text =
      error_of("int f() { return " + std::string(500, ' ') + "x" + std::string(500, ' ') + "; }\n");
  CHECK(contains(text, "test.cpp:1:518: error"));
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin);
    CHECK(end - begin < 180);
    begin = end + 1;
  }
}

TEST_CASE("sources see no files") {
  CHECK(contains(error_of("#include <cmath>\n"), "test.cpp:1:10: error: 'cmath' file not found"));
  CHECK(contains(error_of("#include \"/etc/passwd\"\n"), "error: '/etc/passwd' file not found"));
}

TEST_CASE("bytes that are no program are refused") {
  CHECK(contains(error_of("\x01\xff\xfe}{"), "error:"));
  CHECK(contains(error_of(std::string("int f\0() {", 10)), "error:"));
  CHECK(error_of("") == "");
}

TEST_CASE("errors that only the code generator finds come back too") {
  CHECK_THAT(
      error_of("extern \"C\" void f() { asm volatile(\"bogus\"); }"),
      Catch::StartsWith("test.cpp: ") && Catch::Contains("invalid instruction mnemonic 'bogus'"));
  Source source = source_for(kAxpy);
  source.cpu = {"nonsense", "", 64, false};
  CHECK_THROWS_WITH(compile(source, Product::object),
                    Catch::Contains("unknown target CPU 'nonsense'"));
}

TEST_CASE("an earlier failure leaves no trace in the next compilation") {
  const std::string before = compile(source_for(kAxpy), Product::object);
  CHECK(error_of("int f( {") != "");
  CHECK(compile(source_for(kAxpy), Product::object) == before);
}

TEST_CASE("processors: levels, native, and what others exist") {
  const Cpu native = resolve_cpu("native");
  CHECK(native.runs_here);
  CHECK(!native.name.empty());
  CHECK((native.vector_bytes == 16 || native.vector_bytes == 32 || native.vector_bytes == 64));
#if defined(__x86_64__)
  CHECK(resolve_cpu("x86-64-v3").vector_bytes == 32);
  CHECK(resolve_cpu("x86-64-v4").vector_bytes == 64);
  CHECK(resolve_cpu("x86-64-v3").runs_here ==
        static_cast<bool>(__builtin_cpu_supports("x86-64-v3")));
  CHECK(resolve_cpu("x86-64-v4").runs_here ==
        static_cast<bool>(__builtin_cpu_supports("x86-64-v4")));
  CHECK_THROWS_WITH(resolve_cpu("pentium"),
                    "unknown processor 'pentium', expected one of: native, x86-64-v3, x86-64-v4");
#endif
}

#if defined(__x86_64__)
TEST_CASE("assembly uses the width of the processor") {
  const std::string v4 = compile(source_for(kAxpy, "x86-64-v4"), Product::assembly);
  CHECK(contains(v4, "axpy:"));
  CHECK(contains(v4, "%zmm"));
  CHECK(contains(v4, "vfmadd"));
  const std::string v3 = compile(source_for(kAxpy, "x86-64-v3"), Product::assembly);
  CHECK(!contains(v3, "%zmm"));
  CHECK(contains(v3, "%ymm"));
  CHECK(contains(v3, "vfmadd"));
  const std::string native = compile(source_for(kAxpy), Product::assembly);
  CHECK(contains(native, "%zmm") == (resolve_cpu("native").vector_bytes == 64));
}
#endif

TEST_CASE("assembly with lines has those of the outermost calls, and the same instructions") {
  const std::string plain = compile(source_for(kAxpy), Product::assembly);
  const std::string lines = compile(source_for(kAxpy), Product::assembly_with_lines);
  CHECK(!contains(plain, ".loc"));
  // The line of `x = fma(...)`, where the helper that it calls stands above.
  const std::size_t fused = lines.find("vfmadd");
  REQUIRE(fused != std::string::npos);
  const std::size_t loc = lines.rfind(".loc", fused);
  REQUIRE(loc != std::string::npos);
  std::istringstream words(lines.substr(loc + 4));
  int file = 0, line = 0;
  words >> file >> line;
  CHECK(line == 9);
  const auto instructions = [](const std::string& text) {
    std::vector<std::string> list;
    std::istringstream rows(text.substr(0, text.find(".section")));
    for (std::string row; std::getline(rows, row);) {
      if (row.size() < 2 || row[0] != '\t' || row[1] == '.' || row[1] == '#') continue;
      list.push_back(row.substr(0, row.find('#')));
    }
    return list;
  };
  CHECK(instructions(plain).size() > 5);
  CHECK(instructions(plain) == instructions(lines));
}

TEST_CASE("LLVM IR is optimised as far as the level asks") {
  const std::string ir = compile(source_for(kAxpy), Product::llvm_ir);
  CHECK(contains(ir, "define dso_local void @axpy"));
  CHECK(contains(ir, "@llvm.fma.v16f32"));
  CHECK(!contains(ir, "alloca"));
  CHECK(contains(ir, "source_filename = \"test.cpp\""));
  Source plain = source_for(kAxpy);
  plain.opt_level = 0;
  CHECK(contains(compile(plain, Product::llvm_ir), "alloca"));
  plain.opt_level = 4;
  CHECK_THROWS_WITH(compile(plain, Product::llvm_ir), "optimisation level 4, expected 0 to 3");
}

TEST_CASE("a product and a sum in one expression are fused, in two they are not") {
  const char* text = R"(
extern "C" double one(double a, double b, double c) { return a * b + c; }
extern "C" double two(double a, double b, double c) { double p = a * b; return p + c; })";
  const Module module = built(text, "native");
  const double a = 1 + 0x1p-30, b = 1 - 0x1p-30;
  CHECK(module.function<double(double, double, double)>("one")(a, b, -1) == std::fma(a, b, -1.0));
  CHECK(module.function<double(double, double, double)>("two")(a, b, -1) == a * b - 1);
}

TEST_CASE("deeply nested and long expressions compile") {
  std::string nested = "extern \"C\" float f(float x) { return ",
              chain = "extern \"C\" float g(float x) { return x";
  for (int i = 0; i < 3000; ++i) nested += "(x + ";
  nested += "x" + std::string(3000, ')') + "; }\n";
  for (int i = 0; i < 20000; ++i) chain += " + x";
  const Module module = built(nested + chain + "; }\n");
  CHECK(module.function<float(float)>("f")(1.f) == 3001.f);
  CHECK(module.function<float(float)>("g")(1.f) == 20001.f);
}

TEST_CASE("the same source gives the same bytes, from several threads at once") {
  const std::string source = long_source(2, 300);
  const std::string expected = compile(source_for(source), Product::object);
  std::vector<std::string> objects(4);
  std::vector<std::jthread> threads;
  for (std::string& object : objects)
    threads.emplace_back([&] { object = compile(source_for(source), Product::object); });
  threads.clear();
  for (const std::string& object : objects) CHECK((object == expected));
}

TEST_CASE("a compilation stops when asked", "[timing]") {
  const std::string source = long_source(40, 1500);
  std::stop_source stop;
  std::jthread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    stop.request_stop();
  });
  const auto begin = std::chrono::steady_clock::now();
  CHECK_THROWS_AS(compile(source_for(source), Product::object, stop.get_token()), Cancelled);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(3));

  CHECK_THROWS_WITH(compile(source_for(kAxpy), Product::object, stop.get_token()),
                    "compilation was cancelled");
  CHECK_THROWS_AS(inspect(source_for(kAxpy), stop.get_token()), Cancelled);
}

TEST_CASE("the identity names LLVM, Clang and the builds") {
  CHECK(contains(identity(), "LLVM " + llvm_version() + " ["));
  CHECK(contains(identity(), "clang version " + llvm_version()));
  CHECK(contains(identity(), "toolchain ["));
  CHECK(!contains(identity(), "[]"));
  CHECK(!contains(identity(), "unknown"));
  CHECK(identity() == identity());
}
