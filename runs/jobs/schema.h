// What a job file may say: every key once, for reading, defaults, help, the commented example and the table in the documentation.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "runs/jobs/setting.h"

namespace diagc::runs {

/// A key of a section. `read` puts the value where it belongs; Setting's functions throw at its place what is wrong with it.
struct Key {
  std::string name;
  std::string type;                ///< what it takes, in words: "number or list"
  std::string default_value = {};  ///< as TOML, read like a given one; empty: none
  std::string otherwise = {};      ///< what holds where it is not given and has no default
  std::string unit = {};           ///< empty: none
  std::string help;
  std::string example = {};  ///< as TOML: what the example shows where that is not the default
  bool shown = false;        ///< in the example: as it stands, else as a comment
  std::vector<std::string> former_names = {};  ///< refused, with the present name as a hint
  std::function<void(const Setting&)> read;
};

/// A table of the file: [name]; with `next`, any number of tables [[name]], and [name] is one of them.
struct Section {
  std::string name;
  std::string help;
  std::vector<Key> keys;
  /// Called before the keys of each table are read, which then are those of a new one. Empty: one table, whose keys may all be missing.
  std::function<void()> next = {};
  bool at_least_one =
      false;  ///< with `next`: where the file has none, one with all defaults is read
};

struct Schema {
  std::string program;  ///< that takes such files: "diagc integrate"
  std::vector<Section> sections;
};

/// The keys that a job file gives, and where.
struct Given {
  SourcePtr source;
  /// Of keys, by "section.key"; of repeated tables after the first by "section[2].key".
  std::map<std::string, Span> places;

  bool contains(const std::string& key) const { return places.contains(key); }
  std::uint32_t line_of(const std::string& key) const {
    return source->position(places.at(key).begin).line;
  }
  /// A mistake at a key, or at the whole file where the key is not given.
  Diagnostic mistake(const std::string& key, std::string message) const;
};

/// The name of a repeated table in Given::places; its place counts from 0.
std::string repeated_name(const std::string& section, std::size_t place);

/// Calls `read` of every key, in the order of the schema: with the value in the file, else with the default where there is one. What is wrong
/// – unknown sections and keys, values of another kind – is added to `mistakes`. Throws InputError where the text is no TOML.
Given read_keys(const Schema& schema, SourcePtr source, std::vector<Diagnostic>& mistakes);

/// A commented job file with every key.
std::string example_file(const Schema& schema);

/// A table for each section, in Markdown.
std::string keys_in_markdown(const Schema& schema);

/// A line for each key, for a terminal.
std::string keys_in_lines(const Schema& schema);

/// The same of what reads into a Job, without one.
template <typename Job>
std::string example_file(Schema (*schema_of)(Job&)) {
  Job any;
  return example_file(schema_of(any));
}
template <typename Job>
std::string keys_in_markdown(Schema (*schema_of)(Job&)) {
  Job any;
  return keys_in_markdown(schema_of(any));
}
template <typename Job>
std::string keys_in_lines(Schema (*schema_of)(Job&)) {
  Job any;
  return keys_in_lines(schema_of(any));
}

}  // namespace diagc::runs
