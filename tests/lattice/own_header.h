// Headers of own propagators, and what is wrong with them.
#pragma once

#include <catch2/catch.hpp>
#include <fstream>
#include <string>

#include "physics/lattice/model.h"
#include "runtime/system/temporary_folder.h"
#include "toolchain/client/toolchain.h"

namespace diagc::lattice {

/// A header that goes away with the test.
class Header {
 public:
  explicit Header(const std::string& text) { std::ofstream(path()) << text; }
  std::string path() const { return folder_ / "own.h"; }

 private:
  TemporaryFolder folder_;
};

inline ModelOptions options_for(const Header& header, Precision precision = Precision::fp64) {
  ModelOptions options;
  options.lattice = Lattice::own;
  options.size = {5, 4};
  options.beta = 1.5;
  options.precision = precision;
  options.own_propagator = header.path();
  return options;
}

/// What is wrong with a header, its path written as own.h.
inline std::string complaint(const std::string& text, Precision precision = Precision::fp32) {
  const Header header(text);
  try {
    make_model(options_for(header, precision));
  } catch (const WrongModel& wrong) {
    CHECK(wrong.option == "own_propagator");
    std::string message = wrong.what();
    for (std::size_t at; (at = message.find(header.path())) != std::string::npos;) {
      message.replace(at, header.path().size(), "own.h");
    }
    return message;
  }
  return "";
}

inline bool clang_is_here() { return toolchain::why_unavailable().empty(); }

}  // namespace diagc::lattice
