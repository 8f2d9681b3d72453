#include "runtime/cuda/disassemble.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "runtime/cuda/error.h"
#include "runtime/cuda/toolkit_places.h"
#include "runtime/system/child_process.h"
#include "runtime/system/temporary_folder.h"
#include "runtime/system/whole_file.h"

namespace diagc::cuda {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> folders() {
  std::vector<std::string> list = path_folders();
  const ToolkitPlaces places = toolkit_places();
  for (const auto* roots : {&places.named, &places.usual}) {
    for (const std::string& root : *roots) list.push_back(root + "/bin");
  }
  for (const std::string& folder : places.site_packages) {
    list.push_back(folder + "/nvidia/cu[1-9]*/bin");
  }
  return list;
}

/// What a program prints of a CUBIN.
std::string written_by(const fs::path& program, const std::vector<std::string>& options,
                       const std::string& cubin) {
  const TemporaryFolder folder;
  write_file(folder / "kernel.cubin", cubin);
  std::vector<std::string> command{program.string()};
  command.insert(command.end(), options.begin(), options.end());
  command.push_back((folder / "kernel.cubin").string());
  ChildProcess child(command, folder / "errors", folder / "sass");
  const ChildProcess::End end = child.wait();
  std::string text = read_file(folder / "sass");
  if (end.succeeded() && !text.empty()) return text;
  const std::string said = read_file(folder / "errors");
  throw std::runtime_error(
      fmt::format("{} {} and wrote {}", program.string(), text_of(end),
                  !said.empty()  ? "errors:\n" + said.substr(0, said.find_last_not_of('\n') + 1)
                  : text.empty() ? "nothing"
                                 : "no error"));
}

std::optional<fs::path> line_disassembler() {
  const std::vector<fs::path> programs = disassemblers();
  const auto found = std::find_if(programs.begin(), programs.end(), [](const fs::path& program) {
    return program.filename() == "nvdisasm";
  });
  if (found == programs.end()) return std::nullopt;
  return *found;
}

}  // namespace

std::vector<fs::path> disassemblers() {
  std::vector<fs::path> found;
  for (const char* name : {"cuobjdump", "nvdisasm"}) {
    for (const std::string& folder : folders()) {
      for (const fs::path& file : matches(folder + "/" + name)) {
        if (fs::is_regular_file(file) && access(file.c_str(), X_OK) == 0) found.push_back(file);
      }
    }
  }
  return found;
}

std::string disassemble(const std::string& cubin) {
  const std::vector<fs::path> programs = disassemblers();
  if (programs.empty()) {
    throw Unavailable(
        "neither cuobjdump nor nvdisasm was found, one of which writes SASS: they were looked for "
        "in the folders of PATH, in bin of CUDA_HOME, CUDA_PATH, /usr/local/cuda* and /opt/cuda*, "
        "and where pip installs packages. Install the CUDA toolkit or `pip install "
        "nvidia-cuda-cuobjdump`, or let CUDA_HOME name a toolkit's folder. --emit cubin writes the "
        "machine code itself, which any of these programs can read later.");
  }
  const fs::path& program = programs.front();
  return written_by(program, {program.filename() == "cuobjdump" ? "--dump-sass" : "--print-code"},
                    cubin);
}

std::string disassemble_with_lines(const std::string& cubin) {
  const std::optional<fs::path> program = line_disassembler();
  if (!program)
    throw Unavailable("nvdisasm, which shows lines, was not found where disassemblers are");
  return written_by(*program, {"--print-code", "--print-line-info-inline"}, cubin);
}

bool can_disassemble_with_lines() { return line_disassembler().has_value(); }

}  // namespace diagc::cuda
