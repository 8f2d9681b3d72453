// Whether two grammars compute the same.
#pragma once

#include <optional>
#include <string>

#include "programs/audit/subject.h"

namespace diagc::audit {

/// Agreement is |Δ| ≤ 1000 ε (A + A'), ε of double precision, A and A' the sizes of both values (sizes()); values that are
/// not finite agree with each other. Where A is so large that this would hide a thousandth of every value (divisions by small
/// differences let A grow without bound) nothing is decided.
struct Agreement {
  std::optional<bool> agrees;        ///< nothing where it was not checked or not decided
  std::optional<double> difference;  ///< largest |Δ| / (A + A') among finite values
  std::string message;               ///< the first disagreement
};

/// Throws Failure where the two have no output in common by name or one has another shape.
void check_outputs(const Subject& first, const Subject& subject);

/// What a subject gave on a batch in double precision.
struct Outcome {
  std::vector<std::complex<double>> values;
  std::vector<double> sizes;
};
Outcome outcome(const Subject& subject, const std::vector<ParamValue>& params,
                const Configurations& configurations);

/// Value by value on the same batch, in the outputs that both have.
Agreement compare(const Subject& first, const Outcome& expected, const Subject& subject,
                  const Outcome& found, std::size_t configurations);

/// Whether a value of the subject is `labellings` times the mean of the first file's over all permutations of
/// the labels, renamed together in all indices of inputs and outputs. Not checked where there are more than 5040.
Agreement compare_permuted(const Subject& first, const Subject& subject, const Labels& labels,
                           double labellings, const Configurations& configurations);

/// Whether the means of both over all permutations of the labels are the same, `labellings` times that of the first file: of values that hold when
/// summed over labellings alone.
Agreement compare_means(const Subject& first, const Subject& subject, const Labels& labels,
                        double labellings, const Configurations& configurations);

/// How many of the first file's evaluations one of the subject is worth on this batch: the variance of the first's values
/// over that of the subject's divided by `labellings`, variances of common outputs added. Means over configurations that are
/// drawn as these are, and whose distribution does not tell the labels apart, have the same statistical error with so
/// many times the evaluations. Nothing where a value is not finite or there is no variance.
std::optional<double> worth(const Subject& first, const Outcome& expected, const Subject& subject,
                            const Outcome& found, double labellings, std::size_t configurations);

}  // namespace diagc::audit
