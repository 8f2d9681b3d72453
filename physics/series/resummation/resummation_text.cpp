#include "physics/series/resummation/resummation_text.h"
#include "physics/series/job/observable.h"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "runs/report/number_text.h"

namespace diagc::series {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t column = 18;

/// The sums that the table shows: the two highest partial sums, the first of each kind of approximant.
std::vector<const Sum*> shown(const Resummation& resummation) {
  std::vector<const Sum*> sums;
  const Sum* last = nullptr;
  for (const Sum& sum : resummation.sums) {
    const bool is_partial = sum.approximant.method == Method::partial_sum;
    if (!last || last->approximant.method != sum.approximant.method || is_partial)
      sums.push_back(&sum);
    last = &sum;
  }
  std::vector<const Sum*> result;
  std::size_t partial = 0;
  for (const Sum* sum : sums) partial += sum->approximant.method == Method::partial_sum ? 1 : 0;
  for (std::size_t i = partial > 2 ? partial - 2 : 0; i < sums.size(); ++i)
    result.push_back(sums[i]);
  return result;
}

std::string cell(const SummedValue& estimate) {
  const char* mark = !estimate.reliable ? "*" : !estimate.trusted ? "!" : " ";
  return runs::right_aligned(runs::with_error(estimate.value, estimate.error) + mark, column);
}

ordered_json number(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr);
}

template <class Member>
ordered_json column_of(const std::vector<SummedValue>& estimates, Member member) {
  ordered_json list = ordered_json::array();
  for (const SummedValue& estimate : estimates) list.push_back(number(estimate.*member));
  return list;
}

ordered_json json_of(const std::vector<SummedValue>& estimates) {
  ordered_json json;
  json["value"] = column_of(estimates, &SummedValue::value);
  json["error"] = column_of(estimates, &SummedValue::error);
  json["low"] = column_of(estimates, &SummedValue::low);
  json["high"] = column_of(estimates, &SummedValue::high);
  json["poles"] = column_of(estimates, &SummedValue::poles);
  for (const auto& [name, member] : {std::pair("reliable", &SummedValue::reliable),
                                     std::pair("trusted", &SummedValue::trusted)}) {
    ordered_json& list = json[name] = ordered_json::array();
    for (const SummedValue& estimate : estimates) list.push_back(estimate.*member);
  }
  return json;
}

const char* method_name(Method method) {
  switch (method) {
    case Method::partial_sum:
      return "partial sum";
    case Method::pade:
      return "pade";
    case Method::dlog_pade:
      return "dlog-pade";
  }
  throw std::logic_error("method_name: no such method");
}

/// An own propagator holds its chemical potential and does not tell it.
std::string potential_cell(double mu) {
  return std::isnan(mu) ? runs::right_aligned("not known", 10) : fmt::format("{:>10.4f}", mu);
}

}  // namespace

double chemical_potential(const ModelParameters& model, double coupling) {
  return model.mu + (model.flavours - 1) * coupling * model.hartree_alpha;
}

std::string resummation_table(const Result& result, const Resummation& resummation) {
  const bool moves = result.model.hartree_alpha != 0;
  const std::vector<const Sum*> sums = shown(resummation);
  std::string text = runs::right_aligned("U", 8);
  if (moves) text += runs::right_aligned("mu", 10);
  for (const Sum* sum : sums) text += runs::right_aligned(name(sum->approximant) + " ", column);
  text += runs::right_aligned("together ", column) + "\n";
  for (std::size_t i = 0; i < resummation.couplings.size(); ++i) {
    const double coupling = resummation.couplings[i];
    text += fmt::format("{:>8.6g}", coupling);
    if (moves) text += potential_cell(chemical_potential(result.model, coupling));
    for (const Sum* sum : sums) text += cell(sum->at[i]);
    text += cell(resummation.combined[i]) + "\n";
  }
  for (const Sum* sum : sums) {
    if (!sum->warning.empty())
      text += fmt::format("* {}: {}\n", name(sum->approximant), sum->warning);
  }
  for (const std::string& warning : resummation.warnings) text += fmt::format("* {}\n", warning);
  if (!resummation.untrusted.empty()) {
    const bool several = resummation.untrusted.size() > 1;
    text += fmt::format("! {} of order{} {} {} not to be trusted, nor {} of sums that use {}\n",
                        several ? "the error bars" : "the error bar", several ? "s" : "",
                        fmt::join(resummation.untrusted, ", "), several ? "are" : "is", "are those",
                        several ? "them" : "it");
  }
  return text;
}

std::string scan_table(const std::vector<Result>& results,
                       const std::vector<Resummation>& resummations, std::size_t coupling) {
  const bool per_flavour = is_per_flavour(results[0].observable);
  std::string text =
      fmt::format("{:>8}{:>10}{}{}{}\n", "beta", "mu",
                  runs::right_aligned(per_flavour ? "per flavour " : "together ", column),
                  per_flavour ? runs::right_aligned("all flavours ", column) : "",
                  runs::right_aligned("last order ", column));
  for (std::size_t i = 0; i < results.size(); ++i) {
    const ModelParameters& model = results[i].model;
    const Resummation& resummation = resummations[i];
    SummedValue total = resummation.combined[coupling];
    const SummedValue one = total;
    total.value *= model.flavours;
    total.error *= model.flavours;
    SummedValue last;
    for (const Sum& sum : resummation.sums) {
      if (sum.approximant.method == Method::partial_sum) last = sum.at[coupling];
    }
    text += fmt::format("{:>8.6g}{}{}{}{}\n", model.beta,
                        potential_cell(chemical_potential(model, resummation.couplings[coupling])),
                        cell(one), per_flavour ? cell(total) : "", cell(last));
  }
  return text;
}

std::string resummation_json(const std::vector<Result>& results,
                             const std::vector<Resummation>& resummations) {
  ordered_json file;
  file["format"] = "diagc-resummation";
  file["version"] = 1;
  ordered_json& points = file["points"] = ordered_json::array();
  for (std::size_t i = 0; i < results.size(); ++i) {
    const ModelParameters& model = results[i].model;
    const Resummation& resummation = resummations[i];
    ordered_json& point = points.emplace_back(ordered_json::object());
    point["observable"] = results[i].observable;
    point["model"] = {{"lattice", model.lattice},
                      {"beta", model.beta},
                      {"mu", model.mu},
                      {"filling", model.filling},
                      {"flavours", model.flavours},
                      {"hartree_alpha", model.hartree_alpha}};
    point["U"] = resummation.couplings;
    ordered_json potentials = ordered_json::array();
    for (const double coupling : resummation.couplings)
      potentials.push_back(chemical_potential(model, coupling));
    point["mu_at_U"] = std::move(potentials);
    point["together"] = json_of(resummation.combined);
    ordered_json& sums = point["sums"] = ordered_json::array();
    for (const Sum& sum : resummation.sums) {
      ordered_json& entry = sums.emplace_back(ordered_json::object());
      entry["method"] = method_name(sum.approximant.method);
      entry["order"] = sum.approximant.order;
      if (sum.approximant.method != Method::partial_sum) {
        entry["L"] = sum.approximant.L;
        entry["M"] = sum.approximant.M;
      }
      entry.update(json_of(sum.at));
      if (!sum.warning.empty()) entry["warning"] = sum.warning;
    }
    point["untrusted_orders"] = resummation.untrusted;
    point["warnings"] = resummation.warnings;
  }
  return file.dump(2) + "\n";
}

}  // namespace diagc::series
