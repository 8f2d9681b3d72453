// Jobs of `diagc events` for tests, and what they print.
#pragma once

#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "process.h"

namespace events_job {

/// Two jets, with `run` and more.
inline std::string job(const std::string& run, const std::string& more = "") {
  return "[process]\njets = 2\n[couplings]\nscale = 91.188\n[run]\nevents = 1e6\n" + run + more;
}

inline constexpr const char* histograms =
    "[[histogram]]\nobservable = \"HT\"\nbins = 20\nrange = [40, 200]\n"
    "[[histogram]]\nobservable = \"y_2\"\nbins = 10\nrange = [-1, 1]\ncuts = 2\n";
inline constexpr const char* two_cuts = "[[cuts]]\n[[cuts]]\npt = 30\neta = 2\n";

inline nlohmann::json result_of(const Folder& folder, const std::string& name,
                                const std::string& options = "") {
  const Finished run = folder.diagc("events " + name + " --json " + options);
  INFO(run.err);
  REQUIRE(run.code == 0);
  return nlohmann::json::parse(run.out);
}

/// All that does not depend on how long it took, or on how many worked.
inline nlohmann::json numbers(nlohmann::json result) {
  for (const char* name : {"events_per_s", "run", "job"}) result.erase(name);
  return result;
}

inline double of(const nlohmann::json& result, const char* name) {
  return result[name].get<double>();
}

}  // namespace events_job
