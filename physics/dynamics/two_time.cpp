#include "physics/dynamics/two_time.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace diagc::dynamics {

namespace {

/// Copies whole lines of so many rows.
void copy_rows(std::size_t rows, const Block& from, std::size_t first, const Block& to) {
  std::memcpy(to.re, from.re + first * from.stride, rows * from.stride * sizeof(double));
  std::memcpy(to.im, from.im + first * from.stride, rows * from.stride * sizeof(double));
}

/// to = K x, of so many columns.
void times_matrix(std::size_t bands, std::size_t columns, std::span<const Complex> matrix,
                  const Block& x) {
  std::vector<Complex> column(bands);
  for (std::size_t c = 0; c < columns; ++c) {
    for (std::size_t a = 0; a < bands; ++a) {
      column[a] = 0;
      for (std::size_t b = 0; b < bands; ++b) column[a] += matrix[a * bands + b] * x.at(b, c);
    }
    for (std::size_t a = 0; a < bands; ++a) x.set(a, c, column[a]);
  }
}

void times_adjoint(std::size_t bands, std::span<const Complex> matrix, const Block& x) {
  std::vector<Complex> row(bands);
  for (std::size_t a = 0; a < bands; ++a) {
    for (std::size_t c = 0; c < bands; ++c) {
      row[c] = 0;
      for (std::size_t b = 0; b < bands; ++b) {
        row[c] += x.at(a, b) * std::conj(matrix[c * bands + b]);
      }
    }
    for (std::size_t c = 0; c < bands; ++c) x.set(a, c, row[c]);
  }
}

FieldRows copy_of(const FieldRows& field) {
  return {without_first_blocks(field.lesser, 0), without_first_blocks(field.spectral, 0),
          without_first_blocks(field.mixed, 0)};
}

}  // namespace

TwoTime::TwoTime(std::size_t points, std::size_t bands, Collocation collocation,
                 std::span<const Complex> rho, std::shared_ptr<const ImaginaryBranch> branch)
    : points_(points), bands_(bands), times_(std::move(collocation)), branch_(std::move(branch)) {
  if (rho.size() != points * bands * bands) {
    throw std::logic_error("a density matrix of another size than the lattice");
  }
  edge_.lesser = BlockRows(points, 1, bands, block_size());
  edge_.spectral = BlockRows(points, 1, bands, block_size());
  for (std::size_t k = 0; k < points; ++k) {
    for (std::size_t a = 0; a < bands; ++a) {
      for (std::size_t b = 0; b < bands; ++b) {
        edge_.lesser.at(k, 0).set(a, b, Complex(0, 1) * rho[(k * bands + a) * bands + b]);
      }
      edge_.spectral.at(k, 0).set(a, a, Complex(0, -1));
    }
  }
  if (branch_) edge_.mixed = without_first_blocks(branch_->initial, 0);
}

void TwoTime::set_history_code(HistoryCode of_g, HistoryCode of_fields) {
  history_code_ = std::move(of_g);
  field_code_ = std::move(of_fields);
}

std::vector<Complex> TwoTime::edge_density() const {
  std::vector<Complex> rho;
  rho.reserve(points_ * bands_ * bands_);
  for (std::size_t k = 0; k < points_; ++k) {
    const Block edge = edge_.lesser.at(k, panels());
    for (std::size_t a = 0; a < bands_; ++a) {
      for (std::size_t b = 0; b < bands_; ++b) rho.push_back(Complex(0, -1) * edge.at(a, b));
    }
  }
  return rho;
}

void TwoTime::kick(std::span<const Complex> matrix) {
  if (matrix.size() != bands_ * bands_) throw std::logic_error("a kick of another size");
  for (const BlockRows* rows : {&edge_.lesser, &edge_.spectral}) {
    for (std::size_t k = 0; k < points_; ++k) {
      for (std::size_t block = 0; block <= panels(); ++block) {
        times_matrix(bands_, block < panels() ? block_size() : bands_, matrix, rows->at(k, block));
      }
      times_adjoint(bands_, matrix, rows->at(k, panels()));
    }
  }
  if (!branch_) return;
  for (std::size_t k = 0; k < points_; ++k) {
    times_matrix(bands_, edge_.mixed.columns(), matrix, edge_.mixed.at(k, 0));
  }
}

void TwoTime::append(const PanelRows& panel, double end) {
  const std::size_t before = panels(), size = block_size();
  const auto kept = [&](const BlockRows& from) {
    BlockRows to(points_, before + 1, size, size);
    for (std::size_t k = 0; k < points_; ++k) {
      for (std::size_t block = 0; block < before; ++block) {
        copy_rows(size, from.at(k, block), 0, to.at(k, block));
      }
      copy_rows(size, from.at(k, before + 1), 0, to.at(k, before));
    }
    return to;
  };
  PanelRows rows{kept(panel.lesser), kept(panel.spectral)};
  if (branch_) rows.mixed = without_first_blocks(panel.mixed, 0);
  for (const FieldRows& field : panel.fields) rows.fields.push_back(copy_of(field));
  take(std::move(rows), end);
}

void TwoTime::restore(PanelRows rows, double start, double end, std::size_t forgotten) {
  times_.begin_at(start, forgotten);
  take(std::move(rows), end);
}

void TwoTime::take(PanelRows rows, double end) {
  const std::size_t before = panels(), size = block_size(), last = size - bands_;
  const auto edge_of = [&](const BlockRows& from) {
    BlockRows to(points_, before + 2, bands_, size);
    for (std::size_t k = 0; k < points_; ++k) {
      for (std::size_t block = 0; block <= before; ++block) {
        copy_rows(bands_, from.at(k, block), last, to.at(k, block));
      }
      const Block own = from.at(k, before);
      for (std::size_t a = 0; a < bands_; ++a) {
        for (std::size_t b = 0; b < bands_; ++b) {
          to.at(k, before + 1).set(a, b, own.at(last + a, last + b));
        }
      }
    }
    return to;
  };
  edge_ = {edge_of(rows.lesser), edge_of(rows.spectral)};
  if (branch_) {
    edge_.mixed = BlockRows(points_, 1, bands_, rows.mixed.columns());
    for (std::size_t k = 0; k < points_; ++k) {
      copy_rows(bands_, rows.mixed.at(k, 0), last, edge_.mixed.at(k, 0));
    }
  }
  rows_.push_back(std::move(rows));
  times_.append(end);
}

void TwoTime::forget(std::size_t count) {
  if (count == 0) return;
  const auto first = [&](auto& values, std::size_t numbers) {
    values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(numbers));
  };
  first(rows_, count);
  times_.forget(count);
  const auto forget_columns = [&](auto& rows) {
    rows.lesser = without_first_blocks(rows.lesser, count);
    rows.spectral = without_first_blocks(rows.spectral, count);
  };
  const std::size_t singles = singles_.size() - std::min(count, singles_.size());
  first(singles_, singles_.size() - singles);
  const auto forget_in_single = [&](Singles& of) {
    for (SingleRows* rows : {&of.lesser, &of.spectral}) {
      *rows = SingleRows(without_first_blocks(rows->in_double(), count));
    }
  };
  for (std::size_t panel = 0; panel < rows_.size(); ++panel) {
    if (panel >= singles) {
      forget_columns(rows_[panel]);
      for (FieldRows& field : rows_[panel].fields) forget_columns(field);
      continue;
    }
    forget_in_single(singles_[panel]);
    for (Singles& field : singles_[panel].fields) forget_in_single(field);
  }
  forget_columns(edge_);
}

void TwoTime::compact(std::size_t count) {
  for (std::size_t panel = singles_.size(); panel < count; ++panel) {
    PanelRows& rows = rows_[panel];
    Singles& singles =
        singles_.emplace_back(Singles{SingleRows(rows.lesser), SingleRows(rows.spectral)});
    rows.lesser = {};
    rows.spectral = {};
    for (FieldRows& field : rows.fields) {
      singles.fields.push_back({SingleRows(field.lesser), SingleRows(field.spectral)});
      field.lesser = {};
      field.spectral = {};
    }
  }
}

Block TwoTime::lesser_block(std::size_t panel, std::size_t point, std::size_t block,
                            const Block& scratch) const {
  if (panel >= singles_.size()) return rows_[panel].lesser.at(point, block);
  singles_[panel].lesser.read(point, block, scratch);
  return scratch;
}

Block TwoTime::spectral_block(std::size_t panel, std::size_t point, std::size_t block,
                              const Block& scratch) const {
  if (panel >= singles_.size()) return rows_[panel].spectral.at(point, block);
  singles_[panel].spectral.read(point, block, scratch);
  return scratch;
}

Block TwoTime::lesser_of_field(std::size_t field, std::size_t panel, std::size_t point,
                               std::size_t block, const Block& scratch) const {
  if (panel >= singles_.size()) return rows_[panel].fields[field].lesser.at(point, block);
  singles_[panel].fields[field].lesser.read(point, block, scratch);
  return scratch;
}

Block TwoTime::spectral_of_field(std::size_t field, std::size_t panel, std::size_t point,
                                 std::size_t block, const Block& scratch) const {
  if (panel >= singles_.size()) return rows_[panel].fields[field].spectral.at(point, block);
  singles_[panel].fields[field].spectral.read(point, block, scratch);
  return scratch;
}

PanelRows TwoTime::doubles_of(std::size_t panel) const {
  PanelRows rows;
  const PanelRows& stored = rows_[panel];
  if (panel < singles_.size()) {
    rows.lesser = singles_[panel].lesser.in_double();
    rows.spectral = singles_[panel].spectral.in_double();
  } else {
    rows.lesser = without_first_blocks(stored.lesser, 0);
    rows.spectral = without_first_blocks(stored.spectral, 0);
  }
  if (branch_) rows.mixed = without_first_blocks(stored.mixed, 0);
  for (std::size_t field = 0; field < stored.fields.size(); ++field) {
    if (panel >= singles_.size()) {
      rows.fields.push_back(copy_of(stored.fields[field]));
      continue;
    }
    const Singles& singles = singles_[panel].fields[field];
    rows.fields.push_back({singles.lesser.in_double(), singles.spectral.in_double(),
                           without_first_blocks(stored.fields[field].mixed, 0)});
  }
  return rows;
}

double TwoTime::bytes() const {
  std::size_t sum = 0;
  for (const PanelRows& rows : rows_) {
    sum += rows.lesser.bytes() + rows.spectral.bytes() + rows.mixed.bytes();
    for (const FieldRows& field : rows.fields)
      sum += field.lesser.bytes() + field.spectral.bytes() + field.mixed.bytes();
  }
  for (const Singles& rows : singles_) {
    sum += rows.lesser.bytes() + rows.spectral.bytes();
    for (const Singles& field : rows.fields) sum += field.lesser.bytes() + field.spectral.bytes();
  }
  return static_cast<double>(sum);
}

double TwoTime::bytes(std::size_t points, std::size_t bands, std::size_t order, std::size_t panels,
                      std::size_t imaginary, std::size_t fields) {
  const auto count = static_cast<double>(panels);
  const double blocks = count * (count + 1) / 2;
  const auto each = [&](std::size_t own_bands) {
    const auto size = static_cast<double>(order * own_bands);
    const auto width = static_cast<double>(padded(order * own_bands));
    // Real and imaginary parts of two functions.
    const double of_branch =
        2 * sizeof(double) * count * size * static_cast<double>(padded(imaginary * own_bands));
    return 4 * sizeof(double) * blocks * size * width + of_branch;
  };
  return static_cast<double>(points) * (each(bands) + static_cast<double>(fields) * each(1));
}

}  // namespace diagc::dynamics
