#include "runs/report/svg.h"

#include <fmt/format.h>

#include "runs/report/xml_text.h"

namespace diagc::runs::plot {

namespace {

std::string style(const Stroke& stroke, const Fill& fill) {
  std::string text =
      fill.colour.empty() ? " fill=\"none\"" : fmt::format(" fill=\"{}\"", fill.colour);
  if (!fill.colour.empty() && fill.opacity < 1)
    text += fmt::format(" fill-opacity=\"{}\"", fill.opacity);
  if (stroke.colour.empty()) return text;
  text += fmt::format(" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"", stroke.colour,
                      stroke.width);
  std::string dashes;
  for (const double length : stroke.dashes)
    dashes += fmt::format("{}{}", dashes.empty() ? "" : " ", length);
  if (!dashes.empty()) text += fmt::format(" stroke-dasharray=\"{}\"", dashes);
  return text;
}

class Svg {
 public:
  explicit Svg(const Drawing& drawing) {
    text_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
        "height=\"{1}\" font-family=\"Helvetica, Arial, sans-serif\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        drawing.width, drawing.height);
    for (const auto& mark : drawing.marks) std::visit([&](const auto& shape) { add(shape); }, mark);
    text_ += "</svg>\n";
  }
  std::string text_;

 private:
  /// Attribute that clips to a box, which is defined when it is first used.
  std::string clip(const Box& box) {
    if (box.width == 0) return "";
    if (box.x != clip_.x || box.y != clip_.y || box.width != clip_.width ||
        box.height != clip_.height) {
      clip_ = box;
      text_ += fmt::format(
          "<clipPath id=\"axes{}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" "
          "height=\"{}\"/></clipPath>\n",
          ++clips_, box.x, box.y, box.width, box.height);
    }
    return fmt::format(" clip-path=\"url(#axes{})\"", clips_);
  }

  void add(const Path& path) {
    const std::string clipped = clip(path.clip);
    std::string points;
    for (const Point& point : path.points)
      points += fmt::format("{}{:.2f},{:.2f}", points.empty() ? "" : " ", point.x, point.y);
    text_ += fmt::format("<{}{}{} points=\"{}\"/>\n", path.is_closed ? "polygon" : "polyline",
                         style(path.stroke, path.fill), clipped, points);
  }

  void add(const Circle& circle) {
    text_ += fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{}\"{}/>\n", circle.centre.x,
                         circle.centre.y, circle.radius, style(circle.stroke, circle.fill));
  }

  void add(const Text& text) {
    const char* anchors[] = {"start", "middle", "end"};
    const std::string place =
        text.is_upright ? fmt::format("transform=\"translate({:.1f} {:.1f}) rotate(-90)\"",
                                      text.at.x, text.at.y)
                        : fmt::format("x=\"{:.1f}\" y=\"{:.1f}\"", text.at.x, text.at.y);
    text_ += fmt::format("<text {} font-size=\"{}\" fill=\"{}\" text-anchor=\"{}\">", place,
                         text.size, text.colour, anchors[static_cast<int>(text.anchor)]);
    double above = 0;  // of the base line
    for (const Run& run : text.runs) {
      const double rise = text.size * (run.script > 0   ? script_rise
                                       : run.script < 0 ? -script_fall
                                                        : 0);
      std::string attributes;
      if (run.is_italic) attributes += " font-style=\"italic\"";
      if (run.script != 0)
        attributes += fmt::format(" font-size=\"{:.1f}\"", text.size * script_size);
      if (rise != above) attributes += fmt::format(" dy=\"{:.1f}\"", above - rise);
      above = rise;
      text_ += attributes.empty()
                   ? xml_text(run.text)
                   : fmt::format("<tspan{}>{}</tspan>", attributes, xml_text(run.text));
    }
    text_ += "</text>\n";
  }

  Box clip_;
  int clips_ = 0;
};

}  // namespace

std::string to_svg(const Drawing& drawing) { return Svg(drawing).text_; }

}  // namespace diagc::runs::plot
