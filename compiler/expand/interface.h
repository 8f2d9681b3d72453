// What a rule file takes and gives, once its statics have values.
#pragma once

#include <vector>

#include "compiler/expand/expand.h"
#include "compiler/expand/machine.h"

namespace diagc::expansion {

/// Gives the statics their values and appends their text to the signature. Everything that is wrong with the names and values
/// of the options goes to `diagnostics`.
void define_statics(const rules::Rules& rules, const ExpandOptions& options, Machine& machine,
                    Signature& signature, std::vector<Diagnostic>& diagnostics);

/// The axes of the file. Extents are static integers from 1 on.
std::vector<Axis> declare_axes(const rules::Rules& rules, const ExpandOptions& options,
                               Program& program, Machine& machine, Signature& signature,
                               std::vector<Diagnostic>& diagnostics);

/// Appends params and inputs to the signature. Where inputs have axes, each of their static elements counts as a scalar.
void declare_variables(const rules::Rules& rules, const ExpandOptions& options, Program& program,
                       Machine& machine, Signature& signature,
                       std::vector<Diagnostic>& diagnostics);

/// Appends the outputs that the options name, in the order of the file; their types are not known yet. Returns their places in the rules.
std::vector<std::uint32_t> declare_outputs(const rules::Rules& rules, const ExpandOptions& options,
                                           Program& program, Machine& machine, Signature& signature,
                                           std::vector<Diagnostic>& diagnostics);

}  // namespace diagc::expansion
