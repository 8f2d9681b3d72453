// What values options take; anything else is refused before it is converted, with a message of ours.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace CLI {
class Option;
}

namespace diagc {

/// The option, or each value of a list, is a whole number between the two.
CLI::Option* take_whole_number(CLI::Option* option, std::int64_t least,
                               std::int64_t most = std::numeric_limits<std::int64_t>::max());

/// A finite number of at least zero.
CLI::Option* take_amount(CLI::Option* option);

/// One of these words, which also show in the help.
CLI::Option* take_one_of(CLI::Option* option, const std::vector<std::string>& words);

}  // namespace diagc
