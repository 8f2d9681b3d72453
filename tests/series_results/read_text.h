// Jobs from text.
#pragma once

#include <memory>
#include <string>

#include "physics/series/job/job_schema.h"

namespace diagc::series {

inline Job read(const std::string& text) {
  return read_job(std::make_shared<const Source>("job.toml", text));
}

/// What is wrong with it, or "no error".
inline std::string message(const std::string& text) {
  try {
    read(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace diagc::series
