#include "programs/command/axis_lengths.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "compiler/source/diagnostic.h"
#include "programs/command/command.h"

namespace diagc {

namespace {

constexpr std::uint64_t most_points = std::uint64_t{1} << 31U;

std::vector<std::uint64_t> parse_grid(const std::string& option, std::string_view lengths) {
  std::vector<std::uint64_t> grid;
  std::uint64_t points = 1;
  const auto malformed = [&] {
    return UsageError(
        fmt::format("found --axis {}, expected the name of a cyclic axis and its length, as in "
                    "k=1024, or its grid, as in k=32x32, of 2^31 points at most",
                    option));
  };
  for (bool more = true; more;) {
    const std::size_t end = lengths.find('x');
    const std::string_view digits = lengths.substr(0, end);
    std::uint64_t length = 0;
    const auto [rest, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), length);
    const bool is_number = error == std::errc() && rest == digits.data() + digits.size();
    if (!is_number || length == 0 || length > most_points / points) throw malformed();
    points *= length;
    grid.push_back(length);
    more = end != std::string_view::npos;
    if (more) lengths.remove_prefix(end + 1);
  }
  return grid;
}

}  // namespace

std::map<std::string, std::vector<std::uint64_t>> parse_axes(const std::vector<std::string>& texts,
                                                             const rules::Rules& rules) {
  std::map<std::string, std::vector<std::uint64_t>> grids;
  for (const std::string& text : texts) {
    const std::size_t sign = text.find('=');
    const std::string name = text.substr(0, sign);
    auto grid =
        parse_grid(text, sign == std::string::npos ? std::string_view()
                                                   : std::string_view(text).substr(sign + 1));
    const auto is_named = [&](const syntax::Decl* axis) {
      return axis->is_cyclic && axis->name == name;
    };
    if (std::ranges::none_of(rules.axes, is_named)) {
      throw InputError(make_diagnostic(
          Code::definition, *rules.file->source, rules.file->name_span,
          fmt::format("found --axis {}, expected the name of a cyclic axis of the file", text)));
    }
    if (!grids.emplace(name, std::move(grid)).second)
      throw UsageError(fmt::format("found --axis {} after another length of the same axis", text));
  }
  return grids;
}

bool has_cyclic_axes(const rules::Rules& rules) {
  return std::ranges::any_of(rules.axes, [](const syntax::Decl* axis) { return axis->is_cyclic; });
}

}  // namespace diagc
