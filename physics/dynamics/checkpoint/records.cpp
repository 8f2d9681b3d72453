#include "physics/dynamics/checkpoint/records.h"

namespace diagc::dynamics {

using Complex = std::complex<double>;

std::string identity_of(const runs::Digest& digest) {
  runs::Bytes bytes;
  digest.write(bytes);
  return runs::hash_text(bytes);
}

void write_complex(runs::Bytes& to, std::span<const Complex> values) {
  runs::write_values(to,
                     std::span(reinterpret_cast<const double*>(values.data()), 2 * values.size()));
}

std::vector<Complex> read_complex(std::span<const std::byte>& from) {
  const std::vector<double> numbers = runs::read_values<double>(from);
  std::vector<Complex> values(numbers.size() / 2);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = {numbers[2 * i], numbers[2 * i + 1]};
  return values;
}

std::vector<Complex> read_complex(std::span<const std::byte>& from, std::size_t count) {
  std::vector<Complex> values = read_complex(from);
  if (values.size() != count) throw std::runtime_error("it holds matrices of another size");
  return values;
}

}  // namespace diagc::dynamics
