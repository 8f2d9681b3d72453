// diagc explore --assembly: machine code beside the source that it was made from.
#include "programs/explore/assembly.h"

#include <algorithm>
#include <set>
#include <sstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/cli/process.h"

namespace {

using diagc::explore::Assembly;
using diagc::explore::assembly_lines;
using nlohmann::json;

json page_of(const Finished& run) {
  REQUIRE(run.code == 0);
  const std::string begin = "id=\"data\">";
  const std::size_t from = run.out.find(begin) + begin.size();
  return json::parse(run.out.substr(from, run.out.find("</script>", from) - from));
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Instructions as `mnemonic operands`, without labels and comments, whose numbers depend on what stands around them.
std::vector<std::string> mnemonics(const std::vector<std::string>& lines) {
  std::vector<std::string> list;
  for (const std::string& line : lines) {
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string::npos || first == 0 || line[first] == '.' || line[first] == '#')
      continue;
    list.push_back(line.substr(first, line.find_first_of(" \t#", first) - first));
  }
  return list;
}

TEST_CASE("lines of assembly belong to lines of the source: LLVM") {
  const Assembly found = assembly_lines(
      "\t.text\n\t.globl\tf\nf:                # @f\n.Lfunc_begin0:\n\t.cfi_startproc\n# %bb.0:\n"
      "\tpushq\t%rbp\n\t.loc\t0 12 3 prologue_end  # kernel.cpp:12:3\n.Ltmp0:\n\tvaddpd\t%zmm0, "
      "%zmm1, %zmm2\n"
      ".LBB0_2:\n\t.loc\t0 13 7 is_stmt 0\n\tretq\n\t.section\t.rodata\n.LCPI0_0:\n\t.quad\t1\n",
      100);
  CHECK(found.lines == std::vector<std::string>{"f: # @f", "    pushq %rbp",
                                                "    vaddpd %zmm0, %zmm1, %zmm2",
                                                ".LBB0_2:", "    retq"});
  CHECK(found.from == std::vector<std::uint32_t>{0, 0, 12, 0, 13});
  CHECK(found.left_out == 0);
}

TEST_CASE("lines of assembly belong to lines of the source: SASS and PTX") {
  const Assembly sass = assembly_lines(
      "\t.target\tsm_90\n\t.section\t.text.k,\"ax\",@progbits\nk:\n.text.k:\n"
      "\t//## File \"kernel.cu\", line 7\n        /*0000*/                   LDC R1, c[0x0][0x28] "
      ";\n"
      "\t//## File \"kernel.cu\", line 3 inlined at \"kernel.cu\", line 9\n"
      "        /*0010*/                   DADD R2, R4, R6 ;\n.L_x_1:\n        /*0020*/             "
      " @P0 EXIT ;\n",
      2);
  CHECK(sass.lines == std::vector<std::string>{"k:", "    /*0000*/ LDC R1, c[0x0][0x28] ;"});
  CHECK(sass.from == std::vector<std::uint32_t>{0, 7});
  CHECK(sass.left_out == 3);
  const Assembly ptx = assembly_lines(
      ".version 9.0\n.visible .entry k(\n\t.param .u64 k_param_0\n)\n{\n\t.reg .f64 "
      "%fd<9>;\n\t.loc 1 7 3\n"
      "\tadd.f64 %fd1, %fd2, %fd3;\n\t.loc\t1 3 1, function_name $L__info_string0, inlined_at 1 9 "
      "20\n"
      "\tmul.f64 %fd4, %fd1, "
      "%fd1;\n$L__tmp1:\n$L__BB0_2:\n\tret;\n}\n\t.section\t.debug_str\n\t{\n$L__info_string0:\n."
      "b8 1\n\t}\n",
      100);
  CHECK(ptx.lines == std::vector<std::string>{
                         ".visible .entry k(", "    )", "    {", "    add.f64 %fd1, %fd2, %fd3;",
                         "    mul.f64 %fd4, %fd1, %fd1;", "$L__BB0_2:", "    ret;", "    }"});
  CHECK(ptx.from == std::vector<std::uint32_t>{0, 0, 0, 7, 9, 0, 9, 9});
}

TEST_CASE("the assembly of a page is that of the kernel, and every value has instructions") {
  const Folder folder;
  for (const std::string arguments :
       {"hubbard_sun_density -D n=4", "permanent -D n=5 --precision fp32",
        "gluon_current -D n=4"}) {
    INFO(arguments);
    const json data = page_of(folder.diagc("explore --assembly " + arguments));
    const json& assembly = data["assembly"];
    const auto lines = assembly["lines"].get<std::vector<std::string>>();
    const auto from = assembly["from"].get<std::vector<std::size_t>>();
    REQUIRE(lines.size() == from.size());
    CHECK(assembly["left_out"] == 0);
    CHECK_THAT(assembly["title"].get<std::string>(), Catch::StartsWith("assembly for "));
    // Tables of lines change no instruction.
    CHECK(mnemonics(lines) ==
          mnemonics(split(folder.diagc("compile " + arguments + " --emit asm").out)));
    const std::vector<std::string> source = split(data["source"]);
    const std::set<std::size_t> with_code(from.begin(), from.end());
    std::size_t values = 0, found = 0;
    for (const json& step : data["schedule"]["steps"]) {
      const std::string name = data["nodes"][step.get<std::size_t>()]["name"];
      for (std::size_t i = 0; i < source.size(); ++i) {
        if (source[i].find(" " + name + " = ") == std::string::npos) continue;
        ++values;
        found += with_code.count(i + 1);
      }
    }
    // A few are constants or are folded into others.
    CHECK(values > 5);
    CHECK(static_cast<double>(found) >= 0.95 * static_cast<double>(values));
    for (const std::size_t line : from) REQUIRE(line <= source.size());
    // The multiplications of fused multiply-adds stand where the source has them, none in the lines of helpers.
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (lines[i].find("vfmadd") != std::string::npos ||
          lines[i].find("vfnmadd") != std::string::npos) {
        REQUIRE(from[i] > 0);
        CHECK(source[from[i] - 1].find("fma(") != std::string::npos);
        CHECK(source[from[i] - 1].find("static inline") == std::string::npos);
      }
    }
  }
  CHECK_FALSE(page_of(folder.diagc("explore permanent -D n=3")).contains("assembly"));
}

}  // namespace
