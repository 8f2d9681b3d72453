#include "programs/explore/page.h"

#include <algorithm>
#include <stdexcept>

namespace diagc::explore {

namespace {

std::string_view file_named(std::string_view name) {
  const auto all = page_files();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const PageFile& file) { return file.name == name; });
  if (found == all.end()) throw std::logic_error("the page lacks a file");
  return found->text;
}

std::string escaped_html(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '<') {
      result += "&lt;";
    } else if (c == '&') {
      result += "&amp;";
    } else {
      result += c;
    }
  }
  return result;
}

/// The same JSON without the sign that could end the element it stands in; outside of its texts JSON has none.
std::string inside_html(const std::string& json) {
  std::string result;
  result.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      result += "\\u003c";
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace

std::string page(const std::string& title, const std::string& data) {
  std::string_view rest = file_named("page");
  std::string result;
  const auto fill = [&](std::string_view place, std::string_view content) {
    const std::size_t at = rest.find(place);
    if (at == std::string_view::npos) throw std::logic_error("the page lacks a place");
    result += rest.substr(0, at);
    result += content;
    rest.remove_prefix(at + place.size());
  };
  fill("{{title}}", escaped_html(title));
  fill("{{style}}", file_named("style"));
  fill("{{data}}", inside_html(data));
  fill("{{graph}}", file_named("graph"));
  fill("{{picture}}", file_named("picture"));
  fill("{{diagrams}}", file_named("diagrams"));
  fill("{{roofline}}", file_named("roofline"));
  fill("{{selected}}", file_named("selected"));
  fill("{{explorer}}", file_named("explorer"));
  return result + std::string(rest);
}

}  // namespace diagc::explore
