// diagc cache: what is kept of compiled kernels.
#include "programs/diagc/cache.h"

#include <chrono>
#include <ctime>
#include <memory>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "programs/command/output.h"
#include "programs/command/result_rows.h"
#include "runtime/cache/cache.h"

namespace diagc {

namespace {

std::string local_time(std::filesystem::file_time_type time) {
  const auto since_epoch = std::chrono::file_clock::to_sys(time).time_since_epoch();
  const std::time_t seconds = std::chrono::duration_cast<std::chrono::seconds>(since_epoch).count();
  std::tm local{};
  localtime_r(&seconds, &local);
  return fmt::format("{:%Y-%m-%d %H:%M:%S}", local);
}

std::string description(const Cache::Item& item) {
  if (!item.readable) return "damaged; replaced when next needed";
  std::string text;
  for (const auto& [key, value] : item.metadata)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", key, value);
  return text;
}

void list(bool json) {
  const Cache cache(cache_options_from_environment());
  ResultRows rows({{"last_use", 19, true}, {"bytes", 10}, {"file", 0, true}, {"kernel", 0, true}},
                  json);
  std::uint64_t bytes = 0;
  const auto items = cache.list();
  for (const Cache::Item& item : items) {
    rows.add({local_time(item.last_use), cell_of(item.bytes), item.file.filename().string(),
              description(item)});
    bytes += item.bytes;
  }
  rows.finish();
  if (!json) {
    write_out(fmt::format("{} kernel{}, {} of at most {} bytes, in {}\n", items.size(),
                          items.size() == 1 ? "" : "s", bytes, cache.options().limit,
                          cache.options().folder.string()));
  }
}

void clear() {
  Cache cache(cache_options_from_environment());
  const std::size_t removed = cache.clear();
  write_out(fmt::format("{} kernel{} removed from {}\n", removed, removed == 1 ? "" : "s",
                        cache.options().folder.string()));
}

}  // namespace

void add_cache(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "cache", "compiled kernels on disk ($DIAGC_CACHE_DIR, else the XDG cache folder)");
  command->require_subcommand(1);
  auto json = std::make_shared<bool>(false);
  CLI::App* list_command = command->add_subcommand("list", "list them, the latest use first");
  list_command->add_flag("--json", *json, "one JSON array");
  list_command->callback([json, &action] { action = [json] { list(*json); }; });
  CLI::App* clear_command = command->add_subcommand("clear", "remove them all");
  clear_command->callback([&action] { action = clear; });
}

}  // namespace diagc
