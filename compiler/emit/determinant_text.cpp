// Kernels by determinants on processors (schedule/determinant_sweep.h): one vector of configurations goes through all units.
//
// Units with as many vertices inside and outside share a function, whose ways are written out. The elements of G that it needs stay in
// registers as far as these go. A table says, unit by unit and in bytes, where rows of G and columns begin, what a vertex inside adds to the
// place of a set's sums, where the unit's own are, and for each pass where W(A, B) is read and written, and lines likewise.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/emit/block_text.h"
#include "compiler/emit/embedded_files.h"
#include "compiler/schedule/determinant_sweep.h"

namespace diagc {

namespace {

unsigned without_bit(unsigned way, unsigned bit) {
  return way >> (bit + 1) << bit | (way & ((1U << bit) - 1));
}

class DeterminantText : public BlockText {
 public:
  DeterminantText(const Graph& graph, const Schedule& schedule, const CppOptions& options,
                  DeterminantSweep sweep)
      : BlockText(graph, schedule, options, 1),
        sweep_(std::move(sweep)),
        n_(sweep_.sum.vertices),
        bytes_(static_cast<unsigned>(options.vector_bytes)) {}

 private:
  /// Of a unit by what it has inside and outside: its lowest vertex, too, follows.
  struct Form {
    unsigned inside, outside;
    auto operator<=>(const Form&) const = default;
  };
  /// Ways that differ in these bits have places that are computed once for a unit.
  static constexpr unsigned low_bits = 3;

  const char* meaning_of_block() const override { return "that go through all units together"; }

  std::size_t work_rows() const override { return sweep_.rows; }

  void plan_comment() override {
    const Work& work = sweep_.work;
    line(
        "// By determinants of sets of vertices, not in the order of the rules; {} rows of values.",
        sweep_.rows);
    line("// A vector takes {} multiplications, {} additions, {} fused, {} loads and {} stores.",
         work.multiplications, work.additions, work.fused, work.loads, work.stores);
  }

  void step_functions() override {
    text_ += embedded_text("determinant_rows");
    line("");
    places_table();
    std::vector<Form> forms;
    for (const SweptUnit& unit : sweep_.units) forms.push_back({unit.inside(), unit.outside()});
    std::ranges::sort(forms);
    forms.erase(std::ranges::unique(forms).begin(), forms.end());
    for (const Form& form : forms) unit_function(form);
    vector_function();
  }

  void step_calls() override { line("    {}_vector(tile, work, out, {}params);", name_, rows_); }

  void places_table() {
    line("// Of all units, in the order in which they are computed.");
    line("static const unsigned {}_places[] = {{", name_);
    for (const SweptUnit& unit : sweep_.units) {
      std::vector<std::uint32_t> list;
      for (const unsigned v : unit.unit.inside) list.push_back(v * n_);
      for (const unsigned v : unit.unit.outside) list.push_back(v * n_);
      for (const unsigned v : unit.unit.inside) list.push_back(v);
      for (const unsigned v : unit.unit.inside) list.push_back(sweep_.sums(1U << v));
      list.push_back(sweep_.sums(unit.unit.set));
      for (const int pass : {0, 1}) {
        list.push_back(unit.from[pass]);
        list.push_back(unit.to[pass]);
        list.insert(list.end(), unit.read[pass].begin(), unit.read[pass].end());
        list.insert(list.end(), unit.written[pass].begin(), unit.written[pass].end());
      }
      for (std::uint32_t& place : list) place *= bytes_;
      line("    {},", fmt::join(list, ", "));
    }
    line("}};\n");
  }

  /// Numbers of `places` before those of the passes, and of a pass.
  static unsigned head_places(Form form) { return 3 * form.inside + form.outside + 1; }
  static unsigned pass_places(Form form) { return 2 + form.inside + form.outside; }

  std::uint32_t sum_bytes(DeterminantSweep::Sum sum) const { return sum * bytes_; }
  unsigned lowest(Form form) const { return n_ - 1 - form.inside - form.outside; }

  void unit_function(Form form) {
    line("// {} vertices inside beside the lowest, {}; {} outside.", form.inside, lowest(form),
         form.outside);
    line("static __attribute__((noinline)) void unit{}_{}(const char *matrix, char *work,",
         form.inside, form.outside);
    line("    const unsigned *places, Vec once, Vec twice) {{");
    matrix_elements(form);
    if (form.inside == 0) {
      smallest_unit(form);
    } else {
      places_of_sums(form);
      determinants(form);
      passes(form);
      less_unconnected(form);
    }
    line("}}\n");
  }

  /// g0_1: from the vertex of rank 1, inside, to that of rank 0; s: the lowest. Of H only where they are.
  void matrix_elements(Form form) {
    const unsigned all = form.inside + form.outside;
    for (unsigned v = 0; v < all; ++v) {
      line("  const char *const row{0} = matrix + places[{0}];", v);
    }
    for (unsigned v = 0; v < form.inside; ++v) {
      line("  const Size column{} = places[{}];", v, all + v);
    }
    line("  const char *const row_s = matrix + {};", lowest(form) * n_ * bytes_);
    line("  const Size column_s = {};", lowest(form) * bytes_);
    line("  char *const own = work + places[{}];", head_places(form) - 1);
    for (unsigned v = 0; v <= all; ++v) {
      const std::string to = v == all ? "s" : std::to_string(v);
      for (unsigned j = 0; j <= form.inside; ++j) {
        const std::string from = j == form.inside ? "s" : std::to_string(j);
        line("  const Vec g{0}_{1} = row(row{2} + column{3});", to, from, to == "s" ? "_s" : to,
             from == "s" ? "_s" : from);
      }
    }
  }

  std::string derivative(const std::string& to, const std::string& from) const {
    const int at = derivative_at_ * static_cast<int>(bytes_);
    return fmt::format("row(row{} + column{} {} {})", to, from, at < 0 ? '-' : '+', std::abs(at));
  }

  void smallest_unit(Form form) {
    line("  const Vec once_s = once * gs_s, twice_s = twice * gs_s * once_s, h = {};",
         derivative("_s", "_s"));
    const unsigned pass = head_places(form);
    for (unsigned v = 0; v < form.outside; ++v) {
      line("  Vec *const out{} = rows(work + places[{}]);", v, pass + 2 + v);
      line("  out{0}[0] = g{0}_s, out{0}[1] = g{0}_s, out{0}[2] = {1};", v,
           derivative(std::to_string(v), "_s"));
      line("  *rows(work + places[{}]) = g{}_s * once_s;", pass + pass_places(form) + 2 + v, v);
    }
    line("  *rows(work + places[{}]) = once_s, *rows(work + places[{}]) = twice_s;", pass + 1,
         pass + pass_places(form) + 1);
    store_sums("fma(gs_s, once_s, twice_s)", "h * once_s");
    store_determinants("gs_s", "h");
  }

  void store_sums(const std::string& z, const std::string& c) {
    line("  *rows(own + {}) = {}, *rows(own + {}) = {};", sum_bytes(DeterminantSweep::z), z,
         sum_bytes(DeterminantSweep::c), c);
  }
  void store_determinants(const std::string& f, const std::string& df) {
    line("  *rows(own + {}) = {}, *rows(own + {}) = {};", sum_bytes(DeterminantSweep::f), f,
         sum_bytes(DeterminantSweep::df), df);
  }

  /// Of the sums of the vertices inside that are in A: high{} of the lower ranks, low{} of the last ones.
  void places_of_sums(Form form) {
    const unsigned low = std::min(low_bits, form.inside);
    const auto weights = [&](unsigned way) {
      std::vector<std::string> terms;
      for (unsigned rank = 0; rank < form.inside; ++rank) {
        if (way >> (form.inside - 1 - rank) & 1) terms.push_back(fmt::format("weight{}", rank));
      }
      return terms;
    };
    for (unsigned rank = 0; rank < form.inside; ++rank) {
      line("  const Size weight{} = places[{}];", rank, 2 * form.inside + form.outside + rank);
    }
    for (unsigned way = 0; way < 1U << low; ++way) {
      line("  const Size low{} = {};", way,
           way == 0 ? "0" : fmt::format("{}", fmt::join(weights(way), " + ")));
    }
    for (unsigned high = 0; high < 1U << (form.inside - low); ++high) {
      std::vector<std::string> terms = weights(high << low);
      terms.insert(terms.begin(), "work");
      line("  const char *const high{} = {};", high, fmt::join(terms, " + "));
    }
  }

  std::string sums_of(Form form, unsigned way) const {
    const unsigned low = std::min(low_bits, form.inside);
    return fmt::format("high{} + low{}", way >> low, way & ((1U << low) - 1));
  }

  /// F and F' of the unit, and their lines to the vertices outside.
  void determinants(Form form) {
    const unsigned k = form.inside, all_in = (1U << k) - 1;
    const std::string rest = sums_of(form, all_in);
    line("  const Vec f = row({} + {}), df = row({} + {});", rest, sum_bytes(DeterminantSweep::f),
         rest, sum_bytes(DeterminantSweep::df));
    for (unsigned j = 0; j < k; ++j) {
      const std::string line_at = fmt::format("work + places[{}]", head_places(form) + 2 + j);
      line("  const Vec p{0} = row({1} + {2}), dp{0} = row({1} + {3});", j, line_at,
           (1U << (k - 1)) * bytes_, ((1U << (k - 1)) + 1) * bytes_);
    }
    for (unsigned v = k; v <= k + form.outside; ++v) {
      const bool own = v == k + form.outside;
      const std::string g = own ? "s" : std::to_string(v), at = own ? "_s" : g;
      line("  {{");
      line("    Vec p = g{0}_s * f, dp = fma(g{0}_s, df, {1} * f);", g, derivative(at, "_s"));
      for (unsigned j = 0; j < k; ++j) {
        line(
            "    p = fma(-g{0}_{1}, p{1}, p), dp = fma(-g{0}_{1}, dp{1}, dp), dp = fma(-{2}, p{1}, "
            "dp);",
            g, j, derivative(at, std::to_string(j)));
      }
      if (own) {
        text_ += "  ";
        store_determinants("p", "dp");
      } else {
        line("    Vec *const to = rows(work + places[{}]) + {};", head_places(form) + 2 + v,
             1U << k);
        line("    to[0] = p, to[1] = dp;");
      }
      line("  }}");
    }
  }

  /// Two accumulators each, so that additions wait less for each other.
  void passes(Form form) {
    const unsigned k = form.inside;
    line("  Vec z0 = splat(0), z1 = splat(0), a0 = splat(0), a1 = splat(0);");
    line("  places += {};", head_places(form));
    line("  Size lowest = {};  // in A in the first pass",
         sweep_.sums(1U << lowest(form)) * bytes_);
    line("  Vec factor = once;");
    line("#pragma clang loop unroll(disable)");
    line("  for (int pass = 0; pass < 2; ++pass, places += {}, lowest = 0, factor = twice) {{",
         pass_places(form));
    line("    const Vec *const from = rows(work + places[0]);");
    line("    Vec *const to = rows(work + places[1]);");
    for (unsigned j = 0; j < k; ++j) {
      line("    const Vec *const in{} = rows(work + places[{}]);", j, 2 + j);
    }
    for (unsigned v = k; v < k + form.outside; ++v) {
      line("    Vec *const out{} = rows(work + places[{}]);", v, 2 + v);
    }
    line("    const Vec f_s = factor * gs_s;");
    for (unsigned j = 0; j < k; ++j) line("    const Vec f_{0} = factor * gs_{0};", j);
    for (unsigned way = 1U << k; way-- > 0;) way_statements(form, way);
    line("  }}");
  }

  void way_statements(Form form, unsigned way) {
    const unsigned k = form.inside;
    line("    const Vec w{0} = from[{0}];", way);
    for (unsigned j = 0; j < k; ++j) {
      if (way >> (k - 1 - j) & 1) {
        line("    const Vec in{0}_{1} = in{0}[{1}];", j, without_bit(way, k - 1 - j));
      }
    }
    for (unsigned j = 0; j < k; ++j) {
      if (way >> (k - 1 - j) & 1) {
        line("    const Vec own{}_{} = {};", way, j, row_of(form, fmt::format("g{}", j), way));
      }
    }
    for (unsigned v = k; v < k + form.outside; ++v) {
      line("    out{}[{}] = {};", v, way, row_of(form, fmt::format("g{}", v), way));
    }
    line("    const Vec all{} = {};", way, row_of(form, "f", way));
    line("    to[{0}] = all{0};", way);
    const std::string sums = sums_of(form, way);
    line(
        "    z{0} = fma(row({1} + lowest + {2}), all{3}, z{0}), a{0} = fma(row({1} + lowest + "
        "{4}), all{3}, a{0});",
        way % 2, sums, sum_bytes(DeterminantSweep::f), way, sum_bytes(DeterminantSweep::df));
  }

  /// A row of G times what its propagators lead to: elements of lines first, then values of the unit as they were computed, so that
  /// sums do not begin with what comes last.
  std::string row_of(Form form, const std::string& g, unsigned way) const {
    const unsigned k = form.inside;
    std::string text = fmt::format("{}_s * w{}", g, way);
    for (const bool in_a : {true, false}) {
      for (unsigned j = 0; j < k; ++j) {
        const unsigned bit = k - 1 - j;
        if ((way >> bit & 1) != (in_a ? 1U : 0U)) continue;
        const std::string value = in_a ? fmt::format("in{}_{}", j, without_bit(way, bit))
                                       : fmt::format("own{}_{}", way | 1U << bit, j);
        text = fmt::format("fma(-{}_{}, {}, {})", g, j, value, text);
      }
    }
    return text;
  }

  /// Z and A, of which less what is not connected: Z of a part, with the lowest vertex or without, times C of the others.
  void less_unconnected(Form form) {
    const unsigned k = form.inside, all = (1U << k) - 1;
    line("  Vec b0 = splat(0), b1 = splat(0);");
    for (unsigned way = 1; way <= all; ++way) {
      const std::string part = sums_of(form, way);
      const std::string others = fmt::format("{} + {}", sums_of(form, all - way),
                                             sweep_.sums(1U << lowest(form)) * bytes_);
      line(
          "  a{0} = fma(-row({1} + {3}), row({2} + {4}), a{0}), b{0} = fma(-row({1} + {4}), "
          "row({2} + {3}), b{0});",
          way % 2, part, others, sum_bytes(DeterminantSweep::z), sum_bytes(DeterminantSweep::c));
    }
    store_sums("z0 + z1", "(a0 + a1) + (b0 + b1)");
  }

  /// A vector of configurations.
  void vector_function() {
    line("{} void {}_vector(const Vec *tile, Vec *work, Vec *out, const Real *params) {{", linkage_,
         name_);
    power();
    line("  work[{}] = splat(1), work[{}] = splat(0);  // of no vertices",
         static_cast<int>(DeterminantSweep::f), static_cast<int>(DeterminantSweep::df));
    if (sweep_.matrix) column_times_row();
    line("  const char *const matrix = (const char *)({});", matrix_);
    line("  char *const values = (char *)work;");
    unsigned at = 0;
    for (const SweptUnit& unit : sweep_.units) {
      const Form form{unit.inside(), unit.outside()};
      line("  unit{}_{}(matrix, values, {}_places + {}, once, twice);", form.inside, form.outside,
           name_, at);
      at += head_places(form) + 2 * pass_places(form);
    }
    line("  out[0] = {}work[{}];", sweep_.sum.negative ? "-" : "",
         sweep_.sums((1U << n_) - 1) + DeterminantSweep::c);
    line("}}\n");
  }

  /// M and (M − 1) / 2.
  void power() {
    const DeterminantPower& power = sweep_.sum.power;
    const auto chunk = std::ranges::find_if(schedule_.chunks, [&](const Chunk& each) {
      return std::ranges::find(each.uniforms, power.value) != each.uniforms.end();
    });
    if (chunk != schedule_.chunks.end()) uniforms(*chunk, "params");
    const auto number = [&](const Rational& value) {
      return expressions_.spread(expressions_.literal(value));
    };
    std::string once =
        power.value == no_node ? number(Rational(power.shift)) : expressions_.read(power.value);
    if (power.value != no_node && power.shift != 0) {
      once += fmt::format(" {} {}", power.shift < 0 ? "-" : "+",
                          number(Rational(std::abs(power.shift))));
    }
    line("  const Vec once = {}, twice = (once - splat(1)) / splat(2);", once);
  }

  /// G without its vertex apart, the first index, and this one's column times its row.
  void column_times_row() {
    const unsigned first = first_input_[sweep_.sum.propagator];
    line("  Vec *const matrix_rows = work + {};", *sweep_.matrix);
    line("  for (Size a = 0; a < {}; ++a)", n_);
    line("    for (Size b = 0; b < {}; ++b) {{", n_);
    line("      const Vec *const g = tile + {};", first);
    line("      matrix_rows[a * {} + b] = g[(a + 1) * {} + b + 1];", n_, n_ + 1);
    line("      matrix_rows[{} + a * {} + b] = g[(a + 1) * {}] * g[b + 1];", n_ * n_, n_, n_ + 1);
    line("    }}");
  }

  const DeterminantSweep sweep_;
  const unsigned n_, bytes_;
  /// Where G stands, and from there to H, in rows.
  const std::string matrix_ =
      sweep_.matrix ? "matrix_rows" : fmt::format("tile + {}", first_input_[sweep_.sum.propagator]);
  const int derivative_at_ = sweep_.matrix
                                 ? static_cast<int>(n_ * n_)
                                 : static_cast<int>(first_input_[*sweep_.sum.derivative]) -
                                       static_cast<int>(first_input_[sweep_.sum.propagator]);
};

}  // namespace

std::unique_ptr<CppText> determinant_text(const Graph& graph, const Schedule& schedule,
                                          const CppOptions& options, DeterminantSweep sweep) {
  return std::make_unique<DeterminantText>(graph, schedule, options, std::move(sweep));
}

}  // namespace diagc
