#include "library/schedule_choice.h"

#include <charconv>
#include <sstream>

#include <fmt/format.h>

#include "compiler/emit/choice/candidates.h"
#include "compiler/graph/text.h"

namespace diagc {

namespace {

constexpr const char* head = "diagc schedule choice 1";

bool read_rate(const std::string& text, double& rate) {
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, rate);
  return error == std::errc() && at == end && rate >= 0;
}

}  // namespace

CacheKey choice_key(const Graph& graph, Precision precision, const cuda::DeviceInfo& gpu,
                    int driver_version, const std::string& nvrtc_version) {
  return cache_key({"cuda schedule", DIAGC_VERSION, head, cuda_schedule_names(), to_text(graph),
                    precision == Precision::fp32 ? "fp32" : "fp64", gpu.name, gpu.architecture,
                    std::to_string(driver_version), nvrtc_version});
}

std::string choice_text(const ScheduleChoice& choice) {
  std::string text = fmt::format("{}\n{}\n", head, choice.schedule);
  for (const Kernel::ScheduleTrial& trial : choice.trials) {
    std::string why = trial.skipped;
    for (char& c : why) {
      if (c == '\t' || c == '\n') c = ' ';
    }
    text += fmt::format("{}\t{}\t{}\t{}\n", trial.schedule, trial.predicted, trial.measured, why);
  }
  return text;
}

std::optional<ScheduleChoice> choice_from(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  ScheduleChoice choice;
  if (!std::getline(lines, line) || line != head || !std::getline(lines, choice.schedule) ||
      !cuda_candidate(choice.schedule)) {
    return std::nullopt;
  }
  while (std::getline(lines, line)) {
    std::istringstream fields(line);
    Kernel::ScheduleTrial trial;
    std::string predicted, measured;
    if (!std::getline(fields, trial.schedule, '\t') || !std::getline(fields, predicted, '\t') ||
        !std::getline(fields, measured, '\t') || !read_rate(predicted, trial.predicted) ||
        !read_rate(measured, trial.measured)) {
      return std::nullopt;
    }
    std::getline(fields, trial.skipped);
    choice.trials.push_back(std::move(trial));
  }
  return choice;
}

std::optional<ScheduleChoice> find_choice(const Cache& cache, const CacheKey& key) {
  const std::optional<CacheEntry> entry = cache.find(key);
  return entry ? choice_from(entry->payload) : std::nullopt;
}

void store_choice(Cache& cache, const CacheKey& key, const ScheduleChoice& choice,
                  std::map<std::string, std::string> metadata) {
  metadata["kind"] = "schedule";
  metadata["schedule"] = choice.schedule;
  cache.store(key, {choice_text(choice), std::move(metadata)});
}

}  // namespace diagc
