#include "programs/audit/files.h"

#include <algorithm>

#include "programs/command/definitions.h"

namespace diagc::audit {

std::vector<std::string> texts_for(const std::vector<std::string>& texts, const std::string& option,
                                   const std::vector<File>& files,
                                   std::vector<const syntax::Decl*> rules::Rules::* decls,
                                   std::size_t i) {
  std::vector<std::string> own;
  for (const std::string& text : texts) {
    const std::string name = name_and_value(option, text).first;
    const auto declares = [&](const File& file) {
      return find_declaration(file.rules.*decls, name) != nullptr;
    };
    if (declares(files[i]) || (i == 0 && std::none_of(files.begin(), files.end(), declares)))
      own.push_back(text);
  }
  return own;
}

std::vector<File> open_files(const AuditOptions& options) {
  std::vector<File> files;
  for (const std::string& path : options.files) {
    const SourcePtr source = open_rules(path);
    // Rules that are written already have no walk; where all are, the first says so.
    const bool written = !rules::load(source).is_theory() && options.files.size() > 1;
    RuleOptions own = options.rules;
    if (written) own.walk.clear();
    files.push_back({path, source, read_rules(own, source), own, {}});
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    files[i].params = parse_params(texts_for(options.params, "-p", files, &rules::Rules::params, i),
                                   files[i].rules);
  }
  return files;
}

}  // namespace diagc::audit
