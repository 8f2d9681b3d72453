// Checkpoints of a propagation row by row (heun.h): a file for the rows that every save finds, written once, and an index that names how many there
// are, as those of panels have (panel_files.h).
//
// A file begins with the last row of the one before: a kick changes it.
#pragma once

#include <string>

#include "physics/dynamics/heun.h"
#include "runs/checkpoint/digest.h"

namespace diagc::dynamics {

class RowFiles {
 public:
  /// `path`: of the index; rows stand in the folder of that name with ".rows" behind it. `digest`: what the numbers depend on.
  RowFiles(std::string path, runs::Digest digest);

  std::string path_of(std::size_t file) const;
  std::string folder() const { return path_ + ".rows"; }

  /// Throws std::runtime_error with the path and the system's reason; the index is then the one before.
  void save(const UniformPropagator& propagator);

  /// Puts a new propagator where the one that wrote the files stood. Throws std::runtime_error: "PATH: found a checkpoint that cannot be resumed:
  /// REASON; expected one that this job has written".
  void restore(UniformPropagator& propagator);

 private:
  void write_rows(const UniformGrid& grid, std::size_t first, std::size_t last) const;
  void write_index(const UniformTrajectory& trajectory) const;
  std::size_t read_rows(UniformGrid& grid, std::size_t file, std::size_t first) const;

  std::string path_;
  runs::Digest digest_;
  std::size_t files_ = 0;  ///< that the index counts
  std::size_t last_ = 0;   ///< row in them
};

}  // namespace diagc::dynamics
