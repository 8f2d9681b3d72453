// From the words of a command line to an exit code.
#pragma once

#include <span>

#include "programs/command/command.h"

namespace diagc {

enum Exit {
  success = 0,
  user_error = 1,   ///< the user's input, files, devices, disks
  usage_error = 2,  ///< the syntax of the command line
  our_error = 3,    ///< a fault of diagc
  /// The reader of standard output went away; what a shell reports of programs that SIGPIPE ends.
  closed_pipe = 141,
};

/// Puts a subcommand on the command line.
using AddCommand = void (*)(CLI::App&, Action&);

/// Parses the command line, does what it says and returns the exit code. Results go to standard output, all else to
/// standard error: whatever is thrown becomes a message there and the exit code of its kind; a closed pipe ends silently.
int run_command_line(int argc, char** argv, std::span<const AddCommand> commands);

}  // namespace diagc
