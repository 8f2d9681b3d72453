// [process], [collider], [pdf] and [couplings]: what collides, and how strongly it couples.
#include "physics/collider/job/job_sections.h"

namespace diagc::collider {

using runs::Setting;

runs::Section process_section(Job& job) {
  return {.name = "process",
          .help = "Protons collide; gluons and massless quarks go in and out.",
          .keys = {
              {.name = "partons",
               .type = "\"gluons\" or \"qcd\"",
               .default_value = "\"gluons\"",
               .help = "which partons take part; qcd: all partonic channels up to three jets, "
                       "gluons with up to one quark line beyond",
               .shown = true,
               .read =
                   [&job](const Setting& setting) {
                     job.process.quarks = setting.choice({"gluons", "qcd"}) == 1;
                   }},
              {.name = "jets",
               .type = "integer",
               .default_value = "4",
               .help = "outgoing partons, 2 to 10",
               .shown = true,
               .read =
                   [&job](const Setting& setting) {
                     job.process.jets = static_cast<int>(setting.integer(least_jets, most_jets));
                   }},
              {.name = "colour",
               .type = "\"leading\" or \"full\"",
               .default_value = "\"leading\"",
               .help = "the sum over colours: leading: to leading order in 1/9, one random "
                       "ordering an event, exact for gluons up to three jets; full: exact, up to "
                       "four jets",
               .shown = true,
               .read =
                   [&job](const Setting& setting) {
                     job.process.colour =
                         setting.choice({"leading", "full"}) == 1 ? Colour::full : Colour::leading;
                   }},
              {.name = "flavours",
               .type = "integer",
               .default_value = "5",
               .help = "of quarks, 1 to 5: d, u, s, c, b",
               .read =
                   [&job](const Setting& setting) {
                     job.process.flavours = static_cast<int>(setting.integer(1, 5));
                   }},
          }};
}

runs::Section collider_section(Job& job) {
  return {.name = "collider",
          .help = "Two beams of protons of half the energy each.",
          .keys = {{.name = "energy",
                    .type = "number",
                    .default_value = "14000",
                    .unit = "GeV",
                    .help = "of both beams together, in their centre of mass",
                    .shown = true,
                    .read = [&job](const Setting& setting) { job.energy = setting.positive(); }}}};
}

runs::Section pdf_section(Job& job) {
  return {.name = "pdf",
          .help = "Parton densities of the proton.",
          .keys = {
              {.name = "file",
               .type = "path or \"analytic\"",
               .default_value = "\"analytic\"",
               .help = "a grid of CTEQ (.tbl), or the .info file of an LHAPDF6 set, relative to "
                       "the job file; analytic: a small density of our own, no fit to data",
               .shown = true,
               .read = [&job](const Setting& setting) { job.pdf = setting.text(); }},
              {.name = "member",
               .type = "integer",
               .default_value = "0",
               .help = "of an LHAPDF6 set",
               .read =
                   [&job](const Setting& setting) {
                     job.pdf_member = static_cast<int>(setting.integer(0, 9999));
                   }},
          }};
}

runs::Section couplings_section(Job& job) {
  return {
      .name = "couplings",
      .help = "The strong coupling.",
      .keys = {
          {.name = "alpha_s",
           .type = "number or \"grid\"",
           .default_value = "0.118",
           .help = "at the mass of the Z, 91.188 GeV; grid: as the grid of LHAPDF6 brings it, at "
                   "all scales",
           .shown = true,
           .read =
               [&job](const Setting& setting) {
                 job.couplings.of_grid = setting.is_text();
                 if (setting.is_text())
                   setting.choice({"grid"});
                 else
                   job.couplings.alpha_s = setting.positive();
               }},
          {.name = "loops",
           .type = "1 or 2",
           .default_value = "1",
           .help = "with which it runs, unless it is the grid's",
           .read =
               [&job](const Setting& setting) {
                 job.couplings.loops = static_cast<int>(setting.integer(1, 2));
               }},
          {.name = "scale",
           .type = "number, \"HT\", \"HT/2\" or \"HT/4\"",
           .default_value = "\"HT/2\"",
           .unit = "GeV",
           .help = "of renormalisation and factorisation; HT is the sum of all transverse momenta",
           .example = "91.188",
           .read =
               [&job](const Setting& setting) {
                 if (!setting.is_text()) {
                   job.couplings.scale = setting.positive();
                   return;
                 }
                 const double factors[] = {1, 0.5, 0.25};
                 job.couplings.scale_factor = factors[setting.choice({"HT", "HT/2", "HT/4"})];
               }},
      }};
}

}  // namespace diagc::collider
