#include "compiler/emit/products/emit.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "compiler/emit/cuda/lanes.h"
#include "compiler/emit/cuda/shared_memory.h"
#include "compiler/emit/embedded_files.h"
#include "compiler/emit/products/plan.h"

namespace diagc {

namespace {

class ProductKernel : CudaText {
 public:
  ProductKernel(const Graph& graph, const Schedule& schedule, const CudaOptions& options,
                std::uint32_t work_rows)
      : CudaText(graph, schedule, options),
        plan_(plan_products(graph, schedule, options)),
        panels_(schedule.cooperation->panels),
        chunk_(schedule.chunks[schedule.cooperation->chunk]),
        work_rows_(work_rows),
        steps_(std::max(std::get<ProductOptions>(options.form).steps, 1U)) {}

  void add(const std::string& function, CudaProgram& program) {
    kernel(function);
    program.launches.push_back({.function = function,
                                .threads = plan_.threads(),
                                .configurations = plan_.lanes,
                                .shared_bytes = plan_.shared_bytes});
    program.kernels.push_back(take_text());
    program.tables.push_back({"words", table_bytes(plan_.words)});
  }
  std::string functions() const {
    return shared_memory_functions() + "\n" + embedded_text("shared_stores") + "\n" +
           embedded_text("products", {{"THREADS", std::to_string(plan_.threads())}});
  }

 private:
  void kernel(const std::string& function) {
    std::size_t inside = 0;
    for (const Panel& panel : panels_.panels) inside += panel.copies == 0;
    line("");
    line("// {} tiles with {}, by {} templates, in {} rounds; {} configurations of a block.",
         inside, to_string(panels_.rule), plan_.templates.templates.size(),
         plan_.rounds.rounds.size(), plan_.lanes);
    line(
        "// {} rows of tiles, {} products; {:.2f} turns of shared memory an access; in tables[0]: "
        "the tasks of every warp.",
        plan_.rounds.rows, plan_.products, plan_.rounds.conflicts);
    text_.pop_back();
    kernel_begin(function, plan_.threads(), plan_.blocks);
    line(
        "  const unsigned lane = threadIdx.x & 31, warp = of_warp(threadIdx.x >> 5), side = lane / "
        "{0}, mine = lane % {0};",
        plan_.lanes);
    line("  const unsigned start = shared_start(), own = start + mine * {};", real_bytes());
    line(
        "  const unsigned parameters = start + {}, all_arrivals = start + {}, arrivals = start + "
        "{} + 4 * warp;",
        plan_.parameters_at, plan_.arrivals_at + 4 * plan_.warps, plan_.arrivals_at);
    line("  const unsigned *const words = (const unsigned *)batch.tables[0];");
    line("  const Size place = blockIdx.x * {}ull + mine;", plan_.lanes);
    load();
    line("  block_sync(all_arrivals);");
    if (plan_.words_at) {
      line("  unsigned list = start + {} + 4 * of_warp(__ldg(words + warp));", *plan_.words_at);
    } else {
      line("  const unsigned *list = words + {} + of_warp(__ldg(words + warp));", plan_.lists_at);
    }
    line("  for (;;) {{");
    line("    const unsigned head = of_warp({});", word("0"));
    line("    if (head == {}) break;", ProductPlan::end);
    line("    if (head == {}) {{", ProductPlan::barrier);
    line("      block_sync(all_arrivals);");
    line("      list += {};", step(1));
    line("      continue;");
    line("    }}");
    line("    const unsigned parts = head >> 8 & 0xff;");
    line("    const bool there = side < head >> 16 && side % parts == 0;");
    line("    switch (head & 0xff) {{");
    for (std::uint32_t index = 0; index < plan_.templates.templates.size(); ++index) task(index);
    line("    }}");
    line("  }}");
    store();
    line("}}");
  }

  /// The word so many behind that at hand.
  std::string word(const std::string& distance) const {
    return plan_.words_at ? fmt::format("load_word(list + 4 * ({}))", distance)
                          : fmt::format("__ldg(list + {})", distance);
  }
  std::uint32_t step(std::uint32_t words) const { return plan_.words_at ? 4 * words : words; }

  void load() {
    line("  if (threadIdx.x <= {}) store_word(start + {} + 4 * threadIdx.x, 0);", plan_.warps,
         plan_.arrivals_at);
    line("  __syncthreads();");
    // Several at once, since each waits for its words.
    constexpr unsigned at_once = 8;
    const unsigned places = plan_.threads() / plan_.lanes;
    line("  const Real *const work = batch.work + place / 128 * {}ull + place % 128;",
         work_rows_ * 128ull);
    line("  const uint2 *const loads = (const uint2 *)(words + {});", plan_.loads_at);
    line("  for (unsigned from = threadIdx.x / {}; from < {}; from += {}) {{", plan_.lanes,
         plan_.loads, places * at_once);
    line("    uint2 load[{}];", at_once);
    line("#pragma unroll");
    line("    for (unsigned k = 0; k < {}; ++k)", at_once);
    line("      if (from + k * {} < {}) load[k] = __ldg(loads + from + k * {});", places,
         plan_.loads, places);
    line("#pragma unroll");
    line("    for (unsigned k = 0; k < {}; ++k) {{", at_once);
    line("      if (from + k * {} >= {}) continue;", places, plan_.loads);
    line("      const unsigned to = own + load[k].y * {};", plan_.row_bytes);
    line("      if (load[k].x == {}u) store_shared<0>(to, Real(0));", ProductPlan::nothing);
    line("      else copy_ahead<{}>(to, work + load[k].x * 128);", real_bytes());
    line("    }}");
    line("  }}");
    if (plan_.words_at) {
      const std::uint32_t bytes = (plan_.loads_at - plan_.lists_at) * 4;
      line(
          "  for (unsigned i = threadIdx.x * 16; i < {}; i += {}) copy_ahead<16>(start + {} + i, "
          "(const char *)(words + {}) + i);",
          bytes, plan_.threads() * 16, *plan_.words_at, plan_.lists_at);
    }
    line("  if (threadIdx.x == 0) {{");
    uniforms(chunk_, "batch.params");
    line("    store_shared<0>(parameters, Real(0));");
    for (std::size_t i = 0; i < plan_.parameters.size(); ++i) {
      line("    store_shared<{}>(parameters, {});", (i + 1) * real_bytes(),
           expressions_.read(plan_.parameters[i]));
    }
    line("  }}");
    line("  copies_wait();");
  }

  void task(std::uint32_t index) {
    form_ = &plan_.templates.templates[index];
    std::size_t uses = 0;
    std::string example;
    for (PanelId panel = 0; panel < panels_.panels.size(); ++panel) {
      if (panels_.panels[panel].copies > 0 || plan_.templates.uses[panel].index != index) continue;
      ++uses;
      for (const NodeId node : panels_.panels[panel].values) {
        if (graph_[node].call != no_call) example = graph_.calls().name(graph_[node].call);
      }
    }
    const std::size_t kinds = form_->kinds.size();
    line("    case {}: {{  // {} tile{} like that of {}", index, uses, uses == 1 ? "" : "s",
         example);
    const std::size_t counts = (kinds + 1) / 2;
    for (std::size_t i = 0; i < counts; ++i) {
      line("      const unsigned counts{} = of_warp({});", i, word(std::to_string(1 + i)));
    }
    for (std::size_t kind = 0; kind < kinds; ++kind) {
      line("      const unsigned count{} = counts{} {};", kind, kind / 2,
           kind % 2 == 0 ? "& 0xffff" : ">> 16");
    }
    std::size_t field = 0;
    const auto next = [&] {
      return word(fmt::format("{} + side", 1 + counts + plan_.sides * field++));
    };
    line("      const unsigned output = own + {} * {};", next(), plan_.row_bytes);
    for (std::uint32_t i = 0; i < form_->tiles; ++i) {
      line("      const unsigned tile{} = own + {} * {};", i, next(), plan_.row_bytes);
    }
    for (std::uint32_t i = 0; i < form_->parameters; ++i) {
      line("      const Real parameter{} = load_shared<0>(parameters + {}, Real());", i, next());
    }
    line("      list += {};", step(static_cast<std::uint32_t>(1 + counts + plan_.sides * field)));
    summed_.clear();
    for (const auto& kind : form_->kinds) {
      for (const PairTerm& term : kind) summed_.insert(term.target);
    }
    for (const std::uint32_t target : summed_) line("      Real sum{} = 0;", target);
    for (std::size_t kind = 0; kind < kinds; ++kind) pairs(kind);
    if (!summed_.empty()) {
      line("      for (unsigned part = 1; part < parts; part *= 2) {{");
      for (const std::uint32_t target : summed_) {
        line("        sum{0} += of_lane(sum{0}, part * {1}, arrivals);", target, plan_.lanes);
      }
      line("      }}");
    }
    line("      if (there) {{");
    read_.clear();
    for (std::uint32_t i = 0; i < form_->values.size(); ++i) value(i);
    line("      }}");
    line("    }} break;");
  }

  void pairs(std::size_t kind) {
    line("      if (count{} > 0) {{", kind);
    line("        unsigned where = {};", word("side"));
    line("#pragma unroll {}", steps_);
    line("        for (unsigned left = count{}; left > 0; --left) {{", kind);
    line(
        "          const unsigned first = own + (where & 0xffff) * {0}, second = own + (where >> "
        "16) * {0};",
        plan_.row_bytes);
    line("          list += {};", step(plan_.sides));
    line("          where = {};", word("side"));
    // The factors of the smaller tile stay in registers, those of the other come one after the other.
    std::set<std::uint32_t> firsts, seconds;
    for (const PairTerm& term : form_->kinds[kind]) {
      firsts.insert(term.first);
      seconds.insert(term.second);
    }
    std::vector<PairTerm> terms = form_->kinds[kind];
    const bool by_second = firsts.size() <= seconds.size();
    std::ranges::stable_sort(terms, {}, [&](const PairTerm& term) {
      return by_second ? std::pair(term.second, term.first) : std::pair(term.first, term.second);
    });
    std::set<std::string> read;
    const auto factor = [&](char name, const char* tile, std::uint32_t position) {
      std::string text = fmt::format("{}{}", name, position);
      if (read.insert(text).second) {
        line("          const Real {} = load_shared<{}>({}, Real());", text,
             position * plan_.row_bytes, tile);
      }
      return text;
    };
    for (const PairTerm& term : terms) {
      const std::string x = factor('x', "first", term.first),
                        y = factor('y', "second", term.second);
      line("          sum{0} = fma({1}{2}, {3}, sum{0});", term.target, term.negative ? "-" : "", x,
           y);
    }
    line("        }}");
    line("      }}");
  }

  void value(std::uint32_t i) {
    const ProductValue& value = form_->values[i];
    std::string text = summed_.contains(i) ? fmt::format("sum{}", i) : "";
    for (const ProductTerm& term : value.terms) {
      std::vector<std::string> factors;
      if (term.coefficient != unit_coefficient || term.factors.empty()) {
        factors.push_back(expressions_.literal(schedule_.coefficients[term.coefficient]));
      }
      for (const ProductFactor& factor : term.factors) factors.push_back(operand(factor));
      const std::string last = factors.back();
      factors.pop_back();
      const std::string sign = term.negative ? "-" : "";
      if (factors.empty()) {
        text = text.empty() ? sign + last : text + (term.negative ? " - " : " + ") + last;
        continue;
      }
      const std::string rest = fmt::format("{}", fmt::join(factors, " * "));
      text = text.empty() ? fmt::format("{}{} * {}", sign, rest, last)
                          : fmt::format("fma({}({}), {}, {})", sign, rest, last, text);
    }
    if (text.empty()) text = "Real(0)";
    line("        const Real value{} = {};", i, text);
    if (value.position) {
      line("        store_shared<{}>(output, value{});", *value.position * plan_.row_bytes, i);
    }
  }

  std::string operand(const ProductFactor& factor) {
    switch (factor.kind) {
      case ProductFactor::Kind::parameter:
        return fmt::format("parameter{}", factor.index);
      case ProductFactor::Kind::local:
        return fmt::format("value{}", factor.index);
      case ProductFactor::Kind::element: {
        std::string name = fmt::format("e{}_{}", factor.index, factor.position);
        if (read_.insert(name).second) {
          line("        const Real {} = load_shared<{}>(tile{}, Real());", name,
               factor.position * plan_.row_bytes, factor.index);
        }
        return name;
      }
    }
    throw std::logic_error("no such factor");
  }

  void store() {
    line("  const Size at = batch.begin + place;");
    line("  if (warp > 0 || side > 0 || at >= batch.end) return;");
    for (const std::uint32_t output : chunk_.outputs) {
      const NodeId node = graph_.outputs()[output];
      const RowPlace row = place_of(signature_.outputs, output);
      const std::uint32_t at = plan_.rounds.place[panels_.tile_of[node]] + panels_.position[node];
      line("  {} = load_shared<{}>(own, Real());", output_row(row.variable, row.row),
           at * plan_.row_bytes);
    }
  }

  const ProductPlan plan_;
  const Panels& panels_;
  const Chunk& chunk_;
  const std::uint32_t work_rows_;
  const unsigned steps_;  ///< pairs of tiles at once
  // Of the template at hand:
  const ProductTemplate* form_ = nullptr;
  std::set<std::uint32_t> summed_;
  std::set<std::string> read_;
};

}  // namespace

CudaProgram emit_cuda_products(const Graph& graph, const Schedule& schedule,
                               const CudaOptions& options) {
  CudaProgram program;
  program.schedule = CudaSchedule::cooperative;
  LaneText text(graph, schedule, options);
  program.workspace_bytes = text.rows() * (options.single_precision ? 4 : 8);
  std::string functions;
  for (std::size_t c = 0; c < schedule.chunks.size(); ++c) {
    if (c == schedule.cooperation->chunk) {
      ProductKernel kernel(graph, schedule, options, text.rows());
      kernel.add(text.name() + "_products", program);
      functions = kernel.functions();
    } else {
      text.add_kernel(fmt::format("{}_chunk{}", text.name(), c), schedule.chunks[c], program);
    }
  }
  std::size_t unit = 128;
  for (const CudaLaunch& launch : program.launches)
    unit = std::lcm(unit, std::size_t{launch.configurations});
  // Enough for the kernels before, whose lanes have a configuration each, to fill the device a few times.
  constexpr std::size_t waves = 4, lanes = 256;
  const std::size_t wanted =
      options.slab > 0 ? options.slab : options.device.multiprocessors * lanes * waves;
  program.slab = (wanted + unit - 1) / unit * unit;
  program.head = text.head("warps that share products of tiles", program) + functions;
  return program;
}

}  // namespace diagc
