#include <algorithm>

#include "compiler/emit/determinants/unit_text.h"

namespace diagc {

namespace {

/// The set of those vertices whose ranks are bits of a number, the highest bit for the lowest rank or the other way round.
std::string vertices_of(const char* number, unsigned level, bool highest_first) {
  std::string text;
  for (unsigned rank = 0; rank < level; ++rank) {
    text += fmt::format("{}({} >> {} & 1) << vertex{}", rank > 0 ? " | " : "", number,
                        highest_first ? level - 1 - rank : rank, rank);
  }
  return text;
}

}  // namespace

/// `in0_2`, `out1_0` and so on, places in the first and in the second pass.
void UnitText::places_of_passes(unsigned level, unsigned rows) {
  const unsigned pack = shape_.pack_bytes(), upper = (1U << level) / 4 * shape_.step_bytes();
  for (unsigned pass = 0; pass < 2; ++pass) {
    const char* number = pass == 0 ? "" : "2";
    for (unsigned j = 0; j < level; ++j) {
      line("  const unsigned in{}_{} = {} * {} + at16;", pass, j,
           half_word(fmt::format("read{}", number), j), pack);
    }
    for (unsigned i = 0; i < rows; ++i) {
      line("  const unsigned wanted{0}_{1} = {2}, out{0}_{1} = wanted{0}_{1} * {3} + at16;", pass,
           i, half_word(fmt::format("written{}", number), i), pack);
    }
    line("  const bool kept{0} = head{1}.x >> 16;", pass, number);
    line("  const unsigned to{0} = (head{1}.x >> 16) * {2} + at16;", pass, number, pack);
    line(
        "  const unsigned from{0}_0 = (head{1}.w & 0xffff) * {2} + at16, from{0}_1 = (head{1}.w >> "
        "16) * {2} + at16 - {3};",
        pass, number, pack, upper);
  }
}

void UnitText::waves(unsigned level) {
  const unsigned rows = shape_.last_level() - level, pack = shape_.pack_bytes(), both = 2 * pack,
                 step = shape_.step_bytes(), members = shape_.slots();
  line("// {} vertices, each unit by {} slots, way by way.", level + 1, members);
  line("template <class Load>");
  line(
      "__device__ __forceinline__ void level{}(const unsigned *words, unsigned slot, bool works, "
      "unsigned c, Real once, Real twice, Real *result, Load load) {{",
      level);
  line("  const unsigned member = slot % {0}, unit = works ? slot / {0} : 0;", members);
  line("  const unsigned *const tasks = words + {} + member;", plan_.tasks_at[level]);
  line("  unsigned next = __ldg(tasks);");
  line("  const unsigned *record = words + {} + unit * {};", plan_.records_at[level],
       DeterminantPlan::record_words);
  line("  const unsigned again = 0;");
  begin(level, rows);
  line("  const Words head2 = {}, read2 = {}, written2 = {};", second_record(level, 0),
       second_record(level, 4), second_record(level, 8));
  places_of_passes(level, rows);
  line("  Real z = 0, a = 0;");
  line("#pragma unroll 1");
  line("  for (unsigned time = 0; time < {}; ++time) {{", plan_.wave_steps(level));
  line("    const unsigned task = next, way = task & 0xff, again = task >> 8 & 1;");
  line("    next = __ldg(tasks + (time + 1) * {});", members);
  line("    if (works && !(task >> 15)) {{");
  one_way(level, rows);
  line("    }}");
  line("    if (time == 0 && works) {{");
  line("#pragma unroll {}", std::max(1U, std::min(4U, (1U << level) / members)));
  line("      for (unsigned i = member; i < {}; i += {}) {{", 1U << level, members);
  line("        if (i == 0) continue;");
  line("        const unsigned part = {};", vertices_of("i", level, false));
  line(
      "        const Two x = load_two(sums + part * {0}), y = load_two(sums + (set ^ part) * {0});",
      both);
  line("        a = fma(-x.x, y.y, fma(-y.x, x.y, a));");
  line("      }}");
  line("      if (member == {}) {{", members - 1);
  places(level, rows);
  determinants(level, rows);
  line("      }}");
  line("    }}");
  line("    __syncthreads();");
  // Nobody reads this group's inputs any more.
  line("    if (time == 0) load();");
  line("  }}");
  const std::uint32_t parts = plan_.places.scratch.at(level);
  line("  if (works) store_two({} + at16 + slot * {}, z, a);", parts, pack);
  line("  __syncthreads();");
  // F of the unit came while the first way was computed.
  line("  if (works && member == 0 && result) {{");
  line("    const Two d = load_two(own + {});", pack);
  line("    const Real whole = load_one(to0 + {});", ((1U << level) / 2 - 1) * step + 8);
  line("    z = fma(d.x, whole, z); a = fma(d.y, whole, a);");
  line("#pragma unroll 8");
  line("    for (unsigned i = 1; i < {}; ++i) {{", members);
  line("      const Two x = load_two({} + at16 + (slot + i) * {});", parts, pack);
  line("      z += x.x; a += x.y;");
  line("    }}");
  line("    *result = {}a;", plan_.sum.negative ? "-" : "");
  line("  }}");
  line("}}");
}

/// All values of a way in a pass: those that end in the unit take the place of what the way has read.
void UnitText::one_way(unsigned level, unsigned rows) {
  const unsigned step = shape_.step_bytes(), pack = shape_.pack_bytes(), both = 2 * pack;
  for (unsigned rank = 0; rank < level; ++rank) {
    const unsigned bit = level - 1 - rank;
    line("      const unsigned without{0} = (way >> {1} << {2}) | (way & {3});", rank, bit + 1, bit,
         (1U << bit) - 1);
    line(
        "      const unsigned at{0} = (again ? in1_{0} : in0_{0}) + (without{0} >> 1) * {1} + "
        "(without{0} & 1) * 8;",
        rank, step);
    line("      const Real x{0} = load_one(at{0});", rank);
  }
  line("      const unsigned pair = (way >> 1) * {} + (way & 1) * 8;", step);
  line(
      "      const Real w = load_one(pair + (way & {} ? (again ? from1_1 : from0_1) : (again ? "
      "from1_0 : from0_0)));",
      1U << (level - 1));
  const auto value = [&](const std::string& g) {
    std::string text = fmt::format("{}_s * w", g);
    for (unsigned t = 0; t < level; ++t) text = fmt::format("fma(-{}_{}, x{}, {})", g, t, t, text);
    return text;
  };
  for (unsigned i = 0; i < level + rows; ++i) {
    line("      const Real y{} = {};", i, value(fmt::format("g{}", i)));
  }
  line("      const Real all = (again ? twice : once) * ({});", value("gs"));
  for (unsigned rank = 0; rank < level; ++rank) {
    line("      if (way >> {} & 1) store_one(at{}, y{});", level - 1 - rank, rank, rank);
  }
  for (unsigned i = 0; i < rows; ++i) {
    line(
        "      if (again ? wanted1_{0} : wanted0_{0}) store_one(pair + (again ? out1_{0} : "
        "out0_{0}), y{1});",
        i, level + i);
  }
  line("      if (again ? kept1 : kept0) store_one(pair + (again ? to1 : to0), all);");
  line("      if (time > 0) {{");
  line("        const unsigned once_in = {} | (again ? 0 : 1u << s);",
       vertices_of("way", level, true));
  line("        const Two d = load_two(sums + once_in * {} + {});", both, pack);
  line("        z = fma(d.x, all, z); a = fma(d.y, all, a);");
  line("      }}");
}

}  // namespace diagc
