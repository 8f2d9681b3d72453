#include "programs/command/input_files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "programs/command/command.h"
#include "programs/command/definitions.h"
#include "programs/command/values.h"

namespace diagc {

namespace {

const Kernel::Variable& variable_of(const Kernel& kernel, const std::string& name) {
  return *std::find_if(kernel.inputs().begin(), kernel.inputs().end(),
                       [&](const Kernel::Variable& input) { return input.name == name; });
}

/// What messages call it.
std::string spelt(const NamedFile& file) { return file.path == "-" ? "standard input" : file.path; }

/// Plain files only: a device or a pipe takes several arrays, and loses none. A file that does not exist yet is where its path
/// leads.
bool is_one_file(const NamedFile& a, int a_standard, const NamedFile& b, int b_standard) {
  struct stat one, other;
  const auto find = [](const NamedFile& file, int standard, struct stat& found) {
    return (file.path == "-" ? fstat(standard, &found) : stat(file.path.c_str(), &found)) == 0;
  };
  const bool a_exists = find(a, a_standard, one), b_exists = find(b, b_standard, other);
  if (a_exists && b_exists) {
    return S_ISREG(one.st_mode) && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
  }
  if (a_exists || b_exists) return false;
  std::error_code ignored;
  const auto place = [&](const NamedFile& file) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(file.path, ignored),
                                             ignored);
  };
  return place(a) == place(b);
}

void check_shape(const NamedFile& file, const NpyArray& array, const Kernel::Variable& input) {
  if (is_complex(array.type) && !input.complex) {
    throw Failure(
        fmt::format("{}: found {} numbers for the input {}, expected real ones (float32 or "
                    "float64), or --type "
                    "{}={} to read it as complex",
                    spelt(file), name(array.type), diagc::quoted(input.name), input.name,
                    full_type_name(input.shape, true)));
  }
  const std::vector<std::size_t> wanted = shape_of(input, 0);
  const bool fits = array.shape.size() == wanted.size() &&
                    std::equal(wanted.begin() + 1, wanted.end(), array.shape.begin() + 1);
  if (fits) return;
  std::string expected = "(batch";
  for (std::size_t i = 1; i < wanted.size(); ++i) expected += fmt::format(", {}", wanted[i]);
  throw Failure(fmt::format("{}: found the shape {} for the input {}, expected {}{}", spelt(file),
                            shape_text(array.shape), diagc::quoted(input.name), expected,
                            wanted.size() == 1 ? ",)" : ")"));
}

}  // namespace

std::vector<std::size_t> shape_of(const Kernel::Variable& variable, std::size_t batch) {
  std::vector<std::size_t> shape{batch};
  for (const auto& range : variable.ranges) {
    shape.push_back(
        range.last < range.first ? 0 : static_cast<std::size_t>(range.last - range.first) + 1);
  }
  if (variable.shape != ElementShape::scalar) shape.push_back(components(variable.shape));
  return shape;
}

Element element_of(ElementType type) {
  switch (type) {
    case ElementType::float32:
      return Element::fp32;
    case ElementType::float64:
      return Element::fp64;
    case ElementType::complex64:
      return Element::complex_fp32;
    case ElementType::complex128:
      break;
  }
  return Element::complex_fp64;
}

std::vector<NamedFile> parse_files(const std::string& option,
                                   const std::vector<std::string>& texts) {
  std::vector<NamedFile> files;
  std::set<std::string> names;
  for (const std::string& text : texts) {
    auto [name, path] = name_and_value(option, text);
    if (!names.insert(name).second)
      throw UsageError(fmt::format("found {} {} twice, expected one file for it", option, name));
    files.push_back({name, path});
  }
  return files;
}

void check_files(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs) {
  const auto one_at_most = [](const char* option, const std::vector<NamedFile>& files,
                              const char* expected) {
    const NamedFile* first = nullptr;
    for (const NamedFile& file : files) {
      if (file.path != "-") continue;
      if (first) {
        throw UsageError(fmt::format("found {0} {1}=- and {0} {2}=-, expected {3}", option,
                                     first->name, file.name, expected));
      }
      first = &file;
    }
  };
  one_at_most("-i", inputs, "one array on standard input");
  one_at_most("-o", outputs, "one array on standard output");
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const NamedFile& output = outputs[i];
    for (const NamedFile& input : inputs) {
      if (!is_one_file(input, STDIN_FILENO, output, STDOUT_FILENO)) continue;
      throw UsageError(
          fmt::format("found -i {}={} and -o {}={}, which are one file, expected "
                      "another file for the output",
                      input.name, input.path, output.name, output.path));
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (!is_one_file(outputs[j], STDOUT_FILENO, output, STDOUT_FILENO)) continue;
      throw UsageError(
          fmt::format("found -o {}={} and -o {}={}, which are one file, expected a "
                      "file for each output",
                      outputs[j].name, outputs[j].path, output.name, output.path));
    }
  }
}

InputFiles::InputFiles(const std::vector<NamedFile>& files, const rules::Rules& rules,
                       WholeArrays whole)
    : files_(files), rules_(rules) {
  for (const NamedFile& file : files_) {
    if (!find_declaration(rules.inputs, file.name)) {
      throw InputError(make_diagnostic(
          Code::definition, *rules.file->source, rules.file->name_span,
          fmt::format("found -i {}={}, expected the name of an input: {}", file.name, file.path,
                      existing_names("input", rules.inputs))));
    }
  }
  for (const NamedFile& file : files_) {
    arrays_.push_back(file.path == "-" ? read_npy(STDIN_FILENO, spelt(file), whole)
                                       : read_npy(file.path, whole));
  }
}

std::size_t InputFiles::check(const Kernel& kernel) const {
  check_missing(kernel);
  const NamedFile* first = nullptr;  // of the arrays that do not hold one configuration
  std::size_t batch = 1;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const NpyArray& array = arrays_[i];
    check_shape(files_[i], array, variable_of(kernel, files_[i].name));
    if (array.shape[0] == 1) continue;
    if (first && array.shape[0] != batch) {
      throw Failure(fmt::format("{}: found a batch of {}, expected {} as in {}, or 1",
                                spelt(files_[i]), array.shape[0], batch, spelt(*first)));
    }
    first = &files_[i];
    batch = array.shape[0];
  }
  return batch;
}

std::vector<InputArray> InputFiles::views(std::size_t batch) const {
  std::vector<InputArray> views;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    views.emplace_back(files_[i].name, element_of(arrays_[i].type), arrays_[i].data.get(),
                       arrays_[i].elements);
    views.back().shared = arrays_[i].shape[0] == 1 && batch != 1;
  }
  return views;
}

const NpyArray* InputFiles::find(const std::string& input) const {
  for (std::size_t i = 0; i < files_.size(); ++i) {
    if (files_[i].name == input) return &arrays_[i];
  }
  return nullptr;
}

void InputFiles::check_missing(const Kernel& kernel) const {
  std::vector<Diagnostic> missing;
  for (const Kernel::Variable& input : kernel.inputs()) {
    const bool given = std::any_of(files_.begin(), files_.end(),
                                   [&](const NamedFile& file) { return file.name == input.name; });
    if (given || !input.needed) continue;
    const syntax::Decl* decl = find_declaration(rules_.inputs, input.name);
    missing.push_back(
        make_diagnostic(Code::definition, *rules_.file->source, decl->name_span,
                        fmt::format("found no array for the input {}, expected -i {}=FILE.npy; {}",
                                    diagc::quoted(input.name), input.name,
                                    existing_names("input", rules_.inputs))));
  }
  if (missing.empty()) return;
  sort_diagnostics(missing);
  throw InputError(std::move(missing));
}

}  // namespace diagc
