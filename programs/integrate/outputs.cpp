#include "programs/integrate/outputs.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "physics/series/results/result_file.h"
#include "programs/command/command.h"
#include "runs/records/record_file.h"
#include "runs/report/picture.h"

namespace diagc::integrate {

namespace {

namespace fs = std::filesystem;

/// Those that are there. Devices and pipes hold nothing that could be lost.
std::vector<std::string> former_files(const series::Job& job, std::size_t points) {
  std::vector<std::string> paths = job.output.results;
  paths.push_back(job.output.plot);
  if (!job.output.plot.empty()) paths.push_back(runs::plot::csv_path(job.output.plot));
  for (std::size_t point = 0; point < points; ++point)
    paths.push_back(series::checkpoint_of(job, point, points));
  std::erase_if(paths, [](const std::string& path) {
    std::error_code ignored;
    return path.empty() || !fs::is_regular_file(path, ignored);
  });
  return paths;
}

}  // namespace

void check_outputs(series::Job& job) {
  const auto check_folder = [&](const std::string& path, const char* key) {
    const fs::path folder = fs::path(path).parent_path();
    std::error_code ignored;
    if (path.empty() || folder.empty() || fs::is_directory(folder, ignored)) return;
    throw InputError(series::at_key(
        job, key,
        fmt::format("found the path {}, expected its folder to exist", diagc::quoted(path))));
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
        series::at_key(job, "output.results", "found an HDF5 file, expected JSON: " + why));
  std::erase_if(results, is_hdf5);
}

void refuse_to_replace(const series::Job& job, std::size_t points) {
  const std::vector<std::string> files = former_files(job, points);
  if (files.empty()) return;
  throw Failure(
      fmt::format("{}: found files of an earlier run ({}), expected none: `--resume` goes on with "
                  "that run, `--overwrite` starts anew in its place",
                  job.given.source->path(), fmt::join(files, ", ")));
}

void remove_former(const series::Job& job, std::size_t points) {
  for (const std::string& path : former_files(job, points)) {
    std::error_code error;
    fs::remove(path, error);
    if (error) throw Failure(fmt::format("{}: cannot be removed: {}", path, error.message()));
  }
}

}  // namespace diagc::integrate
