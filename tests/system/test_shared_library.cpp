#include "runtime/system/shared_library.h"

#include <dlfcn.h>

#include <catch2/catch.hpp>

#include "runtime/system/temporary_folder.h"
#include "runtime/system/whole_file.h"

using namespace diagc;
namespace fs = std::filesystem;

TEST_CASE("the first library that opens and is the right one is taken") {
  const TemporaryFolder folder;
  write_file(folder / "text.so", "text");
  const OpenedLibrary opened =
      open_first({folder / "none.so", folder / "text.so", "libc.so.6", "libm.so.6", "libdl.so.2"},
                 [](void* handle, const fs::path& place) {
                   return dlsym(handle, "cos") ? "" : place.string() + " has no cosine";
                 });
  CHECK(opened.place == "libm.so.6");
  REQUIRE(opened.reasons.size() == 2);
  CHECK_THAT(opened.reasons[0], Catch::StartsWith((folder / "text.so").string() + ": "));
  CHECK(opened.reasons[1] == "libc.so.6 has no cosine");
}

TEST_CASE(
    "a library of diagc is looked for beside the program, below its prefix, and by the loader") {
  const auto places = library_places("libdiagc_none.so");
  REQUIRE(places.size() >= 3);
  CHECK(places.front() == fs::read_symlink("/proc/self/exe").parent_path() / "libdiagc_none.so");
  CHECK(places.back() == "libdiagc_none.so");
  CHECK_THROWS_WITH(open_library("libdiagc_none.so", "any"),
                    "libdiagc_none.so was not found; looked for" + text_of(places));
  CHECK_THROWS_WITH(open_library("libm.so.6", "no_such_symbol"),
                    "libm.so.6 cannot be opened:\n  libm.so.6 belongs to another version of diagc");
}

TEST_CASE("a variable of the environment names the file, and then nothing else is looked at") {
  setenv("DIAGC_TEST_LIBRARY", "/nowhere/lib.so", 1);
  CHECK(library_places({"libm.so.6", "DIAGC_TEST_LIBRARY"}) ==
        std::vector<fs::path>{"/nowhere/lib.so"});
  unsetenv("DIAGC_TEST_LIBRARY");
}
