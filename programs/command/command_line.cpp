#include "programs/command/command_line.h"

#include <cstdio>
#include <new>
#include <stdexcept>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "compiler/source/diagnostic.h"
#include "programs/command/output.h"
#include "programs/command/progress.h"
#include "programs/command/usage_text.h"
#include "programs/command/version.h"
#include "runtime/cuda/nvrtc.h"
#include "toolchain/client/toolchain.h"

namespace diagc {
namespace {

int complain(const std::string& message, Exit code) {
  Progress::clear_line();
  write_note(message);
  return code;
}

void print_version() {
  const std::string missing = toolchain::why_unavailable();
  constexpr const char* absent = "not available; see `diagc doctor`";
  write_out(fmt::format("diagc {} (commit {})\nLLVM and Clang {}\nNVRTC {}\n", version(), commit(),
                        missing.empty() ? toolchain::llvm_version() : absent,
                        cuda::why_no_nvrtc().empty() ? cuda::nvrtc().version() : absent));
  flush_out();
}

int run(int argc, char** argv, std::span<const AddCommand> commands) {
  CLI::App app{"diagc compiles recurrences of diagrams, written as rule files, into fast kernels."};
  app.name("diagc");
  app.require_subcommand(1);
  app.set_help_all_flag("--help-all", "the help of all commands");
  bool show_version = false;
  app.add_flag("--version", show_version, "version, commit and compiler");
  app.footer(
      "Exit codes: 0; 1 input, files, devices, disks; 2 command-line syntax; 3 a fault of diagc; "
      "141 the reader of\n"
      "standard output went away.\n"
      "`diagc COMMAND --help` shows a command's options.");
  Action action;
  for (const AddCommand add : commands) add(app, action);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (show_version) {
      print_version();
      return success;
    }
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
      const int code = app.exit(error);
      flush_out();
      return code;
    }
    return complain(usage_text(app, error, {argv + 1, argv + argc}), usage_error);
  }
  if (show_version) {
    print_version();
  } else {
    action();
  }
  flush_out();
  return success;
}

}  // namespace

int run_command_line(int argc, char** argv, std::span<const AddCommand> commands) {
  try {
    return run(argc, argv, commands);
  } catch (const ClosedPipe&) {
    Progress::clear_line();
    return closed_pipe;
  } catch (const UsageError& error) {
    return complain(fmt::format("diagc: {}", error.what()), usage_error);
  } catch (const InputError& error) {
    std::string text;
    for (const Diagnostic& diagnostic : error.diagnostics()) {
      text += (text.empty() ? "" : "\n") + render(diagnostic);
    }
    return complain(text, user_error);
  } catch (const std::bad_alloc&) {
    return complain("error: this needs more memory than there is", user_error);
  } catch (const std::logic_error& error) {
    return complain(fmt::format("internal error: {}, please report", error.what()), our_error);
  } catch (const Failure& error) {
    return complain(error.what(), user_error);
  } catch (const std::runtime_error& error) {
    return complain(fmt::format("error: {}", error.what()), user_error);
  } catch (const std::exception& error) {
    return complain(fmt::format("internal error: {}, please report", error.what()), our_error);
  } catch (...) {
    return complain("internal error: an exception of unknown kind, please report", our_error);
  }
}

}  // namespace diagc
