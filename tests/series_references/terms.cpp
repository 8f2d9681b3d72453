#include "tests/series_references/terms.h"

#include <cmath>
#include <map>
#include <stdexcept>
#include <tuple>

#include "diagc/compile.h"
#include "programs/command/grammars.h"

namespace diagc::series {

namespace {

std::string grammar_of(Form form) {
  switch (form) {
    case Form::fixed:
    case Form::energy:
      return "hubbard_sun_cdet_density_fixed";
    case Form::measured:
      return "hubbard_sun_cdet_density";
    case Form::labelled:
      return "hubbard_sun_density";
    case Form::su2_fixed:
      return "hubbard_su2_cdet_density_fixed";
    case Form::double_occupancy:
      return "hubbard_sun_cdet_log_z";
  }
  throw std::logic_error("no such form");
}

const Kernel& kernel_of(const std::string& grammar, const std::string& name, std::uint32_t value,
                        Precision precision) {
  static std::map<std::tuple<std::string, std::uint32_t, Precision>, Kernel> kernels;
  const auto key = std::tuple{grammar, value, precision};
  if (const auto found = kernels.find(key); found != kernels.end()) return found->second;
  CompileOptions options;
  options.statics = {{name, std::to_string(value)}};
  options.precision = precision;
  // Steps hold the graph as a part; by itself it is computed where no vertex is integrated over.
  options.machine_code = value == 0;
  const Compiled compiled =
      compile_text(std::string(find_example(grammar)->text), grammar + ".diag", options);
  if (!compiled.kernel) throw std::runtime_error(compiled.diagnostics.at(0).rendered);
  return kernels.emplace(key, *compiled.kernel).first->second;
}

}  // namespace

std::vector<Term> terms_of(Form form, std::uint32_t first, std::uint32_t last, double flavours,
                           Precision precision) {
  const bool fixed = form == Form::fixed || form == Form::su2_fixed || form == Form::energy;
  std::vector<Term> terms;
  for (std::uint32_t n = first; n <= last; ++n) {
    Term term{kernel_of(grammar_of(form), fixed ? "m" : "n",
                        fixed                            ? n - 1
                        : form == Form::double_occupancy ? n + 1
                                                         : n,
                        precision),
              {}};
    if (!term.kernel.params().empty()) term.params = {{"N", {flavours}}};
    term.order = n;
    term.measured = form == Form::measured || form == Form::labelled;
    term.all_labellings = form != Form::labelled;
    const double sign = n % 2 == 0 ? 1 : -1;
    const double inverse_factorial = 1 / std::tgamma(n + 1.0);
    if (fixed) {
      term.derivative = "H";
      term.prefactor = (form == Form::energy ? -flavours : 1.0) * sign * inverse_factorial;
    } else if (form == Form::double_occupancy) {
      term.prefactor = sign * inverse_factorial * 2 / (flavours * (flavours - 1));
    } else {
      term.prefactor = -sign * (form == Form::labelled ? 1 : inverse_factorial);
    }
    terms.push_back(std::move(term));
  }
  return terms;
}

}  // namespace diagc::series
