#include "runtime/cuda/cufft.h"

#include <fmt/format.h>

#include <string>

#include "runtime/cuda/error.h"
#include "runtime/cuda/optional_library.h"

namespace diagc::cuda {
namespace {

// Of cufft.h.
constexpr int cufft_success = 0, double_complex = 0x69, with_plus = 1, with_minus = -1;

struct CufftLibrary {
  int (*plan_many)(int* plan, int rank, int* extents, int* in_embed, int in_stride, int in_distance,
                   int* out_embed, int out_stride, int out_distance, int type, int batch) = nullptr;
  int (*set_stream)(int plan, api::Stream stream) = nullptr;
  int (*execute)(int plan, std::complex<double>* from, std::complex<double>* to,
                 int direction) = nullptr;
  int (*destroy)(int plan) = nullptr;
  std::string problem;
};

CufftLibrary open_cufft() {
  CufftLibrary library;
  OptionalLibrary opened(
      {.name = "cuFFT",
       .variable = "DIAGC_CUFFT",
       .places = {"libcufft.so.12", "libcufft.so.11", "/usr/local/cuda/lib64/libcufft.so"},
       .where_from = "it comes with the CUDA toolkit"});
  opened.take(library.plan_many, "cufftPlanMany");
  opened.take(library.set_stream, "cufftSetStream");
  opened.take(library.execute, "cufftExecZ2Z");
  opened.take(library.destroy, "cufftDestroy");
  library.problem = opened.problem();
  return library;
}

const CufftLibrary& cufft_library() {
  static const CufftLibrary library = open_cufft();
  return library;
}

void check_cufft(int status, const char* call) {
  if (status != cufft_success) throw Error(fmt::format("{}: status {}", call, status), status);
}

}  // namespace

const std::string& why_no_cufft() { return cufft_library().problem; }

Cufft::Cufft(const Stream& stream, std::vector<int> extents, std::size_t batch)
    : device_(stream.device()) {
  if (!why_no_cufft().empty()) throw Unavailable(why_no_cufft());
  const Device::Current current(device_);
  int points = 1;
  for (const int extent : extents) points *= extent;
  check_cufft(cufft_library().plan_many(&plan_, static_cast<int>(extents.size()), extents.data(),
                                        nullptr, 1, points, nullptr, 1, points, double_complex,
                                        static_cast<int>(batch)),
              "cufftPlanMany");
  check_cufft(cufft_library().set_stream(plan_, stream.handle()), "cufftSetStream");
}

Cufft::~Cufft() { cufft_library().destroy(plan_); }

void Cufft::transform(std::complex<double>* values, bool positive) const {
  const Device::Current current(device_);
  check_cufft(cufft_library().execute(plan_, values, values, positive ? with_plus : with_minus),
              "cufftExecZ2Z");
}

}  // namespace diagc::cuda
