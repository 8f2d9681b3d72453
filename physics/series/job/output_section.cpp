// [checkpoint], [resummation] and [output]: what is made of the samples.
#include "physics/series/job/job_sections.h"

#include <stdexcept>

#include "physics/series/results/result_file.h"
#include "physics/series/resummation/couplings.h"
#include "runs/report/picture.h"

namespace diagc::series {

using runs::Setting;

namespace {

void read_couplings(Job& job, const Setting& setting) {
  std::vector<double>& couplings = job.resummation.couplings;
  if (setting.is_text()) {
    const auto parsed = parse_couplings(setting.text());
    if (!parsed) {
      setting.fail(
          "values of U: a number, a list that ascends, or a range such as \"0..6\" or "
          "\"0..6:0.5\"");
    }
    couplings = *parsed;
  } else {
    couplings = setting.number_or_list();
  }
  for (std::size_t i = 1; i < couplings.size(); ++i) {
    if (!(couplings[i] > couplings[i - 1])) setting.fail("values of U that ascend");
  }
  if (couplings.front() * couplings.back() < 0) setting.fail("values of U of one sign, or 0");
}

void read_result_paths(Job& job, const Setting& setting) {
  job.output.results = setting.text_or_list("a path, or a list of paths");
  for (const std::string& path : job.output.results) {
    try {
      runs::format_of(path);
    } catch (const std::runtime_error&) {
      setting.fail("paths that end in .json, .h5 or .hdf5");
    }
  }
}

void read_picture_path(Job& job, const Setting& setting) {
  job.output.plot = setting.text();
  if (job.output.plot.empty()) return;
  try {
    runs::plot::check_picture_path(job.output.plot);
  } catch (const std::runtime_error&) {
    setting.fail("a path that ends in .svg, .png or .pdf");
  }
}

}  // namespace

runs::Section checkpoint_section(Job& job) {
  return {
      .name = "checkpoint",
      .help = "Written at intervals, at the end and on an interrupt; `--resume` goes on from it.",
      .keys = {
          {.name = "path",
           .type = "path",
           .otherwise = "the job file's name with .checkpoint, in the current folder",
           .help = "file of the checkpoint",
           .example = "\"example.checkpoint\"",
           .read = [&job](const Setting& setting) { job.checkpoint.path = setting.text(); }},
          {.name = "interval",
           .type = "seconds, or a text such as \"10 min\"",
           .default_value = "\"10 min\"",
           .unit = "s",
           .help = "time between two checkpoints; 0: one at the end only",
           .read = [&job](const Setting& setting) { job.checkpoint.interval = setting.seconds(); }},
      }};
}

runs::Section resummation_section(Job& job) {
  return {.name = "resummation",
          .help = "What is made of the coefficients at the end, and again by `diagc resum`.",
          .keys = {
              {.name = "U",
               .type = "number, list, or range such as \"0..6\" or \"0..6:0.5\"",
               .default_value = "\"0..4\"",
               .unit = "energy",
               .help = "couplings at which the series is summed",
               .shown = true,
               .read = [&job](const Setting& setting) { read_couplings(job, setting); }},
              {.name = "resamples",
               .type = "integer",
               .default_value = "1000",
               .help = "draws of the coefficients within their errors, from which the errors of "
                       "the sums follow",
               .read =
                   [&job](const Setting& setting) {
                     job.resummation.resamples = static_cast<int>(setting.integer(1, 1'000'000));
                   }},
          }};
}

runs::Section output_section(Job& job) {
  return {
      .name = "output",
      .help = "Files are replaced whole; their paths start at the current folder.",
      .keys = {
          {.name = "results",
           .type = "path or list",
           .otherwise = "the job file's name with .h5 and .json",
           .help = "result files: JSON (.json) and HDF5 (.h5, .hdf5)",
           .example = "[\"example.h5\", \"example.json\"]",
           .read = [&job](const Setting& setting) { read_result_paths(job, setting); }},
          {.name = "plot",
           .type = "path",
           .otherwise = "the job file's name with .svg",
           .help = "picture: .svg, .png or .pdf; its numbers stand beside it as .csv; \"\": none",
           .example = "\"example.svg\"",
           .read = [&job](const Setting& setting) { read_picture_path(job, setting); }},
      }};
}

}  // namespace diagc::series
