// What a search does its parts with on one thread.
#pragma once

#include <cstddef>
#include <functional>

inline void one_after_the_other(std::size_t parts, const std::function<void(std::size_t)>& body) {
  for (std::size_t part = 0; part < parts; ++part) body(part);
}
