#include "programs/command/job_files.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "programs/command/command.h"
#include "runs/records/record_file.h"
#include "runs/report/picture.h"

namespace diagc {

namespace {

namespace fs = std::filesystem;

/// Those that are there. Devices and pipes hold nothing that could be lost.
std::vector<std::string> former_files(const JobFiles& files) {
  std::vector<std::string> paths = files.results;
  paths.push_back(files.plot);
  if (!files.plot.empty()) paths.push_back(runs::plot::csv_path(files.plot));
  paths.push_back(files.events);
  paths.insert(paths.end(), files.checkpoints.begin(), files.checkpoints.end());
  std::erase_if(paths, [](const std::string& path) {
    std::error_code ignored;
    return path.empty() || !fs::is_regular_file(path, ignored);
  });
  return paths;
}

}  // namespace

void check_job_files(const runs::Given& given, JobFiles& files) {
  const auto check_folder = [&](const std::string& path, const char* key) {
    const fs::path folder = fs::path(path).parent_path();
    std::error_code ignored;
    if (path.empty() || folder.empty() || fs::is_directory(folder, ignored)) return;
    throw InputError(given.mistake(
        key, fmt::format("found the path {}, expected its folder to exist", diagc::quoted(path))));
  };
  for (const std::string& path : files.results) check_folder(path, "output.results");
  check_folder(files.plot, "output.plot");
  check_folder(files.events, "output.events");
  for (const std::string& path : files.checkpoints) check_folder(path, "checkpoint.path");
  if (!files.plot.empty()) {
    const std::string why = runs::plot::why_not_drawn(files.plot);
    if (!why.empty())
      throw InputError(given.mistake(
          "output.plot", fmt::format("found the picture {}, expected one that ends in .svg: {}",
                                     diagc::quoted(files.plot), why)));
  }
  const auto is_hdf5 = [](const std::string& path) {
    return runs::format_of(path) == runs::FileFormat::hdf5;
  };
  if (std::none_of(files.results.begin(), files.results.end(), is_hdf5)) return;
  const std::string why = runs::why_no_hdf5();
  if (why.empty()) return;
  if (given.contains("output.results"))
    throw InputError(given.mistake("output.results", "found an HDF5 file, expected JSON: " + why));
  std::erase_if(files.results, is_hdf5);
}

void refuse_to_replace(const runs::Given& given, const JobFiles& files) {
  const std::vector<std::string> former = former_files(files);
  if (former.empty()) return;
  throw Failure(
      fmt::format("{}: found files of an earlier run ({}), expected none: `--resume` goes on with "
                  "that run, `--overwrite` starts anew in its place",
                  given.source->path(), fmt::join(former, ", ")));
}

void remove_former(const JobFiles& files) {
  for (const std::string& path : former_files(files)) {
    std::error_code error;
    fs::remove(path, error);
    if (error) throw Failure(fmt::format("{}: cannot be removed: {}", path, error.message()));
  }
}

}  // namespace diagc
