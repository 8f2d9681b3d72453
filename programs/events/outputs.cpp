#include "programs/events/outputs.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "programs/command/command.h"
#include "programs/command/output.h"
#include "runs/records/record_file.h"
#include "runs/report/picture.h"

namespace diagc::events {

namespace {

namespace fs = std::filesystem;

/// Those that are there. Devices and pipes hold nothing that could be lost.
std::vector<std::string> former_files(const collider::Job& job) {
  std::vector<std::string> paths = job.output.results;
  paths.push_back(job.output.plot);
  if (!job.output.plot.empty()) paths.push_back(runs::plot::csv_path(job.output.plot));
  paths.push_back(job.checkpoint.path);
  std::erase_if(paths, [](const std::string& path) {
    std::error_code ignored;
    return path.empty() || !fs::is_regular_file(path, ignored);
  });
  return paths;
}

}  // namespace

void check_outputs(collider::Job& job) {
  const auto check_folder = [&](const std::string& path, const char* key) {
    const fs::path folder = fs::path(path).parent_path();
    std::error_code ignored;
    if (path.empty() || folder.empty() || fs::is_directory(folder, ignored)) return;
    throw InputError(job.given.mistake(
        key, fmt::format("found the path {}, expected its folder to exist", diagc::quoted(path))));
  };
  for (const std::string& path : job.output.results) check_folder(path, "output.results");
  check_folder(job.output.plot, "output.plot");
  check_folder(job.checkpoint.path, "checkpoint.path");
  std::vector<std::string>& results = job.output.results;
  const auto is_hdf5 = [](const std::string& path) {
    return runs::format_of(path) == runs::FileFormat::hdf5;
  };
  if (std::none_of(results.begin(), results.end(), is_hdf5)) return;
  const std::string why = runs::why_no_hdf5();
  if (why.empty()) return;
  if (job.given.contains("output.results"))
    throw InputError(
        job.given.mistake("output.results", "found an HDF5 file, expected JSON: " + why));
  std::erase_if(results, is_hdf5);
}

void refuse_to_replace(const collider::Job& job) {
  const std::vector<std::string> files = former_files(job);
  if (files.empty()) return;
  throw Failure(
      fmt::format("{}: found files of an earlier run ({}), expected none: `--resume` goes on with "
                  "that run, `--overwrite` starts anew in its place",
                  job.given.source->path(), fmt::join(files, ", ")));
}

void remove_former(const collider::Job& job) {
  for (const std::string& path : former_files(job)) {
    std::error_code error;
    fs::remove(path, error);
    if (error) throw Failure(fmt::format("{}: cannot be removed: {}", path, error.message()));
  }
}

void write_picture(const std::string& path, const std::vector<runs::plot::Plot>& plots) {
  write_result(path, runs::plot::picture(plots, path));
  write_result(runs::plot::csv_path(path), runs::plot::to_csv(plots));
}

}  // namespace diagc::events
