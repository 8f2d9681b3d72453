// Pictures of results: what stands in them, as SVG, PNG, PDF and numbers.
#include <algorithm>
#include <cmath>

#include <catch2/catch.hpp>

#include "physics/series/results/figure.h"
#include "runs/report/picture.h"
#include "runs/report/svg.h"

using namespace diagc;
using namespace diagc::series;
namespace plot = diagc::runs::plot;

namespace {

Result some_result() {
  Result result;
  result.grammar = "hubbard_sun_density";
  result.observable = "density";
  result.orders.emplace_back().value = 0.4;
  result.orders.push_back({.order = 1,
                           .value = -0.0961,
                           .error = 0.00023,
                           .mean_sign = -0.87,
                           .acceptance = 0.41,
                           .autocorrelation = 3.27,
                           .effective_samples = 1.2e6,
                           .steps = 4'000'000,
                           .warning = {},
                           .sampling = {},
                           .draws = {}});
  result.orders.push_back({.order = 2,
                           .value = 0.0221,
                           .error = 0.0011,
                           .mean_sign = 0.32,
                           .acceptance = 0.39,
                           .autocorrelation = 5.4,
                           .effective_samples = 2.5e5,
                           .steps = 2'000'000,
                           .warning = {},
                           .sampling = {},
                           .draws = {}});
  result.model.lattice = "square";
  result.model.size = {8, 8};
  result.model.sites = 64;
  result.model.beta = 4;
  result.model.mu = -0.5;
  result.model.filling = 0.4;
  return result;
}

std::vector<plot::Plot> some_figure() {
  const std::vector<Result> results{some_result()};
  const std::vector<double> couplings{0, 1, 2, 3};
  const std::vector<Resummation> sums{resum(series_of(results[0]), couplings, 50)};
  const std::vector<Resummation> fine{resum(series_of(results[0]), fine_couplings(couplings), 50)};
  return figure({results, sums, fine, 3});
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++found;
  return found;
}

bool is_dots(const plot::Series& series) {
  return series.style == plot::Series::Style::dots ||
         series.style == plot::Series::Style::full_dots;
}

}  // namespace

TEST_CASE("pictures hold every coefficient, its error bar, and every sum of highest order") {
  const std::vector<plot::Plot> plots = some_figure();
  const std::string svg = plot::to_svg(plots);
  CHECK(svg.starts_with("<svg "));
  CHECK(svg.ends_with("</svg>\n"));
  for (const char* expected :
       {"Density of the SU(2) Hubbard model, square lattice", "Padé [1/1]", "Dlog-Padé [0/1]",
        "order 2", "together", "8 × 8 cells, ", "= −0.5", "density per site and flavour",
        "10<tspan font-size=\"10.8\" dy=\"-5.7\">−1</tspan>",
        "<tspan font-style=\"italic\">U</tspan><tspan font-style=\"italic\" font-size=\"12.2\" "
        "dy=\"-6.5\">n</tspan>"}) {
    CAPTURE(expected);
    CHECK(svg.find(expected) != std::string::npos);
  }
  for (const char* unexpected : {"nan", "inf", "^{", "U^n", "1e-1", "$"}) {
    CAPTURE(unexpected);
    CHECK(svg.find(unexpected) == std::string::npos);
  }
  CHECK(count(svg, "<circle") >= 4 + 3);  // together at every coupling, every coefficient
}

TEST_CASE("pictures name their observable, of one flavour or of all") {
  Result result = some_result();
  const auto labels = [&](const char* observable) {
    result.observable = observable;
    const Resummation sums = resum(series_of(result), {0, 1}, 10);
    const plot::Plot one = figure({{result}, {sums}, {}, 1})[0];
    const plot::Plot scan = figure({{result, result}, {sums, sums}, {}, 1})[0];
    return std::vector<std::string>{one.title.substr(0, one.title.find(" of ")), one.y_label,
                                    scan.y_label};
  };
  using Labels = std::vector<std::string>;
  CHECK(labels("density") ==
        Labels{"Density", "density per site and flavour", "density per site, all flavours"});
  CHECK(labels("double_occupancy") ==
        Labels{"Double occupancy", "double occupancy per site", "double occupancy per site"});
  CHECK(labels("energy") == Labels{"Energy", "energy per site", "energy per site"});
  CHECK(labels("log_z") == Labels{"Log Z", "log Z per site", "log Z per site"});
  CHECK(labels("mass") ==
        Labels{"Mass", "mass per site and flavour", "mass per site, all flavours"});
  // A scan of the density shows all flavours, one of the energy what the results hold.
  const auto height = [&](const char* observable) {
    result.observable = observable;
    const Resummation sums = resum(series_of(result), {0, 1}, 10);
    return figure({{result, result}, {sums, sums}, {}, 1})[0].series[0].points[0].second;
  };
  CHECK(height("density") == Approx(0.8));
  CHECK(height("energy") == Approx(0.4));
}

TEST_CASE("markers with their error bars lie within the axes, curves are fine") {
  for (const plot::Plot& plot : some_figure()) {
    CAPTURE(plot.title);
    for (const plot::Series& series : plot.series) {
      if (!is_dots(series)) {
        CHECK(series.points.size() > 200);
        continue;
      }
      for (std::size_t i = 0; i < series.points.size(); ++i) {
        CHECK(series.points[i].first > plot.x_min);
        CHECK(series.points[i].first < plot.x_max);
        CHECK(series.bounds[i].first > plot.y_min);
        CHECK(series.bounds[i].second < plot.y_max);
      }
    }
  }
}

TEST_CASE("lines and dots of a picture differ in colour and in shape") {
  Result result = some_result();
  std::vector<Result> results;
  std::vector<Resummation> sums;
  for (const double mu : {-0.5, 0.0, 0.25, 0.5, 1.0}) {
    results.push_back(result);
    results.back().model.mu = mu;
    sums.push_back(resum(series_of(result), {1}, 10));
  }
  sums[2].combined[0].reliable = false;
  const std::vector<plot::Plot> scan = figure({results, sums, {}, 0});
  std::vector<std::pair<std::string, int>> looks;
  for (const plot::Series& series : scan[1].series) {
    if (!series.label.empty()) looks.emplace_back(series.colour, series.shape);
  }
  REQUIRE(looks.size() == results.size());
  std::sort(looks.begin(), looks.end());
  for (std::size_t i = 1; i < looks.size(); ++i) CHECK(looks[i - 1].first != looks[i].first);
  std::sort(looks.begin(), looks.end(), [](auto& a, auto& b) { return a.second < b.second; });
  for (std::size_t i = 1; i < looks.size(); ++i) CHECK(looks[i - 1].second != looks[i].second);

  const auto with_label = [&](const std::string& label) {
    return std::find_if(scan[0].series.begin(), scan[0].series.end(),
                        [&](const plot::Series& series) { return series.label == label; });
  };
  CHECK(with_label("together")->points.size() == 4);
  CHECK(with_label("together, marked")->points.size() == 1);
}

TEST_CASE("a picture says nothing of a chemical potential that is not known") {
  Result result = some_result();
  result.model.lattice = "own";
  result.model.mu = std::nan("");
  const std::vector<Resummation> sums{resum(series_of(result), {0, 1}, 10)};
  for (const std::vector<Result>& results : {std::vector{result}, std::vector{result, result}}) {
    const std::vector<Resummation> all(results.size(), sums[0]);
    const std::string svg = plot::to_svg(figure({results, all, {}, 1}));
    CHECK(svg.find("nan") == std::string::npos);
    CHECK(svg.find(">t<") == std::string::npos);
  }
}

TEST_CASE("a scan of an own propagator is drawn over the inverse temperature") {
  std::vector<Result> results;
  std::vector<Resummation> sums;
  const double betas[] = {1, 2, 4};
  for (const double beta : betas) {
    Result result = some_result();
    result.model.lattice = "own";
    result.model.mu = std::nan("");
    result.model.beta = beta;
    result.orders[0].value = 0.3 + 0.01 * beta;
    results.push_back(result);
    sums.push_back(resum(series_of(result), {0, 1}, 10));
  }
  const std::vector<plot::Plot> plots = figure({results, sums, {}, 1});
  REQUIRE(plots.size() == 2);
  const plot::Plot& scan = plots[0];
  CHECK(scan.x_label == "inverse temperature $β$");
  CHECK(scan.title == "Density of the SU(2) Hubbard model, own propagator");
  CHECK(scan.subtitle == "$U$ = 1");
  CHECK(scan.x_min < 1);
  CHECK(scan.x_max > 4);
  const auto with_label = [&](const std::string& label) {
    const auto found = std::ranges::find(scan.series, label, &plot::Series::label);
    REQUIRE(found != scan.series.end());
    return found->points;
  };
  const auto free = with_label("$U$ = 0"), together = with_label("together");
  REQUIRE(free.size() == 3);
  REQUIRE(together.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(free[i].first == betas[i]);
    CHECK(free[i].second == Approx(2 * (0.3 + 0.01 * betas[i])));
    CHECK(together[i].first == betas[i]);
    CHECK(together[i].second == Approx(2 * sums[i].combined[1].value));
  }
  CHECK(plot::to_svg(plots).find("nan") == std::string::npos);
}

TEST_CASE("an error bar that says nothing does not flatten the others") {
  const std::vector<Result> results{some_result()};
  std::vector<Resummation> sums{resum(series_of(results[0]), {0, 0.5, 1}, 10)};
  const plot::Plot plot = figure({results, sums, {}, 2})[0];
  sums[0].combined[2].low -= 10;
  sums[0].combined[2].high += 10;
  const plot::Plot wide = figure({results, sums, {}, 2})[0];
  CHECK(wide.y_max - wide.y_min <= plot.y_max - plot.y_min);
  CHECK(wide.y_min < sums[0].combined[2].value);
  CHECK(wide.y_max > sums[0].combined[2].value);
}

TEST_CASE("the numbers of a picture") {
  plot::Plot plot;
  plot.series.push_back({"$U^{n}$, \"b\"", "#000000", {{0, 1}, {0.5, std::nan("")}, {1, -2.5}}});
  plot.series.push_back({"", "#000000", {{2, 3}}, plot::Series::Style::dots, {{2.5, 3.5}}, 0, "c"});
  CHECK(plot::to_csv({plot, plot}) ==
        "plot,label,x,y,low,high\n"
        "1,\"U^n, \"\"b\"\"\",0,1,,\n"
        "1,\"U^n, \"\"b\"\"\",1,-2.5,,\n"
        "1,\"c\",2,3,2.5,3.5\n"
        "2,\"U^n, \"\"b\"\"\",0,1,,\n"
        "2,\"U^n, \"\"b\"\"\",1,-2.5,,\n"
        "2,\"c\",2,3,2.5,3.5\n");
  CHECK(plot::csv_path("a/b.svg") == "a/b.csv");
}

TEST_CASE("endings of pictures") {
  for (const char* path : {"a.svg", "a.png", "b/a.pdf"})
    CHECK_NOTHROW(plot::check_picture_path(path));
  CHECK_THROWS_WITH(plot::check_picture_path("a.jpg"),
                    "a.jpg: found the ending `.jpg`, expected .svg, .png or .pdf");
  CHECK_THROWS_WITH(plot::picture(std::vector<plot::Plot>{}, "a"),
                    "a: found the ending ``, expected .svg, .png or .pdf");
  CHECK(plot::picture(some_figure(), "a.svg") == plot::to_svg(some_figure()));
}

#ifdef DIAGC_CAIRO
TEST_CASE("PNG and PDF of the same drawing") {
  const std::vector<plot::Plot> plots = some_figure();
  const plot::Drawing drawing = plot::drawing_of(plots);
  const std::string png = plot::picture(plots, "a.png");
  REQUIRE(png.starts_with("\x89PNG\r\n\x1a\n"));
  const auto big_endian = [&](std::size_t at) {
    unsigned value = 0;
    for (std::size_t i = at; i < at + 4; ++i)
      value = value << 8 | static_cast<unsigned char>(png[i]);
    return value;
  };
  CHECK(big_endian(16) == 2 * static_cast<unsigned>(drawing.width));
  CHECK(big_endian(20) == 2 * static_cast<unsigned>(drawing.height));
  CHECK(png == plot::picture(plots, "b.png"));

  const std::string pdf = plot::picture(plots, "a.pdf");
  CHECK(pdf.starts_with("%PDF-1."));
  CHECK(pdf.find("%%EOF") != std::string::npos);
  CHECK(pdf == plot::picture(plots, "b.pdf"));
}
#endif
