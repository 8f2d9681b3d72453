#pragma once

// NumPy's .npy files, versions 1 to 3, of real and complex floating-point numbers, and of whole ones where a caller takes those.
// Format: numpy.lib.format of the NumPy manual.

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "runtime/batch/element.h"

namespace diagc {

/// A file that cannot be read. The message begins with the path and says what was found, what was
/// expected and, where it is not plain, what to do.
class NpyError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An array in C order (the last axis varies fastest) and host byte order.
struct NpyArray {
  ElementType type = ElementType::float64;
  std::vector<std::size_t> shape;  ///< no axes: a single number
  std::size_t elements = 0;        ///< product of the shape
  std::unique_ptr<std::byte[]> data;
  /// Of 64-bit integers that are no doubles: by element, what the number in `data` lacks. Empty where nothing is lacking.
  std::vector<double> lacking;

  std::span<const std::byte> bytes() const { return {data.get(), elements * element_size(type)}; }
};

/// What is done with arrays of integers and booleans.
enum class WholeArrays { refused, as_doubles };

/// Reads a file (or pipe) of any of the four element types, either byte order, C or Fortran order.
/// Bits of the numbers, NaNs included, stay as they are. Throws NpyError.
NpyArray read_npy(const std::filesystem::path& path, WholeArrays whole = WholeArrays::refused);

/// The same from an open file or pipe, from where it stands to its end; `name` is what messages
/// begin with. The descriptor stays open.
NpyArray read_npy(int descriptor, const std::string& name,
                  WholeArrays whole = WholeArrays::refused);

/// What stands before the elements of a version 1 file in C order, little-endian: a multiple of 64
/// bytes.
std::string npy_file_start(ElementType type, std::span<const std::size_t> shape);

/// Writes a version 1 file in C order, little-endian. The file appears whole or not at all (see
/// AtomicFile, whose errors it passes on). `bytes` holds exactly the elements of `shape`.
void write_npy(const std::filesystem::path& path, ElementType type,
               std::span<const std::size_t> shape, std::span<const std::byte> bytes);

}  // namespace diagc
