// Text inside of XML: of pictures, of event files.
#pragma once

#include <string>
#include <string_view>

namespace diagc::runs {

/// With what XML would take for more than text written by its names, inside of quotation marks as well.
std::string xml_text(std::string_view text);

}  // namespace diagc::runs
