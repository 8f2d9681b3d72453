#include "runs/jobs/run_files.h"

#include <iterator>
#include <stdexcept>

#include "runs/records/record_file.h"
#include "runs/report/picture.h"

namespace diagc::runs {

namespace {

void read_result_paths(std::vector<std::string>& to, const Setting& setting) {
  to = setting.text_or_list("a path, or a list of paths");
  for (const std::string& path : to) {
    try {
      format_of(path);
    } catch (const std::runtime_error&) {
      setting.fail("paths that end in .json, .h5 or .hdf5");
    }
  }
}

void read_picture_path(std::string& to, const Setting& setting) {
  to = setting.text();
  if (to.empty()) return;
  try {
    plot::check_picture_path(to);
  } catch (const std::runtime_error&) {
    setting.fail("a path that ends in .svg, .png or .pdf");
  }
}

}  // namespace

Section checkpoint_section(CheckpointFile& to) {
  return {
      .name = "checkpoint",
      .help = "Written at intervals, at the end and on an interrupt; `--resume` goes on from it.",
      .keys = {
          {.name = "path",
           .type = "path",
           .otherwise = "the job file's name with .checkpoint, in the current folder",
           .help = "file of the checkpoint",
           .example = "\"example.checkpoint\"",
           .read = [&to](const Setting& setting) { to.path = setting.text(); }},
          {.name = "interval",
           .type = "seconds, or a text such as \"10 min\"",
           .default_value = "\"10 min\"",
           .unit = "s",
           .help = "time between two checkpoints; 0: one at the end only",
           .read = [&to](const Setting& setting) { to.interval = setting.seconds(); }},
      }};
}

Section output_section(ResultFiles& to, const std::string& otherwise, const std::string& picture,
                       std::vector<Key> more) {
  Section section{
      .name = "output",
      .help = "Files are replaced whole; their paths start at the current folder.",
      .keys = {
          {.name = "results",
           .type = "path or list",
           .otherwise = "the job file's name with .h5 and .json",
           .help = "result files: JSON (.json) and HDF5 (.h5, .hdf5)",
           .example = "[\"example.h5\", \"example.json\"]",
           .read = [&to](const Setting& setting) { read_result_paths(to.results, setting); }},
          {.name = "plot",
           .type = "path",
           .otherwise = otherwise,
           .help =
               picture + ": .svg, .png or .pdf; its numbers stand beside it as .csv; \"\": none",
           .example = "\"example.svg\"",
           .read = [&to](const Setting& setting) { read_picture_path(to.plot, setting); }},
      }};
  section.keys.insert(section.keys.end(), std::make_move_iterator(more.begin()),
                      std::make_move_iterator(more.end()));
  return section;
}

}  // namespace diagc::runs
