// An error in the rules as expansion meets it, before its position and chain of calls are known.
#pragma once

#include <string>

#include "compiler/source/diagnostic.h"

namespace diagc::expansion {

struct Failure {
  Code code;
  std::string message;
};

}  // namespace diagc::expansion
