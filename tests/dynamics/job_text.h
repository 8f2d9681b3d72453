// Job files of diagc dynamics in tests: their text, and what is refused.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "physics/dynamics/job/job.h"
#include "physics/dynamics/job/setup.h"
#include "runtime/batch/npy.h"

namespace diagc::dynamics {

/// Parts of a job, table by table.
struct JobText {
  std::string rules = "file = \"two_band_second_born\"\n";
  std::string lattice = "grid = [8]\n";
  std::string model =
      "hopping = [ {R=[0], from=1, to=1, value=1.0}, {R=[1], from=1, to=1, value=-0.25}, "
      "{R=[0], from=0, to=0, value=-1.0}, {R=[1], from=0, to=0, value=0.25} ]\n";
  std::string vertex = "value = 1.0\n";
  std::string start = "kind = \"filled\"\nbands = [0]\n";
  std::string time = "end = 5.0\ntolerance = 1e-10\n";
  std::string more = {};

  std::string text() const {
    std::string text = fmt::format("[rules]\n{}[lattice]\n{}", rules, lattice);
    if (!model.empty()) text += "[model]\n" + model;
    if (!vertex.empty()) text += "[U]\n" + vertex;
    return text + fmt::format("[start]\n{}[time]\n{}{}", start, time, more);
  }
};

inline JobText dimer_text() {
  return {.rules = "file = \"hubbard_second_born\"\n",
          .lattice = "cluster = [[0, -1], [-1, 0]]\n",
          .model = "",
          .start = "kind = \"correlated\"\nbeta = 20\nfilling = 0.5\n",
          .time = "end = 10\ntolerance = 1e-8\n",
          .more = "[[quench]]\nat = 0\npotential = [5, 0]\n"};
}

inline Job parsed_job(const JobText& text, const std::string& path = "job.toml") {
  return read_job(std::make_shared<const Source>(path, text.text()));
}

/// The messages of all diagnostics with lines, of reading and of setting up.
inline std::string refusal(const JobText& text, const std::string& path = "job.toml") {
  try {
    set_up(parsed_job(text, path));
  } catch (const InputError& error) {
    std::string all;
    for (const Diagnostic& diagnostic : error.diagnostics()) {
      if (!all.empty()) all += '\n';
      all += diagnostic.position.line == 0
                 ? diagnostic.message
                 : fmt::format("{}: {}", diagnostic.position.line, diagnostic.message);
    }
    return all;
  }
  return "nothing";
}

inline std::string refusal_with(const std::function<void(JobText&)>& change) {
  JobText text;
  change(text);
  return refusal(text);
}

inline std::string dimer_refusal(const std::function<void(JobText&)>& change) {
  JobText text = dimer_text();
  change(text);
  return refusal(text);
}

inline void save_numbers(const std::string& path, std::vector<std::size_t> shape,
                         const std::vector<double>& values) {
  write_npy(path, ElementType::float64, shape, std::as_bytes(std::span(values)));
}

}  // namespace diagc::dynamics
