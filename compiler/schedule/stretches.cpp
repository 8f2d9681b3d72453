#include "compiler/schedule/stretches.h"

#include <algorithm>
#include <map>

namespace diagc {

namespace {

/// For every place between two statements whether no pack is written on both sides of it.
std::vector<std::uint8_t> possible_ends(const Template& form, std::uint32_t pack) {
  const std::size_t count = form.statements.size();
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<std::size_t, std::size_t>> written;
  for (std::size_t i = 0; i < count; ++i) {
    const TemplateStatement& statement = form.statements[i];
    if (statement.tile == no_tile) continue;
    const auto place = written.try_emplace({statement.tile, statement.position / pack}, i, i).first;
    place->second.second = i;
  }
  std::vector<std::uint8_t> possible(count + 1, 1);
  for (const auto& [place, range] : written) {
    for (std::size_t i = range.first + 1; i <= range.second; ++i) possible[i] = 0;
  }
  return possible;
}

bool reads_before_writing(const Template& form, const std::vector<std::uint32_t>& ends,
                          std::uint32_t pack) {
  // What is read outside the columns is read among statements that write.
  if (form.tiles > 0) return false;
  const auto stretch = [&](std::uint32_t statement) {
    return std::ranges::upper_bound(ends, statement) - ends.begin();
  };
  std::map<std::uint32_t, std::ptrdiff_t> last_read;
  for (const TemplateColumn& column : form.columns) {
    for (const ColumnTerm& term : column.terms) {
      const auto read = [&](std::uint32_t position) {
        auto& last = last_read[position / pack];
        last = std::max(last, stretch(term.target));
      };
      read(term.position);
      if (column.two_tiles()) read(term.factor);
    }
  }
  for (std::uint32_t i = 0; i < form.statements.size(); ++i) {
    const TemplateStatement& statement = form.statements[i];
    if (statement.tile == no_tile) continue;
    const auto read = last_read.find(statement.position / pack);
    if (read != last_read.end() && stretch(i) < read->second) return false;
  }
  return true;
}

}  // namespace

Stretches find_stretches(const Template& form, std::uint32_t pack, std::uint32_t sums) {
  const auto count = static_cast<std::uint32_t>(form.statements.size());
  std::vector<std::uint8_t> has_sum(count, 0);
  for (const TemplateColumn& column : form.columns) {
    for (const ColumnTerm& term : column.terms) has_sum[term.target] = 1;
  }
  const std::vector<std::uint8_t> possible = possible_ends(form, pack);
  std::vector<std::uint32_t> before(count + 1, 0);  // sums of the statements before a place
  for (std::uint32_t i = 0; i < count; ++i) before[i + 1] = before[i] + has_sum[i];
  const std::uint32_t total = before[count];
  const std::uint32_t stretches = std::max<std::uint32_t>(1, (total + sums - 1) / sums);
  Stretches result;
  for (std::uint32_t part = 1; part < stretches; ++part) {
    const std::uint32_t wanted = total * part / stretches;
    const auto off = [&](std::uint32_t i) {
      return before[i] > wanted ? before[i] - wanted : wanted - before[i];
    };
    std::uint32_t best = result.ends.empty() ? 0 : result.ends.back();
    const std::uint32_t first = best + 1;
    for (std::uint32_t i = first; i < count; ++i) {
      if (possible[i] && (best < first || off(i) < off(best))) best = i;
    }
    if (best >= first) result.ends.push_back(best);
  }
  result.ends.push_back(count);
  result.overwrites = reads_before_writing(form, result.ends, pack);
  return result;
}

}  // namespace diagc
