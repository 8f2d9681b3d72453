// [[pulse]], [[quench]] and [start]: what drives electrons, and where they begin.
#include "physics/dynamics/job/job_sections.h"

namespace diagc::dynamics {

using runs::Setting;

runs::Section pulse_section(Job& job) {
  return {
      .name = "pulse",
      .help = "Any number of kicks and pulses.",
      .keys =
          {
              {.name = "kind",
               .type = "\"kick\", \"gauss\" or \"table\"",
               .otherwise = "none: it has to be given",
               .help = "kick: exp(-i angle sigma_x) between two bands, in no time; gauss: "
                       "amplitude exp(-(t - at)^2 / (2 width^2)) cos(frequency (t - at) + phase); "
                       "table: from a file",
               .example = "\"kick\"",
               .shown = true,
               .read =
                   [&job](const Setting& setting) {
                     job.pulses.back().kind =
                         static_cast<Pulse::Kind>(setting.choice({"kick", "gauss", "table"}));
                   }},
              {.name = "at",
               .type = "number",
               .otherwise = "none: of kicks and gauss it has to be given",
               .help = "time of a kick, or of the middle of a pulse",
               .example = "0.5",
               .shown = true,
               .read = [&job](const Setting& setting) { job.pulses.back().at = setting.number(); }},
              {.name = "angle",
               .type = "number",
               .otherwise = "none: of kicks it has to be given",
               .help = "of a kick",
               .example = "0.4",
               .shown = true,
               .read =
                   [&job](const Setting& setting) { job.pulses.back().angle = setting.number(); }},
              {.name = "bands",
               .type = "list of two integers",
               .default_value = "[0, 1]",
               .help = "that a kick mixes",
               .read =
                   [&job](const Setting& setting) {
                     job.pulses.back().bands = setting.integers(0);
                     const auto& bands = job.pulses.back().bands;
                     if (bands.size() != 2 || bands[0] == bands[1])
                       setting.fail("two bands that differ");
                   }},
              {.name = "amplitude",
               .type = "number",
               .otherwise = "none: of gauss it has to be given",
               .help = "of a pulse",
               .example = "0.5",
               .read =
                   [&job](const Setting& setting) {
                     job.pulses.back().amplitude = setting.number();
                   }},
              {.name = "width",
               .type = "number",
               .otherwise = "none: of gauss it has to be given",
               .help = "of a pulse, a standard deviation",
               .example = "0.5",
               .read =
                   [&job](const Setting& setting) {
                     job.pulses.back().width = setting.positive();
                   }},
              {.name = "frequency",
               .type = "number",
               .default_value = "0",
               .help = "of a pulse, angular",
               .read =
                   [&job](const Setting& setting) {
                     job.pulses.back().frequency = setting.number();
                   }},
              {.name = "phase",
               .type = "number",
               .default_value = "0",
               .help = "of a pulse in its middle",
               .read =
                   [&job](const Setting& setting) { job.pulses.back().phase = setting.number(); }},
              {.name = "table",
               .type = "path",
               .otherwise = "none: of tables it has to be given",
               .help = ".npy file of rows (time, value), relative to the job file, joined by cubic "
                       "splines; zero outside",
               .example = "\"pulse.npy\"",
               .read =
                   [&job](const Setting& setting) { job.pulses.back().table = setting.text(); }},
          },
      .next = [&job] { job.pulses.emplace_back(); }};
}

runs::Section quench_section(Job& job) {
  runs::Section section = {.name = "quench",
                           .help = "Any number of sudden changes of h or U, which stay.",
                           .keys =
                               {
                                   {.name = "at",
                                    .type = "number",
                                    .default_value = "0",
                                    .help = "time, from 0 to the end",
                                    .example = "4.0",
                                    .shown = true,
                                    .read =
                                        [&job](const Setting& setting) {
                                          job.quenches.back().at = setting.at_least(0);
                                        }},
                                   {.name = "potential",
                                    .type = "list of numbers",
                                    .otherwise = "none",
                                    .help = "added to the energies of bands or sites",
                                    .example = "[5, 0]",
                                    .read =
                                        [&job](const Setting& setting) {
                                          if (!setting.is_list())
                                            setting.fail("a list of numbers", Code::kind);
                                          job.quenches.back().potential = setting.number_or_list();
                                        }},
                               },
                           .next = [&job] { job.quenches.emplace_back(); }};
  for (std::size_t vertex = 0; vertex < job.vertices.size(); ++vertex) {
    section.keys.push_back({.name = job.vertices[vertex].name,
                            .type = "number",
                            .otherwise = "as it is",
                            .help = "value of the vertex from then on",
                            .example = "1.5",
                            .shown = true,
                            .read = [&job, vertex](const Setting& setting) {
                              job.quenches.back().vertices[vertex] = setting.number();
                            }});
  }
  return section;
}

runs::Section start_section(Job& job) {
  Job::Start& start = job.start;
  runs::Section section = {
      .name = "start",
      .help = "The state at t = 0.",
      .keys = {
          {.name = "kind",
           .type = "\"filled\", \"thermal\", \"correlated\" or \"file\"",
           .otherwise = "none: it has to be given",
           .help = "filled: some bands; thermal: in equilibrium without interaction; correlated: "
                   "in equilibrium with it; file: a density matrix",
           .example = "\"filled\"",
           .shown = true,
           .read =
               [&start](const Setting& setting) {
                 start.kind = static_cast<Job::Start::Kind>(
                     setting.choice({"filled", "thermal", "correlated", "file"}));
               }},
          {.name = "bands",
           .type = "list of integers",
           .otherwise = "none: of filled it has to be given",
           .help = "that are filled; of a cluster: sites",
           .example = "[0]",
           .shown = true,
           .read =
               [&start](const Setting& setting) {
                 start.bands = setting.integers(0);
                 for (std::size_t i = 0; i < start.bands.size(); ++i) {
                   for (std::size_t j = 0; j < i; ++j) {
                     if (start.bands[i] == start.bands[j]) setting.fail("every band once");
                   }
                 }
               }},
          {.name = "beta",
           .type = "number",
           .otherwise = "none: of thermal and correlated it has to be given",
           .help = "inverse temperature",
           .example = "20",
           .read = [&start](const Setting& setting) { start.beta = setting.positive(); }},
          {.name = "mu",
           .type = "number",
           .otherwise = "0, or as the filling says",
           .help = "chemical potential",
           .example = "0.0",
           .read = [&start](const Setting& setting) { start.mu = setting.number(); }},
          {.name = "filling",
           .type = "number",
           .otherwise = "as mu says",
           .help = "electrons a point and band, or a site and spin, from 0 to 1",
           .example = "0.5",
           .read =
               [&start](const Setting& setting) {
                 start.filling = setting.number();
                 if (!(*start.filling > 0 && *start.filling < 1))
                   setting.fail("a number between 0 and 1");
               }},
          {.name = "file",
           .type = "path",
           .otherwise = "none: of file it has to be given",
           .help = ".npy file of the density matrix, [k_1] ... [k_d][band][band], relative to the "
                   "job file",
           .example = "\"rho.npy\"",
           .read = [&start](const Setting& setting) { start.file = setting.text(); }},
      }};
  for (std::size_t vertex = 0; vertex < job.vertices.size(); ++vertex) {
    section.keys.push_back({.name = job.vertices[vertex].name,
                            .type = "number",
                            .otherwise = "the vertex at t = 0",
                            .help = "of a correlated start",
                            .example = "1.0",
                            .read = [&start, vertex](const Setting& setting) {
                              start.vertices[vertex] = setting.number();
                            }});
  }
  return section;
}

}  // namespace diagc::dynamics
