#include "compiler/theory/index.h"

#include <charconv>

namespace diagc::theory {

using syntax::Expr;
using syntax::Op;

namespace {

constexpr std::int64_t largest = std::int64_t{1} << 30;  // further out expressions stay as they are

/// Σ coefficient · name + constant; names in the order of their first use.
struct Affine {
  std::vector<std::pair<std::string, std::int64_t>> names;
  std::int64_t constant = 0;

  bool is_constant() const { return names.empty(); }
  void add(const Affine& other, std::int64_t factor) {
    constant += factor * other.constant;
    for (const auto& [name, coefficient] : other.names) {
      const auto found = std::find_if(names.begin(), names.end(),
                                      [&](const auto& entry) { return entry.first == name; });
      if (found == names.end()) {
        names.emplace_back(name, factor * coefficient);
      } else {
        found->second += factor * coefficient;
      }
    }
    std::erase_if(names, [](const auto& entry) { return entry.second == 0; });
  }
  bool is_small() const {
    const auto small = [](std::int64_t value) { return value > -largest && value < largest; };
    return small(constant) && std::all_of(names.begin(), names.end(),
                                          [&](const auto& entry) { return small(entry.second); });
  }
};

std::optional<Affine> affine(const Expr& expr);

std::optional<Affine> affine_chain(const Expr& expr) {
  auto result = affine(*expr.operands[0]);
  for (std::size_t i = 1; result && i < expr.operands.size(); ++i) {
    const auto next = affine(*expr.operands[i]);
    if (!next) return std::nullopt;
    switch (expr.ops[i - 1]) {
      case Op::add:
        result->add(*next, 1);
        break;
      case Op::subtract:
        result->add(*next, -1);
        break;
      case Op::multiply: {
        if (!result->is_constant() && !next->is_constant()) return std::nullopt;
        const bool left = result->is_constant();
        const std::int64_t factor = left ? result->constant : next->constant;
        Affine scaled;
        scaled.add(left ? *next : *result, factor);
        result = std::move(scaled);
        break;
      }
      default:
        return std::nullopt;
    }
    if (!result->is_small()) return std::nullopt;
  }
  return result;
}

std::optional<Affine> affine(const Expr& expr) {
  switch (expr.kind) {
    case Expr::Kind::number: {
      Affine result;
      const char* end = expr.text.data() + expr.text.size();
      const auto [stop, error] = std::from_chars(expr.text.data(), end, result.constant);
      if (error != std::errc() || stop != end || !result.is_small()) return std::nullopt;
      return result;
    }
    case Expr::Kind::name: {
      if (expr.called || !expr.operands.empty() || !expr.axis_arguments.empty())
        return std::nullopt;
      Affine result;
      result.names.emplace_back(expr.text, 1);
      return result;
    }
    case Expr::Kind::unary: {
      if (expr.ops[0] != Op::negate) return std::nullopt;
      const auto inner = affine(*expr.operands[0]);
      if (!inner) return std::nullopt;
      Affine result;
      result.add(*inner, -1);
      return result;
    }
    case Expr::Kind::chain:
      return affine_chain(expr);
    default:
      return std::nullopt;
  }
}

Term written(const Affine& sum) {
  Addition terms;
  for (const auto& [text, coefficient] : sum.names) {
    const std::int64_t size = coefficient < 0 ? -coefficient : coefficient;
    Terms factors;
    if (size != 1) factors.push_back(integer(size));
    factors.push_back(name(text));
    terms.add(times(std::move(factors)), coefficient < 0);
  }
  if (terms.empty()) return integer(sum.constant);
  if (sum.constant != 0)
    terms.add(integer(sum.constant < 0 ? -sum.constant : sum.constant), sum.constant < 0);
  return std::move(terms).take();
}

}  // namespace

Term simplified(Term index) {
  const auto sum = affine(*index);
  return sum ? written(*sum) : index;
}

bool same_index(const Expr& a, const Expr& b) {
  const auto left = affine(a), right = affine(b);
  if (!left || !right) return text_of(a) == text_of(b);
  Affine difference = *left;
  difference.add(*right, -1);
  return difference.is_constant() && difference.constant == 0;
}

std::optional<std::int64_t> literal(const Expr& expr) {
  const auto sum = affine(expr);
  if (!sum || !sum->is_constant()) return std::nullopt;
  return sum->constant;
}

Term shifted(Term index, std::int64_t shift) {
  if (shift == 0) return simplified(std::move(index));
  Addition sum;
  sum.add(std::move(index));
  sum.add(integer(shift < 0 ? -shift : shift), shift < 0);
  return simplified(std::move(sum).take());
}

}  // namespace diagc::theory
