// Checkpoints of a propagation: a file for every panel, written once, and an index that names how many there are.
//
// The index is replaced whole, after the panels that it counts are on the disk; what was written behind its last one is overwritten by the run that
// goes on. Numbers come back with the same bits.
#pragma once

#include <string>

#include "physics/dynamics/propagator.h"
#include "runs/checkpoint/digest.h"

namespace diagc::dynamics {

class PanelFiles {
 public:
  /// `path`: of the index; panels stand in the folder of that name with ".panels" behind it. `digest`: what the numbers depend on.
  PanelFiles(std::string path, runs::Digest digest);

  /// The file of a panel, counted from 0.
  std::string path_of(std::size_t panel) const;
  std::string folder() const { return path_ + ".panels"; }

  /// Throws std::runtime_error with the path and the system's reason; the index is then the one before.
  void save(const Propagator& propagator);

  /// Puts a new propagator, and its engine, where the one that wrote the files stood. Throws std::runtime_error: "PATH: found a checkpoint that cannot
  /// be resumed: REASON; expected one that this job has written".
  void restore(Propagator& propagator);

 private:
  void write_panel(const Engine& engine, std::size_t panel) const;
  void write_index(const Propagator& propagator) const;
  void read_panel(Engine& engine, std::size_t panel, std::size_t forgotten) const;

  std::string path_;
  runs::Digest digest_;
  std::size_t written_ = 0;  ///< panels whose files are there
};

}  // namespace diagc::dynamics
