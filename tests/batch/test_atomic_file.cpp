#include "runtime/system/atomic_file.h"

#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "runtime/batch/npy.h"
#include "tests/batch/fixture.h"

using namespace diagc;

namespace {

/// What fsync() was called for, and what the file that is being written held then under its own name.
struct Synchronised {
  std::string path;
  off_t size;
  std::string named;
};
std::vector<Synchronised> synchronised;
std::filesystem::path written;

}  // namespace

/// In place of the C library's.
extern "C" int fsync(int descriptor) {
  const auto link = "/proc/self/fd/" + std::to_string(descriptor);
  struct stat status{};
  std::error_code ignored;
  fstat(descriptor, &status);
  const auto path = std::filesystem::read_symlink(link, ignored).string();
  synchronised.push_back({path, status.st_size, fixture::get(written)});
  return static_cast<int>(syscall(SYS_fsync, descriptor));
}

namespace {

/// Runs `body` in a process of its own and returns the text it gives, then how the process ended.
template <class Body>
std::pair<std::string, int> in_child(Body body) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const auto child = fork();
  if (child == 0) {
    std::string text = "(unexpected exception)";
    try {
      text = body();
    } catch (...) {
    }
    const auto written = write(ends[1], text.data(), text.size());
    _exit(written == static_cast<ssize_t>(text.size()) ? 0 : 1);
  }
  close(ends[1]);
  std::string text;
  char buffer[256];
  for (ssize_t got; (got = read(ends[0], buffer, sizeof buffer)) > 0;) text.append(buffer, got);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return {text, status};
}

std::string write_error(const std::filesystem::path& path, std::size_t bytes) {
  return fixture::message<std::runtime_error>([&] {
    const std::vector<float> values(bytes / 4);
    write_npy(path, ElementType::float32, std::vector<std::size_t>{values.size()},
              std::as_bytes(std::span(values)));
  });
}

std::span<const std::byte> text_bytes(const std::string& text) {
  return std::as_bytes(std::span(text));
}

void write_text(const std::filesystem::path& path, const std::string& text) {
  AtomicFile file(path);
  file.write(text_bytes(text));
  file.commit();
}

/// What happens on a full disk: a write past the limit fails, after a part was written.
void limit_file_size(rlim_t bytes) {
  signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{bytes, bytes};
  setrlimit(RLIMIT_FSIZE, &limit);
}

}  // namespace

TEST_CASE("a file appears with commit and replaces the old one") {
  fixture::Folder folder;
  const auto path = folder.path / "out";
  {
    AtomicFile file(path);
    file.write(text_bytes("first, "));
    CHECK_FALSE(std::filesystem::exists(path));
    file.write(text_bytes("second"));
    file.commit();
  }
  CHECK(fixture::get(path) == "first, second");
  write_text(path, "new");
  CHECK(fixture::get(path) == "new");
  CHECK(folder.files() == 1);
}

TEST_CASE("a new file has the permissions that the umask leaves") {
  fixture::Folder folder;
  const auto old = umask(027);
  write_text(folder.path / "out", "x");
  umask(old);
  struct stat status;
  REQUIRE(stat((folder.path / "out").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0640);
}

TEST_CASE("the bytes are on the disk before the name, and then the name") {
  fixture::Folder folder;
  written = std::filesystem::canonical(folder.path) / "out";
  for (const std::string text : {"first", "second"}) {
    synchronised.clear();
    const std::string before = fixture::get(written);
    write_text(written, text);
    REQUIRE(synchronised.size() == 2);
    CHECK(synchronised[0].size == static_cast<off_t>(text.size()));
    CHECK(synchronised[0].named == before);
    CHECK(synchronised[1].path == written.parent_path().string());
    CHECK(synchronised[1].named == text);
  }
}

TEST_CASE("without commit nothing happens") {
  fixture::Folder folder;
  const auto path = folder.path / "out";
  {
    AtomicFile(path).write(text_bytes("lost"));
  }
  CHECK(folder.files() == 0);
  fixture::put(path, "old");
  {
    AtomicFile(path).write(text_bytes("lost"));
  }
  CHECK(fixture::get(path) == "old");
  CHECK(folder.files() == 1);
}

TEST_CASE("a symbolic link stays, what it points to is replaced") {
  fixture::Folder folder;
  fixture::put(folder.path / "file", "old");
  std::filesystem::create_symlink("file", folder.path / "link");
  write_text(folder.path / "link", "new");
  CHECK(std::filesystem::is_symlink(folder.path / "link"));
  CHECK(fixture::get(folder.path / "file") == "new");
}

TEST_CASE("a relative name is written to the current folder") {
  fixture::Folder folder;
  const auto [text, status] = in_child([&] {
    std::filesystem::current_path(folder.path);
    write_text("out", "here");
    write_text("out", "again");
    return std::string("done");
  });
  CHECK(text == "done");
  CHECK(fixture::get(folder.path / "out") == "again");
  CHECK(folder.files() == 1);
}

TEST_CASE("a full disk is an error and leaves no file") {
  fixture::Folder folder;
  const auto path = folder.path / "out.npy";
  const auto expected = path.string() + ": cannot be written: File too large";
  const auto attempt = [&] {
    return in_child([&] {
      limit_file_size(100000);
      return write_error(path, 400000);
    });
  };
  CHECK(attempt().first == expected);
  CHECK(folder.files() == 0);
  fixture::put(path, "old");
  CHECK(attempt().first == expected);
  CHECK(fixture::get(path) == "old");
  CHECK(folder.files() == 1);
  CHECK(write_error("/dev/full", 400000) ==
        "/dev/full: cannot be written: No space left on device");
}

TEST_CASE("devices are written to, not replaced") {
  write_text("/dev/null", "gone");
  CHECK(std::filesystem::is_character_file("/dev/null"));
}

TEST_CASE("folders that cannot be written to are named") {
  fixture::Folder folder;
  const auto error = [](const std::filesystem::path& path) { return write_error(path, 4); };
  CHECK(error(folder.path / "missing" / "out.npy") ==
        (folder.path / "missing" / "out.npy").string() +
            ": cannot be written: No such file or directory");
  fixture::put(folder.path / "file", "old");
  CHECK(error(folder.path / "file" / "out.npy") ==
        (folder.path / "file" / "out.npy").string() + ": cannot be written: Not a directory");
  CHECK(error(folder.path) == folder.path.string() + ": cannot be written: Is a directory");
  CHECK(error("") == ": cannot be written: No such file or directory");
  const auto long_name = folder.path / std::string(300, 'n');
  CHECK(error(long_name) == long_name.string() + ": cannot be written: File name too long");

  const auto locked = folder.path / "locked";
  std::filesystem::create_directory(locked);
  std::filesystem::permissions(folder.path, std::filesystem::perms{0755});
  std::filesystem::permissions(locked, std::filesystem::perms{0555});
  const auto [text, status] = in_child([&] {
    // Root may write anywhere; nobody may not.
    if (geteuid() == 0 && setuid(65534) != 0) return std::string("cannot become nobody");
    return error(locked / "out.npy");
  });
  CHECK(text == (locked / "out.npy").string() + ": cannot be written: Permission denied");
  CHECK(std::filesystem::is_empty(locked));
}

TEST_CASE("a killed process leaves the old file as it was") {
  fixture::Folder folder;
  const auto path = folder.path / "out";
  fixture::put(path, "old");
  const auto [text, status] = in_child([&] {
    AtomicFile file(path);
    file.write(text_bytes("half of the new"));
    raise(SIGKILL);
    return std::string();
  });
  REQUIRE(WIFSIGNALED(status));
  CHECK(fixture::get(path) == "old");
}

TEST_CASE("without /proc, so without nameless files, the same holds") {
  fixture::Folder folder;
  const auto [text, status] = in_child([&] {
    if (geteuid() != 0) unshare(CLONE_NEWUSER);
    if (chroot(folder.path.c_str()) != 0 || chdir("/") != 0) return std::string("no chroot");
    write_text("/out", "first");
    write_text("/out", "second");
    const auto count = [] { return std::distance(std::filesystem::directory_iterator("/"), {}); };
    const bool named = [&] {
      AtomicFile file("/out");
      file.write(text_bytes("lost"));
      return count() == 2;
    }();
    limit_file_size(100000);
    return write_error("/out", 400000) + (named ? ", named" : ", nameless");
  });
  if (text == "no chroot") {
    WARN("this process may not change its root: the named temporary file is not tested");
    return;
  }
  CHECK(text == "/out: cannot be written: File too large, named");
  CHECK(fixture::get(folder.path / "out") == "second");
  CHECK(folder.files() == 1);
}
