// The values of params that -p gives.
#pragma once

#include <complex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/rules/rules.h"
#include "diagc/kernel.h"

namespace diagc {

/// "2", "-1.5e3", "1/10", "1+2i", "-i", "1/2-1/3i"; nothing where it is no number.
std::optional<std::complex<double>> parse_number(std::string_view text);

/// From "N=2", "h=1/10", "z=1+2i", "k=1,0,0,1". Throws UsageError where one is malformed or a name comes twice, and
/// InputError where a param does not exist or is of another kind.
std::vector<ParamValue> parse_params(const std::vector<std::string>& texts,
                                     const rules::Rules& rules);

/// Throws InputError, pointing at the declarations of params that the kernel needs and that are missing.
void check_params(const std::vector<ParamValue>& given, const Kernel& kernel,
                  const rules::Rules& rules);

/// One value for each scalar of the kernel's params; 0 where none is given.
std::vector<std::complex<double>> param_scalars(const std::vector<ParamValue>& given,
                                                const Kernel& kernel);

/// "this file has the params `N`, `z`".
std::string existing_names(std::string_view what, const std::vector<const syntax::Decl*>& decls);

const syntax::Decl* find_declaration(const std::vector<const syntax::Decl*>& decls,
                                     std::string_view name);

}  // namespace diagc
