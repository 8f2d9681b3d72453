#include "physics/collider/output/event_file.h"

#include <algorithm>
#include <chrono>

#include "physics/collider/output/gzip.h"
#include "physics/collider/output/hepmc.h"
#include "physics/collider/output/lhef.h"
#include "runtime/system/atomic_file.h"
#include "runtime/system/elapsed.h"
#include "runtime/system/thread_pool.h"

namespace diagc::collider {

namespace {

constexpr std::string_view packed = ".gz";

/// A path without the end of a compressed one.
std::string_view unpacked(std::string_view path) {
  if (path.ends_with(packed)) path.remove_suffix(packed.size());
  return path;
}

bool is_packed(std::string_view path) { return path.ends_with(packed); }
bool is_hepmc(std::string_view path) { return unpacked(path).ends_with(".hepmc"); }

constexpr std::size_t piece = 1024;

/// Text of the events from this one on, at most a piece of them, as it stands in a file.
std::string text_of_piece(const std::string& path, const EventFileHead& head,
                          const EventList& events, std::size_t first) {
  std::string text;
  const std::size_t begin = std::min(first, events.size()),
                    end = std::min(begin + piece, events.size());
  for (std::size_t i = begin; i < end; ++i) {
    const OutputEvent event = events.event(i);
    if (is_hepmc(path))
      append_hepmc(text, head, event);
    else
      append_lhef(text, head, event);
  }
  return is_packed(path) && !text.empty() ? gzip_member(text) : text;
}

void put(AtomicFile& file, const std::string& text) { file.write(std::as_bytes(std::span(text))); }

}  // namespace

bool is_event_path(std::string_view path) {
  return unpacked(path).ends_with(".lhe") || is_hepmc(path);
}

void write_events(const std::string& path, const EventFileHead& head, const EventList& events,
                  unsigned threads) {
  const bool hepmc = is_hepmc(path), packs = is_packed(path);
  const auto in_file = [&](std::string text) { return packs ? gzip_member(text) : text; };
  AtomicFile file(path);
  put(file, in_file(hepmc ? hepmc_head(head) : lhef_head(head)));
  // A few megabytes of text at once.
  std::vector<std::string> texts(2 * std::size_t{std::max(threads, 1U)});
  for (std::size_t first = 0; first < events.size(); first += texts.size() * piece) {
    ThreadPool::shared().run(threads, texts.size(), [&](std::size_t part) {
      texts[part] = text_of_piece(path, head, events, first + part * piece);
    });
    for (const std::string& text : texts) put(file, text);
  }
  put(file, in_file(hepmc ? hepmc_end() : lhef_end()));
  file.commit();
}

double seconds_of_event(const std::string& path, const EventFileHead& head, const EventList& events,
                        unsigned threads) {
  if (events.size() == 0) return 0;
  const auto began = std::chrono::steady_clock::now();
  const std::string text = text_of_piece(path, head, events, 0);
  constexpr double other_work = 1.2;  // threads of a processor are slower together
  const double seconds = other_work * seconds_since(began) /
                         static_cast<double>(std::min(piece, events.size())) /
                         std::max(threads, 1U);
  // Sorting on one thread, and bytes to a disk of 1 GB/s.
  const double bytes =
      static_cast<double>(text.size()) / static_cast<double>(std::min(piece, events.size()));
  return seconds + 3e-7 + 1e-9 * bytes;
}

}  // namespace diagc::collider
