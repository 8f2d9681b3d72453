#include "physics/collider/pdf/lhapdf_info.h"

#include <algorithm>

#include <fmt/format.h>

#include "physics/collider/pdf/grid_text.h"
#include "runs/checkpoint/digest.h"

namespace diagc::collider {

namespace {

constexpr int most_members = 9999;  // four digits in the names of files

/// The numbers of "[a, b, …]", of which `line` is the beginning.
std::vector<double> read_list(GridText& in, std::string_view line, const char* expected) {
  std::string text(line);
  while (text.find(']') == std::string::npos) text.append(" ").append(in.line("a closing ]"));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '[' || c == ']' || c == ','; }, ' ');
  return in.line_numbers(text, expected);
}

/// Without blanks and quotes around it.
std::string word(std::string_view text) {
  constexpr std::string_view around = " \t\"'";
  const std::size_t first = text.find_first_not_of(around);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(around) + 1 - first));
}

}  // namespace

SetInfo read_set_info(const std::string& name, std::string_view text) {
  GridText in(name, text);
  SetInfo info{.set = {}, .coupling = {}, .digest = runs::hash_text(text)};
  std::vector<double> q, alpha_s;
  std::string_view line;
  while (in.next_line(line)) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view key = line.substr(0, colon), value = line.substr(colon + 1);
    if (key == "NumMembers") {
      const std::vector<double> number = in.line_numbers(value, "a number of members");
      if (number.size() != 1 || number[0] < 1 || number[0] > most_members ||
          number[0] != static_cast<int>(number[0])) {
        in.wrong_line(fmt::format("NumMembers:{}", value),
                      fmt::format("one whole number from 1 to {}", most_members));
      }
      info.set.members = static_cast<int>(number[0]);
    } else if (key == "Format") {
      if (value.find("lhagrid1") == std::string_view::npos)
        in.wrong_line(fmt::format("Format:{}", value), "lhagrid1");
    } else if (key == "ErrorType") {
      info.set.errors.kind = word(value);
    } else if (key == "ErrorConfLevel") {
      const std::vector<double> level = in.line_numbers(value, "a level of confidence in per cent");
      if (level.size() != 1 || !(level[0] < 100))
        in.wrong_line(fmt::format("ErrorConfLevel:{}", value), "one number below 100");
      if (level[0] > 0) info.set.errors.confidence = level[0];  // -1: not said
    } else if (key == "AlphaS_Qs") {
      q = read_list(in, value, "a list of Q in GeV");
    } else if (key == "AlphaS_Vals") {
      alpha_s = read_list(in, value, "a list of values of α_s");
    }
  }
  if (q.size() != alpha_s.size()) {
    in.wrong_line(
        fmt::format("{} numbers in AlphaS_Qs and {} in AlphaS_Vals", q.size(), alpha_s.size()),
        "as many in both");
  }
  if (q.empty()) return info;
  if (q.size() < 2 || q[0] <= 0 || !std::is_sorted(q.begin(), q.end()))
    in.wrong_line("AlphaS_Qs that do not ascend from above 0", "two or more that do");
  info.coupling = CouplingTable{std::move(q), std::move(alpha_s)};
  return info;
}

}  // namespace diagc::collider
