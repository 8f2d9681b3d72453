// A rule file with axes as the subject of a contraction.
#pragma once

#include "programs/contract/subject.h"

namespace diagc::contract {

/// Whether FILE is a rule file, or the name of one that the program carries.
bool names_rules(const std::string& file);

/// The chosen output's network, and its numbers where those of all inputs are given or filled. Throws UsageError, InputError and Failure.
std::vector<Subject> read_rules_subjects(const SubjectOptions& options);

}  // namespace diagc::contract
