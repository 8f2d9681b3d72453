// HDF5's C interface with C++'s lifetimes.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

namespace diagc::runs::hdf5 {

/// An identifier of HDF5, closed at the end.
class Id {
 public:
  Id(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  ~Id() {
    if (id_ >= 0) close_(id_);
  }
  Id(Id&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Id(const Id&) = delete;
  Id& operator=(const Id&) = delete;
  operator hid_t() const { return id_; }
  bool valid() const { return id_ >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// The result of a call that fails on a file in memory only where memory runs out.
inline Id made(hid_t id, herr_t (*close)(hid_t)) {
  if (id < 0) throw std::bad_alloc();
  return {id, close};
}
inline void done(herr_t status) {
  if (status < 0) throw std::bad_alloc();
}

/// Elements as HDF5 takes and gives them.
template <class T>
using Stored = std::conditional_t<std::is_same_v<T, bool>, std::int8_t, T>;

/// The type in files: texts are UTF-8 of any length, flags are what other programs (h5py among them) take for booleans.
template <class T>
Id file_type() {
  const auto copied = [](hid_t type) { return made(H5Tcopy(type), H5Tclose); };
  if constexpr (std::is_same_v<T, double>) return copied(H5T_NATIVE_DOUBLE);
  if constexpr (std::is_same_v<T, std::int32_t>) return copied(H5T_NATIVE_INT32);
  if constexpr (std::is_same_v<T, std::uint32_t>) return copied(H5T_NATIVE_UINT32);
  if constexpr (std::is_same_v<T, std::uint64_t>) return copied(H5T_NATIVE_UINT64);
  if constexpr (std::is_same_v<T, std::string>) {
    Id type = copied(H5T_C_S1);
    done(H5Tset_size(type, H5T_VARIABLE));
    done(H5Tset_cset(type, H5T_CSET_UTF8));
    return type;
  }
  if constexpr (std::is_same_v<T, bool>) {
    Id type = made(H5Tenum_create(H5T_NATIVE_INT8), H5Tclose);
    std::int8_t value = 0;
    done(H5Tenum_insert(type, "FALSE", &value));
    value = 1;
    done(H5Tenum_insert(type, "TRUE", &value));
    return type;
  }
}

template <class T>
constexpr const char* type_in_words() {
  if constexpr (std::is_same_v<T, double>) return "64-bit floating point";
  if constexpr (std::is_same_v<T, std::int32_t>) return "32-bit integers";
  if constexpr (std::is_same_v<T, std::uint32_t>) return "unsigned 32-bit integers";
  if constexpr (std::is_same_v<T, std::uint64_t>) return "unsigned 64-bit integers";
  if constexpr (std::is_same_v<T, std::string>) return "strings of variable length";
  if constexpr (std::is_same_v<T, bool>) return "booleans";
}

void write_attribute(hid_t of, const char* name, const std::string& text);
void write_attribute(hid_t of, const char* name, int value);

/// Empty, or 0, where there is none of that name and type.
std::string text_attribute(hid_t of, const char* name);
int int_attribute(hid_t of, const char* name);

}  // namespace diagc::runs::hdf5
