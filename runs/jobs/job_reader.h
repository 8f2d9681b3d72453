// What the readers of all jobs do alike: keys by a schema, then what several keys say together, then what follows from them.
#pragma once

#include <string>
#include <vector>

#include "runs/jobs/file_uses.h"
#include "runs/jobs/run_files.h"
#include "runs/jobs/schema.h"

namespace diagc::runs {

/// A program's reader derives from it.
class JobReader {
 protected:
  /// Reads every key of the source, and notes what is wrong. What several keys say together is for the program to check, where each is of its kind.
  const Given& read_keys(const Schema& schema, SourcePtr source);
  bool has_mistakes() const { return !mistakes_.empty(); }
  /// InputError with all mistakes, in the order of the file, where there are any.
  void throw_mistakes();

  bool given(const std::string& key) const { return places_.contains(key); }
  /// A mistake at a key, or at the whole file where the key is not given.
  void report(const std::string& key, std::string message);
  void report(const InputError& error);

  /// Of a job "a/b.toml" that names none: "b.checkpoint", "b.h5" and "b.json", and "b.svg" if `plots`.
  void fill_in_files(CheckpointFile& checkpoint, ResultFiles& output, bool plots) const;
  /// Notes the file that a key names; an empty path is none. Throws InputError where another key has it already: what is read comes first, so that
  /// the mistake is that of the file that is written. `key` may be words: "the job file".
  void claim(const std::string& path, const std::string& key);
  void claim_job_file() { claim(places_.source->path(), "the job file"); }
  void claim_output(const ResultFiles& output);

 private:
  Given places_;
  std::vector<Diagnostic> mistakes_;
  FileUses uses_;
};

}  // namespace diagc::runs
