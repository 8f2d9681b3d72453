#include <algorithm>
#include <bit>

#include "compiler/emit/determinants/unit_text.h"

namespace diagc {

namespace {

/// Parts of a task between barriers, of so many pairs of ways.
unsigned segments_of(unsigned members, unsigned pairs) {
  return pairs >= 8 || members == 2 ? 2 : 1;
}

}  // namespace

void UnitText::divided(unsigned level) {
  const unsigned members = shape_.team(level), rows = shape_.last_level() - level,
                 loops = shape_.loops(level), pack = shape_.pack_bytes(), both = 2 * pack,
                 units = shape_.units(level);
  const unsigned pairs = (1U << (level - loops)) / 2, segments = segments_of(members, pairs);
  line("// {} vertices, each unit by {} slots.", level + 1, members);
  line("template <class Load>");
  line(
      "__device__ __forceinline__ void level{}(const unsigned *words, unsigned unit, unsigned "
      "member, bool works, unsigned c, Real once, Real twice, Real *result, Load load) {{",
      level);
  line("  const unsigned *record = words + {} + unit * {};", plan_.records_at[level],
       DeterminantPlan::record_words);
  line("  const unsigned task = __ldg(words + {} + (works ? member : 0));", plan_.tasks_at[level]);
  line("  const unsigned high = task & 0xff, again = task >> 8 & 1, lag = task >> 16;");
  begin(level, rows);
  if (units > 1) {
    line(
        "  const Words head2 = load_record(record + {0}), read2 = load_record(record + {0} + 4), "
        "written2 = load_record(record + {0} + 8);",
        plan_.pass_words(level));
  }
  places_of_low(level);
  line("  Real z = 0, a = 0;");
  line("  if (works && member == {}) {{", members - 1);
  if (units == 1) {
    line("    const unsigned again = 0;");
    line("    const Words head = {}, read = {}, written = {};", record(level, 0), record(level, 4),
         record(level, 8));
  }
  places(level, rows);
  determinants(level, rows);
  line("  }}");
  if (units > 1) line("  if (again) head = head2, read = read2, written = written2;");
  line("  {{");
  places(level, rows);
  line("    const unsigned sets = sums + (again ? 0 : {} << s);", both);
  line("    const Real factor = again ? twice : once;");
  if (loops > 0) places_of_high(level, rows);
  if (segments > 1) stand_values(level);
  line("    Real whole = 0;");
  late_sum_ = true;
  line("#pragma unroll 1");
  line("    for (unsigned time = 0; time < {}; ++time) {{", segments + loops + 1);
  line("      const unsigned segment = works ? time - lag : ~0u;");
  for (unsigned i = 0; i < segments; ++i) {
    line("      {}if (segment == {}) {{", i > 0 ? "else " : "", i);
    pairs_between(level, rows, pairs * (segments - 1 - i) / segments,
                  pairs * (segments - i) / segments);
    line("      }}");
  }
  own_stands_ = late_sum_ = false;
  // While others work.
  line("      if (works && time == (lag > 0 ? 0 : {})) {{", segments);
  less_unconnected(level, members);
  line("      }}");
  line("      __syncthreads();");
  // Nobody reads this group's inputs any more.
  if (level == shape_.last_level()) line("      if (time == 0) load();");
  line("    }}");
  // F of all vertices came while the first of these ways was computed.
  line("    if (works) {{");
  line("      const Two d = load_two({});", determinant_of(level, (1U << (level - loops)) - 1));
  line("      z = fma(d.x, whole, z); a = fma(d.y, whole, a);");
  line("    }}");
  line("  }}");
  // The sums of all members, by one of them.
  line("  const unsigned parts = {} + unit * {} + at16;", plan_.places.scratch.at(level), pack);
  line("  if (works) store_two(parts + member * {}, z, a);", units * pack);
  line("  __syncthreads();");
  line("  if (works && member == 0) {{");
  line("#pragma unroll 4");
  line("    for (unsigned i = 1; i < {}; ++i) {{", members);
  line("      const Two x = load_two(parts + i * {});", units * pack);
  line("      z += x.x; a += x.y;");
  line("    }}");
  if (level == shape_.last_level()) {
    line("    if (result) *result = {}a;", plan_.sum.negative ? "-" : "");
  } else {
    line("    store_two(own, z, a);");
  }
  line("  }}");
  if (level != shape_.last_level()) line("  __syncthreads();");
  line("}}");
}

/// Values that end in the unit, which later parts of a task read.
void UnitText::stand_values(unsigned level) {
  const unsigned loops = shape_.loops(level);
  std::string values;
  for (unsigned way = 1; way < 1U << (level - loops); ++way) {
    for (unsigned rank = loops; rank < level; ++rank) {
      if (way >> (level - 1 - rank) & 1) {
        values += fmt::format("{}own{}_{}", values.empty() ? "" : ", ", way, rank);
      }
    }
  }
  line("    Real {};", values);
  own_stands_ = true;
}

/// Each member has the parts with some of the vertices of the highest ranks.
void UnitText::less_unconnected(unsigned level, unsigned members) {
  const unsigned both = 2 * shape_.pack_bytes();
  const auto bits = static_cast<unsigned>(std::countr_zero(members));
  std::string mine, others = "set & ~(1u << s)";
  for (unsigned bit = 0; bit < bits; ++bit) {
    mine += fmt::format("{}(member >> {} & 1) << vertex{}", bit > 0 ? " | " : "", bit, bit);
    others += fmt::format(" & ~(1u << vertex{})", bit);
  }
  line("        const unsigned mine = {}, others = {};", mine, others);
  line("#pragma unroll {}", std::min(4U, 1U << (level - bits)));
  line("        for (unsigned i = 0, part = others; i < {}; ++i, part = (part - 1) & others) {{",
       1U << (level - bits));
  line("          if ((part | mine) == 0) continue;");
  line(
      "          const unsigned x_at = sums + (part | mine) * {0}, y_at = sums + (set ^ (part | "
      "mine)) * {0};",
      both);
  line("          const Two x = load_two(x_at), y = load_two(y_at);");
  line("          a = fma(-x.x, y.y, fma(-y.x, x.y, a));");
  line("        }}");
}

}  // namespace diagc
