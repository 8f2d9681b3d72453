// A picture as a list of shapes and texts, for any surface. Lengths are pixels, y grows downwards.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace diagc::runs::plot {

struct Point {
  double x = 0, y = 0;
};

struct Stroke {
  std::string colour;  ///< "#rrggbb"; empty: none
  double width = 1;
  std::vector<double> dashes = {};  ///< lengths of line and gap in turn; empty: unbroken
};

struct Fill {
  std::string colour;  ///< "#rrggbb"; empty: none
  double opacity = 1;
};

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

/// A line through points, or around them.
struct Path {
  std::vector<Point> points;
  bool is_closed = false;
  Stroke stroke = {};
  Fill fill = {};
  Box clip = {};  ///< nothing is drawn outside; empty where its width is 0
};

struct Circle {
  Point centre;
  double radius = 1;
  Stroke stroke = {};
  Fill fill = {};
};

/// A piece of text in one type.
struct Run {
  std::string text;
  bool is_italic = false;
  int script = 0;  ///< 1: superscript, −1: subscript
};

struct Text {
  enum class Anchor { start, middle, end };
  Point at;  ///< of the base line
  double size = 13;
  std::string colour = "#000000";
  Anchor anchor = Anchor::start;
  bool is_upright = false;  ///< read from bottom to top
  std::vector<Run> runs = {};
};

/// Sizes of scripts as a fraction of the text's, and how far they are moved.
constexpr double script_size = 0.72, script_rise = 0.38, script_fall = 0.18;

/// Runs of "10^{−2}", "a_{n}" and "$U$": scripts stand in braces, variables between dollars are in italics, scripts of letters within them, too.
std::vector<Run> runs_of(const std::string& text);

struct Drawing {
  double width = 0, height = 0;
  std::vector<std::variant<Path, Circle, Text>> marks;
};

}  // namespace diagc::runs::plot
