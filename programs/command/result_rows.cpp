#include "programs/command/result_rows.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "programs/command/output.h"
#include "programs/command/progress.h"

namespace diagc {

namespace {

std::string shown(const Cell& cell) {
  struct Show {
    std::string operator()(std::monostate) const { return "-"; }
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(double value) const { return fmt::format("{:.4g}", value); }
    std::string operator()(const std::string& value) const { return value; }
  };
  return std::visit(Show{}, cell);
}

nlohmann::ordered_json in_json(const Cell& cell) {
  struct Convert {
    nlohmann::ordered_json operator()(std::monostate) const { return nullptr; }
    nlohmann::ordered_json operator()(bool value) const { return value; }
    nlohmann::ordered_json operator()(std::int64_t value) const { return value; }
    nlohmann::ordered_json operator()(double value) const {
      return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
    }
    nlohmann::ordered_json operator()(const std::string& value) const { return value; }
  };
  return std::visit(Convert{}, cell);
}

/// Characters, for padding: bytes that continue a code point take no room.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

const std::string& title_of(const Column& column) {
  return column.title.empty() ? column.key : column.title;
}

std::string table_line(const std::vector<Column>& columns, const std::vector<std::string>& texts) {
  std::string line;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!columns[i].in_table) continue;
    const std::size_t width =
        std::max(static_cast<std::size_t>(columns[i].width), width_of(title_of(columns[i])));
    const std::size_t used = width_of(texts[i]);
    const std::string padding(width > used ? width - used : 0, ' ');
    if (!line.empty()) line += "  ";
    line += columns[i].left ? texts[i] + padding : padding + texts[i];
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line + '\n';
}

}  // namespace

ResultRows::ResultRows(std::vector<Column> columns, bool json)
    : columns_(std::move(columns)), json_(json), has_null_(columns_.size()) {}

ResultRows::~ResultRows() {
  if (finished_ || !json_ || rows_ == 0) return;
  try {
    finish();
  } catch (...) {  // NOLINT(bugprone-empty-catch): another error is on its way
  }
}

void ResultRows::add(const std::vector<Cell>& cells) {
  Progress::clear_line();
  if (json_) {
    nlohmann::ordered_json object = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < columns_.size(); ++i) object[columns_[i].key] = in_json(cells[i]);
    array_ += (rows_ == 0 ? "\n  " : ",\n  ") +
              object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  } else {
    std::vector<std::string> texts;
    if (rows_ == 0) {
      for (const Column& column : columns_) texts.push_back(title_of(column));
      write_out(table_line(columns_, texts));
      texts.clear();
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      texts.push_back(shown(cells[i]));
      if (std::holds_alternative<std::monostate>(cells[i])) has_null_[i] = true;
    }
    write_out(table_line(columns_, texts));
    flush_out();
  }
  ++rows_;
}

void ResultRows::finish() {
  finished_ = true;
  write_out(json_ ? "[" + array_ + (rows_ == 0 ? "]\n" : "\n]\n") : notes());
  flush_out();
}

/// A line for each reason, with the titles of its columns.
std::string ResultRows::notes() const {
  std::vector<std::pair<std::string, std::string>> lines;  // reason, titles
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = columns_[i];
    if (!column.in_table || column.absent.empty() || !has_null_[i]) continue;
    const auto same =
        std::ranges::find(lines, column.absent, [](const auto& l) { return l.first; });
    if (same == lines.end()) {
      lines.emplace_back(column.absent, title_of(column));
    } else {
      same->second += ", " + title_of(column);
    }
  }
  std::string text;
  for (const auto& [reason, titles] : lines)
    text += fmt::format("{}- in {}: {}\n", text.empty() ? "\n" : "", titles, reason);
  return text;
}

Cell cell_of(const std::string& text) {
  if (text == "true" || text == "false") return text == "true";
  std::int64_t number = 0;
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(begin, end, number);
  if (error == std::errc() && stop == end) return number;
  return text;
}

}  // namespace diagc
