// Libraries that are opened at run time, because not every machine has them or not every command needs them.
#pragma once

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace diagc {

/// A library of diagc itself.
struct LibraryName {
  /// `file` as in "libdiagc_hdf5.so"; a variable of the environment may name another file, and then nothing else is looked at.
  LibraryName(const char* file, const char* variable = nullptr) : file(file), variable(variable) {}
  std::string file;
  const char* variable;
};

/// Where it may stand: beside the program, in the library folder of the program's prefix, the same for the shared library that this code is
/// part of, and, as a bare file name, where the loader looks.
std::vector<std::filesystem::path> library_places(const LibraryName& library);

/// What came of opening one of several places.
struct OpenedLibrary {
  void* handle = nullptr;       ///< null: none was opened; never closed
  std::filesystem::path place;  ///< that was opened
  std::vector<std::string>
      reasons;  ///< why the places before it were not, each once; those where nothing stands are passed over
};

/// Why a library that did open is not the one; empty: it is.
using Objection = std::function<std::string(void* handle, const std::filesystem::path& place)>;

/// Opens the first of the places at which a library stands that the loader and `objection` accept.
OpenedLibrary open_first(const std::vector<std::filesystem::path>& places,
                         const Objection& objection = {});

/// The places as a list for people, a line each.
std::string text_of(const std::vector<std::filesystem::path>& places);

/// open_first() of a library of diagc, which has `symbol`.
OpenedLibrary open_of_diagc(const LibraryName& library, const std::string& symbol);

/// The address of `symbol` in a library of diagc. Throws std::runtime_error with the reasons, or the places looked at.
void* open_library(const LibraryName& library, const std::string& symbol);

}  // namespace diagc
