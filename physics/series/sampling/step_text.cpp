#include "physics/series/sampling/step_text.h"

#include <span>
#include <vector>

#include <fmt/format.h>

namespace diagc::integrate {

namespace {

/// "f(0), f(1), …"
template <class Item>
std::string list(std::uint32_t count, Item item) {
  std::string text;
  for (std::uint32_t i = 0; i < count; ++i) text += (i == 0 ? "" : ", ") + item(i);
  return text;
}

std::string indices(std::uint32_t count) {
  return list(count, [](std::uint32_t i) { return std::to_string(i); });
}

/// Joins vectors of four numbers, those of `parts`, a power of two, to one.
std::string joined(std::span<const std::string> parts) {
  if (parts.size() == 1) return parts[0];
  const std::size_t half = parts.size() / 2;
  return fmt::format("__builtin_shufflevector({}, {}, {})", joined(parts.first(half)),
                     joined(parts.subspan(half)),
                     indices(static_cast<std::uint32_t>(4 * parts.size())));
}

/// Number of a lane's place after `places(at)`.
std::string place(std::uint32_t lane) {
  return lane % 2 == 0 ? fmt::format("(unsigned)p.at[{}]", lane / 2)
                       : fmt::format("(p.at[{}] >> 32)", lane / 2);
}

/// Four numbers for each walker, lying together, become four vectors: quads of the walkers k, 4 + k, 8 + k, … are joined to q_k, and
/// every four walkers' quads are a 4 × 4 matrix to transpose.
std::string transposed_loads(const char* vector, const char* quad, std::uint32_t lanes,
                             std::uint32_t offset) {
  std::string text;
  if (lanes < 4) {  // nothing to transpose
    for (std::uint32_t k = 0; k < 4; ++k) {
      text += fmt::format("  to[{}] = ({}){{{}}};\n", offset + k, vector,
                          list(lanes, [&](std::uint32_t lane) {
                            return fmt::format("table[{} + {}]", place(lane), offset + k);
                          }));
    }
    return text;
  }
  for (std::uint32_t k = 0; k < 4; ++k) {
    std::vector<std::string> quads;
    for (std::uint32_t lane = k; lane < lanes; lane += 4) {
      quads.push_back(fmt::format("*(const {} *)(table + {} + {})", quad, place(lane), offset));
    }
    text += fmt::format("  const {} q{} = {};\n", vector, k, joined(quads));
  }
  // First pairs (0, 1), (2, 3), then both pairs.
  const auto shuffle = [&](const char* a, const char* b, const auto& index) {
    return fmt::format("__builtin_shufflevector({}, {}, {})", a, b,
                       list(lanes, [&](std::uint32_t i) { return std::to_string(index(i)); }));
  };
  const auto pick = [&](std::uint32_t first, std::uint32_t step, bool pairs) {
    // Within four lanes: [a_first, b_first, a_next, b_next], or [a_first, a_next, b_first, b_next] for pairs.
    return [=](std::uint32_t i) {
      const std::uint32_t group = i / 4 * 4, j = i % 4;
      const bool second = pairs ? j >= 2 : j % 2 == 1;
      const std::uint32_t place = first + step * (pairs ? j % 2 : j / 2);
      return group + place + (second ? lanes : 0);
    };
  };
  text += fmt::format("  const {} l01 = {};\n", vector, shuffle("q0", "q1", pick(0, 1, false)));
  text += fmt::format("  const {} h01 = {};\n", vector, shuffle("q0", "q1", pick(2, 1, false)));
  text += fmt::format("  const {} l23 = {};\n", vector, shuffle("q2", "q3", pick(0, 1, false)));
  text += fmt::format("  const {} h23 = {};\n", vector, shuffle("q2", "q3", pick(2, 1, false)));
  text += fmt::format("  to[{}] = {};\n", offset, shuffle("l01", "l23", pick(0, 1, true)));
  text += fmt::format("  to[{}] = {};\n", offset + 1, shuffle("l01", "l23", pick(2, 1, true)));
  text += fmt::format("  to[{}] = {};\n", offset + 2, shuffle("h01", "h23", pick(0, 1, true)));
  text += fmt::format("  to[{}] = {};\n", offset + 3, shuffle("h01", "h23", pick(2, 1, true)));
  return "  {\n" + text + "  }\n";
}

/// From the highest power down.
std::string horner(const StepShape& shape) {
  std::string text = "LANE_FUNCTION Vec polynomial(const Vec *c, Vec x) {\n  return ";
  for (std::uint32_t power = 0; power + 1 < shape.coefficients; ++power) text += "fma(";
  text += fmt::format("c[{}]", shape.coefficients - 1);
  for (std::uint32_t power = shape.coefficients - 1; power-- > 0;) {
    text += fmt::format(", x, c[{}])", power);
  }
  return text + ";\n}\n";
}

/// Parts of cells and ticks.
std::string bit_functions(const StepShape& shape) {
  std::string text;
  // Shifts by 32 have no meaning.
  const auto shift_function = [&](const char* name, const char* argument, const char* direction,
                                  std::uint32_t bits) {
    text += fmt::format("LANE_FUNCTION Int {}(Int {}) {{ return {}; }}\n", name, argument,
                        bits == 32 ? std::string("integers(0)")
                                   : fmt::format("{} {} {}", argument, direction, bits));
  };
  shift_function("interval", "ticks", ">>", 32 - shape.interval_bits);
  shift_function("bin", "ticks", ">>", 32 - shape.bin_bits);
  shift_function("bin_start", "cell", "<<", 32 - shape.bin_bits);
  shift_function("below_bin", "bits", ">>", shape.bin_bits);
  shift_function("above_bin", "cell", ">>", shape.bin_bits);
  shift_function("first_bin", "link_class", "<<", shape.bin_bits);
  return text;
}

}  // namespace

std::string step_constants(const StepShape& shape) {
  return fmt::format(
      R"(
constexpr unsigned order = {}, coefficients = {}, interval_bits = {}, bin_bits = {}, pair_offset = {}u;
constexpr bool one_site = {}, one_code = {}, class_is_row = {}, roots = {}, own_lines = {};
)",
      shape.order, shape.coefficients, shape.interval_bits, shape.bin_bits, shape.pair_offset,
      shape.one_site, shape.one_code, shape.class_is_row, shape.roots, shape.own_lines);
}

std::string cpu_lanes(const StepShape& shape) {
  const std::uint32_t lanes = shape.lanes;
  const bool single = shape.single_precision;
  std::string text = fmt::format(
      R"(
#define LANE_FUNCTION static inline __attribute__((always_inline))
typedef unsigned Int __attribute__((ext_vector_type({0})));
typedef unsigned IntRow __attribute__((ext_vector_type({0}), aligned(4), may_alias));
typedef int Mask __attribute__((ext_vector_type({0})));
typedef unsigned long long Halves __attribute__((ext_vector_type({1})));
typedef double Wide __attribute__((ext_vector_type({0})));
typedef Real Quad __attribute__((ext_vector_type(4), aligned({2}), may_alias));
typedef unsigned IntQuad __attribute__((ext_vector_type(4), may_alias));
typedef {3} Choice __attribute__((ext_vector_type({0})));
static const Real infinity = __builtin_inf();

LANE_FUNCTION Int integers(unsigned x) {{ return x; }}
LANE_FUNCTION Vec numbers(Real x) {{ return x; }}
LANE_FUNCTION Int load_integers(const unsigned *row) {{ return *(const IntRow *)row; }}
LANE_FUNCTION void store_integers(unsigned *row, Int x) {{ *(IntRow *)row = x; }}
LANE_FUNCTION Int counting() {{ return (Int){{{4}}}; }}
LANE_FUNCTION Vec magnitude(Vec x) {{ return __builtin_elementwise_abs(x); }}
LANE_FUNCTION Int choose(Mask where, Int a, Int b) {{ return where ? a : b; }}
// Products of the numbers in even and in odd places: what processors multiply is 32 bits of every 64.
LANE_FUNCTION Halves even(Int a) {{ return __builtin_bit_cast(Halves, a); }}
LANE_FUNCTION Halves odd(Int a) {{ return even(a) >> 32; }}
LANE_FUNCTION Int high_product(Int a, Int b) {{
  const Halves low = (even(a) & 0xffffffffull) * (even(b) & 0xffffffffull), high = odd(a) * odd(b);
  return __builtin_bit_cast(Int, (low >> 32) | (high & 0xffffffff00000000ull));
}}
LANE_FUNCTION Int joined(Halves even, Halves odd) {{ return __builtin_bit_cast(Int, (even & 0xffffffffull) | (odd << 32)); }}
typedef Halves Word;
LANE_FUNCTION Word words(unsigned x) {{ return x; }}
)",
      lanes, lanes / 2, single ? 4 : 8, single ? "int" : "long", indices(lanes));
  // Lanes leave a vector two at a time: taking out each one costs twice as much.
  text += fmt::format("struct Places {{ unsigned long long at[{}]; }};\n", lanes / 2);
  text += "LANE_FUNCTION Places places(Int at) {\n  const Halves halves = even(at);\n  Places p;\n";
  for (std::uint32_t i = 0; i < lanes / 2; ++i) {
    text += fmt::format("  p.at[{0}] = halves[{0}];\n  asm(\"\" : \"+r\"(p.at[{0}]));\n", i);
  }
  text += "  return p;\n}\n";
  const auto gathered = [&](const char* type) {
    return fmt::format(
        "  const Places p = places(at);\n  return ({}){{{}}};\n", type,
        list(lanes, [](std::uint32_t i) { return fmt::format("table[{}]", place(i)); }));
  };
  text += "LANE_FUNCTION Int look_up(const unsigned *table, Int at) {\n" + gathered("Int") + "}\n";
  text += "LANE_FUNCTION Vec look_up(const Real *table, Int at) {\n" + gathered("Vec") + "}\n";
  if (single) {
    text += R"(
LANE_FUNCTION Vec choose(Mask where, Vec a, Vec b) { return where ? a : b; }
LANE_FUNCTION Int one_where(Mask where) { return (Int)(-where); }
LANE_FUNCTION Wide widen(Vec x) { return __builtin_convertvector(x, Wide); }
LANE_FUNCTION Vec uniform(Int bits) { return __builtin_convertvector((Mask)(bits >> 8), Vec) * 0x1p-24f; }
LANE_FUNCTION Vec to_number(Int bits) { return fma(__builtin_convertvector((Mask)(bits >> 8), Vec), numbers(0x1p-24f), numbers(0x1p-25f)); }
)";
  } else {
    text += R"(
LANE_FUNCTION Choice to_choice(Mask where) { return __builtin_convertvector(where, Choice); }
LANE_FUNCTION Vec choose(Mask where, Vec a, Vec b) { return to_choice(where) ? a : b; }
LANE_FUNCTION Vec choose(Choice where, Vec a, Vec b) { return where ? a : b; }
LANE_FUNCTION Int choose(Choice where, Int a, Int b) { return __builtin_convertvector(where, Mask) ? a : b; }
LANE_FUNCTION Int one_where(Choice where) { return (Int)(-__builtin_convertvector(where, Mask)); }
LANE_FUNCTION Wide widen(Vec x) { return x; }
LANE_FUNCTION Vec uniform(Int bits) { return __builtin_convertvector(bits, Vec) * 0x1p-32; }
LANE_FUNCTION Vec to_number(Int bits) { return fma(__builtin_convertvector(bits, Vec), numbers(0x1p-32), numbers(0x1p-33)); }
)";
  }
  text +=
      "LANE_FUNCTION void quads(const unsigned *table, Int at, Int *to) {\n"
      "  const Places p = places(at);\n" +
      transposed_loads("Int", "IntQuad", lanes, 0) + "}\n";
  text += bit_functions(shape);

  text +=
      "LANE_FUNCTION void polynomials(const Real *table, Int at, Vec *to) {\n"
      "  const Places p = places(at);\n";
  for (std::uint32_t offset = 0; offset < 2 * shape.coefficients; offset += 4) {
    text += transposed_loads("Vec", "Quad", lanes, offset);
  }
  text += "}\n";
  return text + horner(shape);
}

std::string cuda_lanes(const StepShape& shape) {
  std::string text = R"(
#define LANE_FUNCTION static __device__ __forceinline__
typedef unsigned Int;
typedef Real Vec;
typedef bool Mask;
typedef bool Choice;
typedef double Wide;
typedef unsigned long long Word;

LANE_FUNCTION Int integers(unsigned x) { return x; }
LANE_FUNCTION Vec numbers(Real x) { return x; }
LANE_FUNCTION Vec load(const Real *row) { return *row; }
LANE_FUNCTION void store(Real *row, Vec x) { *row = x; }
LANE_FUNCTION Int load_integers(const unsigned *row) { return *row; }
LANE_FUNCTION void store_integers(unsigned *row, Int x) { *row = x; }
LANE_FUNCTION Int counting() { return 0; }
LANE_FUNCTION Vec magnitude(Vec x) { return fabs(x); }
LANE_FUNCTION Int choose(bool where, Int a, Int b) { return where ? a : b; }
LANE_FUNCTION Vec choose(bool where, Vec a, Vec b) { return where ? a : b; }
LANE_FUNCTION Int one_where(bool where) { return where; }
LANE_FUNCTION Wide widen(Vec x) { return x; }
LANE_FUNCTION Word words(unsigned x) { return x; }
LANE_FUNCTION Word even(Int x) { return x; }
LANE_FUNCTION Word odd(Int) { return 0; }
LANE_FUNCTION Int joined(Word even, Word) { return (unsigned)even; }
LANE_FUNCTION Int high_product(Int a, Int b) { return __umulhi(a, b); }
LANE_FUNCTION Int look_up(const unsigned *table, Int at) { return __ldg(table + at); }
LANE_FUNCTION Vec look_up(const Real *table, Int at) { return __ldg(table + at); }
LANE_FUNCTION void quads(const unsigned *table, Int at, Int *to) {
  const uint4 q = __ldg((const uint4 *)(table + at));
  to[0] = q.x, to[1] = q.y, to[2] = q.z, to[3] = q.w;
}
)";
  if (shape.single_precision) {
    text += R"(
constexpr Real infinity = 3.402823466e+38f;  // the largest number: what is larger is none
LANE_FUNCTION Vec uniform(Int bits) { return (float)(bits >> 8) * 0x1p-24f; }
LANE_FUNCTION Vec to_number(Int bits) { return fma((float)(bits >> 8), 0x1p-24f, 0x1p-25f); }
LANE_FUNCTION void polynomials(const Real *table, Int at, Vec *to) {
  #pragma unroll
  for (unsigned i = 0; i < 2 * coefficients; i += 4) {
    const float4 q = __ldg((const float4 *)(table + at + i));
    to[i] = q.x, to[i + 1] = q.y, to[i + 2] = q.z, to[i + 3] = q.w;
  }
}
)";
  } else {
    text += R"(
constexpr Real infinity = 1.7976931348623157e+308;  // the largest number: what is larger is none
LANE_FUNCTION Vec uniform(Int bits) { return bits * 0x1p-32; }
LANE_FUNCTION Vec to_number(Int bits) { return fma((double)bits, 0x1p-32, 0x1p-33); }
LANE_FUNCTION void polynomials(const Real *table, Int at, Vec *to) {
  #pragma unroll
  for (unsigned i = 0; i < 2 * coefficients; i += 2) {
    const double2 q = __ldg((const double2 *)(table + at + i));
    to[i] = q.x, to[i + 1] = q.y;
  }
}
)";
  }
  return text + bit_functions(shape) + horner(shape);
}

std::string cpu_drivers(const std::string& symbol) {
  return fmt::format(
      R"(
static inline void graph(const Tables *t, Block *b) {{
  const Real *inputs[] = {{b->numbers}};
  Real *outputs[] = {{b->scratch_numbers + scratch_f * b->stride}};
  {}_range(inputs, b->stride, outputs, b->stride, t->params, 0, b->walkers, b->work);
}}

static inline Vec trial_f(const Block *b, Size i) {{ return load(b->scratch_numbers + scratch_f * b->stride + i); }}

// Lines, links, f and weights of the places that walkers are at.
extern "C" void step_refresh(const Tables *t, Block *b) {{
  for (Size i = 0; i < b->walkers; i += lanes) all_lines(*t, *b, b->integers, b->numbers + row_link * b->stride, i);
  graph(t, b);
  for (Size i = 0; i < b->walkers; i += lanes) settle(*t, *b, trial_f(b, i), i);
}}

// Puts all walkers to independent places, drawn from the chain.
extern "C" void step_start(const Tables *t, Block *b, unsigned long long step) {{
  for (Size i = 0; i < b->walkers; i += lanes) draw_all(*t, *b, step, b->integers, i);
  step_refresh(t, b);
}}

template <int kind>
static inline void propose(const Tables *t, Block *b, unsigned long long step, unsigned v) {{
  for (Size i = 0; i < b->walkers; i += lanes) propose_one(*t, *b, step, v, kind == 2, i);
}}

// Steps first … first + count − 1 of all walkers; what they give is added to the sums in a fixed order.
extern "C" void step_walk(const Tables *t, Block *b, unsigned long long first, unsigned long long count, Sums *sums) {{
  Totals totals = {{}};
  Int accepted[4] = {{}}, broken = integers(0);
  for (unsigned long long step = first; step < first + count; ++step) {{
    const unsigned move = t->moves[step % t->cycle];
    const unsigned kind = move == 0 ? 0 : move <= order ? 1 : move <= 2 * order ? 2 : 3;
    if (kind == 0) for (Size i = 0; i < b->walkers; i += lanes) propose_all(*t, *b, step, i);
    if (kind == 1) propose<1>(t, b, step, move);
    if (kind == 2) propose<2>(t, b, step, move - order);
    if (kind == 3 && roots) propose<3>(t, b, step, 0);
    graph(t, b);
    for (Size i = 0; i < b->walkers; i += lanes) {{
      const Decision d = decide(*t, *b, move, trial_f(b, i), i);
      accepted[kind] += one_where(d.accepted);
      broken += one_where(!d.finite);
      add(totals, shares_of(d));
    }}
  }}
  for (Size lane = 0; lane < lanes; ++lane) {{
    sums->f += totals.f[lane];
    sums->w += totals.w[lane];
    sums->ff += totals.ff[lane];
    sums->fw += totals.fw[lane];
    sums->ww += totals.ww[lane];
    for (int kind = 0; kind < 4; ++kind) sums->accepted[kind] += accepted[kind][lane];
    sums->broken += broken[lane];
  }}
}}

extern "C" const unsigned step_rows[];
extern "C" const unsigned step_rows[] = {{number_rows, integer_rows, scratch_rows}};
)",
      symbol);
}

}  // namespace diagc::integrate
