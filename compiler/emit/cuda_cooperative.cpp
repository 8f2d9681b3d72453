// The kernel of `cooperative`: warps that share configurations go through fixed lists of tasks.
#include <algorithm>
#include <map>
#include <set>

#include "compiler/emit/cooperative_plan.h"
#include "compiler/emit/cuda_text.h"

namespace diagc {

namespace {

class CooperativeEmitter : CudaText {
 public:
  CooperativeEmitter(const Graph& graph, const Schedule& schedule, const CudaOptions& options)
      : CudaText(graph, schedule, options),
        units_(schedule.cooperation->units),
        templates_(schedule.cooperation->templates),
        chunk_(schedule.chunks[schedule.cooperation->chunk]),
        plan_(plan_cooperation(graph, schedule, options)) {}

  void emit(const std::string& function, CudaProgram& program) {
    kernel(function);
    program.launches.push_back({.function = function,
                                .threads = plan_.warps * 32,
                                .configurations = plan_.configurations(),
                                .shared_bytes = plan_.shared_bytes});
    program.kernels.push_back(take_text());
    program.tables.push_back({"tasks", table_bytes(plan_.records)});
  }

 private:
  void kernel(const std::string& function) {
    line("");
    line("// {} units with {}, by {} templates; {} tasks for {} groups of {} configurations.",
         units_.units.size(), to_string(units_.rule), templates_.templates.size(), plan_.tasks,
         plan_.groups, plan_.lanes);
    line("// In tables[0]: where each warp's list begins, and the records of all tasks.");
    text_.pop_back();
    kernel_begin(function, plan_.warps * 32, plan_.blocks);
    line(
        "  const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5, side = lane / {0}, "
        "mine = lane % {0};",
        plan_.lanes);
    line("  const unsigned start = shared_start();");
    line("  const unsigned done = start + {}, arrivals = start + {} + 4 * warp;", plan_.done_at,
         plan_.arrivals_at);
    line("  const unsigned own = mine * {}, own_pack = start + mine * 16;", plan_.real_bytes);
    line(
        "  for (unsigned at = start + {} + 4 * threadIdx.x; at < start + {}; at += {}) "
        "store_word(at, 0);",
        plan_.arrivals_at, plan_.shared_bytes / 4 * 4, plan_.warps * 128);
    line("  __syncthreads();");
    line("  if (threadIdx.x == 0) set_done(done + {});  // nothing to wait for", plan_.tasks);
    line("  __syncthreads();");
    uniforms(chunk_, "batch.params");
    line("  const unsigned *list = (const unsigned *)batch.tables[0];");
    line("  list += list[warp] + 4 * lane;");
    line("  const unsigned records = start + {} + warp * {};", plan_.records_at,
         plan_.record_words * 8);
    copy_record("records");
    line("  for (unsigned at_hand = 0;; at_hand ^= {}) {{", plan_.record_words * 4);
    line("    copies_wait();");
    line("    warp_sync(arrivals);");
    line("    const unsigned record = records + at_hand;");
    line("    const unsigned what = load_word(record);");
    line("    if (what == {}) break;", RecordHead::end);
    line("    list += {};", plan_.record_words);
    copy_record(fmt::format("records + (at_hand ^ {})", plan_.record_words * 4));
    for (std::uint32_t round = 0; round < plan_.waits / 32; ++round) {
      line("    wait_done(done + load_half(record + {} + 2 * lane));",
           RecordHead::words * 4 + round * 64);
    }
    line("    warp_sync(arrivals);");
    line("    const unsigned tile = start + load_word(record + {}) + own;", RecordHead::tile * 4);
    line("    const unsigned place = blockIdx.x * {} + load_word(record + {}) * {} + mine;",
         plan_.configurations(), RecordHead::group * 4, plan_.lanes);
    line(
        "    unsigned char *const work = (unsigned char *)(batch.work + place / 128 * {}ull + "
        "place % 128);",
        schedule_.slots * 128ull);
    if (plan_.side_by_side > 1) {
      line("    if (side < load_word(record + {}))", RecordHead::sides * 4);
    }
    line("    switch (what) {{");
    for (std::uint32_t index = 0; index < templates_.templates.size(); ++index) unit(index);
    load();
    store();
    line("    }}");
    line("    warp_sync(arrivals);");
    line("    if (lane == 0) set_done(done + load_word(record + {}));", RecordHead::number * 4);
    line("  }}");
    line("}}");
  }

  void copy_record(const std::string& to) {
    for (std::uint32_t at = 0; at < plan_.record_words; at += 128) {
      const std::uint32_t lanes = std::min(plan_.record_words - at, 128u) / 4;
      line("    if (lane < {}) copy_ahead<16>({} + {} + 16 * lane, list + {});", lanes, to, at * 4,
           at);
    }
  }

  void load() {
    line("    case {}: {{  // inputs of a group", RecordHead::load);
    line(
        "      const Size last = batch.end - 1, at = batch.begin + place < last ? batch.begin + "
        "place : last;");
    for (const TileRows& rows : plan_.tile) {
      line(
          "      for (unsigned row = side; row < {}; row += {}) copy_ahead<{}>(tile + (row + {}) * "
          "{}, batch.inputs[{}] + (row + {}) * batch.input_stride + at);",
          rows.rows, plan_.side_by_side, plan_.real_bytes, rows.at, plan_.lanes * plan_.real_bytes,
          rows.input, rows.first);
    }
    line("    }} break;");
  }

  void store() {
    line("    case {}: {{  // what later kernels read", RecordHead::store);
    line("      const unsigned body = record + {}, count = load_word(body);", plan_.first_body * 4);
    line("      for (unsigned i = side; i < count; i += {}) {{", plan_.side_by_side);
    line("        const uint2 value = load_words(body + 8 + i * 8);");
    line("        *(Real *)(work + value.y) = load_shared<0>(own_pack + value.x, Real());");
    line("      }}");
    line("    }} break;");
  }

  // Code of one template, with the names of the first unit that has it.

  void unit(std::uint32_t index) {
    index_ = index;
    form_ = &templates_.templates[index];
    code_ = &plan_.templates[index];
    std::size_t uses = 0;
    use_ = nullptr;
    for (UnitId unit = 0; unit < templates_.uses.size(); ++unit) {
      if (templates_.uses[unit].index != index) continue;
      ++uses;
      if (lacks_nothing(templates_.uses[unit]) && !use_) {
        use_ = &templates_.uses[unit];
        values_ = &units_.units[unit].values;
      }
    }
    products_.clear();
    line("    case {}: {{  // {} unit{} like that of {}", index, uses, uses == 1 ? "" : "s",
         names_[values_->back()]);
    line("      const unsigned body = record + {} + side * {};", plan_.first_body * 4,
         plan_.body_words * 4);
    for (std::uint32_t i = 0; i < form_->imports; ++i) {
      import(index, i);
    }
    for (std::uint32_t i = 0; i < code_->base_leaves.size(); ++i) {
      line("      const unsigned base{} = load_word(body + {});", i, (code_->first_base + i) * 4);
    }
    for (std::uint32_t i = 0; i < form_->outputs; ++i) {
      line("      const unsigned output{} = load_word(body + {}) + own_pack;", i,
           (code_->first_output + i) * 4);
    }
    for (std::uint32_t i = 0; i < form_->blocks; ++i) {
      line("      const unsigned block{} = load_word(body + {}) + own_pack;", i,
           (code_->first_block + i) * 4);
    }
    std::uint32_t begin = 0;
    for (std::size_t s = 0; s < code_->stretches.ends.size(); ++s) {
      stretch_ = s;
      stretch(begin, code_->stretches.ends[s]);
      begin = code_->stretches.ends[s];
    }
    line("    }} break;");
  }

  /// An example must have all that the code names; `unify` leaves one.
  static bool lacks_nothing(const TemplateUse& use) {
    return std::ranges::none_of(use.imports, [](NodeId node) { return node >= unit_import; }) &&
           std::ranges::none_of(use.columns, [](const auto& kind) { return kind.empty(); });
  }

  void import(std::uint32_t index, std::uint32_t i) {
    const std::string& name = names_[use_->imports[i]];
    const std::uint32_t word = (code_->first_import + i) * 4;
    const bool varies = std::ranges::any_of(templates_.uses, [&](const TemplateUse& use) {
      return use.index == index && use.imports[i] >= unit_import;
    });
    if (!varies) {
      line("      const Real {} = load_work(work + load_word(body + {}), Real());", name, word);
      return;
    }
    line("      const unsigned row{} = load_word(body + {});", i, word);
    line("      const bool has{0} = row{0} != {1};", i, RecordHead::absent);
    line("      const Real {0} = row{1} < {2} ? load_work(work + row{1}, Real()) : Real(1);", name,
         i, RecordHead::one);
  }

  /// "has0" where a term is missing in some of the units.
  std::string condition(const TemplateTerm& term) const {
    for (const TemplateOperand& factor : term.factors) {
      if (factor.kind == TemplateOperand::Kind::import &&
          templates_.may_lack_import(index_, factor.index)) {
        return fmt::format("has{}", factor.index);
      }
    }
    return {};
  }

  void stretch(std::uint32_t begin, std::uint32_t end) {
    summed_.clear();
    std::set<std::uint32_t> targets;
    for (const TemplateColumn& column : form_->columns) {
      for (const ColumnTerm& term : column.terms) {
        if (term.target >= begin && term.target < end) targets.insert(term.target);
      }
    }
    if (!targets.empty()) {
      std::string names;
      for (std::uint32_t target : targets) names += (names.empty() ? "" : ", ") + sum(target);
      line("      Real {};", names);
      line("      {{");
      line("      unsigned column = body + {};", code_->first_column * 4);
      line("      uint2 where = load_words(column);");
      for (std::uint32_t kind = 0; kind < form_->columns.size(); ++kind) {
        columns(kind, begin, end);
      }
      line("      }}");
    }
    read_.clear();
    for (std::uint32_t i = begin; i < end; ++i) statement(i);
  }

  void columns(std::uint32_t kind, std::uint32_t begin, std::uint32_t end) {
    std::vector<ColumnTerm> terms;
    for (const ColumnTerm& term : form_->columns[kind].terms) {
      if (term.target >= begin && term.target < end) terms.push_back(term);
    }
    const std::uint32_t bytes = code_->column_words[kind] * 4;
    line("      unsigned left{} = load_word(body + {});", kind, (code_->first_count + kind) * 4);
    if (terms.empty()) {
      line("      column += left{} * {};", kind, bytes);
      line("      where = load_words(column);");
      return;
    }
    // The first column begins the sums: to set them to 0 costs a fifth of the time.
    const bool may_lack = templates_.may_lack_column(index_, kind);
    const std::set<std::uint32_t> begun = summed_;
    if (may_lack) line("      if (left{}) {{", kind);
    column(kind, terms);
    if (most_columns(kind) > 1) {
      line("#pragma unroll 1");
      line("      while (--left{}) {{", kind);
      column(kind, terms);
      line("      }}");
    }
    if (!may_lack) return;
    line("      }} else {{");
    for (std::uint32_t target : summed_) {
      if (!begun.contains(target)) line("      {} = 0;", sum(target));
    }
    line("      }}");
  }

  /// That a unit of the template has.
  std::size_t most_columns(std::uint32_t kind) const {
    std::size_t most = 0;
    for (const TemplateUse& use : templates_.uses) {
      if (use.index == index_) most = std::max(most, use.columns[kind].size());
    }
    return most;
  }

  void column(std::uint32_t kind, const std::vector<ColumnTerm>& terms) {
    line("      {{");
    line("      const unsigned block = where.x + own_pack, inputs = where.y + tile;");
    std::set<std::uint32_t> leaves, packs;
    for (const ColumnTerm& term : terms) {
      leaves.insert(term.leaf);
      packs.insert(term.position / plan_.pack);
    }
    for (std::uint32_t leaf : leaves) {
      const LeafPlace& place = code_->column_leaves[kind][leaf];
      std::string from = "inputs";
      if (place.word != LeafPlace::none) {
        from = fmt::format("tile + load_word(column + {})", place.word * 4);
      } else if (place.base != LeafPlace::none) {
        from += fmt::format(" + base{}", place.base);
      }
      line("      const Real x{} = load_shared<{}>({}, Real());", leaf, place.distance, from);
    }
    // Where the next column stands is known before it begins.
    line("      column += {};", code_->column_words[kind] * 4);
    line("      where = load_words(column);");
    std::uint32_t known = LeafPlace::none;
    // Terms by position: a pack's registers are free again soon.
    std::vector<ColumnTerm> ordered = terms;
    std::ranges::stable_sort(ordered, {},
                             [&](const ColumnTerm& t) { return t.position / plan_.pack; });
    for (const ColumnTerm& term : ordered) {
      const std::uint32_t pack = term.position / plan_.pack;
      if (pack != known) {
        line("      Real z{}[{}];", pack, plan_.pack);
        line("      load_pack<{}>(block, z{});", pack * 16 * plan_.lanes, pack);
        known = pack;
      }
      const std::string value = fmt::format("z{}[{}]", pack, term.position % plan_.pack);
      const std::string name = sum(term.target), sign = term.negative ? "-" : "";
      if (summed_.insert(term.target).second) {
        line("      {} = {}x{} * {};", name, sign, term.leaf, value);
      } else {
        line("      {0} = fma({1}x{2}, {3}, {0});", name, sign, term.leaf, value);
      }
    }
    line("      }}");
  }

  const std::string& value_name(std::uint32_t local) const { return names_[(*values_)[local]]; }
  std::string sum(std::uint32_t local) const { return "sum_" + value_name(local); }

  void statement(std::uint32_t i) {
    const TemplateStatement& statement = form_->statements[i];
    const NodeId node = (*values_)[i];
    std::string text;
    if (statement.kind == Kind::sum) {
      if (summed_.contains(i)) text = sum(i);
      for (const TemplateTerm& term : statement.terms) {
        const std::string has = condition(term), more = add(text, term);
        text = has.empty()
                   ? more
                   : fmt::format("({} ? {} : {})", has, more, text.empty() ? "Real(0)" : text);
      }
    } else {
      const std::string a = operand(statement.operands.front());
      text =
          expressions_.operation(statement.kind, Type::real, a, operand(statement.operands.back()));
    }
    line("      const Real {} = {};", names_[node], text);
    if (statement.block == no_unit) return;
    // A pack is stored with its last value.
    const std::uint32_t pack = statement.position / plan_.pack;
    std::vector<std::string> values(plan_.pack, "Real(0)");
    for (std::uint32_t k = 0; k < form_->statements.size(); ++k) {
      const TemplateStatement& other = form_->statements[k];
      if (other.block != statement.block || other.position / plan_.pack != pack) continue;
      if (k > i) return;
      values[other.position % plan_.pack] = value_name(k);
    }
    line("      store_pack<{}>(output{}, {});", pack * 16 * plan_.lanes, statement.block,
         fmt::join(values, ", "));
  }

  /// The text of a sum with one more term.
  std::string add(const std::string& text, const TemplateTerm& term) {
    std::vector<std::string> factors;
    if (term.coefficient != unit_coefficient || term.factors.empty()) {
      factors.push_back(expressions_.literal(schedule_.coefficients[term.coefficient]));
    }
    for (const TemplateOperand& factor : term.factors) factors.push_back(operand(factor));
    // Products that several terms begin with are computed once.
    while (factors.size() > 2) {
      const std::string product = factors[0] + " * " + factors[1];
      const auto [known, fresh] =
          products_.try_emplace(product, fmt::format("product{}", products_.size()));
      if (fresh) line("      const Real {} = {};", known->second, product);
      factors[0] = known->second;
      factors.erase(factors.begin() + 1);
    }
    const std::string sign = term.negative ? "-" : "";
    if (factors.size() == 1) {
      if (text.empty()) return sign + factors[0];
      return text + (term.negative ? " - " : " + ") + factors[0];
    }
    if (text.empty()) return sign + factors[0] + " * " + factors[1];
    return fmt::format("fma({}{}, {}, {})", sign, factors[0], factors[1], text);
  }

  /// The name of an operand; what stands in shared memory is read before its first use in a stretch.
  std::string operand(const TemplateOperand& operand) {
    switch (operand.kind) {
      case TemplateOperand::Kind::uniform:
        return expressions_.read(operand.index);
      case TemplateOperand::Kind::local:
        return value_name(operand.index);
      case TemplateOperand::Kind::import:
        return names_[use_->imports[operand.index]];
      case TemplateOperand::Kind::leaf: {
        const LeafPlace& place = code_->leaves[operand.index];
        const std::string from =
            place.base == LeafPlace::none ? "tile" : fmt::format("tile + base{}", place.base);
        return read(names_[use_->leaves[operand.index]], from, place.distance);
      }
      case TemplateOperand::Kind::element: {
        const UnitBlock& block = units_.blocks[use_->blocks[operand.index]];
        const auto distance =
            static_cast<std::int32_t>(operand.position / plan_.pack * 16 * plan_.lanes +
                                      operand.position % plan_.pack * plan_.real_bytes);
        return read(names_[block.values[operand.position]], fmt::format("block{}", operand.index),
                    distance);
      }
    }
    throw std::logic_error("no such operand");
  }

  std::string read(const std::string& name, const std::string& from, std::int32_t distance) {
    const std::string own = stretch_ == 0 ? name : fmt::format("{}_again{}", name, stretch_);
    if (read_.insert(own).second) {
      line("      const Real {} = load_shared<{}>({}, Real());", own, distance, from);
    }
    return own;
  }

  const Units& units_;
  const Templates& templates_;
  const Chunk& chunk_;
  CooperativePlan plan_;
  // Of the template at hand:
  std::uint32_t index_ = 0;
  const Template* form_ = nullptr;
  const TemplatePlan* code_ = nullptr;
  const TemplateUse* use_ = nullptr;
  const std::vector<NodeId>* values_ = nullptr;
  std::map<std::string, std::string> products_;
  std::size_t stretch_ = 0;
  std::set<std::uint32_t> summed_;  // values whose sum over columns has begun
  std::set<std::string> read_;      // names that the stretch has read
};

}  // namespace

void add_cooperative_kernel(const Graph& graph, const Schedule& schedule,
                            const CudaOptions& options, const std::string& function,
                            CudaProgram& program) {
  CooperativeEmitter(graph, schedule, options).emit(function, program);
}

}  // namespace diagc
