#include "compiler/emit/determinants/unit_text.h"

#include <algorithm>

namespace diagc {

namespace {

unsigned without_bit(unsigned way, unsigned bit) {
  return way >> (bit + 1) << bit | (way & ((1U << bit) - 1));
}

std::string words_text(const std::uint32_t* at) {
  return fmt::format("Words{{{}u, {}u, {}u, {}u}}", at[0], at[1], at[2], at[3]);
}

}  // namespace

std::string half_word(const std::string& words, unsigned i) {
  return fmt::format("({}.{} {})", words, "xyzw"[i / 2], i % 2 == 1 ? ">> 16" : "& 0xffff");
}

void UnitText::begin(unsigned level, unsigned rows) {
  const unsigned of_vertex = shape_.lanes * 8, of_row = shape_.vertices * of_vertex;
  line("  Words head = {}, read = {}, written = {};", record(level, 0), record(level, 4),
       record(level, 8));
  line("  const unsigned at8 = c * 8, at16 = c * 16, s = head.x & 15, sums = {} + at16;",
       plan_.places.sums_at);
  for (unsigned i = 0; i < level + rows; ++i) {
    line("  const unsigned vertex{0} = head.y >> {1} & 15, row{0} = at8 + vertex{0} * {2};", i,
         4 * i, of_row);
    if (i < level) line("  const unsigned column{0} = vertex{0} * {1};", i, of_vertex);
  }
  line("  const unsigned column_s = s * {}, row_s = at8 + s * {};", of_vertex, of_row);
  const auto name = [](unsigned i, unsigned of) { return i == of ? "s" : std::to_string(i); };
  for (unsigned i = 0; i <= level + rows; ++i) {
    const std::string from = i == level + rows ? "_s" : std::to_string(i);
    for (unsigned t = 0; t <= level; ++t) {
      const std::string to = t == level ? "_s" : std::to_string(t);
      line("  const Real g{}_{} = load_one(row{} + column{});", name(i, level + rows),
           name(t, level), from, to);
    }
  }
  line("  const unsigned set = head.z & 0xffff, own = sums + set * {};", 2 * shape_.pack_bytes());
}

/// Four words of a unit's record from `part` on: of the only unit of a level, known here.
std::string UnitText::record(unsigned level, unsigned part) const {
  if (shape_.units(level) > 1) {
    return part == 0 ? "load_record(record)" : fmt::format("load_record(record + {})", part);
  }
  const std::uint32_t* at = &plan_.words[plan_.records_at[level] + part];
  return fmt::format("again ? {} : {}", words_text(at + plan_.pass_words(level)), words_text(at));
}

/// The same of the second pass.
std::string UnitText::second_record(unsigned level, unsigned part) const {
  const std::size_t apart = plan_.pass_words(level) + part;
  if (shape_.units(level) > 1) return fmt::format("load_record(record + {})", apart);
  return words_text(&plan_.words[plan_.records_at[level] + apart]);
}

void UnitText::next_record(unsigned level) {
  line("      const unsigned again = 1;");
  line("      record += {};", plan_.pass_words(level));
  line("      head = {}; read = {}; written = {};", record(level, 0), record(level, 4),
       record(level, 8));
}

void UnitText::places(unsigned level, unsigned rows) {
  const unsigned pack = shape_.pack_bytes();
  for (unsigned j = 0; j < level; ++j) {
    line("  const unsigned in{} = {} * {} + at16;", j, half_word("read", j), pack);
  }
  for (unsigned i = 0; i < rows; ++i) {
    line("  const unsigned wanted{0} = {1}, out{0} = wanted{0} * {2} + at16;", i,
         half_word("written", i), pack);
  }
  line("  const bool kept = head.x >> 16;");
  line(
      "  const unsigned to0 = (head.x >> 16) * {0} + at16, to1 = (head.z >> 16) * {0} + at16, "
      "from0 = (head.w & 0xffff) * {0} + at16, from1 = (head.w >> 16) * {0} + at16;",
      pack);
}

void UnitText::smallest_unit(unsigned rows) {
  line("  if (!works) return;");
  places(0, rows);
  line("  const Real once_s = once * gs_s, twice_s = twice * gs_s * once_s;");
  for (unsigned i = 0; i < rows; ++i) {
    line("  if (wanted{}) {{", i);
    line("    store_two(out{0}, g{0}_s, g{0}_s * once_s);", i);
    line("    store_two(out{0} + {1}, g{0}_s, load_one(row{0} + column_s + {2}));", i,
         shape_.step_bytes(), plan_.matrix_bytes());
    line("  }}");
  }
  line("  if (kept) store_two(to0, twice_s, once_s);");
  line("  const Real derivative = load_one(row_s + column_s + {});", plan_.matrix_bytes());
  line("  store_two(own + {}, gs_s, derivative);", shape_.pack_bytes());
  line("  store_two(own, fma(gs_s, once_s, twice_s), derivative * once_s);");
  line("}}");
}

/// F and F' of the unit, and their lines to the vertices outside.
void UnitText::determinants(unsigned level, unsigned rows) {
  const unsigned pack = shape_.pack_bytes(), step = shape_.step_bytes();
  const unsigned behind = std::max(1U, (1U << level) / 4) * step, h = plan_.matrix_bytes();
  line("    const Two of_rest = load_two(own + {} - ({} << s));", pack, 2 * pack);
  for (unsigned j = 0; j < level; ++j) {
    line("    const Two p{0} = load_two(in{0} + {1});", j, behind);
  }
  for (unsigned i = 0; i <= rows; ++i) {
    const bool own = i == rows;
    const std::string g = own ? "gs" : fmt::format("g{}", level + i),
                      at = own ? "row_s" : fmt::format("row{}", level + i);
    line("    {{");
    line(
        "      Real p = {0}_s * of_rest.x, dp = fma({0}_s, of_rest.y, load_one({1} + column_s + "
        "{2}) * of_rest.x);",
        g, at, h);
    for (unsigned j = 0; j < level; ++j) {
      line(
          "      p = fma(-{0}_{1}, p{1}.x, p); dp = fma(-{0}_{1}, p{1}.y, dp); dp = "
          "fma(-load_one({2} + column{1} + {3}), p{1}.x, dp);",
          g, j, at, h);
    }
    if (own) {
      line("      store_two(own + {}, p, dp);", pack);
    } else {
      line("      if (wanted{0}) store_two(out{0} + {1}, p, dp);", i,
           std::max(1U, (1U << level) / 2) * step);
    }
    line("    }}");
  }
}

void UnitText::pass_begin(unsigned level, unsigned rows) {
  const unsigned loops = shape_.loops(level);
  line("    const unsigned sets = sums + (again ? 0 : {} << s);", 2 * shape_.pack_bytes());
  line("    const Real factor = again ? twice : once;");
  if (loops == 0) return;
  line("#pragma unroll 1");
  line("    for (int high = {}; high >= 0; --high) {{", (1U << loops) - 1);
  places_of_high(level, rows);
}

void UnitText::places_of_high(unsigned level, unsigned rows) {
  const unsigned loops = shape_.loops(level), low = level - loops, pack = shape_.pack_bytes();
  const std::uint32_t of_high = (1U << (low - 1)) * shape_.step_bytes();
  const unsigned upper = 1U << (loops - 1);
  for (const char* what : {"from", "to"}) {
    line("    const unsigned {0}_high = (high & {1} ? {0}1 : {0}0) + (high & {2}) * {3};", what,
         upper, upper - 1, of_high);
  }
  std::string terms;
  for (unsigned j = 0; j < level; ++j) {
    if (j < loops) {
      // Without the bit of this rank: those above come down by one.
      const unsigned bit = loops - 1 - j;
      line(
          "    const unsigned in_high{0} = in{0} + (((unsigned)high >> {1} << {2}) | (high & {3})) "
          "* {4};",
          j, bit + 1, bit, (1U << bit) - 1, of_high);
      terms += fmt::format(" + (high >> {} & 1) * ({}u << vertex{})", bit, 2 * pack, j);
    } else {
      line("    const unsigned in_high{0} = in{0} + high * {1};", j, of_high / 2);
    }
  }
  for (unsigned i = 0; i < rows; ++i) {
    line("    const unsigned out_high{0} = out{0} + high * {1};", i, of_high);
  }
  line("    const unsigned sets_high = sets{};", terms);
}

std::string UnitText::element(unsigned level, unsigned rank) const {
  return fmt::format("in{}{}", shape_.loops(level) > 0 ? "_high" : "", rank);
}

std::string UnitText::operand(unsigned level, unsigned way, unsigned rank) const {
  const unsigned bit = level - 1 - rank;
  const bool looped = rank < shape_.loops(level);
  if (!looped && !(way >> bit & 1)) return fmt::format("own{}_{}", way | 1U << bit, rank);
  if (level == 1) return "line0_0";
  const unsigned at = looped ? way : without_bit(way, bit);
  return fmt::format("line{}_{}.{}", rank, at / 2, "xy"[at % 2]);
}

void UnitText::fetch(unsigned level, unsigned way) {
  const unsigned loops = shape_.loops(level), step = shape_.step_bytes();
  for (unsigned rank = 0; rank < level; ++rank) {
    const std::string value = operand(level, way, rank);
    if (!value.starts_with("line")) continue;
    const std::string name = value.substr(0, value.find('.'));
    if (!loaded_.insert(name).second) continue;
    if (level == 1) {  // both passes in one pack
      line("    const Real {} = load_one(in0 + again * 8);", name);
    } else {
      line("    const Two {} = load_two({} + {});", name, element(level, rank),
           std::stoul(name.substr(name.find('_') + 1)) * step);
    }
  }
  const unsigned pair = way / 2, upper = std::max(1U, (1U << level) / 4);
  if (!loaded_.insert(fmt::format("w{}", pair)).second) return;
  const std::string from = loops > 0       ? fmt::format("from_high + {}", pair * step)
                           : pair >= upper ? fmt::format("from1 + {}", (pair - upper) * step)
                                           : fmt::format("from0 + {}", pair * step);
  line("    const Two w{} = load_two({});", pair, from);
}

std::string UnitText::row(unsigned level, const std::string& g, unsigned way) const {
  std::string text = fmt::format("{}_s * w{}.{}", g, way / 2, "xy"[way % 2]);
  for (unsigned rank = 0; rank < level; ++rank) {
    text = fmt::format("fma(-{}_{}, {}, {})", g, rank, operand(level, way, rank), text);
  }
  return text;
}

/// Where F and F' of A stand, with the lowest vertex in the first pass.
std::string UnitText::determinant_of(unsigned level, unsigned way) const {
  const unsigned loops = shape_.loops(level), pack = shape_.pack_bytes();
  constexpr unsigned low_bits = 3;  // of a way, whose places are computed once for the unit
  std::string above;
  for (unsigned rank = loops; rank < level; ++rank) {
    const unsigned bit = level - 1 - rank;
    if (bit >= low_bits && way >> bit & 1) {
      above += fmt::format(" + ({}u << vertex{})", 2 * pack, rank);
    }
  }
  return fmt::format("sets{} + low{}{} + {}", loops > 0 ? "_high" : "", way % (1U << low_bits),
                     above, pack);
}

void UnitText::pair_of_ways(unsigned level, unsigned rows, unsigned pair) {
  const unsigned loops = shape_.loops(level), step = shape_.step_bytes();
  const char* high = loops > 0 ? "_high" : "";
  const auto late = [&](unsigned way) { return late_sum_ && way + 1 == 1U << (level - loops); };
  for (const unsigned way : {2 * pair + 1, 2 * pair}) {
    if (!late(way)) line("    const Two d{} = load_two({});", way, determinant_of(level, way));
  }
  for (const unsigned way : {2 * pair + 1, 2 * pair}) {
    for (unsigned rank = loops; rank < level; ++rank) {
      if (!(way >> (level - 1 - rank) & 1)) continue;
      line("    {}own{}_{} = {};", own_stands_ ? "" : "const Real ", way, rank,
           row(level, fmt::format("g{}", rank), way));
    }
    for (unsigned i = 0; i < rows; ++i) {
      line("    const Real out{}_{} = {};", way, i, row(level, fmt::format("g{}", level + i), way));
    }
    line("    const Real all{} = factor * {};", way, row(level, "gs", way));
    if (late(way)) {
      line("    whole = all{};", way);
    } else {
      line("    z = fma(d{0}.x, all{0}, z); a = fma(d{0}.y, all{0}, a);", way);
    }
  }
  for (unsigned rank = 0; rank < loops; ++rank) {
    const std::string g = fmt::format("g{}", rank);
    line("    if (high >> {} & 1) store_two({} + {}, {}, {});", loops - 1 - rank,
         element(level, rank), pair * step, row(level, g, 2 * pair), row(level, g, 2 * pair + 1));
  }
  for (unsigned i = 0; i < rows; ++i) {
    line("    if (wanted{0}) store_two(out{1}{0} + {2}, out{3}_{0}, out{4}_{0});", i, high,
         pair * step, 2 * pair, 2 * pair + 1);
  }
  const unsigned upper = std::max(1U, (1U << level) / 4);
  const std::string to = loops > 0       ? fmt::format("to_high + {}", pair * step)
                         : pair >= upper ? fmt::format("to1 + {}", (pair - upper) * step)
                                         : fmt::format("to0 + {}", pair * step);
  line("    if (kept) store_two({}, all{}, all{});", to, 2 * pair, 2 * pair + 1);
}

void UnitText::places_of_low(unsigned level) {
  const unsigned low = level - shape_.loops(level);
  for (unsigned way = 0; way < 1U << std::min(3U, low); ++way) {
    std::string places;
    for (unsigned rank = 0; rank < level; ++rank) {
      if (way >> (level - 1 - rank) & 1) {
        places += fmt::format("{}({}u << vertex{})", places.empty() ? "" : " + ",
                              2 * shape_.pack_bytes(), rank);
      }
    }
    line("  const unsigned low{} = {};", way, places.empty() ? "0" : places);
  }
}

void UnitText::pairs_between(unsigned level, unsigned rows, unsigned begin, unsigned end) {
  loaded_.clear();
  const unsigned low = level - shape_.loops(level), ahead = level <= 3 ? 1U << low : ahead_of_ways;
  for (unsigned pair = end; pair-- > begin;) {
    for (unsigned i = 0; i < ahead && i + 2 * begin <= 2 * pair + 1; ++i) {
      fetch(level, 2 * pair + 1 - i);
    }
    pair_of_ways(level, rows, pair);
  }
}

/// Z and A of the unit, of which less what is not connected.
void UnitText::connected() {
  const unsigned both = 2 * shape_.pack_bytes();
  line("  if (last == 0 || !works) return;");
  line("  const unsigned rest = set & ~(1u << s);");
  line("#pragma unroll 4");
  line("  for (unsigned part = rest; part; part = (part - 1) & rest) {{");
  line("    const Two x = load_two(sums + part * {0}), y = load_two(sums + (set ^ part) * {0});",
       both);
  line("    a = fma(-x.x, y.y, fma(-y.x, x.y, a));");
  line("  }}");
  line("  store_two(own, z, a);");
  line("}}");
}

void UnitText::unit(unsigned level, unsigned rows) {
  const unsigned loops = shape_.loops(level);
  line("// {} vertices, {} outside.", level + 1, rows);
  line(
      "__device__ __forceinline__ void unit{}_{}(const unsigned *record, unsigned first, unsigned "
      "last, bool sync, bool works, unsigned c, Real once, Real twice) {{",
      level, rows);
  if (shape_.units(level) == 1) line("  const unsigned again = 0;");
  begin(level, rows);
  line("  works = works && !(head.x >> 8 & 1);  // else no unit on this side");
  if (level == 0) {
    smallest_unit(rows);
    return;
  }
  line("  Real z = 0, a = 0;");
  line("  if (first && works) {{");
  line("    const Two before = load_two(own);");
  line("    z = before.x; a = before.y;");
  line("  }}");
  places_of_low(level);
  line("#pragma unroll 1");
  line("  for (unsigned again = first;;) {{");
  line("    if (works) {{");
  places(level, rows);
  line("    if (!again) {{");
  determinants(level, rows);
  line("    }}");
  // The second pass's words come while the first one is computed.
  line("    if (again < last) {{");
  next_record(level);
  line("    }}");
  pass_begin(level, rows);
  pairs_between(level, rows, 0, (1U << (level - loops)) / 2);
  if (loops > 0) line("    }}");
  line("    if (last == 0) store_two(own, z, a);");
  line("    }}");
  line("    if (sync && !again) __syncthreads();");
  line("    if (again++ == last) break;");
  line("  }}");
  connected();
}

}  // namespace diagc
