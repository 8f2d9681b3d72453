#include <cmath>
#include <filesystem>
#include <limits>

#include <catch2/catch.hpp>

#include "npy.h"
#include "terminal.h"

namespace {

using Complex = std::complex<double>;

const char* const mixed =
    "grammar mixed\n"
    "static n : int = 2\n"
    "param z : complex\n"
    "param N : real\n"
    "param k : lorentz\n"
    "input x : real\n"
    "input A[1..n] : real\n"
    "input p : lorentz<complex>\n"
    "output s = sum(i in 1..n) A[i] * x\n"
    "output v[i in 1..n] = z * A[i] * N\n"
    "output q = dot(p, k)\n"
    "output c = 2\n";

/// Input `A` with three configurations, `x`, `p`.
void write_inputs(const Folder& folder) {
  folder.write("mixed.diag", mixed);
  write_array<double>(folder, "x.npy", {3}, {1, 2, 3});
  write_array<float>(folder, "A.npy", {3, 2}, {1, 2, 3, 4, 5, 6});
  std::vector<Complex> p;
  for (int i = 0; i < 12; ++i) p.emplace_back(i, -i);
  write_array<Complex>(folder, "p.npy", {3, 4}, p);
}

void fails(const Folder& folder, const std::string& arguments, const std::string& message) {
  const auto before = folder.files();
  const Finished run = folder.diagc(arguments);
  INFO(arguments);
  CHECK(run.code == 1);
  CHECK(run.out.empty());
  CHECK(run.err == message);
  CHECK(folder.files() == before);
}

}  // namespace

TEST_CASE("every kind of input, param and output") {
  for (const std::string target : {"cpu", "interpreter"}) {
    const Folder folder;
    write_inputs(folder);
    const Finished run = folder.diagc(
        "eval mixed.diag -i x=x.npy -i A=A.npy -i p=p.npy -p z=1+2i -p N=2 -p k=1,0,0,1 -o s=s.npy "
        "-o v=v.npy -o q=q.npy -o c=c.npy "
        "--target " +
        target);
    INFO(target << ": " << run.err);
    REQUIRE(run.code == 0);
    CHECK(run.out.empty());
    const auto s = read_array<double>(folder, "s.npy");
    CHECK(s.shape == std::vector<std::size_t>{3});
    CHECK(s.values == std::vector<double>{3, 14, 33});
    const auto v = read_array<Complex>(folder, "v.npy");
    CHECK(v.shape == std::vector<std::size_t>{3, 2});
    CHECK(v.values == std::vector<Complex>{{2, 4}, {4, 8}, {6, 12}, {8, 16}, {10, 20}, {12, 24}});
    CHECK(read_array<Complex>(folder, "q.npy").values ==
          std::vector<Complex>{{-3, 3}, {-3, 3}, {-3, 3}});
    CHECK(read_array<double>(folder, "c.npy").values == std::vector<double>{2, 2, 2});
  }
}

TEST_CASE("derivatives are outputs like others") {
  for (const std::string target : {"cpu", "interpreter"}) {
    const Folder folder;
    write_inputs(folder);
    const Finished run = folder.diagc(
        "eval mixed.diag -i x=x.npy -i A=A.npy -i p=p.npy -p z=1+2i -p N=2 -p k=1,2,3,4 "
        "--gradient s:A,x --gradient v:z --gradient q:p -o d_s_A=a.npy -o d_s_x=x2.npy "
        "-o d_v_z=z.npy -o d_q_p=p2.npy --target " +
        target);
    INFO(target << ": " << run.err);
    REQUIRE(run.code == 0);
    const auto a = read_array<double>(folder, "a.npy");
    CHECK(a.shape == std::vector<std::size_t>{3, 2});
    CHECK(a.values == std::vector<double>{1, 1, 2, 2, 3, 3});
    CHECK(read_array<double>(folder, "x2.npy").values == std::vector<double>{3, 7, 11});
    CHECK(read_array<double>(folder, "z.npy").values == std::vector<double>{2, 4, 6, 8, 10, 12});
    const auto p = read_array<double>(folder, "p2.npy");
    CHECK(p.shape == std::vector<std::size_t>{3, 4});
    CHECK(p.values == std::vector<double>{1, -2, -3, -4, 1, -2, -3, -4, 1, -2, -3, -4});
  }
  const Folder folder;
  write_inputs(folder);
  fails(folder, "eval mixed.diag -i x=x.npy -p z=1 -p N=1 -p k=1,0,0,0 --gradient s:B",
        "error: found `B` in the gradient of `s`, expected an input or param: `x`, `A`, `p`, `z`, "
        "`N`, "
        "`k`\n");
}

TEST_CASE("-v says on standard error what computes") {
  const Folder folder(Folder::Cache::own);
  write_inputs(folder);
  const std::string arguments =
      "eval mixed.diag -i x=x.npy -i A=A.npy -i p=p.npy -p z=1+2i -p N=2 -p k=1,0,0,1 -o s=s.npy "
      "-v";
  const Finished first = folder.diagc(arguments);
  CHECK(first.code == 0);
  CHECK(first.out.empty());
  CHECK(first.err.find("mixed for native, fp64, compiled in ") != std::string::npos);
  CHECK(folder.diagc(arguments).err.find("mixed for native, fp64, from the cache\n") !=
        std::string::npos);
  CHECK(folder.diagc(arguments + " --target interpreter")
            .err.find("mixed for the interpreter, fp64\n") != std::string::npos);
}

TEST_CASE("outputs are of the kernel's precision") {
  const Folder folder;
  write_inputs(folder);
  const Finished run = folder.diagc(
      "eval mixed.diag -i x=x.npy -i A=A.npy -p z=i -p N=1 -o s=s.npy -o v=v.npy --precision fp32");
  REQUIRE(run.code == 0);
  CHECK(read_array<float>(folder, "s.npy").values == std::vector<float>{3, 14, 33});
  CHECK(read_array<std::complex<float>>(folder, "v.npy").values[1] == std::complex<float>(0, 2));
}

TEST_CASE("without -o shapes and first values are shown") {
  const Folder folder;
  write_inputs(folder);
  const Finished run = folder.diagc(
      "eval mixed.diag -i x=x.npy -i A=A.npy -i p=p.npy -p z=-0.5i -p N=2 -p k=1,0,0,1");
  REQUIRE(run.code == 0);
  CHECK(run.out ==
        "s: float64 (3,)\n  3, 14, 33\n"
        "v: complex128 (3, 2)\n  0-1i, 0-2i, 0-3i, 0-4i, 0-5i, 0-6i\n"
        "q: complex128 (3,)\n  -3+3i, -3+3i, -3+3i\n"
        "c: float64 (3,)\n  2, 2, 2\n");
  CHECK(run.err.empty());
}

TEST_CASE("an output without inputs has a batch of one, and needs nothing else") {
  const Folder folder;
  write_inputs(folder);
  REQUIRE(folder.diagc("eval mixed.diag -o c=c.npy").code == 0);
  CHECK(read_array<double>(folder, "c.npy").shape == std::vector<std::size_t>{1});
}

TEST_CASE("an empty batch gives empty outputs") {
  const Folder folder;
  write_inputs(folder);
  write_array<double>(folder, "none.npy", {0, 2}, {});
  write_array<double>(folder, "nox.npy", {0}, {});
  const Finished run = folder.diagc(
      "eval mixed.diag -i A=none.npy -i x=nox.npy -p z=1 -p N=1 -o s=s.npy -o v=v.npy");
  INFO(run.err);
  REQUIRE(run.code == 0);
  CHECK(read_array<double>(folder, "s.npy").shape == std::vector<std::size_t>{0});
  CHECK(read_array<Complex>(folder, "v.npy").shape == std::vector<std::size_t>{0, 2});
}

TEST_CASE("a NaN shows in its own configuration and is counted on standard error") {
  const Folder folder;
  write_inputs(folder);
  write_array<double>(folder, "x.npy", {3},
                      {1, std::nan(""), std::numeric_limits<double>::infinity()});
  const Finished run = folder.diagc("eval mixed.diag -i x=x.npy -i A=A.npy -o s=s.npy");
  CHECK(run.code == 0);
  CHECK(run.err == "warning: s: 1 NaN and 1 infinite of 3 values\n");
  const auto s = read_array<double>(folder, "s.npy").values;
  CHECK(s[0] == 3);
  CHECK(std::isnan(s[1]));
  CHECK(std::isinf(s[2]));
}

TEST_CASE("--type reads a real input as complex") {
  const Folder folder;
  write_inputs(folder);
  write_array<Complex>(folder, "x.npy", {3}, {{0, 1}, {0, 2}, {1, 0}});
  fails(folder, "eval mixed.diag -i x=x.npy -i A=A.npy -o s=s.npy",
        "x.npy: found complex128 numbers for the input `x`, expected real ones (float32 or "
        "float64), or --type x=complex to read "
        "it as complex\n");
  REQUIRE(folder.diagc("eval mixed.diag --type x=complex -i x=x.npy -i A=A.npy -o s=s.npy").code ==
          0);
  CHECK(read_array<Complex>(folder, "s.npy").values ==
        std::vector<Complex>{{0, 3}, {0, 14}, {11, 0}});
}

TEST_CASE("results do not depend on the number of threads") {
  const Folder folder;
  std::vector<double> matrices;
  for (int i = 0; i < 1000 * 25; ++i) matrices.push_back(std::sin(i));
  write_array<double>(folder, "A.npy", {1000, 5, 5}, matrices);
  REQUIRE(folder.diagc("eval permanent -D n=5 -i A=A.npy -o perm=1.npy --threads 1").code == 0);
  REQUIRE(folder.diagc("eval permanent -D n=5 -i A=A.npy -o perm=2.npy --threads 2").code == 0);
  CHECK(folder.read("1.npy") == folder.read("2.npy"));
}

TEST_CASE("an array of one configuration goes with any batch") {
  for (const std::string target : {"cpu", "interpreter"}) {
    const Folder folder;
    write_inputs(folder);
    write_array<float>(folder, "A1.npy", {1, 2}, {3, 4});
    write_array<double>(folder, "x1.npy", {1}, {10});
    const auto s = [&](const std::string& inputs) {
      const Finished run =
          folder.diagc("eval mixed.diag " + inputs + " -o s=s.npy --target " + target);
      INFO(inputs << ": " << run.err);
      REQUIRE(run.code == 0);
      return read_array<double>(folder, "s.npy").values;
    };
    CHECK(s("-i A=A1.npy -i x=x.npy") == std::vector<double>{7, 14, 21});
    CHECK(s("-i x=x1.npy -i A=A.npy") == std::vector<double>{30, 70, 110});
    CHECK(s("-i x=x1.npy -i A=A1.npy") == std::vector<double>{70});
    write_array<double>(folder, "none.npy", {0}, {});
    CHECK(s("-i x=none.npy -i A=A1.npy").empty());
  }
}

TEST_CASE("standard input and standard output are files, too") {
  const Folder folder;
  write_inputs(folder);
  const std::string eval = "\"$DIAGC\" eval mixed.diag -i x=x.npy ";
  REQUIRE(folder.shell(eval + "-i A=A.npy -o s=s.npy").code == 0);
  const Finished piped = folder.shell("cat A.npy | " + eval + "-i A=- -o s=- -v | cat");
  CHECK(piped.code == 0);
  CHECK(piped.out == folder.read("s.npy"));
  CHECK(piped.err.starts_with("mixed for "));
  const Finished redirected = folder.shell(eval + "-i A=- -o s=- < A.npy > t.npy");
  CHECK(redirected.code == 0);
  CHECK(folder.read("t.npy") == folder.read("s.npy"));
  // Two programs in a row: x is the sum of the first.
  const Finished chain = folder.shell(
      eval + "-i A=A.npy -o s=- | \"$DIAGC\" eval mixed.diag -i x=- -i A=A.npy -o s=-");
  CHECK(chain.code == 0);
  std::filesystem::rename(folder.path() / ".out", folder.path() / "chain.npy");
  CHECK(read_array<double>(folder, "chain.npy").values == std::vector<double>{9, 98, 363});

  fails(folder, "eval mixed.diag -i x=x.npy -i A=- -o s=-",
        "error: standard input: is empty, expected a .npy file\n");
  const Finished wrong = folder.shell("cat x.npy | " + eval + "-i A=- -o s=-");
  CHECK(wrong.code == 1);
  CHECK(wrong.out.empty());
  CHECK(wrong.err ==
        "standard input: found the shape (3,) for the input `A`, expected (batch, 2)\n");
  const Finished full = folder.shell(eval + "-i A=A.npy -o s=- > /dev/full");
  CHECK(full.code == 1);
  CHECK(full.err == "standard output: cannot be written: No space left on device\n");
}

TEST_CASE("no array is written to a terminal") {
  const Folder folder;
  write_inputs(folder);
  const Terminal terminal;
  const std::string eval = "\"$DIAGC\" eval mixed.diag -i x=x.npy -i A=A.npy ";
  const Finished run = folder.shell(eval + "-o s=- > " + terminal.path());
  CHECK(run.code == 2);
  CHECK(run.err ==
        "diagc: found a terminal for the array `s`, expected -o s=FILE.npy, or a pipe\n");
  CHECK(terminal.shown().empty());
  // Files beside a terminal, and text on it, are in order.
  CHECK(folder.shell(eval + "-o s=s.npy > " + terminal.path()).code == 0);
  CHECK(terminal.shown().empty());
  CHECK(folder.shell(eval + "-o s=- 2> " + terminal.path() + " | cat > t.npy").code == 0);
  CHECK(folder.read("t.npy") == folder.read("s.npy"));
  CHECK(folder.shell("\"$DIAGC\" eval mixed.diag > " + terminal.path()).code != 2);
}

TEST_CASE("no result is lost to another: outputs and inputs are different files") {
  const Folder folder;
  write_inputs(folder);
  std::filesystem::create_symlink("x.npy", folder.path() / "link.npy");
  std::filesystem::create_hard_link(folder.path() / "x.npy", folder.path() / "hard.npy");
  std::filesystem::create_directory(folder.path() / "sub");
  const std::string before = folder.read("x.npy");
  const auto refused = [&](const std::string& files, const std::string& message) {
    const auto names = folder.files();
    const Finished run = folder.shell("\"$DIAGC\" eval no_such.diag -p z=1 -p N=1 " + files);
    CHECK(run.code == 2);
    CHECK(run.out.empty());
    CHECK(run.err == "diagc: found " + message + "\n");
    CHECK(folder.files() == names);
    CHECK(folder.read("x.npy") == before);
  };
  const std::string each = ", which are one file, expected a file for each output";
  const std::string another = ", which are one file, expected another file for the output";
  refused("-o s=s.npy -o v=s.npy", "-o s=s.npy and -o v=s.npy" + each);
  refused("-o s=s.npy -o c=c.npy -o v=./sub/../s.npy", "-o s=s.npy and -o v=./sub/../s.npy" + each);
  refused("-o s=s.npy -o v=\"$PWD\"/s.npy",
          "-o s=s.npy and -o v=" + folder.path().string() + "/s.npy" + each);
  refused("-o s=link.npy -o v=hard.npy", "-o s=link.npy and -o v=hard.npy" + each);
  refused("-i x=x.npy -o s=x.npy", "-i x=x.npy and -o s=x.npy" + another);
  refused("-i x=x.npy -o s=link.npy", "-i x=x.npy and -o s=link.npy" + another);
  refused("-i x=- -o s=x.npy < x.npy", "-i x=- and -o s=x.npy" + another);
  refused("-o s=- -o v=-", "-o s=- and -o v=-, expected one array on standard output");
  refused("-i x=- -i A=-", "-i x=- and -i A=-, expected one array on standard input");
  // What is written to a device is not lost to another output.
  CHECK(folder.diagc("eval mixed.diag -i x=x.npy -i A=A.npy -o s=/dev/null -o c=/dev/null").code ==
        0);
}

TEST_CASE("headers whose sizes wrap are refused") {
  const Folder folder;
  folder.write("empty.diag",
               "grammar empty\ninput x[1..0] : real\noutput y[i in 1..8] = i\n"
               "output nothing[i in 1..0] = i\n");
  const auto header = [&](const std::string& descr, const std::string& shape) {
    std::string text =
        "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }";
    text.resize(117, ' ');
    folder.write("x.npy", std::string("\x93NUMPY\1\0\x76\0", 10) + text + '\n');
  };
  // 2^61 + 1 numbers of 8 bytes are 8 bytes in 64 bits.
  header("<f8", "(2305843009213693953, 0)");
  fails(folder, "eval empty.diag -i x=x.npy -o y=y.npy",
        "error: x.npy: header: shape (2305843009213693953, 0) has more elements than this machine "
        "addresses\n");
  for (const std::string length : {"576460752303423489", "1152921504606846977"}) {
    header("<f4", "(" + length + ", 0)");
    fails(folder, "eval empty.diag -i x=x.npy -o y=y.npy",
          "error: found a batch of " + length + ", with which the output `y` has the shape (" +
              length + ", 8): more than this machine addresses\n");
  }
  header("<f8", "(576460752303423489, 0)");
  REQUIRE(folder.diagc("eval empty.diag -i x=x.npy -o nothing=nothing.npy").code == 0);
  CHECK(read_array<double>(folder, "nothing.npy").shape ==
        std::vector<std::size_t>{576460752303423489, 0});
  header("<f8", "(1099511627776, 0)");
  fails(folder, "eval empty.diag -i x=x.npy -o y=y.npy",
        "error: this needs more memory than there is\n");
}

TEST_CASE("what is wrong with arrays, params and names") {
  const Folder folder;
  write_inputs(folder);
  write_array<double>(folder, "x4.npy", {4}, {1, 2, 3, 4});
  write_array<double>(folder, "x31.npy", {3, 1}, {1, 2, 3});
  write_array<double>(folder, "one.npy", {}, {1});
  folder.write("short.npy", folder.read("x.npy").substr(0, 140));
  fails(folder, "eval mixed.diag -i A=A.npy -i x=x4.npy -o s=s.npy",
        "x4.npy: found a batch of 4, expected 3 as in A.npy, or 1\n");
  fails(folder, "eval mixed.diag -i A=x31.npy -i x=x.npy -o s=s.npy",
        "x31.npy: found the shape (3, 1) for the input `A`, expected (batch, 2)\n");
  fails(folder, "eval mixed.diag -i A=A.npy -i x=x31.npy -o s=s.npy",
        "x31.npy: found the shape (3, 1) for the input `x`, expected (batch,)\n");
  fails(folder, "eval mixed.diag -i A=A.npy -i x=one.npy -o s=s.npy",
        "one.npy: found the shape () for the input `x`, expected (batch,)\n");
  fails(folder, "eval mixed.diag -i A=A.npy -o s=s.npy",
        "mixed.diag:6:7: error: found no array for the input `x`, expected -i x=FILE.npy; this "
        "file has the inputs `x`, `A`, `p`\n"
        "input x : real\n      ^\n");
  fails(folder, "eval mixed.diag -i A=A.npy -i x=x.npy -i y=x.npy -o s=s.npy",
        "mixed.diag:1:9: error: found -i y=x.npy, expected the name of an input: this file has the "
        "inputs `x`, `A`, `p`\n"
        "grammar mixed\n        ^\n");
  fails(folder, "eval mixed.diag -i A=A.npy -p z=1 -o v=v.npy",
        "mixed.diag:4:7: error: found no value for the param `N`, expected -p with a real number "
        "such as N=2; this file has the "
        "params `z`, `N`, `k`\nparam N : real\n      ^\n");
  fails(folder, "eval mixed.diag -i A=A.npy -p z=1 -p N=1+2i -o v=v.npy",
        "mixed.diag:4:7: error: found -p N=1+2i, expected a real number such as N=2\nparam N : "
        "real\n      ^\n");
  fails(folder, "eval mixed.diag -p k=1,2,3 -o q=q.npy",
        "mixed.diag:5:7: error: found -p k=1,2,3, expected four real numbers such as "
        "k=1,0,0,1\nparam k : lorentz\n      ^\n");
  fails(folder, "eval mixed.diag -p M=1 -o c=c.npy",
        "mixed.diag:1:9: error: found -p M=1, expected the name of a param: this file has the "
        "params `z`, `N`, `k`\n"
        "grammar mixed\n        ^\n");
  fails(folder, "eval mixed.diag -i x=x.npy -i A=A.npy -o s=nowhere/s.npy",
        "error: nowhere/s.npy: cannot be written: No such file or directory\n");
  fails(folder, "eval mixed.diag -i x=x.npy -i A=A.npy -o s=/dev/full",
        "error: /dev/full: cannot be written: No space left on device\n");
  const Finished truncated = folder.diagc("eval mixed.diag -i x=short.npy -i A=A.npy -o s=s.npy");
  CHECK(truncated.code == 1);
  CHECK(truncated.err.starts_with("error: short.npy"));
  CHECK_FALSE(folder.has("s.npy"));
  const Finished unknown = folder.diagc("eval mixed.diag -o t=t.npy");
  CHECK(unknown.code == 1);
  CHECK(unknown.err.starts_with(
      "mixed.diag:1:9: error: found `t` among the chosen outputs, expected "));
}
