#include "programs/integrate/sampling_line.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace diagc::integrate {

namespace {

std::string in_words(const series::OrderResult& row) {
  if (row.sampling == "independent")
    return std::string("independent samples of spanning trees") +
           (row.draws == "sobol" ? " by points of Sobol's sequence" : "");
  if (row.sampling == "tree") return "Markov chains around spanning trees";
  return "Markov chains around a chain of links";
}

}  // namespace

std::string sampling_line(const series::Result& result) {
  std::vector<series::OrderResult> sampled = result.orders;
  std::erase_if(sampled, [](const series::OrderResult& row) { return row.sampling.empty(); });
  std::string line;
  for (auto first = sampled.begin(); first != sampled.end();) {
    const auto end = std::find_if(first, sampled.end(), [&](const series::OrderResult& row) {
      return row.sampling != first->sampling || row.draws != first->draws;
    });
    const int last = std::prev(end)->order;
    line += line.empty() ? "" : "; ";
    line += first->order == last ? fmt::format("order {}", last)
                                 : fmt::format("orders {} to {}", first->order, last);
    line += ": " + in_words(*first);
    first = end;
  }
  return line;
}

}  // namespace diagc::integrate
