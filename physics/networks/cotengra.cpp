#include "physics/networks/cotengra.h"

#include <fmt/format.h>

namespace diagc::networks {

std::string label_name(const Json& json, Json::Id value) {
  constexpr std::string_view what = "a label, a text or a whole number";
  if (json.kind(value) == Json::Kind::number) return fmt::to_string(json.whole_number(value, what));
  return std::string(json.string(value, what));
}

std::vector<arrays::Label> read_labels(const Json& json, Json::Id list, Labels& labels,
                                       std::vector<Span>* places) {
  json.expect(list, Json::Kind::array, "a list of labels");
  std::vector<arrays::Label> result;
  for (Json::Id value = json.first(list); value != Json::none; value = json.next(value)) {
    result.push_back(labels.number(label_name(json, value), json.span(value)));
    if (places) places->push_back(json.span(value));
  }
  return result;
}

void read_inputs_and_output(const Json& json, NamedNetwork& network, Labels& labels) {
  const Json::Id inputs = json.member(Json::root, "inputs", "a list of the tensors' labels");
  json.expect(inputs, Json::Kind::array, "a list of the tensors' labels");
  for (Json::Id tensor = json.first(inputs); tensor != Json::none; tensor = json.next(tensor)) {
    check_room_for_tensor(network, json.span(tensor));
    network.network.tensors.push_back(read_labels(json, tensor, labels));
    network.tensor_places.push_back(json.span(tensor));
  }
  const Json::Id output = json.member(Json::root, "output", "a list of the result's labels");
  std::vector<Span> places;
  network.network.open = read_labels(json, output, labels, &places);
  network.open_place = json.span(output);
  check_open(network, places);
}

NamedNetwork read_cotengra(SourcePtr source, const Json& json) {
  NamedNetwork result;
  result.source = std::move(source);
  Labels labels(result);
  read_inputs_and_output(json, result, labels);
  const Json::Id sizes = json.member(Json::root, "size_dict", "the extents of the labels");
  json.expect(sizes, Json::Kind::object, "the extents of the labels");
  for (Json::Id size = json.first(sizes); size != Json::none; size = json.next(size)) {
    const std::uint64_t extent = json.whole_number(size, "an extent, a whole number");
    if (extent == 0) {
      json.fail(json.span(size), Code::value,
                fmt::format("found the extent 0 for label {}, expected 1 or more",
                            diagc::quoted(json.key(size))));
    }
    if (const auto label = labels.find(json.key(size))) result.network.extents[*label] = extent;
  }
  for (std::size_t label = 0; label < result.label_names.size(); ++label) {
    if (result.network.extents[label] != 0) continue;
    json.fail(
        result.label_places[label], Code::unknown_name,
        fmt::format("found label {}, which has no extent in `size_dict`, expected one that has",
                    diagc::quoted(result.label_names[label])));
  }
  check_complete(result);
  return result;
}

}  // namespace diagc::networks
