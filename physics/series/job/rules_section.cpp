// [rules]: the integrand.
#include "physics/series/job/job_sections.h"

namespace diagc::series {

using runs::Setting;

namespace {

void read_params(Job& job, const Setting& setting) {
  job.rules.params = setting.words();
  for (std::size_t i = 0; i < setting.value().items.size(); ++i) {
    const Setting value = setting.item(i);
    if (value.is_text()) {
      value.choice({"flavours", "beta", "mu", "filling"});
    } else {
      value.number();
    }
  }
}

lattice::LineKind line_kind(const Setting& setting) {
  return static_cast<lattice::LineKind>(
      setting.choice({"propagator", "propagator:up", "propagator:down", "phonon", "interaction",
                      "propagator:beta"}));
}

void read_inputs(Job& job, const Setting& setting) {
  for (std::size_t i = 0; i < setting.words().size(); ++i)
    job.rules.inputs[setting.value().items[i].key] = line_kind(setting.item(i));
}

}  // namespace

runs::Section rules_section(Job& job) {
  return {
      .name = "rules",
      .help =
          "The integrand: by an observable, or as a rule file whose input is a propagator "
          "between vertices.",
      .keys = {
          {.name = "file",
           .type = "path or name",
           .default_value = "\"auto\"",
           .help =
               "auto: the best known form for the observable and the number of flavours; else a "
               "rule file, relative to the job file, or a name that `diagc examples list` "
               "shows, of which the other keys of this table but `observable` speak",
           .shown = true,
           .read = [&job](const Setting& setting) { job.rules.file = setting.text(); }},
          {.name = "observable",
           .type =
               "\"density\", \"double_occupancy\", \"energy\", \"log_z\" or \"staggered_density\"",
           .otherwise = "\"density\"; of a rule file what it computes",
           .help = "per site: particles of one flavour; double occupancy of one pair of flavours; "
                   "mean of "
                   "H of all flavours, without -mu n; log(Z/Z0); particles of one flavour on the "
                   "sublattice that `staggered` raises, less those on the other, halved",
           .example = "\"density\"",
           .shown = true,
           .read =
               [&job](const Setting& setting) {
                 job.rules.observable = static_cast<Observable>(setting.choice(
                     {"density", "double_occupancy", "energy", "log_z", "staggered_density"}));
               }},
          {.name = "order",
           .type = "name",
           .otherwise = "`n`, or `m` where the rule file has no n",
           .help = "static of the rule file that is the order in U, or the number of its last "
                   "vertex",
           .example = "\"n\"",
           .read = [&job](const Setting& setting) { job.rules.order = setting.text(); }},
          {.name = "statics",
           .type = "table",
           .default_value = "{}",
           .help = "values of the other statics of the rule file",
           .read = [&job](const Setting& setting) { job.rules.statics = setting.words(); }},
          {.name = "params",
           .type = "table",
           .otherwise = "`{ N = \"flavours\" }`, where the rule file has a param N",
           .help = "values of the params: numbers, or what stands in [model]: \"flavours\", "
                   "\"beta\", \"mu\", \"filling\"",
           .example = "{ N = \"flavours\" }",
           .read = [&job](const Setting& setting) { read_params(job, setting); }},
          {.name = "propagator",
           .type = "name",
           .default_value = "\"G\"",
           .help = "input of the rule file that takes G0 from vertex a to vertex b at [a,b]",
           .read = [&job](const Setting& setting) { job.rules.propagator = setting.text(); }},
          {.name = "inputs",
           .type = "table",
           .otherwise = "the propagator alone, and its derivative where there is one",
           .help =
               "what each input takes between its points: \"propagator\", \"propagator:up\" and "
               "\"propagator:down\" (in `field`), \"phonon\" (of `omega0` and `g`), "
               "\"interaction\" (`V`, of two points at one time), \"propagator:beta\" (its "
               "derivative of the energy); as [rules.inputs] a table of "
               "its own",
           .example = "{ G = \"propagator\", V = \"interaction\" }",
           .read = [&job](const Setting& setting) { read_inputs(job, setting); }},
          {.name = "derivative",
           .type = "name",
           .otherwise = "`H`, where the rule file has an input H",
           .help = "input that takes the derivative of G0 by mu (of the energy: by beta): a rule "
                   "file that has one has its measured point integrated out",
           .example = "\"H\"",
           .read = [&job](const Setting& setting) { job.rules.derivative = setting.text(); }},
          {.name = "output",
           .type = "name",
           .otherwise = "the only output of the rule file",
           .help = "output that is integrated",
           .example = "\"density\"",
           .read = [&job](const Setting& setting) { job.rules.output = setting.text(); }},
          {.name = "sign",
           .type = "\"alternating\" or \"positive\"",
           .default_value = "\"alternating\"",
           .help =
               "a factor of -1 for each vertex or none: (-1)^(n-1) at order n where a vertex is "
               "measured, else (-1)^n; theories have their signs",
           .read =
               [&job](const Setting& setting) {
                 job.rules.alternating = setting.choice({"alternating", "positive"}) == 0;
               }},
          {.name = "labellings",
           .type = "\"auto\", \"one\" or \"all\"",
           .default_value = "\"auto\"",
           .help = "how many of the n! labellings of the vertices one evaluation sums: one, or "
                   "all, and the integral is divided by n!. auto: all, if exchanging two vertices "
                   "does not change the value; theories say it themselves",
           .former_names = {"numberings"},
           .read =
               [&job](const Setting& setting) {
                 job.rules.labellings =
                     static_cast<Labellings>(setting.choice({"auto", "one", "all"}));
               }},
          {.name = "walk",
           .type = "\"line\", \"trail\" or \"lowest\"",
           .otherwise = "what makes the smallest graph",
           .help = "of a theory, which leg is contracted next when its rules are derived",
           .example = "\"lowest\"",
           .read =
               [&job](const Setting& setting) {
                 setting.choice({"line", "trail", "lowest"});
                 job.rules.walk = setting.text();
               }},
      }};
}

}  // namespace diagc::series
