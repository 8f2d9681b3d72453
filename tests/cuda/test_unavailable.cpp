#include <stdlib.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "runtime/cuda/compile.h"
#include "runtime/cuda/cublas.h"
#include "runtime/cuda/cufft.h"
#include "runtime/cuda/device.h"
#include "runtime/cuda/driver.h"
#include "runtime/cuda/nccl.h"
#include "runtime/cuda/nvrtc.h"
#include "runtime/cuda/nvrtc_places.h"
#include "runtime/system/temporary_folder.h"
#include "runtime/system/whole_file.h"
#include "tests/cuda/in_child.h"

namespace diagc::cuda {
namespace {

namespace fs = std::filesystem;

const std::string nvrtc_advice =
    " Install the CUDA toolkit (12.0 or later) or `pip install nvidia-cuda-nvrtc`, or let "
    "CUDA_HOME name a toolkit's folder or DIAGC_NVRTC the file.";
const std::string driver_advice =
    " Kernels run on an NVIDIA GPU with a driver for CUDA 12 or later (525 or later, as "
    "nvidia-smi "
    "counts); compiling them needs NVRTC alone.";

TEST_CASE("NVRTC that is missing: what, where, and what to do") {
  CHECK(in_child({{"DIAGC_NVRTC", "/nowhere/libnvrtc.so"}}, why_no_nvrtc) ==
        "NVRTC, NVIDIA's run-time compiler, was not found: libnvrtc.so (12 or later) is not in "
        "/nowhere/libnvrtc.so." +
            nvrtc_advice);
}

TEST_CASE("NVRTC that is too old, another library, or no library") {
  CHECK(in_child({{"DIAGC_NVRTC", DIAGC_OLD_NVRTC}}, why_no_nvrtc) ==
        "NVRTC, NVIDIA's run-time compiler, cannot be used: " DIAGC_OLD_NVRTC
        " is NVRTC 11.8, too old." +
            nvrtc_advice);
  CHECK_THAT(in_child({{"DIAGC_NVRTC", "libm.so.6"}}, why_no_nvrtc),
             Catch::Contains("cannot be used: libm.so.6 is another library." + nvrtc_advice));
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "libnvrtc.so";
  write_file(file, "text");
  CHECK_THAT(in_child({{"DIAGC_NVRTC", file}}, why_no_nvrtc),
             Catch::StartsWith(
                 "NVRTC, NVIDIA's run-time compiler, cannot be used: " + file.string() + ": "));
}

TEST_CASE("every operation says so") {
  CHECK(in_child({{"DIAGC_NVRTC", "/nowhere/libnvrtc.so"}}, [] {
          try {
            compile({"a.cu", ""}, {.architecture = "sm_90"});
          } catch (const Unavailable& unavailable) {
            return std::string(unavailable.what() == why_no_nvrtc() ? "same" : unavailable.what());
          }
          return std::string("compiled");
        }) == "same");
}

TEST_CASE("where NVRTC is looked for") {
  const TemporaryFolder folder;
  const fs::path root = folder.path();
  const auto library = [&](const std::string& path) {
    fs::create_directories((root / path).parent_path());
    write_file(root / path, "");
    return root / path;
  };
  const fs::path in_home =
      library("home/.local/lib/python3.11/site-packages/nvidia/cu13/lib/libnvrtc.so.13");
  const fs::path in_environment =
      library("venv/lib/python3.12/site-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12");
  const fs::path in_toolkit = library("toolkit/lib64/libnvrtc.so.12.4.99");
  fs::create_symlink("libnvrtc.so.12.4.99", root / "toolkit/lib64/libnvrtc.so.12");
  library("toolkit/lib64/libnvrtc-builtins.so.12.4");
  library("toolkit/lib64/libnvrtc.alt.so.12");
  fs::create_directories(root / "bin");
  const fs::path beside_python =
      library("usr/lib/python3.11/dist-packages/nvidia/cu13/lib/libnvrtc.so.13");
  fs::create_directories(root / "usr/bin");
  write_file(root / "usr/bin/python3", "");
  fs::permissions(root / "usr/bin/python3", fs::perms::owner_all);
  const std::string found =
      in_child({{"HOME", root / "home"},
                {"VIRTUAL_ENV", root / "venv"},
                {"CUDA_HOME", root / "toolkit"},
                {"CUDA_PATH", ""},
                {"CONDA_PREFIX", ""},
                {"PYTHONPATH", ""},
                {"DIAGC_NVRTC", ""},
                {"PATH", (root / "usr/bin").string()}},
               [&] {
                 std::string text;
                 for (const fs::path& file : nvrtc_places().files) {
                   const std::string name = file.string();
                   if (name.starts_with(root.string()) || !file.has_parent_path())
                     text += name + "\n";
                 }
                 return text;
               });
  CHECK(found == in_toolkit.string() + "\nlibnvrtc.so.13\nlibnvrtc.so.12\nlibnvrtc.so\n" +
                     in_environment.string() + "\n" + in_home.string() + "\n" +
                     beside_python.string() + "\n");
}

TEST_CASE("a driver that is missing: what, where, and what to do") {
  CHECK(in_child({{"DIAGC_CUDA_DRIVER", "/nowhere/libcuda.so.1"}}, why_no_driver) ==
        "no NVIDIA driver: DIAGC_CUDA_DRIVER names a file that does not open: "
        "/nowhere/libcuda.so.1: there is no such file." +
            driver_advice);
  CHECK(in_child({{"DIAGC_CUDA_DRIVER", "libm.so.6"}}, why_no_driver) ==
        "the NVIDIA driver libcuda.so.1 cannot be used: it has no function cuInit." +
            driver_advice);
}

TEST_CASE("a driver that is too old, has no device, or does not start") {
  const std::string file = DIAGC_FAKE_CUDA;
  const auto problem = [&](const std::string& variable, const std::string& value) {
    return in_child({{"DIAGC_CUDA_DRIVER", file}, {variable, value}}, why_no_driver);
  };
  CHECK(problem("FAKE_CUDA_VERSION", "12000").empty());
  CHECK(problem("FAKE_CUDA_VERSION", "11080") == "the NVIDIA driver " + file +
                                                     " is too old: it stands for CUDA 11.8." +
                                                     driver_advice + " Update it.");
  CHECK(problem("FAKE_CUDA_DEVICES", "0") ==
        "no NVIDIA GPU: the driver " + file +
            " (CUDA 12.8) finds none, or CUDA_VISIBLE_DEVICES hides all." + driver_advice);
  CHECK(problem("FAKE_CUDA_INIT", "803") ==
        "the NVIDIA driver " + file +
            " (CUDA 12.8) does not start: cuInit: CUDA_ERROR_SYSTEM_DRIVER_MISMATCH: as the fake "
            "driver says. `nvidia-smi` tells whether the kernel's module is loaded and of the same "
            "version; a restart follows an update." +
            driver_advice);
}

TEST_CASE("without a driver every use of a device says so") {
  CHECK(in_child({{"DIAGC_CUDA_DRIVER", "/nowhere/libcuda.so.1"}}, [] {
          try {
            devices();
          } catch (const Unavailable& unavailable) {
            return std::string(unavailable.what() == why_no_driver() ? "same" : "different");
          }
          return std::string("listed");
        }) == "same");
}

TEST_CASE("NCCL that is missing, or another library") {
  CHECK(in_child({{"DIAGC_NCCL", "/nowhere/libnccl.so.2"}}, why_no_nccl) ==
        "no NCCL (/nowhere/libnccl.so.2 not found): NVIDIA's package libnccl2 has it; DIAGC_NCCL "
        "can name the file");
  CHECK(in_child({{"DIAGC_NCCL", "libm.so.6"}}, why_no_nccl) ==
        "no NCCL: libm.so.6 has no ncclGetUniqueId; DIAGC_NCCL can name another file");
}

TEST_CASE("cuBLAS that is missing, or another library") {
  CHECK(in_child({{"DIAGC_CUBLAS", "/nowhere/libcublas.so"}}, why_no_cublas) ==
        "no cuBLAS (/nowhere/libcublas.so not found): it comes with the CUDA toolkit; DIAGC_CUBLAS "
        "can name the file");
  CHECK(in_child({{"DIAGC_CUBLAS", "libm.so.6"}}, why_no_cublas) ==
        "no cuBLAS: libm.so.6 has no cublasCreate_v2; DIAGC_CUBLAS can name another file");
}

TEST_CASE("cuFFT that is missing, or another library") {
  CHECK(in_child({{"DIAGC_CUFFT", "/nowhere/libcufft.so"}}, why_no_cufft) ==
        "no cuFFT (/nowhere/libcufft.so not found): it comes with the CUDA toolkit; DIAGC_CUFFT "
        "can name the file");
  CHECK(in_child({{"DIAGC_CUFFT", "libm.so.6"}}, why_no_cufft) ==
        "no cuFFT: libm.so.6 has no cufftPlanMany; DIAGC_CUFFT can name another file");
}

}  // namespace
}  // namespace diagc::cuda
