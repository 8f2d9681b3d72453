#include "compiler/syntax/print.h"

#include <fmt/format.h>
#include <algorithm>
#include <utility>

#include "compiler/syntax/write.h"

namespace diagc::syntax {

namespace {

constexpr std::size_t body_indent = 2;
constexpr std::size_t doc_indent = 4;

/// `self G`, `local G` and `mu G` are names with their keyword.
bool is_named_with_keyword(const Decl& decl) {
  return decl.kind == Decl::Kind::self_energy || decl.kind == Decl::Kind::mean_field ||
         decl.kind == Decl::Kind::potential;
}

std::string type_name(TypeName type) {
  return diagc::type_name(type.shape, type.scalar == Scalar::complex);
}

std::string_view statistics_name(Statistics statistics) {
  return statistics == Statistics::fermion ? "fermion"
         : statistics == Statistics::boson ? "boson"
                                           : "real";
}

/// In front of the `*` that ends it: a `sum` there would take the operators for its own.
constexpr Place coefficient_place = {.weakest = Level::multiply, .closed = true};

class Printer {
 public:
  explicit Printer(const File& file) : file_(file), comments_(file) {}

  std::string one(const Decl& decl) {
    declaration(decl);
    return std::move(out_);
  }

  std::string run() {
    for (const Entry& entry : comments_.entries()) {
      if (entry.blank_line) out_ += '\n';
      if (entry.decl) {
        declaration(*entry.decl);
      } else if (entry.text.empty()) {
        out_ += "grammar " + file_.name;
        if (file_.doc) out_ += "\n\"" + *file_.doc + "\"";
      } else {
        out_ += entry.text;
      }
      if (!entry.trailing.empty()) out_.append("  ").append(entry.trailing);
      out_ += '\n';
    }
    return std::move(out_);
  }

 private:
  void declaration(const Decl& decl);
  void brackets(const Decl& decl);
  void axes(const Decl& decl);
  void field(const Decl& decl);
  void vertex(const Decl& decl);
  void doc(const Decl& decl);
  void body(const Expr& body);

  const File& file_;
  PlacedComments comments_;
  std::string out_;
};

void Printer::declaration(const Decl& decl) {
  if (!is_named_with_keyword(decl)) out_.append(keyword(decl.kind)).append(" ");
  out_ += decl.name;
  switch (decl.kind) {
    case Decl::Kind::constant:
      out_ += decl.is_bool ? " : bool" : " : int";
      if (decl.body) {
        out_ += " = ";
        write_broken(out_, *decl.body, {}, doc_indent, comments_);
      }
      doc(decl);
      break;
    case Decl::Kind::axis:
      out_ += " : ";
      write_broken(out_, *decl.body, {}, doc_indent, comments_);
      doc(decl);
      break;
    case Decl::Kind::param:
    case Decl::Kind::input:
      brackets(decl);
      axes(decl);
      out_ += " : " + type_name(decl.type);
      doc(decl);
      break;
    case Decl::Kind::green:
      brackets(decl);
      axes(decl);
      doc(decl);
      break;
    case Decl::Kind::coupling:
      axes(decl);
      out_ += " : " + type_name(decl.type);
      doc(decl);
      break;
    case Decl::Kind::family:
    case Decl::Kind::function:
    case Decl::Kind::output:
    case Decl::Kind::self_energy:
    case Decl::Kind::mean_field:
    case Decl::Kind::potential:
    case Decl::Kind::solve:
      brackets(decl);
      axes(decl);
      doc(decl);
      out_ += " =";
      body(*decl.body);
      break;
    case Decl::Kind::field:
      field(decl);
      break;
    case Decl::Kind::vertex:
      vertex(decl);
      break;
  }
}

void Printer::field(const Decl& decl) {
  if (decl.flavour_count) {
    out_ += '[';
    write_broken(out_, *decl.flavour_count, argument_place, doc_indent, comments_);
    out_ += ']';
  }
  for (std::size_t i = 0; i < decl.flavours.size(); ++i) {
    out_ += (i == 0 ? "[" : ", ") + decl.flavours[i].name;
    if (i + 1 < decl.flavours.size()) continue;
    out_ += " in ";
    write_broken(out_, *decl.flavours[i].range, binder_place, doc_indent, comments_);
    out_ += ']';
  }
  out_ += fmt::format("({}, {}) : {} =", decl.parameters[0].name, decl.parameters[1].name,
                      statistics_name(decl.statistics));
  body(*decl.body);
  doc(decl);
}

/// Coefficient and operators on one line where they fit, else the operators on lines of their own.
void Printer::vertex(const Decl& decl) {
  out_ += '[' + decl.parameters[0].name + " in ";
  write_broken(out_, *decl.parameters[0].range, binder_place, doc_indent, comments_);
  out_ += "] =";
  if (decl.body) {
    out_ += ' ';
    write_broken(out_, *decl.body, coefficient_place, column(out_), comments_);
    out_ += " *";
  }
  const auto separate = [&](const std::string& word) {
    if (column(out_) + 1 + word.size() > line_width) {
      new_line(out_, doc_indent);
    } else {
      out_ += ' ';
    }
    out_ += word;
  };
  for (const Operator& part : decl.operators) {
    std::string text;
    write_flat(text, part);
    separate(text);
  }
  if (decl.ordered) separate("ordered");
  doc(decl);
}

void Printer::brackets(const Decl& decl) {
  const bool square = decl.kind != Decl::Kind::family && decl.kind != Decl::Kind::function;
  if (decl.ranges.empty() && decl.parameters.empty() && !decl.has_list) return;
  out_ += square ? '[' : '(';
  const std::size_t indent = std::min<std::size_t>(column(out_), 8 * doc_indent);
  bool first = true;
  const auto separate = [&](std::size_t next) {
    if (!std::exchange(first, false)) {
      out_ += ',';
      if (column(out_) + 1 + next > line_width) {
        new_line(out_, indent);
      } else {
        out_ += ' ';
      }
    }
  };
  const bool named = decl.kind == Decl::Kind::solve;
  for (std::size_t i = 0; i < decl.ranges.size(); ++i) {
    const Expr* const range = decl.ranges[i].get();
    const std::string name = named ? decl.parameters[i].name + " in " : "";
    std::string flat = name;
    write_flat(flat, *range, named ? binder_place : argument_place, line_width);
    separate(flat.size());
    out_ += name;
    write_broken(out_, *range, named ? binder_place : argument_place, indent, comments_);
  }
  for (const Decl::Parameter& parameter : decl.parameters) {
    if (named) break;
    std::string flat = parameter.name;
    if (parameter.range) {
      flat += " in ";
      write_flat(flat, *parameter.range, binder_place, line_width);
    }
    separate(flat.size());
    out_ += parameter.name;
    if (parameter.range) {
      out_ += " in ";
      write_broken(out_, *parameter.range, binder_place, indent, comments_);
    }
  }
  out_ += square ? ']' : ')';
}

void Printer::axes(const Decl& decl) {
  for (std::size_t i = 0; i < decl.axes.size(); ++i) {
    const Decl::AxisParameter& parameter = decl.axes[i];
    const bool has_both = !parameter.name.empty() && !parameter.axis.name.empty();
    out_ += (i == 0 ? "(" : ", ") + parameter.name + (has_both ? " : " : "") + parameter.axis.name;
  }
  if (!decl.axes.empty()) out_ += ')';
}

void Printer::doc(const Decl& decl) {
  if (!decl.doc) return;
  if (column(out_) + decl.doc->size() + 3 > line_width) {
    new_line(out_, doc_indent);
  } else {
    out_ += ' ';
  }
  out_ += '"' + *decl.doc + '"';
}

void Printer::body(const Expr& body) {
  const std::size_t before = out_.size();
  if (const auto* comments = comments_.before(body)) {
    write_comments(out_, *comments, body_indent);
  } else if (!comments_.inside(body)) {
    const std::size_t used = column(out_) + 1;
    out_ += ' ';
    if (used < line_width && write_flat(out_, body, {}, line_width - used)) return;
    out_.resize(before);
    new_line(out_, body_indent);
  } else {
    new_line(out_, body_indent);
  }
  write_broken(out_, body, {}, body_indent, comments_);
}

}  // namespace

std::string print(const File& file) { return Printer(file).run(); }

std::string print(const Decl& decl) {
  const File file;
  return Printer(file).one(decl);
}

std::string print(const Expr& expr) {
  std::string out;
  write_flat(out, expr, {}, std::string::npos);
  return out;
}

}  // namespace diagc::syntax
