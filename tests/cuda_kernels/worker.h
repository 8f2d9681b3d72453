#pragma once

namespace diagc {

/// First argument with which this program compiles for a device beside itself.
inline constexpr const char* compile_worker_mode = "compile-worker";

}  // namespace diagc
