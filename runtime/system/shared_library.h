// Parts of diagc that are opened at run time, because they bring other libraries that not every machine or every command needs.
#pragma once

#include <string>
#include <vector>

namespace diagc::integrate {

/// Where a shared library of diagc (a file name) may stand: beside the program, in the library folder of its prefix, and where
/// the loader looks.
std::vector<std::string> library_places(const std::string& file);

/// Opens it and returns the address of `symbol`; throws std::runtime_error with the loader's reason, or the places looked at.
void* open_library(const std::string& file, const std::string& symbol);

}  // namespace diagc::integrate
