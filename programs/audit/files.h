// Rule files of an audit, and what the command line says to each of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/rules/rules.h"
#include "programs/command/kernel_options.h"
#include "programs/command/rule_file.h"
#include "programs/command/values.h"

namespace diagc::audit {

struct AuditOptions {
  std::vector<std::string> files;
  RuleOptions rules;
  KernelOptions kernel;
  std::vector<std::string> params, inputs, stands_for;
  std::string symmetrise;
  std::size_t configurations = 4096;
  std::uint32_t seed = 20260101;
  bool json = false;
};

/// A rule file with what the command line says to it.
struct File {
  std::string path;
  SourcePtr source;
  rules::Rules rules;
  RuleOptions options;
  std::vector<ParamValue> params;
};

/// The texts NAME=VALUE that file number `i` takes: those that it declares, and the first also those that none does, so
/// that it can say what there is.
std::vector<std::string> texts_for(const std::vector<std::string>& texts, const std::string& option,
                                   const std::vector<File>& files,
                                   std::vector<const syntax::Decl*> rules::Rules::* decls,
                                   std::size_t i);

/// With the params of each. Throws InputError and UsageError, as reading rules and params does.
std::vector<File> open_files(const AuditOptions& options);

}  // namespace diagc::audit
