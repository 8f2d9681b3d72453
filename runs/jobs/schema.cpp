#include "runs/jobs/schema.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/source/spelling.h"

namespace diagc::runs {

namespace {

std::vector<std::string> names_of(const auto& named) {
  std::vector<std::string> names;
  for (const auto& item : named) names.push_back(item.name);
  return names;
}

bool is_list_of_tables(const TomlValue& value) {
  return value.kind == TomlValue::Kind::list &&
         std::ranges::all_of(value.items, [](const TomlValue& item) {
           return item.kind == TomlValue::Kind::table;
         });
}

class UnknownNames {
 public:
  UnknownNames(const Schema& schema, const Source& source, std::vector<Diagnostic>& mistakes)
      : schema_(schema), source_(source), mistakes_(mistakes) {}

  void find(const TomlValue& root) {
    for (const TomlValue& entry : root.items) {
      const Section* section = section_called(entry.key);
      if (section && section->next && is_list_of_tables(entry)) {
        for (const TomlValue& table : entry.items) find_in(table, *section);
      } else if (entry.kind != TomlValue::Kind::table) {
        in_front_of_all(entry, section != nullptr);
      } else if (section) {
        find_in(entry, *section);
      } else {
        const std::vector<std::string> sections = names_of(schema_.sections);
        const std::string meant = closest_name(entry.key, sections);
        report(entry, fmt::format("found the unknown table [{}], expected {}{}", entry.key,
                                  fmt::join(sections, ", "),
                                  meant.empty() ? "" : fmt::format(": did you mean [{}]?", meant)));
      }
    }
  }

 private:
  void report(const TomlValue& entry, std::string message) {
    mistakes_.push_back(
        make_diagnostic(Code::unknown_name, source_, entry.key_at, std::move(message)));
  }

  const Section* section_called(std::string_view name) const {
    const auto found = std::ranges::find(schema_.sections, name, &Section::name);
    return found == schema_.sections.end() ? nullptr : &*found;
  }

  /// The section that has a key of this name; empty: none.
  std::string home_of(std::string_view name) const {
    for (const Section& section : schema_.sections) {
      if (std::ranges::find(section.keys, name, &Key::name) != section.keys.end())
        return section.name;
    }
    return "";
  }

  void in_front_of_all(const TomlValue& entry, bool is_section) {
    if (is_section) {
      report(entry, fmt::format("found {} = {}, expected a table [{}]", entry.key, to_string(entry),
                                entry.key));
    } else if (const std::string home = home_of(entry.key); !home.empty()) {
      report(entry, fmt::format("found the key {} in front of all tables, expected it below [{}]",
                                diagc::quoted(entry.key), home));
    } else {
      report(entry,
             fmt::format("found the key {} in front of all tables, expected one of the tables {}",
                         diagc::quoted(entry.key), fmt::join(names_of(schema_.sections), ", ")));
    }
  }

  void find_in(const TomlValue& table, const Section& section) {
    const std::vector<std::string> names = names_of(section.keys);
    for (const TomlValue& entry : table.items) {
      if (std::ranges::find(names, entry.key) != names.end()) continue;
      report(entry,
             fmt::format("found the unknown key {} in [{}], expected {}", diagc::quoted(entry.key),
                         section.name, expected_for(entry.key, section, names)));
    }
  }

  std::string expected_for(const std::string& name, const Section& section,
                           const std::vector<std::string>& names) const {
    for (const Key& key : section.keys) {
      if (std::ranges::find(key.former_names, name) != key.former_names.end())
        return fmt::format("{}, as it is called now", diagc::quoted(key.name));
    }
    if (const std::string home = home_of(name); !home.empty())
      return fmt::format("it below [{}]", home);
    const std::string meant = closest_name(name, names);
    return fmt::format(
        "{}{}", fmt::join(names, ", "),
        meant.empty() ? "" : fmt::format(": did you mean {}?", diagc::quoted(meant)));
  }

  const Schema& schema_;
  const Source& source_;
  std::vector<Diagnostic>& mistakes_;
};

void read_default(const Section& section, const Key& key) {
  if (key.default_value.empty()) return;
  const Source source(fmt::format("the default of {}.{}", section.name, key.name),
                      fmt::format("x = {}\n", key.default_value));
  const TomlValue parsed = parse_toml(source);
  key.read(Setting(source, parsed.items.at(0)));
}

}  // namespace

Diagnostic Given::mistake(const std::string& key, std::string message) const {
  if (const auto place = places.find(key); place != places.end())
    return make_diagnostic(Code::value, *source, place->second, std::move(message));
  return {.code = Code::value,
          .path = source->path(),
          .position = {0, 0},
          .message = std::move(message)};
}

namespace {

class KeyReader {
 public:
  KeyReader(Given& given, std::vector<Diagnostic>& mistakes) : given_(given), mistakes_(mistakes) {}

  void read(const Section& section, const TomlValue* value) {
    if (!section.next) return read_table(section, section.name, value);
    std::vector<const TomlValue*> tables;
    if (value && value->kind == TomlValue::Kind::table) tables.push_back(value);
    if (value && is_list_of_tables(*value)) {
      for (const TomlValue& item : value->items) tables.push_back(&item);
    }
    if (tables.empty() && section.at_least_one) tables.push_back(nullptr);
    for (std::size_t i = 0; i < tables.size(); ++i) {
      section.next();
      read_table(section, repeated_name(section.name, i), tables[i]);
    }
  }

 private:
  void read_table(const Section& section, const std::string& name, const TomlValue* table) {
    for (const Key& key : section.keys) {
      const TomlValue* value = table ? table->find(key.name) : nullptr;
      if (!value) {
        read_default(section, key);
        continue;
      }
      given_.places[name + "." + key.name] = value->key_at;
      try {
        key.read(Setting(*given_.source, *value));
      } catch (const InputError& error) {
        mistakes_.insert(mistakes_.end(), error.diagnostics().begin(), error.diagnostics().end());
      }
    }
  }

  Given& given_;
  std::vector<Diagnostic>& mistakes_;
};

}  // namespace

std::string repeated_name(const std::string& section, std::size_t place) {
  return place == 0 ? section : fmt::format("{}[{}]", section, place + 1);
}

Given read_keys(const Schema& schema, SourcePtr source, std::vector<Diagnostic>& mistakes) {
  Given given{std::move(source), {}};
  const TomlValue root = parse_toml(*given.source);
  UnknownNames(schema, *given.source, mistakes).find(root);
  KeyReader reader(given, mistakes);
  for (const Section& section : schema.sections) reader.read(section, root.find(section.name));
  return given;
}

}  // namespace diagc::runs
