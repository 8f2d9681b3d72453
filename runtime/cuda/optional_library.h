// NVIDIA's libraries that some computations use where they are installed: cuBLAS, cuFFT, NCCL.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace diagc::cuda {

/// What people read of a library, and where it is looked for.
struct OptionalLibraryName {
  const char* name;  ///< as in "cuBLAS"
  const char*
      variable;  ///< of the environment: may name the file, and then nothing else is looked at
  std::vector<std::filesystem::path> places;
  const char* where_from;  ///< as in "it comes with the CUDA toolkit"
};

/// A library that may be missing. It is never closed.
class OptionalLibrary {
 public:
  explicit OptionalLibrary(OptionalLibraryName name);

  /// Sets `function` to the library's function of that name; null where the library or the function is missing.
  template <class Function>
  void take(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(address_of(name));
  }

  /// Why the library does not serve: none was found, it did not open, or it lacks a function that was taken. Empty: it serves.
  const std::string& problem() const { return problem_; }

 private:
  void* address_of(const char* function);

  OptionalLibraryName name_;
  void* handle_ = nullptr;
  std::filesystem::path place_;
  std::string problem_;
};

}  // namespace diagc::cuda
