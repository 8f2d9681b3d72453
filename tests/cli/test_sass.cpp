// `--emit sass` calls programs of the CUDA toolkit; the tests put scripts in their place.
#include <algorithm>

#include <catch2/catch.hpp>

#include "process.h"

namespace {

namespace fs = std::filesystem;

void script(const Folder& folder, const std::string& name, const std::string& text) {
  const fs::path file = folder.path() / name;
  fs::create_directories(file.parent_path());
  folder.write(name, "#!/bin/bash\n" + text);
  fs::permissions(file, fs::perms::owner_all);
}

/// The environment has no toolkit but what the test names, and the fake NVRTC, so that this runs anywhere.
Finished emit_sass(const Folder& folder, const std::string& environment) {
  return folder.shell("env -i DIAGC_NVRTC='" DIAGC_FAKE_NVRTC "' " + environment +
                      " \"$DIAGC\" compile permanent -D n=3 --emit sass --precision fp32");
}

/// Says what it was called with, and how the file begins.
constexpr const char* shows =
    "echo \"$(basename \"$0\") $1 $#\"; head -c 4 \"$2\" | tail -c 3; echo\n";

bool toolkit_in_usual_places() {
  std::vector<fs::path> folders = {"/usr/bin", "/bin"};
  for (const char* root : {"/usr/local", "/opt"}) {
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(root, none)) {
      if (entry.path().filename().string().starts_with("cuda")) {
        folders.push_back(entry.path() / "bin");
      }
    }
  }
  return std::any_of(folders.begin(), folders.end(), [](const fs::path& folder) {
    return fs::exists(folder / "cuobjdump") || fs::exists(folder / "nvdisasm");
  });
}

}  // namespace

TEST_CASE("--emit sass: cuobjdump on the path, then in the toolkit; else nvdisasm") {
  const Folder folder;
  script(folder, "toolkit/bin/cuobjdump", shows);
  script(folder, "toolkit/bin/nvdisasm", shows);
  script(folder, "path/cuobjdump", std::string("echo first\n") + shows);
  script(folder, "dis/nvdisasm", shows);
  const std::string here = folder.path().string();
  const Finished on_path =
      emit_sass(folder, "PATH=" + here + "/path:/usr/bin:/bin CUDA_HOME=" + here + "/toolkit");
  INFO(on_path.err);
  CHECK(on_path.code == 0);
  CHECK(on_path.out == "first\ncuobjdump --dump-sass 2\nELF\n");
  CHECK(emit_sass(folder, "PATH=/usr/bin:/bin CUDA_HOME=" + here + "/toolkit").out ==
        "cuobjdump --dump-sass 2\nELF\n");
  CHECK(emit_sass(folder, "PATH=/usr/bin:/bin CUDA_PATH=" + here + "/toolkit").out ==
        "cuobjdump --dump-sass 2\nELF\n");
  if (toolkit_in_usual_places()) return;
  CHECK(emit_sass(folder, "PATH=" + here + "/dis:/usr/bin:/bin").out ==
        "nvdisasm --print-code 2\nELF\n");
}

TEST_CASE("--emit sass: a program that fails, and where files go") {
  const Folder folder;
  const std::string here = folder.path().string();
  const std::string environment = "PATH=" + here + "/path:/usr/bin:/bin TMPDIR=" + here + "/tmp";
  fs::create_directories(folder.path() / "tmp");
  script(folder, "path/cuobjdump", "echo 'bad ELF' >&2; exit 3\n");
  const Finished failed = emit_sass(folder, environment);
  CHECK(failed.code == 1);
  CHECK(failed.out.empty());
  CHECK(failed.err ==
        "error: " + here + "/path/cuobjdump ended with exit code 3 and wrote errors:\nbad ELF\n");
  script(folder, "path/cuobjdump", "kill -9 $$\n");
  CHECK(emit_sass(folder, environment).err ==
        "error: " + here + "/path/cuobjdump was killed by signal 9 (Killed) and wrote nothing\n");
  script(folder, "path/cuobjdump", "exit 0\n");
  CHECK(emit_sass(folder, environment).err ==
        "error: " + here + "/path/cuobjdump ended with exit code 0 and wrote nothing\n");
  CHECK(fs::is_empty(folder.path() / "tmp"));
}

TEST_CASE("--emit sass without any disassembler: what is missing, and what to do") {
  if (toolkit_in_usual_places()) return;
  const Folder folder;
  // A folder of that name does not count, nor does a file that cannot be executed.
  fs::create_directories(folder.path() / "path/cuobjdump");
  folder.write("path/nvdisasm", "no program");
  const Finished run = emit_sass(folder, "PATH=" + folder.path().string() + "/path:/usr/bin:/bin");
  CHECK(run.code == 1);
  CHECK(run.out.empty());
  CHECK(
      run.err ==
      "error: neither cuobjdump nor nvdisasm was found, one of which writes SASS: they were looked "
      "for in the folders of PATH, in bin of CUDA_HOME, CUDA_PATH, /usr/local/cuda* and "
      "/opt/cuda*, and where pip installs packages. Install the CUDA toolkit or `pip install "
      "nvidia-cuda-cuobjdump`, or let CUDA_HOME name a toolkit's folder. --emit cubin writes the "
      "machine code itself, which any of these programs can read later.\n");
}
