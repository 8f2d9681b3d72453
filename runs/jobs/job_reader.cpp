#include "runs/jobs/job_reader.h"

#include <filesystem>

#include <fmt/format.h>

namespace diagc::runs {

const Given& JobReader::read_keys(const Schema& schema, SourcePtr source) {
  places_ = runs::read_keys(schema, std::move(source), mistakes_);
  return places_;
}

void JobReader::throw_mistakes() {
  if (mistakes_.empty()) return;
  sort_diagnostics(mistakes_);
  throw InputError(std::move(mistakes_));
}

void JobReader::report(const std::string& key, std::string message) {
  mistakes_.push_back(places_.mistake(key, std::move(message)));
}

void JobReader::report(const InputError& error) {
  mistakes_.insert(mistakes_.end(), error.diagnostics().begin(), error.diagnostics().end());
}

void JobReader::fill_in_files(CheckpointFile& checkpoint, ResultFiles& output, bool plots) const {
  const std::string stem = std::filesystem::path(places_.source->path()).stem().string();
  if (checkpoint.path.empty()) checkpoint.path = stem + ".checkpoint";
  if (!given("output.results")) output.results = {stem + ".h5", stem + ".json"};
  if (!given("output.plot") && plots) output.plot = stem + ".svg";
}

void JobReader::claim(const std::string& path, const std::string& key) {
  const auto other = uses_.claim(path, key);
  if (!other) return;
  throw InputError(places_.mistake(
      given(key) ? key : *other,
      fmt::format("found the path {} for both {} and {}, expected files of their own",
                  diagc::quoted(path), *other, key)));
}

void JobReader::claim_output(const ResultFiles& output) {
  for (const std::string& path : output.results) claim(path, "output.results");
  claim(output.plot, "output.plot");
}

}  // namespace diagc::runs
