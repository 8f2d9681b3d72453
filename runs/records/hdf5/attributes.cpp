#include "runs/records/hdf5/handles.h"

namespace diagc::runs::hdf5 {

void write_attribute(hid_t of, const char* name, const std::string& text) {
  const Id type = file_type<std::string>();
  const Id space = made(H5Screate(H5S_SCALAR), H5Sclose);
  const Id attribute = made(H5Acreate2(of, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  const char* characters = text.c_str();
  done(H5Awrite(attribute, type, static_cast<const void*>(&characters)));
}

void write_attribute(hid_t of, const char* name, int value) {
  const Id space = made(H5Screate(H5S_SCALAR), H5Sclose);
  const Id attribute =
      made(H5Acreate2(of, name, H5T_NATIVE_INT, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  done(H5Awrite(attribute, H5T_NATIVE_INT, &value));
}

std::string text_attribute(hid_t of, const char* name) {
  const Id attribute(H5Aopen(of, name, H5P_DEFAULT), H5Aclose);
  if (!attribute.valid()) return "";
  const Id stored(H5Aget_type(attribute), H5Tclose);
  const Id space(H5Aget_space(attribute), H5Sclose);
  if (H5Tis_variable_str(stored) <= 0 || H5Sget_simple_extent_npoints(space) != 1) return "";
  const Id type = file_type<std::string>();
  char* characters = nullptr;
  if (H5Aread(attribute, type, static_cast<void*>(&characters)) < 0 || !characters) return "";
  std::string text = characters;
  H5Dvlen_reclaim(type, space, H5P_DEFAULT, static_cast<void*>(&characters));
  return text;
}

int int_attribute(hid_t of, const char* name) {
  const Id attribute(H5Aopen(of, name, H5P_DEFAULT), H5Aclose);
  if (!attribute.valid()) return 0;
  const Id space(H5Aget_space(attribute), H5Sclose);
  int value = 0;
  if (H5Sget_simple_extent_npoints(space) == 1) H5Aread(attribute, H5T_NATIVE_INT, &value);
  return value;
}

}  // namespace diagc::runs::hdf5
