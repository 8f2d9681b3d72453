// [rules], [lattice], [model] and the tables of vertices: what is propagated.
#include <limits>

#include <fmt/format.h>

#include "physics/dynamics/job/inline_table.h"
#include "physics/dynamics/job/job_sections.h"
#include "physics/dynamics/theory.h"

namespace diagc::dynamics {

using runs::Setting;

namespace {

/// A number, or real and imaginary part.
Complex complex_number(const Setting& setting) {
  if (!setting.is_list()) return setting.number();
  if (setting.value().items.size() != 2) setting.fail("a number, or [real part, imaginary part]");
  return {setting.item(0).number(), setting.item(1).number()};
}

std::vector<Hop> read_hopping(const Setting& setting) {
  const char* const expected = "a list of entries { R = [0], from = 0, to = 0, value = 1.0 }";
  if (!setting.is_list()) setting.fail(expected, Code::kind);
  if (setting.value().items.empty()) setting.fail(expected);
  std::vector<Hop> hops;
  for (std::size_t i = 0; i < setting.value().items.size(); ++i) {
    const Setting item = setting.item(i);
    const InlineTable table(item, {"R", "from", "to", "value"}, 4, "an entry of hopping");
    Hop& hop = hops.emplace_back();
    for (const std::int64_t step : table.at("R").integers(-1'000'000)) {
      if (step > 1'000'000) table.at("R").fail("integers from -1000000 to 1000000");
      hop.cell.push_back(static_cast<int>(step));
    }
    constexpr std::int64_t last = most_bands - 1;
    hop.from = static_cast<std::size_t>(table.at("from").integer(0, last));
    hop.to = static_cast<std::size_t>(table.at("to").integer(0, last));
    hop.value = complex_number(table.at("value"));
  }
  return hops;
}

std::vector<std::pair<std::vector<int>, double>> read_along(const Setting& setting) {
  const char* const expected = "a list of entries { R = [1], value = 1.0 }";
  if (!setting.is_list()) setting.fail(expected, Code::kind);
  if (setting.value().items.empty()) setting.fail(expected);
  std::vector<std::pair<std::vector<int>, double>> entries;
  for (std::size_t i = 0; i < setting.value().items.size(); ++i) {
    const Setting item = setting.item(i);
    const InlineTable table(item, {"R", "value"}, 2, "an entry of along");
    auto& [cell, value] = entries.emplace_back();
    for (const std::int64_t step : table.at("R").integers(-1'000'000)) {
      if (step > 1'000'000) table.at("R").fail("integers from -1000000 to 1000000");
      cell.push_back(static_cast<int>(step));
    }
    value = table.at("value").number();
  }
  return entries;
}

std::vector<std::size_t> read_grid(const Setting& setting) {
  std::vector<std::size_t> grid;
  for (const std::int64_t extent : setting.integers(1)) {
    grid.push_back(static_cast<std::size_t>(extent));
  }
  if (grid.empty()) setting.fail("a list of at least one integer");
  if (grid.size() > 3) setting.fail("at most three extents");
  return grid;
}

}  // namespace

runs::Section rules_section(Job& job) {
  return {.name = "rules",
          .help = "The theory: mean field and self-energy.",
          .keys = {
              {.name = "file",
               .type = "name",
               .otherwise = "none: it has to be given",
               .help = "rule file of a theory, relative to the current folder, or the name of one "
                       "that comes along: two_band_second_born, hubbard_second_born, "
                       "hubbard_third_order, hubbard_t_matrix, extended_hubbard_gw",
               .example = "\"two_band_second_born\"",
               .shown = true,
               .read = [&job](const Setting& setting) { job.rules.file = setting.text(); }},
              {.name = "statics",
               .type = "table",
               .otherwise = "none",
               .help = "static arguments of the rule file",
               .example = "{}",
               .read = [&job](const Setting& setting) { job.rules.statics = setting.words(); }},
              {.name = "params",
               .type = "table",
               .otherwise = "none",
               .help = "parameters of the rule file",
               .example = "{}",
               .read = [&job](const Setting& setting) { job.rules.params = setting.words(); }},
          }};
}

runs::Section lattice_section(Job& job) {
  return {
      .name = "lattice",
      .help = "Points of the Brillouin zone, k_d = 2 pi j_d / n_d, or the sites of a cluster.",
      .keys = {
          {.name = "grid",
           .type = "list of integers",
           .otherwise = "none: grid or cluster has to be given",
           .help = "points along each axis, one to three axes",
           .example = "[8]",
           .shown = true,
           .read = [&job](const Setting& setting) { job.lattice.grid = read_grid(setting); }},
          {.name = "cluster",
           .type = "matrix",
           .otherwise = "none",
           .help = "h between the sites of a cluster, which has no k: a list of rows",
           .example = "[[0, -1], [-1, 0]]",
           .read =
               [&job](const Setting& setting) { job.lattice.cluster = setting.square_matrix(); }},
          {.name = "symmetry",
           .type = "true or false",
           .default_value = "true",
           .help = "points that reflections and exchanges of axes map to each other, where h and "
                   "the start are the same, share their G",
           .read = [&job](const Setting& setting) { job.lattice.symmetry = setting.flag(); }},
      }};
}

runs::Section model_section(Job& job) {
  return {
      .name = "model",
      .help = "Single electrons: h(k) = sum over R of h_R exp(i k R).",
      .keys = {
          {.name = "hopping",
           .type = "list of tables",
           .otherwise = "none: one of hopping, file, function and a cluster has to be given",
           .help = "entries of h_R from a band to a band, value a number or [real, imaginary]; the "
                   "conjugate of an entry, (-R, to, from), is added where it is another entry",
           .example = "[ {R=[0], from=1, to=1, value=1.0}, {R=[1], from=1, to=1, value=-0.25}, "
                      "{R=[0], from=0, to=0, value=-1.0}, {R=[1], from=0, to=0, value=0.25} ]",
           .shown = true,
           .read = [&job](const Setting& setting) { job.model.hopping = read_hopping(setting); }},
          {.name = "file",
           .type = "path",
           .otherwise = "none",
           .help = ".npy file of h, [k_1] ... [k_d][band][band], relative to the job file",
           .example = "\"h.npy\"",
           .read = [&job](const Setting& setting) { job.model.file = setting.text(); }},
          {.name = "function",
           .type = "path",
           .otherwise = "none",
           .help =
               "C++ header with double h_re(int to, int from, double kx, ...) and perhaps h_im, "
               "a double for each axis of the grid, relative to the job file",
           .example = "\"bands.h\"",
           .read = [&job](const Setting& setting) { job.model.function = setting.text(); }},
          {.name = "bands",
           .type = "integer",
           .default_value = "1",
           .help = "bands of the function",
           .example = "2",
           .read =
               [&job](const Setting& setting) {
                 job.model.bands = static_cast<std::size_t>(setting.integer(1, most_bands));
               }},
          {.name = "gauge",
           .type = "\"dipole\" or \"peierls\"",
           .default_value = "\"dipole\"",
           .help = "what pulses are: dipole: E(t) times the dipole matrix is added to h; peierls: "
                   "A(t), h(k - A(t))",
           .read =
               [&job](const Setting& setting) {
                 job.model.peierls = setting.choice({"dipole", "peierls"}) == 1;
               }},
          {.name = "dipole",
           .type = "matrix",
           .otherwise = "[[0, 1], [1, 0]] for two bands",
           .help = "dipole matrix between bands",
           .example = "[[0, 1], [1, 0]]",
           .read = [&job](const Setting& setting) { job.model.dipole = setting.square_matrix(); }},
          {.name = "direction",
           .type = "list of numbers",
           .otherwise = "the first axis",
           .help = "of A(t) and of the current, in lattice constants along each axis",
           .example = "[1]",
           .read =
               [&job](const Setting& setting) { job.model.direction = setting.number_or_list(); }},
      }};
}

runs::Section vertex_section(Job& job, std::size_t number) {
  Vertex& vertex = job.vertices[number];
  Course& course = vertex.course;
  return {
      .name = vertex.name,
      .help =
          "The vertex of the rule file that has this name, a table for each: one of value, ramp "
          "and table.",
      .keys = {
          {.name = "value",
           .type = "number",
           .otherwise = "none: one of the keys has to be given",
           .help = "the same at all times",
           .example = "1.0",
           .shown = true,
           .read = [&course](const Setting& setting) { course.value = setting.number(); }},
          {.name = "ramp",
           .type = "table",
           .otherwise = "none",
           .help = "from + (to - from) (1 + tanh((t - at) / width)) / 2",
           .example = "{ from = 0.5, to = 2.0, at = 2.0, width = 0.5 }",
           .read =
               [&course](const Setting& setting) {
                 const InlineTable table(setting, {"from", "to", "at", "width"}, 4, "a ramp");
                 course.ramp = Course::Ramp{table.at("from").number(), table.at("to").number(),
                                            table.at("at").number(), table.at("width").positive()};
               }},
          {.name = "table",
           .type = "path",
           .otherwise = "none",
           .help = ".npy file of rows (time, value), relative to the job file, joined by cubic "
                   "splines",
           .example = "\"u.npy\"",
           .read = [&course](const Setting& setting) { course.table = setting.text(); }},
          {.name = "along",
           .type = "list of tables",
           .otherwise = "none: it has to be given of a vertex along the axis",
           .help = "entries of V_R: V(k) = sum over R of V_R exp(i k R), times the value in "
                   "time, which is 1 by default; V_-R is V_R and added",
           .example = "[ {R=[1], value=0.5} ]",
           .read = [&vertex](const Setting& setting) { vertex.along = read_along(setting); }},
      }};
}

}  // namespace diagc::dynamics
