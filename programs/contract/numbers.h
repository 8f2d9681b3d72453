// What the options of a contraction say of its numbers.
#pragma once

#include <string>
#include <vector>

#include "programs/contract/subject.h"
#include "runtime/batch/npy.h"

namespace diagc::contract {

/// Sets the subject's kind of numbers from a name, or from count:P; an empty text leaves it to whether tensors are complex. Throws UsageError.
void take_element(Subject& subject, const std::string& text, bool is_complex);

/// The numbers as double precision has them; complex ones are real and imaginary part after each other.
std::vector<double> numbers_of(const NpyArray& array, bool as_complex);

/// `ones`, `random:SEED` or a number. Throws UsageError for other text.
networks::Fill parse_fill_option(const std::string& text);

}  // namespace diagc::contract
