#include "physics/networks/einsum.h"

#include <algorithm>

#include <fmt/format.h>

#include "compiler/source/utf8.h"

namespace diagc::networks {

namespace {

bool is_letter(std::string_view code_point) {
  if (code_point.size() > 1) return true;
  const char c = code_point[0];
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

class EinsumReader {
 public:
  explicit EinsumReader(SourcePtr source) : labels_(network_) {
    network_.source = std::move(source);
    text_ = network_.source->text();
  }

  NamedNetwork read() {
    tensor();
    while (accept(",")) tensor();
    if (!accept("->")) expected("a label, `,` or `->`");
    std::vector<Span> places;
    network_.open_place.begin = at_;
    network_.network.open = term(&places);
    network_.open_place.end = at_;
    if (at_ < text_.size()) expected("a label or the end of the text");
    check_open(network_, places);
    return std::move(network_);
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() &&
           std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
      ++at_;
  }

  bool accept(std::string_view word) {
    skip_blanks();
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += static_cast<std::uint32_t>(word.size());
    return true;
  }

  [[noreturn]] void expected(std::string_view what) const {
    const std::size_t size = std::max<std::size_t>(utf8::length(text_, at_), 1);
    const std::string found =
        at_ < text_.size() ? diagc::quoted(text_.substr(at_, size)) : "the end of the text";
    throw InputError(make_diagnostic(Code::syntax, *network_.source,
                                     {at_, at_ + static_cast<std::uint32_t>(size)},
                                     fmt::format("found {}, expected {}", found, what)));
  }

  std::vector<arrays::Label> term(std::vector<Span>* places) {
    std::vector<arrays::Label> axes;
    for (skip_blanks(); at_ < text_.size(); skip_blanks()) {
      const std::size_t size = utf8::length(text_, at_);
      if (size == 0) expected("a label");
      const std::string_view name = text_.substr(at_, size);
      if (!is_letter(name)) break;
      const Span place{at_, at_ + static_cast<std::uint32_t>(size)};
      axes.push_back(labels_.number(name, place));
      if (places) places->push_back(place);
      at_ = place.end;
    }
    return axes;
  }

  void tensor() {
    skip_blanks();
    const std::uint32_t begin = at_;
    check_room_for_tensor(network_, {begin, begin + 1});
    network_.network.tensors.push_back(term(nullptr));
    network_.tensor_places.push_back({begin, std::max(at_, begin + 1)});
  }

  NamedNetwork network_;
  Labels labels_;
  std::string_view text_;
  std::uint32_t at_ = 0;
};

}  // namespace

NamedNetwork read_einsum(SourcePtr source) { return EinsumReader(std::move(source)).read(); }

}  // namespace diagc::networks
