// Records as HDF5, and what other programs do to such files.
#include <hdf5.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <random>

#include <catch2/catch.hpp>

#include "runtime/system/temporary_folder.h"
#include "runtime/system/whole_file.h"
#include "tests/records/cooking.h"

using namespace cooking;
using namespace diagc::runs;

namespace {

class File {
 public:
  explicit File(const Recipes& recipes = some()) { write_records(path_, kind(), recipes); }

  const std::string& path() const { return path_; }

  /// As another program would, which knows nothing of checksums.
  void change(const std::function<void(hid_t)>& by) const {
    const hid_t file = H5Fopen(path_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    REQUIRE(file >= 0);
    by(file);
    REQUIRE(H5Fclose(file) >= 0);
  }

  Recipes read() const { return read_records<Recipe>(path_, kind()); }
  std::string message() const {
    try {
      read();
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "no error";
  }

 private:
  diagc::TemporaryFolder folder_;
  std::string path_ = (folder_ / "r.h5").string();
};

void add_attribute(hid_t file, const char* object, const char* name) {
  const hid_t of = H5Oopen(file, object, H5P_DEFAULT);
  const hid_t space = H5Screate(H5S_SCALAR);
  const hid_t attribute = H5Acreate2(of, name, H5T_NATIVE_INT, space, H5P_DEFAULT, H5P_DEFAULT);
  const int value = 3;
  CHECK(H5Awrite(attribute, H5T_NATIVE_INT, &value) >= 0);
  H5Aclose(attribute);
  H5Sclose(space);
  H5Oclose(of);
}

void add_dataset(hid_t file, const char* path, hid_t type, hsize_t size) {
  const hid_t space = H5Screate_simple(1, &size, nullptr);
  const hid_t links = H5Pcreate(H5P_LINK_CREATE);
  H5Pset_create_intermediate_group(links, 1);
  const hid_t dataset = H5Dcreate2(file, path, type, space, links, H5P_DEFAULT, H5P_DEFAULT);
  CHECK(dataset >= 0);
  const std::vector<char> zeros(size * H5Tget_size(type));
  CHECK(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, zeros.data()) >= 0);
  H5Dclose(dataset);
  H5Pclose(links);
  H5Sclose(space);
}

}  // namespace

TEST_CASE("HDF5 gives back every bit") {
  for (const Recipes& recipes : {some(), Recipes{some()[1]}, Recipes{}}) {
    const File file(recipes);
    CHECK(file.read() == recipes);
  }
  Recipes recipes = some();
  recipes[0].steps[0].minutes = -std::nan("");
  const File file(recipes);
  const Recipes back = file.read();
  CHECK(std::bit_cast<std::uint64_t>(back[0].steps[0].minutes) ==
        std::bit_cast<std::uint64_t>(-std::nan("")));
  CHECK(std::signbit(back[0].stove.power[1]));
}

TEST_CASE("files to which other programs have added something are read") {
  const File file;
  file.change([](hid_t h5) {
    add_attribute(h5, "/", "note");
    add_attribute(h5, "/meals", "mine");
    add_attribute(h5, "/meals/0", "mine");
    add_attribute(h5, "/meals/0/steps/minutes", "seen");
    add_dataset(h5, "/meals/0/fit", H5T_NATIVE_DOUBLE, 3);
    add_dataset(h5, "/meals/0/stove/colour", H5T_NATIVE_INT, 1);
    add_dataset(h5, "/meals/mine/1", H5T_NATIVE_INT, 1);
    add_dataset(h5, "/analysis/of/mine", H5T_NATIVE_INT, 1);
  });
  CHECK(file.read() == some());
}

TEST_CASE("files without what is optional are read") {
  const File file;
  file.change([](hid_t h5) { CHECK(H5Ldelete(h5, "/meals/1/remark", H5P_DEFAULT) >= 0); });
  // The digest is of the fields that were written.
  CHECK(file.message() == file.path() +
                              ": found values at meals/1 that do not fit its digest, "
                              "expected those that were written: they are damaged or were "
                              "changed");
  const auto forget = [&](const char* object, const char* attribute) {
    file.change([=](hid_t h5) {
      const hid_t group = H5Oopen(h5, object, H5P_DEFAULT);
      CHECK(H5Adelete(group, attribute) >= 0);
      H5Oclose(group);
    });
  };
  forget("/meals/1", "digest");
  CHECK(file.message().starts_with(file.path() + ": found values at meals/1 that do not fit"));
  forget("/meals", "count");  // as in files of earlier versions
  Recipes expected = some();
  expected[1].remark = "none";
  CHECK(file.read() == expected);
}

TEST_CASE("values that were changed, and fields that are not what they were, are refused") {
  const auto message = [](const std::function<void(hid_t)>& by) {
    const File file;
    file.change(by);
    const std::string text = file.message();
    REQUIRE(text.starts_with(file.path() + ": "));
    return text.substr(file.path().size() + 2);
  };
  const auto remove = [](const char* path) {
    return [path](hid_t h5) { CHECK(H5Ldelete(h5, path, H5P_DEFAULT) >= 0); };
  };
  const auto replace = [](const char* path, hid_t type, hsize_t size) {
    return [=](hid_t h5) {
      CHECK(H5Ldelete(h5, path, H5P_DEFAULT) >= 0);
      add_dataset(h5, path, type, size);
    };
  };
  CHECK(message([](hid_t h5) {
          const hid_t dataset = H5Dopen2(h5, "/meals/0/salt", H5P_DEFAULT);
          const double salt = 0.2;
          CHECK(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, &salt) >= 0);
          H5Dclose(dataset);
        }) ==
        "found values at meals/0 that do not fit its digest, expected those that were written: "
        "they are damaged or were changed");
  CHECK(message([](hid_t h5) {
          const hid_t dataset = H5Dopen2(h5, "/meals/0/salt", H5P_DEFAULT);
          const double salt = NAN;
          CHECK(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, &salt) >= 0);
          H5Dclose(dataset);
        }) == "found nan at meals/0/salt, expected a finite number");
  CHECK(message(remove("/meals/1/number")) ==
        "found no dataset at meals/1/number, expected in the book");
  CHECK(message(remove("/meals/1/stove")) ==
        "found no group at meals/1/stove, expected where it is made");
  CHECK(message(remove("/meals/1")) == "found 1 groups at meals, expected 2");
  CHECK(message(remove("/meals")) == "found no group at meals, expected one");
  CHECK(message(replace("/meals/0/number", H5T_NATIVE_DOUBLE, 1)) ==
        "found another type at meals/0/number, expected unsigned 64-bit integers");
  CHECK(message(replace("/meals/0/number", H5T_NATIVE_UINT64, 1)) ==
        "found 1 dimensions at meals/0/number, expected a single value");
  CHECK(message(replace("/meals/0/steps/pots", H5T_NATIVE_UINT32, 5)) ==
        "found 5 rows at meals/0/steps/pots, expected 2 as in the first column");
  CHECK(message([](hid_t h5) {
          const hid_t root = H5Oopen(h5, "/", H5P_DEFAULT);
          const hid_t attribute = H5Aopen(root, "version", H5P_DEFAULT);
          const int version = 4;
          CHECK(H5Awrite(attribute, H5T_NATIVE_INT, &version) >= 0);
          H5Aclose(attribute);
          H5Oclose(root);
        }) == "found version 4 of the format, expected 3");
}

TEST_CASE("files of another kind are refused") {
  const File file;
  const std::string foreign =
      file.path() + ": found another kind of file, expected a recipe in HDF5 that `cook` wrote";
  const std::string whole = diagc::read_file(file.path());
  for (const std::string& bytes :
       {std::string(), std::string("\x89HDF\r\n\x1a\n and more"), whole.substr(0, 512)}) {
    diagc::write_file(file.path(), bytes);
    CHECK(file.message() == foreign);
  }
}

TEST_CASE("no damaged HDF5 file does anything but say so") {
  const Recipes recipes{some()[0]};
  const File file(recipes);
  const std::string whole = diagc::read_file(file.path());
  std::mt19937 random(7);
  int refused = 0, read = 0;
  const auto look_at = [&](const std::string& bytes) {
    diagc::write_file(file.path(), bytes);
    try {
      const Recipes back = file.read();
      CHECK(back == recipes);  // damage hit nothing that is read
      ++read;
    } catch (const std::runtime_error& error) {
      CHECK(std::string(error.what()).starts_with(file.path() + ": found "));
      ++refused;
    }
  };
  for (int trial = 0; trial < 60; ++trial) {
    std::string bytes = whole;
    for (unsigned change = 0; change < 1 + random() % 20; ++change)
      bytes[512 + random() % (bytes.size() - 512)] = static_cast<char>(random());
    look_at(bytes);
  }
  for (const std::size_t size : {whole.size() / 4, whole.size() / 2, whole.size() - 1})
    look_at(whole.substr(0, size));
  CHECK(refused > 10);
  CHECK(read > 0);
  // Bytes that this program has in its memory are not looked at any further.
  CHECK_THROWS_WITH(
      records_from<Recipe>(FileFormat::hdf5, whole.substr(0, whole.size() - 1), "r.h5", kind()),
      "r.h5: found bytes that do not fit their checksum, expected a file as `cook` wrote it: it is "
      "damaged, cut off or was changed");
}
