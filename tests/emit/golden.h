// What generated/ holds of the sources that the compiler emits: small ones in full, of the others a digest.
#pragma once

#include <map>
#include <string>

namespace diagc::golden {

using Files = std::map<std::string, std::string>;  // path → text

/// Every source, paths as below generated/: all grammars, sizes and targets, and examples of every schedule. Of the grammars sizes to
/// `largest_n` alone, if less.
Files emit_sources(int largest_n = 6);

/// What generated/ holds of `sources`: a source in full where its size, the number after the `n` of its name, is at most 4 or it has at
/// most 100 lines, of the second level of processors only where a grammar shows both; of the others a line each in the `digests.txt`
/// of `cpu` or `cuda`: path, lines, bytes and the 64-bit FNV-1a hash.
Files stored(const Files& sources);

/// The first line in which the two texts of a stored file differ, for people, and what to do to see more where that is a digest.
std::string difference(const std::string& path, const std::string& golden,
                       const std::string& emitted);

}  // namespace diagc::golden
