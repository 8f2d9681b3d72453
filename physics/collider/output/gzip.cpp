#include "physics/collider/output/gzip.h"

#include <new>
#include <stdexcept>

#include <zlib.h>

namespace diagc::collider {

namespace {

constexpr int window_bits = 15, gzip_head = 16, memory_level = 8;

/// zlib counts a call's bytes in 32 bits.
constexpr std::size_t most_at_once = std::size_t{1} << 30;

/// Of everything but the text itself.
constexpr std::size_t frame_bytes = 64;

}  // namespace

std::string gzip_member(std::string_view text) {
  if (text.size() > most_at_once)
    throw std::logic_error("a text too long to be compressed at once");
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window_bits + gzip_head,
                   memory_level, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string packed(deflateBound(&stream, text.size()) + frame_bytes, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int status = deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END) throw std::logic_error("zlib needed more room than it said");
  return packed;
}

}  // namespace diagc::collider
