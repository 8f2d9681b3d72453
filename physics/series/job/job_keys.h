// Every key of a job file, once: name, default, unit and meaning for the documentation and for `diagc integrate --example`, and how it is
// read.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "physics/series/job/job.h"
#include "runs/jobs/setting.h"

namespace diagc::integrate {

struct JobKey {
  const char* table;
  const char* name;
  const char* values;         ///< what it takes, in words
  const char* default_value;  ///< as TOML, read like a given one; empty: none
  const char* without;  ///< what holds where it is not given and there is no default; else empty
  const char* unit;     ///< empty: none
  const char* meaning;
  const char*
      example;  ///< as TOML: the value that the example shows where it is not the default; else empty
  bool shown;  ///< in the example: as it stands, else as a comment
  std::function<void(Job&, const Setting&)> read;

  std::string full_name() const { return std::string(table) + "." + name; }
};

/// In the order of documentation, tables together.
std::span<const JobKey> job_keys();

struct JobTable {
  const char* name;
  const char* meaning;
};
std::span<const JobTable> job_tables();

/// A commented job that runs as it stands.
std::string example_job();

/// The table of docs/integrate.md, in Markdown.
std::string job_keys_in_markdown();

}  // namespace diagc::integrate
