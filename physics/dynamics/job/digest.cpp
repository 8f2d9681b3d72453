#include "physics/dynamics/job/digest.h"

#include <fmt/format.h>

#include "runs/jobs/toml.h"
#include "runtime/system/whole_file.h"

namespace diagc::dynamics {

namespace {

std::string text_of(const runs::TomlValue& value) {
  using Kind = runs::TomlValue::Kind;
  if (value.kind != Kind::list && value.kind != Kind::table) return runs::to_string(value);
  std::string text = value.kind == Kind::list ? "[" : "{";
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    if (i > 0) text += ", ";
    if (value.kind == Kind::table) text += value.items[i].key + " = ";
    text += text_of(value.items[i]);
  }
  return text + (value.kind == Kind::list ? "]" : "}");
}

void add_table(const runs::TomlValue& table, const std::string& name, runs::Digest& digest) {
  for (const runs::TomlValue& entry : table.items) {
    if (name == "run" && entry.key != "compact") continue;
    digest.add(fmt::format("{}.{}", name, entry.key), text_of(entry));
  }
}

}  // namespace

runs::Digest digest_of(const Job& job, const Setup& setup) {
  runs::Digest digest;
  const runs::TomlValue root = runs::parse_toml(*job.given.source);
  for (const runs::TomlValue& section : root.items) {
    if (section.key == "checkpoint" || section.key == "output") continue;
    if (section.kind == runs::TomlValue::Kind::list) {
      for (std::size_t i = 0; i < section.items.size(); ++i) {
        add_table(section.items[i], runs::repeated_name(section.key, i), digest);
      }
    } else {
      add_table(section, section.key, digest);
    }
  }
  for (const auto& [name, value] : setup.sources) digest.add(name, value);
  std::vector<std::string> tables;
  for (const Vertex& vertex : job.vertices) tables.push_back(vertex.course.table);
  for (const Pulse& pulse : job.pulses) tables.push_back(pulse.table);
  for (const std::string& table : tables) {
    if (!table.empty()) digest.add(table, runs::hash_text(read_file(job.path_of(table))));
  }
  return digest;
}

}  // namespace diagc::dynamics
