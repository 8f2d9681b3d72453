#include "physics/collider/phase_space/event.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "physics/collider/phase_space/host_text.h"

namespace diagc::collider {

namespace {

/// f.operator()<jets>()
template <class F>
auto for_jets(unsigned jets, const F& f) {
  switch (jets) {
    case 2:
      return f.template operator()<2>();
    case 3:
      return f.template operator()<3>();
    case 4:
      return f.template operator()<4>();
    case 5:
      return f.template operator()<5>();
    case 6:
      return f.template operator()<6>();
    case 7:
      return f.template operator()<7>();
    case 8:
      return f.template operator()<8>();
    case 9:
      return f.template operator()<9>();
    case 10:
      return f.template operator()<10>();
    default:
      throw std::invalid_argument("found " + std::to_string(jets) + " jets, expected 2 … 10");
  }
}

template <unsigned jets>
auto to_text(const HostEvent& from) {
  typename host::Text<jets>::Event event;
  event.x1 = from.x1, event.x2 = from.x2, event.weight = from.weight;
  for (unsigned j = 0; j < jets; ++j) {
    event.pt[j] = from.pt[j], event.y[j] = from.y[j];
    event.cosine[j] = from.cosine[j], event.sine[j] = from.sine[j];
    event.up[j] = from.up[j], event.down[j] = from.down[j];
  }
  return event;
}

}  // namespace

HostEvent draw_event(Sampler sampler, unsigned jets, const EventTables& tables,
                     std::uint32_t member, std::uint64_t step, unsigned before) {
  return for_jets(jets, [&]<unsigned count>() {
    using Text = host::Text<count>;
    const typename Text::Event from = sampler == Sampler::rambo
                                          ? Text::rambo_event(tables, member, step)
                                          : Text::antenna_event(tables, member, step, before);
    HostEvent event;
    event.jets = count;
    event.x1 = from.x1, event.x2 = from.x2, event.weight = from.weight;
    for (unsigned j = 0; j < count; ++j) {
      event.pt[j] = from.pt[j], event.y[j] = from.y[j];
      event.cosine[j] = from.cosine[j], event.sine[j] = from.sine[j];
      event.up[j] = from.up[j], event.down[j] = from.down[j];
    }
    return event;
  });
}

bool passes(const HostEvent& event, const Cuts& cuts) {
  return for_jets(event.jets, [&]<unsigned count>() {
    return host::Text<count>::passes(cuts, to_text<count>(event));
  });
}

HostPartons partons(const HostEvent& event, const EventTables& tables, std::uint32_t member,
                    std::uint64_t step, unsigned before, double factor) {
  return for_jets(event.jets, [&]<unsigned count>() {
    HostPartons result{std::vector<double>(4 * (count + 2)), std::vector<double>(4 * (count + 2))};
    host::Text<count>::store_partons(tables, to_text<count>(event), before, member, step,
                                     result.p.data(), result.e.data(), 1, 0, factor);
    return result;
  });
}

std::vector<unsigned> gluon_mirrors(unsigned jets) {
  std::vector<unsigned> alike(jets + 1);
  for (unsigned k = 0; k <= jets; ++k) alike[k] = std::min(k, jets - k);
  return alike;
}

double pick_number(const EventTables& tables, unsigned jets, std::uint32_t member,
                   std::uint64_t step, unsigned word) {
  using Text = host::Text<least_jets>;  // no number of jets is in it
  const auto words = Text::event_random(tables, member, step, pick_call(jets));
  const std::uint32_t all[] = {words.x, words.y, words.z, words.w};
  return Text::unit(all[word]);
}

OrderingList::OrderingList(std::vector<unsigned> alike, unsigned length, std::vector<double> shares)
    : alike_(std::move(alike)) {
  const auto count = static_cast<unsigned>(alike_.size());
  if (shares.empty()) shares.assign(count, 1);
  if (shares.size() != count || length < count)
    throw std::logic_error("a list of orderings that cannot be");
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  // One for each, the others to those that lack most.
  std::vector<unsigned> entries(count, 1);
  for (unsigned i = count; i < length; ++i) {
    const auto lack = [&](unsigned k) { return shares[k] / sum * length - entries[k]; };
    unsigned most = 0;
    for (unsigned k = 1; k < count; ++k)
      if (lack(k) > lack(most)) most = k;
    ++entries[most];
  }
  // Evenly over the list: entry i of an ordering at (i + ½) / entries.
  std::vector<std::pair<double, unsigned>> places;
  for (unsigned k = 0; k < count; ++k)
    for (unsigned i = 0; i < entries[k]; ++i) places.emplace_back((i + 0.5) / entries[k], k);
  std::sort(places.begin(), places.end());
  for (const auto& [place, k] : places) orderings_.push_back(k);
  for (const unsigned own : entries) inverse_share_.push_back(static_cast<double>(length) / own);
}

std::vector<double> OrderingList::shares() const {
  std::vector<double> shares;
  for (const double inverse : inverse_share_)
    shares.push_back(std::round(static_cast<double>(orderings_.size()) / inverse));
  return shares;
}

OrderingTable OrderingList::table() const {
  return {.orderings = orderings_.data(),
          .inverse_share = inverse_share_.data(),
          .length = static_cast<unsigned>(orderings_.size())};
}

}  // namespace diagc::collider
