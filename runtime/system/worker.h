// Work that a program does in a process of its own: the program itself, started once more, with the name of the work as its first argument.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace diagc {

struct Worker {
  const char* name;
  int (*work)(const std::vector<std::string>& arguments);  ///< returns the exit code
};

/// The first thing that main() does. Where this process was started as one of the workers, it does the work and gives the exit code; else
/// nothing, and from then on worker_command() knows the workers.
std::optional<int> run_as_worker(int count, char** arguments, std::span<const Worker> workers);

/// What starts a worker of this program, to be followed by the worker's arguments; empty where the program offers none of that name, as a
/// program that only links the library may.
std::vector<std::string> worker_command(std::string_view name);

}  // namespace diagc
