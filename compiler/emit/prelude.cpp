#include "compiler/emit/prelude.h"

#include <fmt/format.h>

namespace diagc {

namespace {

constexpr const char* vectors = R"(
typedef __SIZE_TYPE__ Size;
typedef {real} Real;
enum : Size {{ lanes = {lanes} }};
typedef Real Vec __attribute__((ext_vector_type({lanes})));
// A vector at any place of a row.
typedef Real Row __attribute__((ext_vector_type({lanes}), aligned({align}), may_alias));

static inline Vec splat(Real x) {{ return x; }}
static inline Vec fma(Vec a, Vec b, Vec c) {{ return __builtin_elementwise_fma(a, b, c); }}
static inline Vec load(const Real *row) {{ return *(const Row *)row; }}
static inline void store(Real *row, Vec x) {{ *(Row *)row = x; }}
)";

constexpr const char* complex_text = R"(
struct Complex {{
  {real} re, im;
  Complex() = default;
  {member}Complex({real} re, {real} im) : re(re), im(im) {{}}
  {member}Complex({real} re) : re(re), im({real}{{}}) {{}}
}};
{function} Complex operator-(Complex a) {{ return {{-a.re, -a.im}}; }}
{function} Complex operator+(Complex a, Complex b) {{ return {{a.re + b.re, a.im + b.im}}; }}
{function} Complex operator+(Complex a, {real} b) {{ return {{a.re + b, a.im}}; }}
{function} Complex operator+({real} a, Complex b) {{ return {{a + b.re, b.im}}; }}
{function} Complex operator-(Complex a, Complex b) {{ return {{a.re - b.re, a.im - b.im}}; }}
{function} Complex operator-(Complex a, {real} b) {{ return {{a.re - b, a.im}}; }}
{function} Complex operator-({real} a, Complex b) {{ return {{a - b.re, -b.im}}; }}
{function} Complex operator*({real} a, Complex b) {{ return {{a * b.re, a * b.im}}; }}
{function} Complex operator*(Complex a, {real} b) {{ return {{a.re * b, a.im * b}}; }}
{scaled}{function} Complex operator*(Complex a, Complex b) {{
  return {{fma(-a.im, b.im, a.re * b.re), fma(a.im, b.re, a.re * b.im)}};
}}
{function} Complex operator/(Complex a, {real} b) {{ return {{a.re / b, a.im / b}}; }}
{function} Complex fma({real} a, {real} b, Complex c) {{ return {{fma(a, b, c.re), c.im}}; }}
{function} Complex fma({real} a, Complex b, Complex c) {{ return {{fma(a, b.re, c.re), fma(a, b.im, c.im)}}; }}
{function} Complex fma(Complex a, {real} b, Complex c) {{ return {{fma(a.re, b, c.re), fma(a.im, b, c.im)}}; }}
{function} Complex fma(Complex a, Complex b, Complex c) {{
  return {{fma(-a.im, b.im, fma(a.re, b.re, c.re)), fma(a.im, b.re, fma(a.re, b.im, c.im))}};
}}
{function} Complex conj(Complex a) {{ return {{a.re, -a.im}}; }}
{function} {real} re(Complex a) {{ return a.re; }}
{function} {real} im(Complex a) {{ return a.im; }}
{function} Complex operator/({real} a, Complex b) {{ return a * conj(b) / fma(b.re, b.re, b.im * b.im); }}
{function} Complex operator/(Complex a, Complex b) {{ return a * conj(b) / fma(b.re, b.re, b.im * b.im); }}
)";

constexpr const char* real_function = R"(static inline Vec {name}(Vec x) {{
  Vec y;
  for (Size i = 0; i < lanes; ++i) y[i] = __builtin_{name}{suffix}(x[i]);
  return y;
}}
)";

constexpr const char* complex_function = R"(static inline Complex {name}(Complex x) {{
  Complex y;
  for (Size i = 0; i < lanes; ++i) {{
    _Complex Real z;
    __real__ z = x.re[i];
    __imag__ z = x.im[i];
    z = __builtin_c{name}{suffix}(z);
    y.re[i] = __real__ z;
    y.im[i] = __imag__ z;
  }}
  return y;
}}
)";

bool is_function(Kind kind) {
  return kind == Kind::sqrt || kind == Kind::exp || kind == Kind::log || kind == Kind::sin ||
         kind == Kind::cos;
}

}  // namespace

PreludeNeeds::PreludeNeeds(const Graph& graph, const Schedule& schedule) {
  for (NodeId id = 0; id < graph.node_count(); ++id) {
    if (schedule.role[id] == Role::unused) continue;
    complex = complex || graph[id].type == Type::complex;
    if (is_function(graph[id].kind)) functions.emplace(graph[id].kind, graph[id].type);
  }
}

std::string complex_numbers(const char* real, const char* function, const char* member) {
  std::string scaled;
  if (std::string_view(real) != "Real") {
    scaled = fmt::format(
        "{} Complex operator*(Real a, Complex b) {{ return {{a * b.re, a * b.im}}; }}\n", function);
  }
  return fmt::format(fmt::runtime(complex_text), fmt::arg("real", real),
                     fmt::arg("function", function), fmt::arg("member", member),
                     fmt::arg("scaled", scaled));
}

std::string cpp_prelude(const Graph& graph, const Schedule& schedule,
                        const PreludeOptions& options) {
  const PreludeNeeds needs(graph, schedule);
  const int align = options.single_precision ? 4 : 8;
  std::string text =
      fmt::format(vectors, fmt::arg("real", options.single_precision ? "float" : "double"),
                  fmt::arg("align", align), fmt::arg("lanes", options.vector_bytes / align));
  if (needs.complex) text += complex_numbers("Vec", "static inline", "");
  for (const auto& [kind, type] : needs.functions) {
    const char* suffix = options.single_precision ? "f" : "";
    if (kind == Kind::sqrt && type == Type::real) {
      text += "static inline Vec sqrt(Vec x) { return __builtin_elementwise_sqrt(x); }\n";
    } else {
      std::string definition =
          fmt::format(fmt::runtime(type == Type::real ? real_function : complex_function),
                      fmt::arg("name", to_string(kind)), fmt::arg("suffix", suffix));
      const std::string real = "_Complex Real";
      if (const auto at = definition.find(real); at != std::string::npos) {
        definition.replace(at, real.size(),
                           options.single_precision ? "_Complex float" : "_Complex double");
      }
      text += definition;
    }
  }
  return text;
}

}  // namespace diagc
