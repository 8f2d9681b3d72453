#include "programs/contract/results.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "programs/command/output.h"

namespace diagc::contract {

Results::Results(const Options& options, std::size_t outputs, bool is_shown)
    : options_(options), is_shown_(is_shown), has_several_(outputs > 1) {}

void Results::begin(const std::string& output) {
  output_ = output;
  if (is_shown_ && has_several_ && !options_.json) write_out(fmt::format("output   {}\n", output));
}

void Results::add(const networks::SliceState& state, const std::vector<networks::Value>& values,
                  std::string shown) {
  if (!options_.output.empty()) {
    ResultArray array = result_array(state, values);
    array.name = output_;
    if (has_several_) {
      arrays_.push_back(std::move(array));
    } else {
      write_array(options_.output, array);
    }
  }
  if (!has_several_ || !options_.json) return write_out(shown);
  if (shown.ends_with('\n')) shown.pop_back();
  objects_ +=
      fmt::format("{}{}:{}", objects_.empty() ? "" : ",", nlohmann::json(output_).dump(), shown);
}

void Results::finish() {
  if (!is_shown_ || !has_several_ || options_.plan) return;
  if (!options_.output.empty()) write_arrays(options_.output, arrays_);
  if (options_.json) write_out(fmt::format("{{\"outputs\":{{{}}}}}\n", objects_));
}

}  // namespace diagc::contract
