// Shapes of arrays, the batch first, and what is said of arrays that do not fit.
#pragma once

#include <pybind11/numpy.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "diagc/diagc.h"

namespace diagc::python {

/// An array or a param that does not fit: diagc.ArrayError, which is a ValueError.
struct ArrayRefused : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// Throws ArrayRefused.
[[noreturn]] void refuse(const std::string& message);

std::string quoted(std::string_view name);

/// "(3, 4, 4)", with a word in place of the first number where one is given.
std::string shape_text(const std::vector<pybind11::ssize_t>& shape, const char* first = nullptr);

std::vector<pybind11::ssize_t> shape_of(const pybind11::array& array);

/// The batch, the ranges, 4 of a vector.
std::vector<pybind11::ssize_t> shape_of(const Kernel::Variable& variable, std::size_t batch);

}  // namespace diagc::python
