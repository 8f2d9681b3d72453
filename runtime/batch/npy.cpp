#include "runtime/batch/npy.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <new>

#include "runtime/batch/npy_header.h"
#include "runtime/system/atomic_file.h"

namespace diagc {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t longest_header = std::size_t{1} << 20;

class InputFile {
 public:
  explicit InputFile(const std::filesystem::path& path)
      : InputFile(open(path.c_str(), O_RDONLY | O_CLOEXEC), true) {}
  /// A descriptor that stays open.
  explicit InputFile(int descriptor) : InputFile(descriptor, false) {
    const off_t position = lseek(descriptor, 0, SEEK_CUR);
    if (position > 0) position_ = static_cast<std::size_t>(position);
  }
  ~InputFile() {
    if (owned_ && descriptor_ >= 0) close(descriptor_);
  }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// Fills `bytes` as far as the file reaches; returns how far that is.
  std::size_t read(std::span<std::byte> bytes) {
    constexpr std::size_t largest_request = std::size_t{1} << 30;
    std::size_t done = 0;
    while (done < bytes.size()) {
      const auto got =
          ::read(descriptor_, bytes.data() + done, std::min(bytes.size() - done, largest_request));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail(errno);
      if (got == 0) break;
      done += static_cast<std::size_t>(got);
    }
    position_ += done;
    return done;
  }

  /// Bytes that follow, where the file can tell; a pipe cannot.
  bool knows_size() const { return is_regular_; }
  std::size_t remaining() const { return size_ - std::min(size_, position_); }

 private:
  InputFile(int descriptor, bool owned) : descriptor_(descriptor), owned_(owned) {
    struct stat status;
    if (descriptor_ < 0 || fstat(descriptor_, &status) != 0) fail(errno);
    if (S_ISDIR(status.st_mode)) fail(EISDIR);
    if (S_ISREG(status.st_mode)) size_ = static_cast<std::size_t>(status.st_size);
    is_regular_ = S_ISREG(status.st_mode);
  }

  [[noreturn]] void fail(int error_number) {
    if (owned_ && descriptor_ >= 0) close(descriptor_);
    descriptor_ = -1;
    throw NpyError(fmt::format("cannot be read: {}", std::strerror(error_number)));
  }

  int descriptor_;
  bool owned_;
  bool is_regular_ = false;
  std::size_t size_ = 0;
  std::size_t position_ = 0;
};

std::string read_header_text(InputFile& file) {
  std::array<std::byte, 12> start{};
  const auto byte = [&](std::size_t i) { return std::to_integer<unsigned>(start[i]); };
  const auto got = file.read(std::span(start).first(magic.size() + 2));
  if (got == 0) throw NpyError("is empty, expected a .npy file");
  const auto compared = std::min(got, magic.size());
  if (std::memcmp(start.data(), magic.data(), compared) != 0) {
    if (got >= 4 && std::memcmp(start.data(), "PK\3\4", 4) == 0) {
      throw NpyError("is a zip archive (.npz), expected a .npy file; write it with numpy.save");
    }
    std::string found;
    for (std::size_t i = 0; i < compared; ++i) found += fmt::format(" {:02x}", byte(i));
    throw NpyError(
        fmt::format("is no .npy file: begins with{}, expected 93 4e 55 4d 50 59", found));
  }
  if (got < magic.size() + 2) throw NpyError("ends within its first 10 bytes");
  const auto version = byte(6);
  if (version < 1 || version > 3 || byte(7) != 0) {
    throw NpyError(
        fmt::format("has format version {}.{}, expected 1.0, 2.0 or 3.0", version, byte(7)));
  }
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  if (file.read(std::span(start).subspan(8, length_bytes)) < length_bytes) {
    throw NpyError(fmt::format("ends within its first {} bytes", 8 + length_bytes));
  }
  std::size_t length = 0;
  for (std::size_t i = 0; i < length_bytes; ++i) length |= std::size_t{byte(8 + i)} << (8 * i);
  if (length > longest_header) {
    throw NpyError(
        fmt::format("has a header of {} bytes, expected at most {}", length, longest_header));
  }
  std::string text(length, '\0');
  const auto header_got = file.read(std::as_writable_bytes(std::span(text)));
  if (header_got < length) {
    throw NpyError(
        fmt::format("ends within its header: {} bytes of {} are there", header_got, length));
  }
  return text;
}

std::unique_ptr<std::byte[]> allocate(std::size_t bytes) {
  try {
    return std::make_unique_for_overwrite<std::byte[]>(bytes);
  } catch (const std::bad_alloc&) {
    throw NpyError(fmt::format("needs {} bytes of memory, more than there are", bytes));
  }
}

std::string stored_name(const NpyHeader& header) {
  if (!header.whole) return std::string(name(header.type));
  return fmt::format("{}int{}", header.whole->has_sign ? "" : "u", 8 * header.whole->size);
}

[[noreturn]] void fail_truncated(const NpyHeader& header, std::size_t there) {
  throw NpyError(fmt::format("is cut short: shape {} of {} needs {} bytes, {} are there",
                             shape_text(header.shape), stored_name(header),
                             header.elements * header.stored_size(), there));
}

[[noreturn]] void fail_too_long(const NpyHeader& header, const std::string& more) {
  throw NpyError(fmt::format("goes on after its {} bytes of data (shape {} of {}) with {} more",
                             header.elements * header.stored_size(), shape_text(header.shape),
                             stored_name(header), more));
}

/// A pipe's header may promise more than ever comes, so memory grows with what has come.
std::unique_ptr<std::byte[]> read_unsized(InputFile& file, const NpyHeader& header,
                                          std::size_t bytes) {
  std::size_t capacity = std::min(bytes, std::size_t{1} << 22), have = 0;
  auto data = allocate(capacity);
  for (;;) {
    have += file.read({data.get() + have, capacity - have});
    if (have < capacity) fail_truncated(header, have);
    if (have == bytes) break;
    capacity = bytes / 2 < capacity ? bytes : 2 * capacity;
    auto larger = allocate(capacity);
    std::memcpy(larger.get(), data.get(), have);
    data = std::move(larger);
  }
  std::byte extra[1];
  if (file.read(extra) != 0) fail_too_long(header, "bytes");
  return data;
}

std::unique_ptr<std::byte[]> read_data(InputFile& file, const NpyHeader& header) {
  const auto bytes = header.elements * header.stored_size();
  if (!file.knows_size()) return read_unsized(file, header, bytes);
  if (file.remaining() < bytes) fail_truncated(header, file.remaining());
  if (file.remaining() > bytes) {
    fail_too_long(header, fmt::format("{} bytes", file.remaining() - bytes));
  }
  auto data = allocate(bytes);
  const auto got = file.read({data.get(), bytes});
  if (got < bytes) fail_truncated(header, got);
  return data;
}

std::uint16_t swapped(std::uint16_t word) { return __builtin_bswap16(word); }
std::uint32_t swapped(std::uint32_t word) { return __builtin_bswap32(word); }
std::uint64_t swapped(std::uint64_t word) { return __builtin_bswap64(word); }

template <class Word>
void swap_words(std::byte* data, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i, data += sizeof(Word)) {
    Word word;
    std::memcpy(&word, data, sizeof word);
    word = swapped(word);
    std::memcpy(data, &word, sizeof word);
  }
}

/// For each place of `axes` in C order, its place in Fortran order, where axes[0] varies fastest.
std::vector<std::size_t> fortran_places(std::span<const std::size_t> axes, std::size_t count) {
  std::vector<std::size_t> places(count), index(axes.size()), step(axes.size());
  std::size_t product = 1;
  for (std::size_t a = 0; a < axes.size(); ++a) {
    step[a] = product;
    product *= axes[a];
  }
  std::size_t place = 0;
  for (auto& result : places) {
    result = place;
    for (std::size_t a = axes.size(); a-- > 0;) {
      place += step[a];
      if (++index[a] < axes[a]) break;
      place -= step[a] * axes[a];
      index[a] = 0;
    }
  }
  return places;
}

/// To C order. The first axis, the batch, is long: it lies along the file's columns and the
/// result's rows, and goes block by block so that both stay in cache.
template <std::size_t Size>
void reorder(const std::byte* from, std::byte* to, std::span<const std::size_t> shape,
             std::size_t elements) {
  const auto rows = shape[0], columns = elements / rows;
  const auto places = fortran_places(shape.subspan(1), columns);
  constexpr std::size_t block = 64 / Size;
  for (std::size_t first = 0; first < rows; first += block) {
    const auto last = std::min(rows, first + block);
    for (std::size_t column = 0; column < columns; ++column) {
      const auto* source = from + places[column] * rows * Size;
      for (std::size_t row = first; row < last; ++row) {
        std::memcpy(to + (row * columns + column) * Size, source + row * Size, Size);
      }
    }
  }
}

std::unique_ptr<std::byte[]> to_c_order(const NpyHeader& header,
                                        std::unique_ptr<std::byte[]> data) {
  if (header.shape.size() < 2 || header.elements == 0) return data;
  const auto size = header.stored_size();
  auto result = allocate(header.elements * size);
  const auto reorder_elements = size == 1   ? reorder<1>
                                : size == 2 ? reorder<2>
                                : size == 4 ? reorder<4>
                                : size == 8 ? reorder<8>
                                            : reorder<16>;
  reorder_elements(data.get(), result.get(), header.shape, header.elements);
  return result;
}

/// A 64-bit integer is a double and one more, which is nothing up to 2^53.
template <class Whole>
void convert(const std::byte* from, NpyArray& array) {
  for (std::size_t k = 0; k < array.elements; ++k) {
    Whole number;
    std::memcpy(&number, from + k * sizeof number, sizeof number);
    const auto nearest = static_cast<double>(number);
    std::memcpy(array.data.get() + k * sizeof nearest, &nearest, sizeof nearest);
    if constexpr (sizeof number == 8) {
      __extension__ typedef __int128 Wide;
      const auto lacking = static_cast<double>(Wide{number} - static_cast<Wide>(nearest));
      if (lacking == 0) continue;
      array.lacking.resize(array.elements);
      array.lacking[k] = lacking;
    }
  }
}

NpyArray doubles_of(const NpyHeader& header, const std::byte* from) {
  NpyArray array{
      header.type, header.shape, header.elements, allocate(header.elements * sizeof(double)), {}};
  const auto [size, has_sign] = *header.whole;
  if (size == 1) (has_sign ? convert<std::int8_t> : convert<std::uint8_t>)(from, array);
  if (size == 2) (has_sign ? convert<std::int16_t> : convert<std::uint16_t>)(from, array);
  if (size == 4) (has_sign ? convert<std::int32_t> : convert<std::uint32_t>)(from, array);
  if (size == 8) (has_sign ? convert<std::int64_t> : convert<std::uint64_t>)(from, array);
  return array;
}

void swap_components(const NpyHeader& header, std::byte* data) {
  const auto components = header.elements * (is_complex(header.type) ? 2 : 1);
  switch (header.whole ? header.whole->size : component_size(header.type)) {
    case 2:
      return swap_words<std::uint16_t>(data, components);
    case 4:
      return swap_words<std::uint32_t>(data, components);
    case 8:
      return swap_words<std::uint64_t>(data, components);
    default:
      return;
  }
}

NpyArray read(InputFile file, WholeArrays whole) {
  auto header = parse_npy_header(read_header_text(file), whole == WholeArrays::as_doubles);
  auto data = read_data(file, header);
  if (header.swap_bytes) swap_components(header, data.get());
  if (header.fortran_order) data = to_c_order(header, std::move(data));
  if (header.whole) return doubles_of(header, data.get());
  return {header.type, std::move(header.shape), header.elements, std::move(data), {}};
}

}  // namespace

NpyArray read_npy(const std::filesystem::path& path, WholeArrays whole) {
  try {
    return read(InputFile(path), whole);
  } catch (const NpyError& error) {
    throw NpyError(fmt::format("{}: {}", path.string(), error.what()));
  }
}

NpyArray read_npy(int descriptor, const std::string& name, WholeArrays whole) {
  try {
    return read(InputFile(descriptor), whole);
  } catch (const NpyError& error) {
    throw NpyError(fmt::format("{}: {}", name, error.what()));
  }
}

std::string npy_file_start(ElementType type, std::span<const std::size_t> shape) {
  auto text = npy_header_text(type, shape);
  // The data begin at a multiple of 64 bytes, as NumPy writes them.
  const auto prefix = magic.size() + 4;
  text.append(63 - (prefix + text.size()) % 64, ' ');
  text += '\n';
  if (text.size() > 0xffff) {
    throw std::logic_error("npy_file_start: the shape has too many axes for a version 1 header");
  }
  std::string start(magic);
  start += {'\1', '\0', static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
  return start + text;
}

void write_npy(const std::filesystem::path& path, ElementType type,
               std::span<const std::size_t> shape, std::span<const std::byte> bytes) {
  static_assert(std::endian::native == std::endian::little, "elements are written as they lie");
  if (bytes.size() != array_bytes(type, shape)) {
    throw std::logic_error(fmt::format("write_npy: {} bytes for shape {} of {}", bytes.size(),
                                       shape_text(shape), name(type)));
  }
  const std::string start = npy_file_start(type, shape);
  AtomicFile file(path);
  file.write(std::as_bytes(std::span(start)));
  file.write(bytes);
  file.commit();
}

}  // namespace diagc
