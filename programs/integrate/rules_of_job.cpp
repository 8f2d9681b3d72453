#include "programs/integrate/rules_of_job.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "programs/command/kernel_options.h"
#include "programs/command/rule_file.h"
#include "programs/command/values.h"
#include "programs/integrate/energy.h"

namespace diagc::integrate {

namespace {

using Decls = std::vector<const syntax::Decl*>;

constexpr const char* usual_derivative = "H";

SourcePtr open_rules_of(const series::Job& job) {
  try {
    return open_rules(job.rules.file);
  } catch (const InputError& error) {
    fail_at(job, "rules.file",
            fmt::format("found the rule file {}, expected one that can be read, or a name that "
                        "`diagc examples list` shows: {}",
                        diagc::quoted(job.rules.file), error.diagnostics().front().message));
  }
}

void expect_declared(const series::Job& job, const std::string& key, const std::string& name,
                     const char* what, const Decls& decls) {
  if (find_declaration(decls, name)) return;
  fail_at(job, key,
          fmt::format("found {}, expected the name of {} {} of the rule file: {}",
                      diagc::quoted(name), what[0] == 'i' || what[0] == 'o' ? "an" : "a", what,
                      existing_names(what, decls)));
}

std::string order_of(const series::Job& job, const rules::Rules& rules) {
  const auto declared = [&](const char* name) {
    return find_declaration(rules.statics, name) != nullptr;
  };
  std::string order = job.rules.order;
  if (order.empty()) order = !declared("n") && declared("m") ? "m" : "n";
  expect_declared(job, job.rules.order.empty() ? "rules.file" : "rules.order", order, "static",
                  rules.statics);
  for (const auto& [name, value] : job.rules.statics) {
    expect_declared(job, "rules.statics", name, "static", rules.statics);
    if (name == order)
      fail_at(job, "rules.statics",
              fmt::format("found a value for {}, which is the order in U, expected none",
                          diagc::quoted(name)));
  }
  return order;
}

std::string derivative_of(const series::Job& job, const rules::Rules& rules) {
  const std::string& name = job.rules.derivative;
  if (name.empty()) {
    const bool is_there = job.rules.propagator != usual_derivative &&
                          find_declaration(rules.inputs, usual_derivative) != nullptr;
    return is_there ? usual_derivative : "";
  }
  expect_declared(job, "rules.derivative", name, "input", rules.inputs);
  if (name == job.rules.propagator)
    fail_at(job, "rules.derivative",
            fmt::format("found {} as propagator and as derivative, expected inputs of their own",
                        diagc::quoted(name)));
  return name;
}

std::string output_of(const series::Job& job, const rules::Rules& rules) {
  if (!job.rules.output.empty()) {
    expect_declared(job, "rules.output", job.rules.output, "output", rules.outputs);
    return job.rules.output;
  }
  if (rules.outputs.size() != 1) {
    fail_at(
        job, "rules.file",
        fmt::format("found a rule file with {} outputs, expected the key `output` to name one: {}",
                    rules.outputs.size(), existing_names("output", rules.outputs)));
  }
  return rules.outputs.front()->name;
}

/// Each from the job or, where it says nothing, N from the flavours.
std::map<std::string, std::string> params_of(const series::Job& job, const rules::Rules& rules) {
  std::map<std::string, std::string> params = job.rules.params;
  if (!job.given.contains("rules.params") && find_declaration(rules.params, "N"))
    params["N"] = "flavours";
  for (const auto& [name, value] : params)
    expect_declared(job, "rules.params", name, "param", rules.params);
  for (const syntax::Decl* param : rules.params) {
    if (!params.contains(param->name))
      fail_at(job, "rules.params",
              fmt::format("found no value for the param {} of the rule file, expected one, as in "
                          "params = {{ N = \"flavours\" }}",
                          diagc::quoted(param->name)));
  }
  return params;
}

/// Theories have their signs and say what they sum: an integral is the term of the series without any factor.
double sign_of(const series::Job& job, const rules::Rules& rules) {
  if (!rules.is_theory()) return job.rules.alternating ? -1 : 1;
  if (job.given.contains("rules.labellings")) {
    fail_at(job, "rules.labellings",
            fmt::format("found `labellings` with the theory {}, which says itself whether it sums "
                        "all of them, expected no such key",
                        rules.file->name));
  }
  if (job.given.contains("rules.sign")) {
    fail_at(job, "rules.sign",
            fmt::format("found `sign` with the theory {}, whose vertices have their signs, "
                        "expected no such key",
                        rules.file->name));
  }
  return 1;
}

/// The N in a name such as hubbard_su3_cdet_density_fixed.
std::optional<int> flavours_in(const std::string& grammar) {
  for (std::size_t at = 0; (at = grammar.find("_su", at)) != std::string::npos; at += 3) {
    const char* digits = grammar.data() + at + 3;
    int flavours = 0;
    const auto [end, error] = std::from_chars(digits, grammar.data() + grammar.size(), flavours);
    if (error == std::errc() && (end == grammar.data() + grammar.size() || *end == '_'))
      return flavours;
  }
  return std::nullopt;
}

/// A rule file without a param for them has the number of flavours in its name, else it is of 2.
void check_flavours(const series::Job& job, const RulesOfJob& of_job) {
  const bool takes_flavours = std::ranges::any_of(
      of_job.params, [](const auto& param) { return param.second == "flavours"; });
  const int expected = flavours_in(of_job.rules.file->name).value_or(2);
  if (takes_flavours || job.model.flavours == expected) return;
  fail_at(job, "model.flavours",
          fmt::format("found {} flavours, but no param of the rule file takes \"flavours\": "
                      "expected {}, or a param that takes them, as in params = {{ N = "
                      "\"flavours\" }}",
                      job.model.flavours, expected));
}

/// The theory with the energy in place of its ln Z.
void take_energy(const series::Job& job, RulesOfJob& of_job) {
  const std::string output = output_of(job, of_job.rules);
  EnergyOfTheory energy = energy_of_theory(of_job.rules, output, job.rules.propagator);
  if (!energy.refused.empty()) {
    fail_at(job, "rules.observable",
            fmt::format("found the observable energy with the theory {}, expected {}",
                        of_job.rules.file->name, energy.refused));
  }
  of_job.source = std::move(energy.source);
  of_job.rules = rules::load(of_job.source);
  of_job.beta = std::move(energy.beta);
}

}  // namespace

[[noreturn]] void fail_at(const series::Job& job, const std::string& key, std::string message) {
  throw InputError(series::at_key(job, key, std::move(message)));
}

RulesOfJob rules_of(const series::Job& job) {
  RulesOfJob result;
  result.source = open_rules_of(job);
  result.rules = rules::load(result.source);
  if (!job.rules.walk.empty() && !result.rules.is_theory()) {
    fail_at(
        job, "rules.walk",
        fmt::format("found `walk` with {}, which is no theory, expected no such key: it says how "
                    "rules are derived",
                    result.rules.file->name));
  }
  if (job.rules.observable == series::Observable::energy && result.rules.is_theory())
    take_energy(job, result);
  result.order = order_of(job, result.rules);
  // Where the job says what inputs take, none need be the usual propagator.
  if (job.rules.inputs.empty() || job.given.contains("rules.propagator") ||
      find_declaration(result.rules.inputs, job.rules.propagator)) {
    result.propagator = job.rules.propagator;
    expect_declared(job, "rules.propagator", result.propagator, "input", result.rules.inputs);
  }
  if (job.rules.inputs.empty() && result.beta.empty())
    result.derivative = derivative_of(job, result.rules);
  result.output = output_of(job, result.rules);
  result.params = params_of(job, result.rules);
  result.sign = sign_of(job, result.rules);
  check_flavours(job, result);
  return result;
}

}  // namespace diagc::integrate
