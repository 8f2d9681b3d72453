// Theories of jobs from rule files.
#pragma once

#include "physics/dynamics/job/setup.h"

namespace diagc {

/// A rule file by its path, or one that the program carries by its name. A static `sites` that the job leaves open is the number of bands. Throws
/// InputError and std::runtime_error for what does not fit.
dynamics::RuleTheory theory_from_rules(const std::string& file,
                                       const std::map<std::string, std::string>& statics,
                                       const std::vector<std::size_t>& grid, std::size_t bands,
                                       const dynamics::VerticesAlongAxis& along);

/// Names of the vertices of a rule file. Throws std::runtime_error where there is no such file, InputError where it is wrong.
std::vector<std::string> vertices_of_rules(const std::string& file);

}  // namespace diagc
