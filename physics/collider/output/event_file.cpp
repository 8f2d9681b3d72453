#include "physics/collider/output/event_file.h"

#include <algorithm>

#include "physics/collider/output/gzip.h"
#include "physics/collider/output/hepmc.h"
#include "physics/collider/output/lhef.h"
#include "runtime/system/atomic_file.h"
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
  constexpr std::size_t piece = 1024;
  // A few megabytes of text at once.
  std::vector<std::string> texts(2 * std::size_t{std::max(threads, 1U)});
  for (std::size_t first = 0; first < events.size(); first += texts.size() * piece) {
    ThreadPool::shared().run(threads, texts.size(), [&](std::size_t part) {
      std::string& text = texts[part];
      text.clear();
      const std::size_t begin = std::min(first + part * piece, events.size()),
                        end = std::min(begin + piece, events.size());
      for (std::size_t i = begin; i < end; ++i) {
        const OutputEvent event = events.event(i);
        if (hepmc)
          append_hepmc(text, head, event);
        else
          append_lhef(text, head, event);
      }
      if (packs && !text.empty()) text = gzip_member(text);
    });
    for (const std::string& text : texts) put(file, text);
  }
  put(file, in_file(hepmc ? hepmc_end() : lhef_end()));
  file.commit();
}

}  // namespace diagc::collider
