#include "programs/integrate/points.h"

#include <algorithm>
#include <charconv>
#include <map>

#include <fmt/format.h>

#include "compiler/driver/compilation.h"
#include "compiler/driver/derivation.h"
#include "compiler/theory/derive.h"
#include "physics/lattice/geometry.h"
#include "programs/command/progress.h"
#include "programs/integrate/statement.h"

namespace diagc::integrate {

namespace {

using lattice::LineKind;
using series::PointForm;
using series::PointMeasure;

StaticNumbers statics_of(const Kernel& kernel) {
  StaticNumbers numbers;
  for (const auto& [name, text] : kernel.statics()) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size()) numbers[name] = value;
  }
  return numbers;
}

bool is_one_propagator(const Kernel& kernel, const RulesOfJob& rules, int value) {
  for (const Kernel::Variable& input : kernel.inputs()) {
    if (input.name != rules.propagator && !input.needed) continue;
    if (input.name != rules.propagator || input.shape != ElementShape::scalar ||
        input.ranges.size() != 2)
      return false;
    for (const Kernel::Range& range : input.ranges) {
      if (range.first < 0 || range.first > 1 || range.first != input.ranges[0].first ||
          range.last != value)
        return false;
    }
  }
  return kernel.outputs().at(0).ranges.empty();
}

/// A theory's own, or that of a rule file: 0 is measured where there is such a point, interactions stand between the points 2i − 1 and 2i.
Statement points_stated(const RulesOfJob& rules, const Kernel& kernel) {
  if (rules.rules.is_theory()) return statement_of(rules.rules, rules.output, statics_of(kernel));
  Statement statement;
  bool measured = false;
  for (const Kernel::Variable& input : kernel.inputs()) {
    for (const Kernel::Range& range : input.ranges) measured |= range.first == 0;
    if (input.ranges.size() != 1) continue;
    for (std::int64_t i = input.ranges[0].first; i <= input.ranges[0].last; ++i)
      statement.vertices.push_back({{2 * i - 1, 2 * i}, {{input.name, i}}});
  }
  if (measured) statement.external = {0};
  return statement;
}

LineKind kind_of(const series::Job& job, const RulesOfJob& rules, const std::string& input) {
  if (const auto found = job.rules.inputs.find(input); found != job.rules.inputs.end())
    return found->second;
  if (input == rules.propagator) return LineKind::propagator;
  if (input == rules.beta) return LineKind::beta;
  fail_at(job, "rules.inputs",
          fmt::format("found the input {} of {}, of which the job says nothing, expected what it "
                      "takes, as in inputs = {{ {} = \"phonon\" }}",
                      diagc::quoted(input), rules.rules.file->name, input));
}

/// Elements of an input in their order: its indices.
std::vector<std::vector<std::int64_t>> elements_of(const Kernel::Variable& input) {
  std::vector<std::vector<std::int64_t>> elements{{}};
  for (const Kernel::Range& range : input.ranges) {
    std::vector<std::vector<std::int64_t>> longer;
    for (const auto& element : elements) {
      for (std::int64_t i = range.first; i <= range.last; ++i) {
        longer.push_back(element);
        longer.back().push_back(i);
      }
    }
    elements = std::move(longer);
  }
  return elements;
}

/// Inputs with a leading index of two spins have a table for each.
bool has_spins(const Kernel::Variable& input, LineKind kind) {
  return kind == LineKind::propagator && input.ranges.size() == 3 && input.ranges[0].first == 1 &&
         input.ranges[0].last == 2;
}

std::vector<LineKind> tables_of(const Kernel::Variable& input, LineKind kind) {
  if (has_spins(input, kind)) return {LineKind::up, LineKind::down};
  return {kind};
}

void check_input(const series::Job& job, const Kernel::Variable& input, LineKind kind) {
  const bool pairs = input.ranges.size() == 2 || has_spins(input, kind);
  const bool lines =
      input.ranges.size() == 1 && (kind == LineKind::phonon || kind == LineKind::interaction);
  if (input.shape == ElementShape::scalar && (pairs || lines)) return;
  fail_at(
      job, "rules.inputs",
      fmt::format("found the input {} with {} indices, expected two, from point to point{}",
                  diagc::quoted(input.name), input.ranges.size(),
                  kind == LineKind::propagator ? ", behind one of two spins where there are such"
                  : kind == LineKind::phonon || kind == LineKind::interaction
                      ? ", or one, of lines between the two points of a vertex"
                      : ""));
}

PointMeasure measure_of(const series::Job& job, bool fermion) {
  PointMeasure measure;
  measure.fermion = fermion;
  measure.local = job.measure.momentum.empty();
  measure.momentum = job.measure.momentum;
  if (job.measure.at == series::Job::Measure::At::tau) {
    measure.at = PointMeasure::At::tau;
    measure.edges = job.measure.points;
    if (measure.edges.empty()) measure.edges = {0, 0.25, 0.5, 0.75, 1};
  } else {
    measure.at = PointMeasure::At::iw;
    for (const double m : job.measure.points) measure.frequencies.push_back(static_cast<int>(m));
    if (measure.frequencies.empty()) measure.frequencies = {0};
  }
  return measure;
}

void check_momentum(const series::Job& job) {
  if (job.measure.momentum.empty()) return;
  const lattice::Lattice lattice = job.model.lattice;
  if (lattice == lattice::Lattice::cluster || lattice == lattice::Lattice::honeycomb ||
      lattice == lattice::Lattice::own || job.model.staggered != 0) {
    fail_at(
        job, "measure.momentum",
        "found a momentum on this lattice, expected a lattice of one site a cell: chain, square, "
        "triangular or cubic, without a staggered field");
  }
  const std::uint32_t dimensions = lattice::dimensions_of(lattice);
  if (job.measure.momentum.size() != dimensions) {
    fail_at(job, "measure.momentum",
            fmt::format("found {} components of a momentum, expected {}",
                        job.measure.momentum.size(), dimensions));
  }
}

/// "measure.at" → "at"
std::string_view last_word(std::string_view key) { return key.substr(key.find('.') + 1); }

const char* first_measure_key(const series::Job& job) {
  for (const char* key : {"measure.at", "measure.points", "measure.momentum"}) {
    if (job.given.contains(key)) return key;
  }
  return nullptr;
}

/// Lowest point of all inputs.
std::int64_t first_point(const Kernel& kernel, const Statement& statement) {
  std::vector<std::int64_t> points = statement.external;
  for (const Statement::Vertex& vertex : statement.vertices)
    points.insert(points.end(), vertex.points.begin(), vertex.points.end());
  for (const Kernel::Variable& input : kernel.inputs()) {
    if (input.ranges.size() > 1 && input.ranges.back().last >= input.ranges.back().first)
      points.push_back(input.ranges.back().first);
  }
  return points.empty() ? 0 : *std::ranges::min_element(points);
}

class FormMaker {
 public:
  FormMaker(const series::Job& job, const RulesOfJob& rules, const Points& points,
            const Kernel& kernel)
      : job_(job), rules_(rules), kernel_(kernel), statement_(points_stated(rules, kernel)) {
    form_.measure = points.measure;
    first_ = first_point(kernel, statement_);
  }

  PointForm make() {
    std::int64_t last = first_;
    for (const std::int64_t point : statement_.external) last = std::max(last, point);
    for (const Statement::Vertex& vertex : statement_.vertices) {
      for (const std::int64_t point : vertex.points) last = std::max(last, point);
    }
    std::uint32_t table = 0;
    for (const Kernel::Variable& input : kernel_.inputs()) {
      std::vector<PointForm::Line>& lines = form_.inputs.emplace_back();
      if (!input.needed && !job_.rules.inputs.contains(input.name)) continue;
      const LineKind kind = kind_of(job_, rules_, input.name);
      for (const auto& element : elements_of(input)) {
        lines.push_back(line_of(input, kind, element, table));
        last = std::max({last, first_ + lines.back().from, first_ + lines.back().to});
      }
      table += static_cast<std::uint32_t>(tables_of(input, kind).size());
    }
    place_points(last);
    set_ends();
    return std::move(form_);
  }

 private:
  std::uint32_t point(std::int64_t index) const {
    return static_cast<std::uint32_t>(index - first_);
  }

  PointForm::Line line_of(const Kernel::Variable& input, LineKind kind,
                          const std::vector<std::int64_t>& element, std::uint32_t table) const {
    if (has_spins(input, kind))
      return {table + static_cast<std::uint32_t>(element[0] - 1), point(element[1]),
              point(element[2])};
    if (element.size() == 2) return {table, point(element[0]), point(element[1])};
    for (const Statement::Vertex& vertex : statement_.vertices) {
      if (vertex.points.size() == 2 &&
          std::ranges::count(vertex.inputs, std::pair(input.name, element[0])) > 0)
        return {table, point(vertex.points[0]), point(vertex.points[1])};
    }
    fail_at(job_, "rules.inputs",
            fmt::format("found the input {} whose element {} belongs to no vertex of two points, "
                        "expected lines between the two points of a vertex",
                        diagc::quoted(input.name), element[0]));
  }

  /// Vertices in their order, each placed from the one before; the second point of a vertex from its first, where the line between them leads;
  /// an external point from the first of all.
  void place_points(std::int64_t last) {
    form_.points.resize(static_cast<std::size_t>(last - first_) + 1);
    const auto is_end = [&](std::uint32_t p) {
      return statement_.ends && statement_.begins && !statement_.is_amputated && p > 0 &&
             (p == point(*statement_.ends) || p == point(*statement_.begins));
    };
    std::uint32_t before = 0;
    for (std::uint32_t p = 1; p < form_.points.size(); ++p) {
      form_.points[p].from = is_end(p) ? 0 : before;
      if (is_end(p)) {
        if (form_.measure.local) form_.points[p].site = PointForm::Site::same;
      } else {
        before = p;
      }
    }
    for (const Statement::Vertex& vertex : statement_.vertices) {
      if (vertex.points.size() != 2 || vertex.inputs.empty()) continue;
      const std::uint32_t low = point(std::min(vertex.points[0], vertex.points[1])),
                          high = point(std::max(vertex.points[0], vertex.points[1]));
      for (const auto& [name, index] : vertex.inputs) {
        const LineKind kind = kind_of(job_, rules_, name);
        form_.points[high].from = low;
        form_.points[high].same_time = kind == LineKind::interaction;
        form_.points[high].site = kind == LineKind::interaction ? PointForm::Site::interacting
                                  : kind == LineKind::phonon    ? PointForm::Site::same
                                                                : PointForm::Site::any;
      }
    }
  }

  void set_ends() {
    if (form_.measure.at == PointMeasure::At::nothing) return;
    if (!statement_.is_amputated) {
      form_.ends = {{point(*statement_.begins), point(*statement_.ends)}};
      return;
    }
    const Kernel::Range& range = kernel_.outputs().at(0).ranges.at(0);
    for (std::int64_t b = range.first; b <= range.last; ++b)
      form_.ends.push_back({point(*statement_.begins), point(b)});
  }

  const series::Job& job_;
  const RulesOfJob& rules_;
  const Kernel& kernel_;
  Statement statement_;
  std::int64_t first_ = 0;
  PointForm form_;
};

}  // namespace

std::optional<Points> points_of(const series::Job& job, const RulesOfJob& rules,
                                Progress& progress) {
  if (!rules.rules.is_theory() && job.rules.inputs.empty()) {
    if (const char* key = first_measure_key(job)) {
      fail_at(job, key,
              fmt::format("found {} with {}, which is no theory, expected no such key",
                          diagc::quoted(last_word(key)), rules.rules.file->name));
    }
    return std::nullopt;
  }
  const int value = std::min(job.last_order, 2);
  const Kernel kernel = compile_kernel(rules.source, probe_options(job, rules, value), progress);
  const Statement statement = points_stated(rules, kernel);
  const bool has_ends = statement.is_amputated || statement.ends.has_value();
  if (!has_ends && first_measure_key(job)) {
    fail_at(
        job, first_measure_key(job),
        fmt::format("found {} with the output {} of {}, which has no two ends, expected no such "
                    "key",
                    diagc::quoted(last_word(first_measure_key(job))), diagc::quoted(rules.output),
                    rules.rules.file->name));
  }
  if (has_ends && job.rules.observable) {
    fail_at(
        job, "rules.observable",
        fmt::format("found an observable with the output {} of {}, which says itself what it is, "
                    "expected no such key",
                    diagc::quoted(rules.output), rules.rules.file->name));
  }
  const Kernel::Variable& output = kernel.outputs().at(0);
  if (output.complex || output.shape != ElementShape::scalar ||
      output.ranges.size() != (statement.is_amputated ? 1 : 0)) {
    fail_at(job, "rules.output",
            fmt::format("found the output {} with {} indices, expected a real one with {}",
                        diagc::quoted(output.name), output.ranges.size(),
                        statement.is_amputated ? "one, where the line leaves" : "none"));
  }
  const bool is_vacuum = !has_ends && statement.external.empty();
  if (job.rules.inputs.empty() && is_one_propagator(kernel, rules, value) &&
      (!is_vacuum || statement.all_labellings))
    return std::nullopt;
  check_momentum(job);
  Points points;
  points.form.points = is_vacuum ? Form::Points::vacuum : Form::Points::measured;
  points.form.first = static_cast<int>(first_point(kernel, statement));
  points.is_amputated = statement.is_amputated;
  points.all_labellings =
      statement.all_labellings || job.rules.labellings == series::Labellings::all;
  points.is_right_when_summed =
      statement.is_amputated &&
      theory::is_right_when_summed(read_rules(rules.source, walk_named(job.rules.walk)));
  if (has_ends) points.measure = measure_of(job, statement.fermion);
  for (const Kernel::Variable& input : kernel.inputs()) {
    if (!input.needed && !job.rules.inputs.contains(input.name)) continue;
    const LineKind kind = kind_of(job, rules, input.name);
    check_input(job, input, kind);
    for (const LineKind table : tables_of(input, kind)) points.lines.push_back(table);
  }
  for (const auto& [name, kind] : job.rules.inputs) {
    const bool is_there = std::ranges::any_of(
        kernel.inputs(), [&](const Kernel::Variable& input) { return input.name == name; });
    if (!is_there) {
      fail_at(job, "rules.inputs",
              fmt::format("found {}, expected the names of inputs of the rule file",
                          diagc::quoted(name)));
    }
    if (kind == LineKind::interaction && job.model.interaction == std::array<double, 2>{0, 0}) {
      fail_at(job, "rules.inputs",
              "found an interaction, but no `V` in [model], expected its strength");
    }
  }
  return points;
}

void check_line_keys(const series::Job& job, const RulesOfJob& rules,
                     const std::vector<LineKind>& lines) {
  struct Taken {
    const char* key;
    std::vector<LineKind> by;
  };
  for (const auto& [key, by] : {Taken{"model.field", {LineKind::up, LineKind::down}},
                                {"model.V", {LineKind::interaction}},
                                {"model.omega0", {LineKind::phonon}},
                                {"model.g", {LineKind::phonon}}}) {
    const bool is_taken = std::ranges::find_first_of(lines, by) != lines.end();
    if (is_taken || !job.given.contains(key)) continue;
    fail_at(job, key,
            fmt::format("found {} with {}, of which no input takes {}, expected no such key, or an "
                        "input in [rules.inputs] that does",
                        diagc::quoted(last_word(key)), rules.rules.file->name,
                        diagc::quoted(lattice::name_of(by.front()))));
  }
}

std::shared_ptr<const PointForm> point_form(const series::Job& job, const RulesOfJob& rules,
                                            const Points& points, const Kernel& kernel) {
  return std::make_shared<const PointForm>(FormMaker(job, rules, points, kernel).make());
}

double labellings_of(const RulesOfJob& rules, const Points& points, const Kernel& kernel) {
  if (!points.all_labellings) return 1;
  return points_stated(rules, kernel).labellings;
}

}  // namespace diagc::integrate
