// [model]: where vertices live, and the propagators between them.
#include "physics/series/job/job_sections.h"

namespace diagc::series {

using runs::Setting;

namespace {

void read_size(Job& job, const Setting& setting) {
  job.model.size.clear();
  if (setting.is("infinite")) return;
  if (!setting.is_list())
    setting.fail("\"infinite\", or a list of extents such as [8, 8]", Code::kind);
  for (const std::int64_t extent : setting.integers(1)) {
    if (extent > 1'000'000) setting.fail("extents of at most 1000000");
    job.model.size.push_back(static_cast<std::uint32_t>(extent));
  }
  if (job.model.size.empty()) setting.fail("\"infinite\", or a list of extents such as [8, 8]");
}

std::vector<double> all_positive(const Setting& setting) {
  const std::vector<double> values = setting.number_or_list();
  for (const double value : values) {
    if (!(value > 0)) setting.fail("numbers above 0");
  }
  return values;
}

void read_interaction(Job& job, const Setting& setting) {
  const std::vector<double> values = setting.number_or_list();
  if (values.size() > 2)
    setting.fail("a number, or V of a site and of nearest neighbours, such as [1, 0.5]");
  job.model.interaction = {values.size() == 2 ? values[0] : 0, values.back()};
}

}  // namespace

runs::Section model_section(Job& job) {
  return {
      .name = "model",
      .help =
          "H = sum_k,s e_k n_ks - mu sum n + (U/2) sum_i sum_(s != s') n_is n_is', s = 1 .. "
          "flavours. Rule files and theories with lines of other kinds ([rules.inputs]) add terms, "
          "with n_i of all flavours. A field adds - field sum_i (n_i,up - n_i,down)/2, phonons "
          "sum_i omega0 b+_i b_i + g n_i (b_i + b+_i), an interaction (1/2) sum_ij V_ij :n_i n_j:. "
          "What their order counts has the factor U besides.",
      .keys = {
          {.name = "lattice",
           .type = "\"chain\", \"square\", \"triangular\", \"cubic\", \"honeycomb\", \"cluster\" "
                   "or \"own\"",
           .default_value = "\"square\"",
           .help = "own: the propagator's file says all",
           .shown = true,
           .read =
               [&job](const Setting& setting) {
                 job.model.lattice = static_cast<lattice::Lattice>(setting.choice(
                     {"chain", "square", "triangular", "cubic", "honeycomb", "cluster", "own"}));
               }},
          {.name = "size",
           .type = "list of integers, or \"infinite\"",
           .default_value = "\"infinite\"",
           .unit = "cells",
           .help = "periods along the primitive vectors",
           .example = "[8, 8]",
           .shown = true,
           .read = [&job](const Setting& setting) { read_size(job, setting); }},
          {.name = "infinite_bound",
           .type = "number",
           .default_value = "1e-6",
           .help = "with size = \"infinite\": largest difference of the propagator to that of the "
                   "infinite lattice",
           .read =
               [&job](const Setting& setting) { job.model.infinite_bound = setting.positive(); }},
          {.name = "t",
           .type = "number",
           .default_value = "1",
           .unit = "energy",
           .help = "hopping between nearest neighbours, e_k = -2 t cos k on a chain",
           .shown = true,
           .read = [&job](const Setting& setting) { job.model.t = setting.number(); }},
          {.name = "t_prime",
           .type = "number",
           .default_value = "0",
           .unit = "energy",
           .help = "hopping along both diagonals of the square lattice",
           .read = [&job](const Setting& setting) { job.model.t_prime = setting.number(); }},
          {.name = "hopping",
           .type = "square matrix",
           .otherwise = "no cluster",
           .unit = "energy",
           .help = "of a cluster: h in H = sum_ab h_ab c+_a c_b, symmetric; an atom is [[0]], a "
                   "dimer [[0, -1], [-1, 0]]",
           .example = "[[0, -1], [-1, 0]]",
           .read = [&job](const Setting& setting) { job.model.hopping = setting.square_matrix(); }},
          {.name = "propagator",
           .type = "path",
           .otherwise = "that of the lattice",
           .help = "header with your own G0, such as `double g0(int dx, int dy, double tau)` "
                   "(float with "
                   "precision = \"fp32\"), and if you have it its derivative by mu, `g0_mu`; or "
                   "its table "
                   "from `--tabulate`, relative to the job file",
           .example = "\"g0.h\"",
           .read = [&job](const Setting& setting) { job.model.own_propagator = setting.text(); }},
          {.name = "mu",
           .type = "number or list",
           .otherwise = "see filling",
           .unit = "energy",
           .help = "chemical potential of the U = 0 propagator; a list is a scan: one run for each "
                   "value",
           .read = [&job](const Setting& setting) { job.mu = setting.number_or_list(); }},
          {.name = "filling",
           .type = "number or list",
           .otherwise = "0.5, where mu is not given either",
           .help = "particles a site and flavour at U = 0, in place of mu",
           .example = "0.4",
           .shown = true,
           .read =
               [&job](const Setting& setting) {
                 job.filling = setting.number_or_list();
                 for (const double filling : job.filling) {
                   if (!(filling > 0 && filling < 1))
                     setting.fail("fillings a flavour between 0 and 1");
                 }
               }},
          {.name = "beta",
           .type = "number or list",
           .otherwise = "1, where T is not given either",
           .unit = "1/energy",
           .help = "inverse temperature",
           .example = "4",
           .shown = true,
           .read = [&job](const Setting& setting) { job.beta = all_positive(setting); }},
          {.name = "T",
           .type = "number or list",
           .otherwise = "see beta",
           .unit = "energy",
           .help = "temperature, in place of beta",
           .example = "0.25",
           .read =
               [&job](const Setting& setting) {
                 job.beta = all_positive(setting);
                 for (double& value : job.beta) value = 1 / value;
               }},
          {.name = "flavours",
           .type = "number",
           .default_value = "2",
           .help = "N of SU(N), any real number where the integrand is a polynomial in it",
           .shown = true,
           .read = [&job](const Setting& setting) { job.model.flavours = setting.number(); }},
          {.name = "field",
           .type = "number",
           .default_value = "0",
           .unit = "energy",
           .help = "h of \"propagator:up\" and \"propagator:down\": chemical potentials mu + h/2 "
                   "and mu "
                   "- h/2",
           .read = [&job](const Setting& setting) { job.model.field = setting.number(); }},
          {.name = "staggered",
           .type = "number",
           .default_value = "0",
           .unit = "energy",
           .help =
               "adds staggered sum_i s_i n_i to H, of all flavours: s_i is 1 on the sublattice "
               "of the first site and -1 on the other. Of bipartite lattices with even extents, "
               "multiples of the smallest, and of clusters of two sublattices, where it is 1 on "
               "the first site of each connected part",
           .read = [&job](const Setting& setting) { job.model.staggered = setting.number(); }},
          {.name = "V",
           .type = "number or list of two",
           .default_value = "0",
           .unit = "energy",
           .help =
               "of \"interaction\": between nearest neighbours, each bond V n_i n_j; a list has V "
               "of a site in front, V n_s n_s' of each pair of its flavours: [1, 0.5]",
           .read = [&job](const Setting& setting) { read_interaction(job, setting); }},
          {.name = "omega0",
           .type = "number",
           .default_value = "1",
           .unit = "energy",
           .help = "frequency of \"phonon\", one oscillator a site",
           .read = [&job](const Setting& setting) { job.model.omega0 = setting.positive(); }},
          {.name = "g",
           .type = "number",
           .default_value = "1",
           .unit = "energy",
           .help = "coupling of \"phonon\", whose line is g^2 <x(tau) x(0)>, x = b + b+",
           .read = [&job](const Setting& setting) { job.model.g = setting.number(); }},
          {.name = "hartree_shift",
           .type = "true or false",
           .default_value = "false",
           .help = "mu absorbs the Hartree term: G[a,a] is smaller by the filling, and the "
                   "coefficients belong to mu + (flavours - 1) U filling",
           .example = "true",
           .shown = true,
           .read = [&job](const Setting& setting) { job.model.hartree_shift = setting.flag(); }},
      }};
}

}  // namespace diagc::series
