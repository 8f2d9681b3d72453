#include "compiler/source/source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include "compiler/source/diagnostic.h"
#include "compiler/source/utf8.h"

namespace diagc {

namespace {

constexpr std::uint32_t mark_stride = 1024;
constexpr std::size_t largest_file = std::size_t{1} << 30;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

[[noreturn]] void fail_file(const std::string& path, const std::string& message) {
  throw InputError({.code = Code::file, .path = path, .position = {0, 0}, .message = message});
}

}  // namespace

Source::Source(std::string path, std::string text)
    : path_(std::move(path)), text_(std::move(text)) {
  if (text_.size() >= std::numeric_limits<std::uint32_t>::max()) {
    fail_file(path_, "found a text of more than 4 GiB, expected a rule file");
  }
  if (text_.starts_with(byte_order_mark)) text_.erase(0, byte_order_mark.size());
  line_starts_.push_back(0);
  std::uint32_t code_points = 0;
  for (std::uint32_t i = 0; i < text_.size(); ++i) {
    if (i % mark_stride == 0) marks_.push_back(code_points);
    if (!utf8::is_continuation(text_[i])) ++code_points;
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
  }
  if (text_.size() % mark_stride == 0) marks_.push_back(code_points);
}

std::string_view Source::slice(Span span) const {
  return text().substr(std::min<std::size_t>(span.begin, text_.size()), span.end - span.begin);
}

std::uint32_t Source::code_points_before(std::uint32_t offset) const {
  const std::uint32_t mark = offset / mark_stride;
  std::uint32_t count = marks_[mark];
  for (std::uint32_t i = mark * mark_stride; i < offset; ++i) {
    if (!utf8::is_continuation(text_[i])) ++count;
  }
  return count;
}

Position Source::position(std::uint32_t offset) const {
  offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const std::uint32_t start = *(after - 1);
  return {static_cast<std::uint32_t>(after - line_starts_.begin()),
          code_points_before(offset) - code_points_before(start) + 1};
}

std::string_view Source::line(std::uint32_t number) const {
  if (number == 0 || number > line_starts_.size()) return {};
  const std::uint32_t begin = line_starts_[number - 1];
  std::uint32_t end = number < line_starts_.size() ? line_starts_[number] - 1
                                                   : static_cast<std::uint32_t>(text_.size());
  if (end > begin && text_[end - 1] == '\r') --end;
  return text().substr(begin, end - begin);
}

SourcePtr read_source(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    fail_file(path, "this is a folder, expected a rule file");
  }
  if (std::filesystem::is_regular_file(path, ignored) &&
      std::filesystem::file_size(path, ignored) > largest_file) {
    fail_file(path, "the file is larger than 1 GiB, expected a rule file");
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) fail_file(path, std::string("the file cannot be opened: ") + std::strerror(errno));
  std::string text;
  char block[1 << 16];
  while (file.read(block, sizeof block) || file.gcount() > 0) {
    text.append(block, static_cast<std::size_t>(file.gcount()));
    if (text.size() > largest_file)
      fail_file(path, "the file is larger than 1 GiB, expected a rule file");
  }
  if (file.bad()) fail_file(path, std::string("the file cannot be read: ") + std::strerror(errno));
  return std::make_shared<const Source>(path, std::move(text));
}

}  // namespace diagc
