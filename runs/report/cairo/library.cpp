#include "runs/report/cairo/library.h"

#include <cairo/cairo-pdf.h>
#include <cairo/cairo.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <stdexcept>

namespace diagc::runs::plot {

namespace {

using Surface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;
using Context = std::unique_ptr<cairo_t, decltype(&cairo_destroy)>;

constexpr double png_scale = 2, pdf_scale = 0.6;  // points of 1/72 inch

cairo_status_t append(void* to, const unsigned char* bytes, unsigned int size) {
  static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(bytes), size);
  return CAIRO_STATUS_SUCCESS;
}

void check(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error(std::string("the picture cannot be drawn: ") +
                             cairo_status_to_string(status));
}

class Painter {
 public:
  explicit Painter(cairo_t* cairo) : cairo_(cairo) {}

  void operator()(const Path& path) {
    if (path.points.empty()) return;
    cairo_save(cairo_);
    if (path.clip.width > 0) {
      cairo_rectangle(cairo_, path.clip.x, path.clip.y, path.clip.width, path.clip.height);
      cairo_clip(cairo_);
    }
    cairo_new_path(cairo_);  // texts leave a point behind
    for (const Point& point : path.points) cairo_line_to(cairo_, point.x, point.y);
    if (path.is_closed) cairo_close_path(cairo_);
    paint(path.stroke, path.fill);
    cairo_restore(cairo_);
  }

  void operator()(const Circle& circle) {
    cairo_new_path(cairo_);
    cairo_arc(cairo_, circle.centre.x, circle.centre.y, circle.radius, 0, 2 * std::numbers::pi);
    paint(circle.stroke, circle.fill);
  }

  void operator()(const Text& text) {
    double width = 0;
    for (const Run& run : text.runs) width += advance(text, run);
    const double back = text.anchor == Text::Anchor::start    ? 0
                        : text.anchor == Text::Anchor::middle ? width / 2
                                                              : width;
    cairo_save(cairo_);
    cairo_translate(cairo_, text.at.x, text.at.y);
    if (text.is_upright) cairo_rotate(cairo_, -std::numbers::pi / 2);
    colour(text.colour, 1);
    double x = -back;
    for (const Run& run : text.runs) {
      const double rise = run.script > 0 ? script_rise : run.script < 0 ? -script_fall : 0;
      const double step = advance(text, run);
      cairo_move_to(cairo_, x, -rise * text.size);
      cairo_show_text(cairo_, run.text.c_str());
      x += step;
    }
    cairo_restore(cairo_);
  }

 private:
  void colour(const std::string& name, double opacity) {
    const unsigned long rgb = std::stoul(name.substr(1), nullptr, 16);
    const auto part = [&](int shift) { return static_cast<double>(rgb >> shift & 0xff) / 255; };
    cairo_set_source_rgba(cairo_, part(16), part(8), part(0), opacity);
  }

  void paint(const Stroke& stroke, const Fill& fill) {
    if (!fill.colour.empty()) {
      colour(fill.colour, fill.opacity);
      cairo_fill_preserve(cairo_);
    }
    if (!stroke.colour.empty()) {
      colour(stroke.colour, 1);
      cairo_set_line_width(cairo_, stroke.width);
      cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_ROUND);
      cairo_set_dash(cairo_, stroke.dashes.data(), static_cast<int>(stroke.dashes.size()), 0);
      cairo_stroke_preserve(cairo_);
    }
    cairo_new_path(cairo_);
  }

  /// Width of a run; its font is set afterwards.
  double advance(const Text& text, const Run& run) {
    cairo_select_font_face(cairo_, "Helvetica",
                           run.is_italic ? CAIRO_FONT_SLANT_ITALIC : CAIRO_FONT_SLANT_NORMAL,
                           CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo_, text.size * (run.script == 0 ? 1 : script_size));
    cairo_text_extents_t extents;
    cairo_text_extents(cairo_, run.text.c_str(), &extents);
    return extents.x_advance;
  }

  cairo_t* cairo_;
};

void draw(const Drawing& drawing, cairo_surface_t* surface, double scale) {
  const Context cairo(cairo_create(surface), &cairo_destroy);
  cairo_scale(cairo.get(), scale, scale);
  cairo_set_source_rgb(cairo.get(), 1, 1, 1);
  cairo_paint(cairo.get());
  for (const auto& mark : drawing.marks) std::visit(Painter(cairo.get()), mark);
  check(cairo_status(cairo.get()));
}

std::string to_png(const Drawing& drawing) {
  const auto pixels = [](double length) { return static_cast<int>(std::ceil(length * png_scale)); };
  const Surface surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels(drawing.width), pixels(drawing.height)),
      &cairo_surface_destroy);
  check(cairo_surface_status(surface.get()));
  draw(drawing, surface.get(), png_scale);
  std::string bytes;
  check(cairo_surface_write_to_png_stream(surface.get(), append, &bytes));
  return bytes;
}

std::string to_pdf(const Drawing& drawing) {
  std::string bytes;
  const Surface surface(cairo_pdf_surface_create_for_stream(
                            append, &bytes, drawing.width * pdf_scale, drawing.height * pdf_scale),
                        &cairo_surface_destroy);
  check(cairo_surface_status(surface.get()));
  // Without a date, so that the same picture is the same file.
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE,
                                 "2000-01-01T00:00:00Z");
  draw(drawing, surface.get(), pdf_scale);
  cairo_surface_finish(surface.get());
  check(cairo_surface_status(surface.get()));
  return bytes;
}

}  // namespace

}  // namespace diagc::runs::plot

const diagc::runs::plot::CairoLibrary* diagc_cairo_v1() {
  static const diagc::runs::plot::CairoLibrary library{diagc::runs::plot::to_png,
                                                       diagc::runs::plot::to_pdf};
  return &library;
}
