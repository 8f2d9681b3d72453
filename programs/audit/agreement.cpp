#include "programs/audit/agreement.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "programs/audit/sizes.h"
#include "programs/command/command.h"

namespace diagc::audit {

namespace {

constexpr std::size_t most_permutations = 5040;
constexpr std::size_t permuted_configurations = 4;
/// A value decides where rounding can hide no larger part of it.
constexpr double most_hidden = 1e-3;
constexpr double tolerance = 1000 * std::numeric_limits<double>::epsilon();

std::string shown(std::complex<double> z) {
  return z.imag() == 0 ? fmt::format("{}", z.real()) : fmt::format("{}{:+}i", z.real(), z.imag());
}

/// Leaves of outputs of the same name.
struct Pair {
  std::size_t first = 0;
  std::size_t subject = 0;
  std::string name;  ///< "density", or "self_energy, element 3 of 4" where there are several
};

std::string shape(const Kernel::Variable& output) {
  Kernel::Variable any_number = output;
  any_number.complex = false;
  return declaration(any_number);
}

std::vector<Pair> common_outputs(const Subject& first, const Subject& subject) {
  std::vector<Pair> pairs;
  std::size_t start = 0;
  for (const Kernel::Variable& output : first.fp64.outputs()) {
    std::size_t other = 0;
    for (const Kernel::Variable& candidate : subject.fp64.outputs()) {
      if (candidate.name == output.name) {
        if (shape(candidate) != shape(output)) {
          throw Failure(fmt::format("error: {}: found the output {}, expected {} as in {}",
                                    subject.file, declaration(candidate), declaration(output),
                                    first.file));
        }
        for (std::size_t leaf = 0; leaf < output.leaves; ++leaf) {
          pairs.push_back({start + leaf, other + leaf,
                           output.leaves == 1 ? output.name
                                              : fmt::format("{}, element {} of {}", output.name,
                                                            leaf + 1, output.leaves)});
        }
      }
      other += candidate.leaves;
    }
    start += output.leaves;
  }
  const auto names = [](const Subject& of) {
    std::vector<std::string> all;
    for (const Kernel::Variable& output : of.fp64.outputs()) all.push_back(output.name);
    return fmt::format("{}", fmt::join(all, ", "));
  };
  if (pairs.empty() && start > 0) {
    throw Failure(fmt::format("error: {}: found the outputs {}, expected one of {} as in {}",
                              subject.file, names(subject), names(first), first.file));
  }
  return pairs;
}

/// Of one output scalar over the batch, scaled by 1 / divisor.
double variance(const std::vector<std::complex<double>>& values, std::size_t scalar,
                std::size_t configurations, double divisor) {
  const auto begin = values.begin() + static_cast<std::ptrdiff_t>(scalar * configurations);
  const auto end = begin + static_cast<std::ptrdiff_t>(configurations);
  const auto count = static_cast<double>(configurations);
  const std::complex<double> mean = std::accumulate(begin, end, std::complex<double>(0)) / count;
  double sum = 0;
  for (auto value = begin; value != end; ++value) sum += std::norm((*value - mean) / divisor);
  return sum / count;
}

/// A file's mean over permutations times the number of labellings, at each of the unpermuted configurations.
Outcome symmetrised(const Subject& first, const Labels& labels, double labellings,
                    const Configurations& configurations, std::size_t count) {
  const Configurations permuted = configurations.permuted(count, labels);
  const Outcome each = outcome(first, first.params, permuted);
  const auto all = permutations(labels);
  const std::size_t scalars = each.sizes.size() / permuted.count();
  const double weight = labellings / static_cast<double>(all.size());
  Outcome mean{std::vector<std::complex<double>>(scalars * count),
               std::vector<double>(scalars * count)};
  for (std::size_t p = 0; p < all.size(); ++p) {
    std::size_t start = 0;
    for (const Kernel::Variable& output : first.fp64.outputs()) {
      const std::vector<std::size_t> to = replaced_leaves(output, labels, all[p]);
      for (std::size_t leaf = 0; leaf < output.leaves; ++leaf) {
        for (std::size_t c = 0; c < count; ++c) {
          const std::size_t from = (start + leaf) * permuted.count() + c * all.size() + p;
          mean.values[(start + to[leaf]) * count + c] += weight * each.values[from];
          mean.sizes[(start + to[leaf]) * count + c] += weight * each.sizes[from];
        }
      }
      start += output.leaves;
    }
  }
  return mean;
}

bool has_too_many(const Labels& labels) {
  std::size_t permutations = 1;
  for (std::int64_t i = labels.first; i <= labels.last && permutations <= most_permutations; ++i)
    permutations *= static_cast<std::size_t>(i - labels.first + 1);
  return permutations > most_permutations;
}

Agreement compare_outcomes(const Subject& first, const Outcome& expected, const Subject& subject,
                           const Outcome& found, std::size_t configurations,
                           const std::string& expected_by) {
  Agreement result;
  for (const Pair& pair : common_outputs(first, subject)) {
    for (std::size_t c = 0; c < configurations; ++c) {
      const std::size_t a = pair.first * configurations + c;
      const std::size_t b = pair.subject * configurations + c;
      const std::complex<double> wanted = expected.values[a], is = found.values[b];
      bool same = is_finite(wanted) == is_finite(is);
      bool decides = false;
      if (is_finite(wanted) && is_finite(is)) {
        const double size = expected.sizes[a] + found.sizes[b];
        const double difference = std::abs(is - wanted);
        if (!std::isfinite(size)) continue;
        same = difference <= tolerance * size;
        decides = difference == 0 || tolerance * size <= most_hidden * std::abs(wanted);
        result.difference =
            std::max(result.difference.value_or(0), difference == 0 ? 0 : difference / size);
      }
      if (!same) {
        result.agrees = false;
      } else if (decides && !result.agrees) {
        result.agrees = true;
      }
      if (same || !result.message.empty()) continue;
      result.message = fmt::format("found {}, expected {} as {} ({}, configuration {})", shown(is),
                                   shown(wanted), expected_by, pair.name, c);
    }
  }
  return result;
}

}  // namespace

void check_outputs(const Subject& first, const Subject& subject) { common_outputs(first, subject); }

Outcome outcome(const Subject& subject, const std::vector<ParamValue>& params,
                const Configurations& configurations) {
  return {evaluate(subject.fp64, params, configurations), sizes(subject, params, configurations)};
}

Agreement compare(const Subject& first, const Outcome& expected, const Subject& subject,
                  const Outcome& found, std::size_t configurations) {
  return compare_outcomes(first, expected, subject, found, configurations, "by " + first.file);
}

Agreement compare_permuted(const Subject& first, const Subject& subject, const Labels& labels,
                           double labellings, const Configurations& configurations) {
  if (has_too_many(labels)) return {};
  const Configurations some = configurations.first(permuted_configurations);
  return compare_outcomes(
      first, symmetrised(first, labels, labellings, some, some.count()), subject,
      outcome(subject, subject.params, some), some.count(),
      fmt::format("by {} over the permutations of {}..{}", first.file, labels.first, labels.last));
}

Agreement compare_means(const Subject& first, const Subject& subject, const Labels& labels,
                        double labellings, const Configurations& configurations) {
  if (has_too_many(labels)) return {};
  const Configurations some = configurations.first(permuted_configurations);
  return compare_outcomes(first, symmetrised(first, labels, labellings, some, some.count()),
                          subject, symmetrised(subject, labels, 1, some, some.count()),
                          some.count(),
                          fmt::format("by {}, both over the permutations of {}..{}", first.file,
                                      labels.first, labels.last));
}

std::optional<double> worth(const Subject& first, const Outcome& expected, const Subject& subject,
                            const Outcome& found, double labellings, std::size_t configurations) {
  double of_first = 0, of_subject = 0;
  for (const Pair& pair : common_outputs(first, subject)) {
    of_first += variance(expected.values, pair.first, configurations, 1);
    of_subject += variance(found.values, pair.subject, configurations, labellings);
  }
  const double ratio = of_first / of_subject;
  if (!std::isfinite(ratio) || ratio == 0) return std::nullopt;
  return ratio;
}

}  // namespace diagc::audit
