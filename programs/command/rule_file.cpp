#include "programs/command/rule_file.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "compiler/source/spelling.h"
#include "programs/command/command.h"
#include "programs/command/grammars.h"

namespace diagc {

const Example* find_example(std::string_view name) {
  const auto all = examples();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Example& example) { return example.name == name; });
  return found == all.end() ? nullptr : &*found;
}

SourcePtr open_rules(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    if (const Example* example = find_example(path)) {
      return std::make_shared<const Source>(path, std::string(example->text));
    }
  }
  if (!std::filesystem::exists(path, ignored) && !path.ends_with(".diag") &&
      path.find('/') == std::string::npos) {
    const std::string near = closest_grammar(path);
    throw Failure(fmt::format(
        "error: found no file and no grammar `{}`{}", path,
        near.empty() ? ", expected a rule file or a name that `diagc examples list` shows"
                     : fmt::format(": did you mean `{}`?", near)));
  }
  return read_source(path);
}

std::string closest_grammar(const std::string& name) {
  std::vector<std::string> names;
  for (const Example& example : examples()) names.emplace_back(example.name);
  return closest_name(name, names);
}

}  // namespace diagc
