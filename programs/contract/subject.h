// What is contracted: the network that the command line names, and its numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "physics/networks/evaluate.h"
#include "physics/networks/named_network.h"

namespace diagc::contract {

struct SubjectOptions {
  std::string file;                  ///< or an einsum string, or the name of a grammar
  std::vector<std::string> extents;  ///< `a=2`
  std::string values;                ///< .npz or .npy; empty: not given
  std::string fill;                  ///< empty: not given
  std::string bits;
  std::vector<std::uint32_t> open;
  std::vector<std::string> definitions, params, inputs;  ///< -D, -p and -i of a rule file
  std::vector<std::string>
      outputs;          ///< of a rule file: `Z`, `S[0,1]`, `S` for all of its elements; empty: all
  std::string element;  ///< a name, or count:P; empty: not given
  bool needs_numbers = true;   ///< a rule file whose inputs have none is refused
  bool keeps_tensors = false;  ///< as they are; else they are simplified by their numbers
};

struct Subject {
  networks::NamedNetwork network;
  networks::Element element = networks::Element::f64;
  std::uint32_t modulus = 0;  ///< of `count:P`; otherwise 0
  /// Nothing where neither the file nor the command line has numbers.
  std::optional<networks::TensorValues> values;
  /// Those of all configurations but the first, where inputs of a rule file have several.
  std::vector<networks::TensorValues> batch = {};
  std::string output = {};  ///< its name, where a rule file has several that are contracted
};

/// Throws UsageError for options that do not go together, InputError for what is wrong in the file, Failure for extents and bits that do not
/// fit it.
std::vector<Subject> read_subjects(const SubjectOptions& options);

/// Where there must be one.
Subject read_subject(const SubjectOptions& options);

}  // namespace diagc::contract
