#include "runs/records/changed_hdf5.h"

#include <stdexcept>

#include <fmt/format.h>

#include "runtime/system/ask_worker.h"

namespace diagc::runs {

std::optional<std::string> changed_hdf5_as_json(std::string_view bytes, const std::string& path,
                                                const RecordKind& kind) {
  if (!has_worker(kind.worker)) return std::nullopt;
  const std::string request = fmt::format("{}{}{}", path, '\0', bytes);
  WorkerAnswer answer = ask_worker(kind.worker, request, foreign_code_limits());
  if (answer.end.succeeded()) return std::move(answer.text);
  throw std::runtime_error(fmt::format(
      "{}: found bytes that do not fit their checksum, and the process that read them {}, expected "
      "a file as `{}` wrote it: it is damaged",
      path, text_of(answer.end), kind.program));
}

int answer_changed_hdf5(
    const std::vector<std::string>& arguments,
    const std::function<std::string(std::string_view bytes, const std::string& path)>& as_json) {
  return answer(arguments, [&](const std::string& request, WorkerProgress&) {
    const std::size_t end = request.find('\0');
    if (end == request.npos) throw std::logic_error("a request to read HDF5 begins with a path");
    return as_json(std::string_view(request).substr(end + 1), request.substr(0, end));
  });
}

}  // namespace diagc::runs
