// A pseudo terminal, to see what a program does where standard output is one.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>

#include <array>
#include <stdexcept>
#include <string>

#include "runtime/system/descriptor.h"

class Terminal {
 public:
  Terminal() : host_(posix_openpt(O_RDWR | O_NOCTTY)) {
    if (!host_ || grantpt(host_.number()) != 0 || unlockpt(host_.number()) != 0)
      throw std::runtime_error("this machine gives no pseudo terminal");
    path_ = ptsname(host_.number());
    device_ = diagc::Descriptor(::open(path_.c_str(), O_RDWR | O_NOCTTY));
  }

  /// What a command writes to, as in "> /dev/pts/3".
  const std::string& path() const { return path_; }

  /// What was shown since the last call, at most 4 KiB.
  std::string shown() const {
    pollfd ready{host_.number(), POLLIN, 0};
    if (poll(&ready, 1, 0) <= 0) return "";
    std::array<char, 4096> text{};
    const ssize_t size = ::read(host_.number(), text.data(), text.size());
    return {text.data(), size > 0 ? static_cast<std::size_t>(size) : 0};
  }

 private:
  diagc::Descriptor host_;
  diagc::Descriptor device_;  ///< keeps what was written when the program that wrote it has ended
  std::string path_;
};
