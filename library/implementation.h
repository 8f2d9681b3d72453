// What a Kernel refers to.
#pragma once

#include <variant>

#include "diagc/kernel.h"
#include "runtime/cpu/rows.h"
#include "runtime/cuda/kernel.h"

namespace diagc {

class Kernel::Implementation {
 public:
  std::string name, doc;
  std::vector<std::pair<std::string, std::string>> statics;
  std::vector<Variable> inputs, params, outputs;
  Precision precision = Precision::fp64;
  Target target = Target::cpu;
  std::string cpu;
  bool from_cache = false;
  Figures figures;
  Times times;
  std::string source, schedule;
  std::vector<CardCode> card_code;

  std::size_t least_share = 64;  ///< configurations that are worth a thread
  /// Code for processors or cards, in the precision of the kernel.
  std::variant<RangeFunction<double>, RangeFunction<float>, cuda::Kernel<double>,
               cuda::Kernel<float>>
      code;
};

}  // namespace diagc
