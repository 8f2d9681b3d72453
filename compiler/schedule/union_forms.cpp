#include "compiler/schedule/union_forms.h"

#include <algorithm>
#include <bit>
#include <queue>
#include <set>
#include <stdexcept>

namespace diagc {

namespace {

using Operand = UnionTerm::Operand;

bool same_operand(const RawUnionTerm& a, const RawUnionTerm& b) {
  return a.operand == b.operand && a.own == b.own && a.pack == b.pack && a.lane == b.lane &&
         a.inner == b.inner;
}

bool same_inputs(const RawUnionTerm& a, const RawUnionTerm& b) {
  if (a.inputs.size() != b.inputs.size()) return false;
  for (std::size_t i = 0; i < a.inputs.size(); ++i) {
    const RawUnionInput &x = a.inputs[i], &y = b.inputs[i];
    if (x.variable != y.variable || x.component != y.component) return false;
    for (std::size_t d = 0; d < x.labels.size(); ++d) {
      if ((x.labels[d] & y.labels[d]) == 0) return false;
    }
  }
  return true;
}

/// For every term of a unit that of the form, or none; nothing where one has a term that the other lacks and a zero in memory cannot replace.
template <class Terms>
std::optional<std::vector<std::size_t>> matched(const Terms& form,
                                                const std::vector<RawUnionTerm>& unit,
                                                bool all = false) {
  std::vector<std::size_t> result;
  std::vector<bool> taken(form.size(), false);
  for (const RawUnionTerm& term : unit) {
    std::size_t at = 0;
    while (at < form.size() &&
           (taken[at] || !same_operand(form[at].raw, term) || !same_inputs(form[at].raw, term))) {
      ++at;
    }
    if (at < form.size()) {
      taken[at] = true;
    } else if (all || term.operand != Operand::outside) {
      return std::nullopt;
    }
    result.push_back(at);
  }
  for (std::size_t at = 0; at < form.size(); ++at) {
    if (!taken[at] && (all || form[at].raw.operand != Operand::outside)) return std::nullopt;
  }
  return result;
}

/// What the row of a value is multiplied by; nothing where its inputs are no rows.
std::optional<std::vector<UnionTerm>> vector_of(const UnionValue& value, std::size_t index) {
  std::vector<UnionTerm> terms = value.terms;
  for (UnionTerm& term : terms) {
    if (term.inputs.size() != 1 || term.inputs.front().labels.size() <= index) return std::nullopt;
    std::uint32_t& row = term.inputs.front().labels[index];
    if (row != value.position) return std::nullopt;
    row = 0;
  }
  std::ranges::sort(terms);
  return terms;
}

std::optional<std::size_t> row_index(const UnionForm& form) {
  constexpr std::size_t most_indices = 4;
  for (std::size_t index = 0; index < most_indices; ++index) {
    std::map<std::uint32_t, std::vector<UnionTerm>> vectors;
    const bool all = std::ranges::all_of(form.values, [&](const UnionValue& value) {
      auto vector = vector_of(value, index);
      if (!vector) return false;
      return vectors.try_emplace(value.way, *vector).first->second == *vector;
    });
    if (all) return index;
  }
  return std::nullopt;
}

}  // namespace

bool UnionForms::fits(const Form& form, const RawUnit& raw) const {
  if (static_cast<int>(form.elements) != std::popcount(raw.elements)) return false;
  if (!form.outputs.empty() || !raw.outputs.empty()) return false;
  return std::ranges::all_of(raw.values, [&](const auto& value) {
    const auto at = form.values.find(value.first);
    if (at == form.values.end()) return true;
    return matched(at->second, value.second, apart_).has_value();
  });
}

void UnionForms::unite(Form& form, std::uint32_t unit, const RawUnit& raw) {
  form.units.push_back(unit);
  form.positions = std::max(form.positions, static_cast<std::uint32_t>(raw.labels.size()));
  for (const auto& [place, terms] : raw.values) {
    std::vector<Term>& united = form.values[place];
    const std::size_t before = united.size();
    const auto places =
        before == 0 ? std::vector<std::size_t>(terms.size(), 0) : *matched(united, terms);
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (places[i] >= before) {
        united.push_back({terms[i], {{unit, terms[i].scale}}});
        continue;
      }
      Term& term = united[places[i]];
      term.scales[unit] = terms[i].scale;
      for (std::size_t input = 0; input < terms[i].inputs.size(); ++input) {
        for (std::size_t d = 0; d < terms[i].inputs[input].labels.size(); ++d) {
          term.raw.inputs[input].labels[d] &= terms[i].inputs[input].labels[d];
        }
      }
    }
  }
  for (const auto& [sum, scales] : raw.scales) {
    auto& all = form.inner[sum];
    all.resize(scales.size());
    for (std::size_t i = 0; i < scales.size(); ++i) all[i][unit] = scales[i];
  }
  for (const auto& [output, terms] : raw.outputs) {
    std::vector<Term> own;
    for (const RawUnionTerm& term : terms) own.push_back({term, {{unit, term.scale}}});
    form.outputs.emplace_back(output, std::move(own));
  }
}

void UnionForms::add(RawUnit raw) {
  auto form = std::ranges::find_if(forms_, [&](const Form& each) { return fits(each, raw); });
  if (form == forms_.end()) {
    forms_.push_back({static_cast<std::uint32_t>(std::popcount(raw.elements)),
                      0,
                      static_cast<std::uint32_t>(raw.keys.size()),
                      {},
                      {},
                      {},
                      {}});
    form = std::prev(forms_.end());
  }
  unite(*form, static_cast<std::uint32_t>(units_.size()), raw);
  units_.push_back(std::move(raw));
}

/// One form with numbers in place of names.
class UnionForms::Finished {
 public:
  Finished(
      const UnionForms& all, const Form& form, Unions& result,
      const std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t>& packs)
      : all_(all), form_(form), unions_(result), packs_(packs) {}

  void add() {
    result_.elements = form_.elements;
    result_.positions = form_.positions;
    result_.keys = form_.keys;
    find_inner();
    add_values();
    for (const auto& [output, terms] : form_.outputs) {
      UnionOutput own{output, {}};
      for (const Term& term : terms) own.terms.push_back(finished(term.raw, term.scales));
      result_.outputs.push_back(std::move(own));
    }
    add_writes();
    const auto number = static_cast<std::uint32_t>(unions_.forms.size());
    for (const std::uint32_t unit : form_.units) unions_.units[unit] = finished_unit(number, unit);
    result_.reads = static_cast<std::uint32_t>(reads_.size());
    result_.row_index = row_index(result_);
    unions_.forms.push_back(std::move(result_));
  }

 private:
  void find_inner() {
    std::set<std::uint32_t> used;
    std::vector<std::uint32_t> left;
    const auto use = [&](const std::vector<Term>& terms) {
      for (const Term& term : terms) {
        if (term.raw.operand == Operand::inner) left.push_back(term.raw.inner);
      }
    };
    for (const auto& [place, terms] : form_.values) use(terms);
    while (!left.empty()) {
      const std::uint32_t sum = left.back();
      left.pop_back();
      if (!used.insert(sum).second) continue;
      for (const InnerSums::Term& term : all_.inner_[sum]) {
        if (term.inner) left.push_back(*term.inner);
      }
    }
    // Operands have smaller numbers.
    for (const std::uint32_t sum : used) {
      std::vector<UnionTerm> terms;
      const auto& own = all_.inner_[sum];
      for (std::size_t i = 0; i < own.size(); ++i) {
        RawUnionTerm raw{};
        raw.inputs = own[i].inputs;
        raw.operand = own[i].inner ? Operand::inner : Operand::none;
        raw.inner = own[i].inner.value_or(0);
        terms.push_back(finished(raw, form_.inner.at(sum)[i]));
      }
      inner_[sum] = static_cast<std::uint32_t>(result_.inner.size());
      result_.inner.push_back(std::move(terms));
    }
  }

  /// Way by way, those first that others read.
  void add_values() {
    std::map<std::uint32_t, std::set<std::uint32_t>> readers;
    std::map<std::uint32_t, std::size_t> missing;
    for (const auto& [place, terms] : form_.values) {
      missing.try_emplace(place.way, 0);
      for (const Term& term : terms) {
        if (term.raw.operand != Operand::own) continue;
        if (readers[term.raw.own.way].insert(place.way).second) ++missing[place.way];
      }
    }
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
    for (const auto& [way, count] : missing) {
      if (count == 0) ready.push(way);
    }
    std::vector<std::pair<WayRow, const std::vector<Term>*>> order;
    std::size_t done = 0;
    for (; !ready.empty(); ++done) {
      const std::uint32_t way = ready.top();
      ready.pop();
      for (auto at = form_.values.lower_bound({way, 0});
           at != form_.values.end() && at->first.way == way; ++at) {
        own_[at->first] = static_cast<std::uint32_t>(order.size());
        order.emplace_back(at->first, &at->second);
      }
      for (const std::uint32_t reader : readers[way]) {
        if (--missing[reader] == 0) ready.push(reader);
      }
    }
    if (done != missing.size()) {
      throw std::runtime_error("no kernel by unions: values of one union wait for each other");
    }
    for (const auto& [place, terms] : order) {
      UnionValue value{place.way, place.position, {}};
      for (const Term& term : *terms)
        value.terms.push_back(finished(term.raw, term.scales, place.position));
      result_.values.push_back(std::move(value));
    }
  }

  void add_writes() {
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (const UnionValue& value : result_.values) {
      const std::uint32_t pack = value.way / unions_.rule.pack_values;
      if (!seen.emplace(value.position, pack).second) continue;
      std::size_t read = 0;
      for (const std::uint32_t unit : form_.units) {
        read += packs_.contains({unit, value.position, pack});
      }
      if (read > 0) result_.writes.push_back({value.position, pack, read == form_.units.size()});
    }
  }

  /// `row`: the position of the value, which its row is named by.
  UnionTerm finished(const RawUnionTerm& raw, const Scales& scales, std::uint32_t row = 31) {
    UnionTerm term{scale(scales), {}, raw.operand, 0, raw.lane};
    for (const RawUnionInput& input : raw.inputs) {
      UnionInput own{input.variable, input.component, {}};
      for (const Labels labels : input.labels) {
        const auto elements = labels & ((Labels{1} << form_.elements) - 1);
        const Labels keys = labels >> 32 << 32;
        const Labels itself = labels & (Labels{1} << row);
        const int label = std::countr_zero(elements != 0 ? elements
                                           : itself != 0 ? itself
                                           : keys != 0   ? keys
                                                         : labels);
        own.labels.push_back(label < 32 ? static_cast<std::uint32_t>(label)
                                        : form_.positions + static_cast<std::uint32_t>(label - 32));
      }
      term.inputs.push_back(std::move(own));
    }
    if (raw.operand == Operand::own) term.index = own_.at(raw.own);
    if (raw.operand == Operand::inner) term.index = inner_.at(raw.inner);
    if (raw.operand == Operand::outside) {
      const auto next = static_cast<std::uint32_t>(reads_.size());
      term.index = reads_.try_emplace(raw.pack, next).first->second;
    }
    return term;
  }

  /// One that is the same in all units has a place of its own, others share a place where they agree.
  std::uint32_t scale(const Scales& scales) {
    const bool fixed = is_fixed(scales);
    for (std::size_t i = 0; i < scales_.size(); ++i) {
      if (result_.scales[i].has_value() != fixed) continue;
      if (fixed && *result_.scales[i] != scales.begin()->second) continue;
      const bool agree = std::ranges::all_of(scales, [&](const auto& each) {
        const auto at = scales_[i].find(each.first);
        return at == scales_[i].end() || at->second == each.second;
      });
      if (!agree) continue;
      scales_[i].insert(scales.begin(), scales.end());
      return static_cast<std::uint32_t>(i);
    }
    scales_.push_back(scales);
    result_.scales.push_back(fixed ? std::optional(scales.begin()->second) : std::nullopt);
    return static_cast<std::uint32_t>(scales_.size() - 1);
  }

  static bool is_fixed(const Scales& scales) {
    return std::ranges::all_of(
        scales, [&](const auto& each) { return each.second == scales.begin()->second; });
  }

  UnionUnit finished_unit(std::uint32_t form, std::uint32_t number) const {
    const RawUnit& raw = all_.units_[number];
    UnionUnit unit{form, raw.elements, raw.keys, raw.labels, {}, {}, {}};
    for (std::size_t i = 0; i < scales_.size(); ++i) {
      if (result_.scales[i]) continue;
      const auto own = scales_[i].find(number);
      unit.scales.push_back(own != scales_[i].end() ? own->second : UnionScale{});
    }
    unit.reads.assign(reads_.size(), no_pack);
    for (const auto& [pack, place] : raw.packs) {
      unit.reads[reads_.at(pack)] = packs_.at({place.unit, place.position, place.pack});
    }
    for (const UnionWrite& write : result_.writes) {
      const auto at = packs_.find({number, write.position, write.pack});
      unit.writes.push_back(at != packs_.end() ? at->second : no_pack);
    }
    return unit;
  }

  const UnionForms& all_;
  const Form& form_;
  Unions& unions_;
  const std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t>& packs_;
  UnionForm result_;
  std::vector<Scales> scales_;
  std::map<std::uint32_t, std::uint32_t> inner_;
  std::map<WayRow, std::uint32_t> own_;
  std::map<RawPack, std::uint32_t> reads_;
};

Unions UnionForms::take(const UnionRule& rule) {
  Unions result;
  result.rule = rule;
  result.units.resize(units_.size());
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> packs;
  for (const RawUnit& unit : units_) {
    for (const auto& [name, pack] : unit.packs) {
      const auto next = static_cast<std::uint32_t>(result.packs.size());
      if (packs.try_emplace({pack.unit, pack.position, pack.pack}, next).second) {
        result.packs.push_back(pack);
      }
    }
  }
  for (const Form& form : forms_) Finished(*this, form, result, packs).add();
  return result;
}

}  // namespace diagc
