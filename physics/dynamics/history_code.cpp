#include "physics/dynamics/history_code.h"

#include <stdexcept>

#include <fmt/format.h>

#include "physics/dynamics/history_texts.h"
#include "toolchain/client/toolchain.h"

namespace diagc::dynamics {

namespace {

/// The block behind so many others of its shape.
Block later(const Block& first, std::size_t rows, std::size_t blocks) {
  const std::size_t numbers = 2 * rows * first.stride * blocks;
  return {first.re + numbers, first.im + numbers, first.stride};
}

}  // namespace

std::string history_source(std::size_t rows, std::size_t size, int vector_bytes) {
  // Of 32 registers of 64 bytes 16 to 18 hold sums, of 16 shorter ones 8.
  const bool many_registers = vector_bytes >= 64;
  return fmt::format("constexpr int rows = {}, size = {};\n", rows, size) +
         fmt::format("constexpr int lanes = {}, tile_vectors = {}, most_vectors = {};\n\n",
                     vector_bytes / 8, many_registers ? 8 : 4, many_registers ? 3 : 2) +
         std::string(history_texts().front().text);
}

HistoryCode::HistoryCode(std::size_t rows, std::size_t size, const std::string& cpu)
    : rows_(rows), size_(size) {
  if (!toolchain::why_unavailable().empty()) return;
  const int vector_bytes = toolchain::resolve_cpu(cpu).vector_bytes;
  try {
    code_.emplace(history_source(rows, size, vector_bytes),
                  LoadedCodeOptions{.file_name = "stored_row.cpp",
                                    .cpu = cpu,
                                    .metadata = {{"what", "history of two-time functions"}}});
  } catch (const std::invalid_argument& refused) {
    throw std::logic_error(std::string("Clang refuses the source of the history: ") +
                           refused.what());
  }
  add_ = code_->function<void(Pointers, long)>("add_stored_row");
}

void HistoryCode::add(const StoredRow& row, std::size_t rows, std::size_t size,
                      std::size_t count) const {
  if (add_ && rows == rows_ && size == size_) {
    add_({row.lesser.re, row.spectral.re, row.lesser_adjoint.re, row.spectral_adjoint.re,
          row.factor.re, row.spectral_turned.re, row.lesser_turned.re, row.lesser_sums.re,
          row.spectral_sums.re, row.turned_sums.re},
         static_cast<long>(count));
    return;
  }
  for (std::size_t q = 0; q < count; ++q) {
    const auto stored = [&](const Block& first) { return later(first, size, q); };
    const auto sums = [&](const Block& first) { return later(first, rows, q); };
    add_product(rows, size, size, row.factor, stored(row.lesser), sums(row.lesser_sums));
    add_product(rows, size, size, row.factor, stored(row.spectral), sums(row.spectral_sums));
    add_product(size, size, rows, stored(row.lesser_adjoint), stored(row.spectral_turned),
                row.turned_sums, true);
    add_product(size, size, rows, stored(row.spectral_adjoint), stored(row.lesser_turned),
                row.turned_sums, true);
  }
}

}  // namespace diagc::dynamics
