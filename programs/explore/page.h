// The page of `diagc explore`: one HTML file that needs nothing else.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace diagc::explore {

/// The files of programs/explore/page, which the program carries.
struct PageFile {
  std::string_view name;    ///< without its ending
  std::string_view folder;  ///< "page"
  std::string_view text;
};
std::span<const PageFile> page_files();

/// `data`: a JSON text, as page_data.h makes it.
std::string page(const std::string& title, const std::string& data);

}  // namespace diagc::explore
