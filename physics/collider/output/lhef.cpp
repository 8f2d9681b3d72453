#include "physics/collider/output/lhef.h"

#include <iterator>

#include <fmt/compile.h>
#include <fmt/format.h>

#include "physics/collider/output/append_number.h"
#include "runs/report/xml_text.h"

namespace diagc::collider {

namespace {

std::string weight_groups(const std::vector<WeightName>& weights) {
  std::string text = "<initrwgt>\n";
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const WeightName& weight = weights[i];
    if (i == 0 || weights[i - 1].group != weight.group)
      text += fmt::format("<weightgroup name=\"{}\" combine=\"{}\">\n",
                          runs::xml_text(weight.group), weight.combine);
    text += fmt::format("<weight id=\"{}\" mur=\"{}\" muf=\"{}\" member=\"{}\"> {} </weight>\n",
                        weight.id, weight.renormalisation, weight.factorisation, weight.member,
                        weight.id);
    if (i + 1 == weights.size() || weights[i + 1].group != weight.group) text += "</weightgroup>\n";
  }
  return text + "</initrwgt>\n";
}

}  // namespace

std::string lhef_head(const EventFileHead& head) {
  std::string text = "<LesHouchesEvents version=\"3.0\">\n<header>\n";
  text += fmt::format("<diagc_job>\n{}</diagc_job>\n", runs::xml_text(head.job));
  text += "</header>\n<init>\n";
  text += fmt::format("{0} {0} {1:.16e} {1:.16e} 0 0 0 0 4 1\n", proton_id, head.beam);
  text += fmt::format("{:.16e} {:.16e} {:.16e} 1\n", head.cross_section, head.error,
                      head.largest * head.unit);
  text += fmt::format(
      "<generator name=\"diagc\" version=\"{}\"> leading order, {} points of phase space, "
      "{} passed </generator>\n",
      runs::xml_text(head.version), head.generated, head.passed);
  // In the block <init>, where the format's own reader looks for them.
  if (!head.weights.empty()) text += weight_groups(head.weights);
  return text + "</init>\n";
}

void append_lhef(std::string& text, const EventFileHead& head, const OutputEvent& event) {
  const auto to = std::back_inserter(text);
  const double weight = event.weight * head.unit;
  fmt::format_to(to, FMT_COMPILE("<event>\n{} 1"), event.partons.size());
  append_numbers(text, weight, event.scale);
  text += " -1";
  append_numbers(text, event.alpha_s);
  text += '\n';
  for (std::size_t i = 0; i < event.partons.size(); ++i) {
    const OutputParton& p = event.partons[i];
    const bool comes_in = i < 2;
    fmt::format_to(to, FMT_COMPILE("{} {} {} {} {} {}"), p.id, comes_in ? -1 : 1, comes_in ? 0 : 1,
                   comes_in ? 0 : 2, p.colour, p.anticolour);
    append_numbers(text, p.x, p.y, p.z, p.e);
    text += " 0 0 9\n";
  }
  if (!event.ratios.empty()) {
    text += "<rwgt>\n";
    for (std::size_t i = 0; i < event.ratios.size(); ++i) {
      fmt::format_to(to, FMT_COMPILE("<wgt id=\"{}\">"), head.weights[i].id);
      append_numbers(text, weight * event.ratios[i]);
      text += " </wgt>\n";
    }
    text += "</rwgt>\n";
  }
  text += "</event>\n";
}

std::string lhef_end() { return "</LesHouchesEvents>\n"; }

}  // namespace diagc::collider
