// The JSON form says what the graph is.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "compiler/graph/json.h"
#include "compiler/graph/text.h"

using namespace diagc;

TEST_CASE("a graph as JSON") {
  const Graph graph = from_text(std::make_shared<Source>(
      "graph.txt",
      "graph json\nparam N : real\ninput x[1..2] : real\ninput z : complex\noutput y : complex\n"
      "%1 = constant 0.5\n%2 = sum 3/2 x[1] - N\n%3 = product %1 %2 z\n%4 = quotient %3 x[2]\ny = "
      "%4\n"));
  const nlohmann::json json = nlohmann::json::parse(to_json(graph));
  CHECK(json["grammar"] == "json");
  CHECK(json["statics"] == nlohmann::json::object());
  CHECK(json["params"][0]["name"] == "N");
  CHECK(json["inputs"] == nlohmann::json::parse(R"([
    {"name": "x", "doc": "", "ranges": [[1, 2]], "lorentz": false, "complex": false, "first": 0},
    {"name": "z", "doc": "", "ranges": [], "lorentz": false, "complex": true, "first": 2}])"));
  // Every node again from the graph itself.
  REQUIRE(json["nodes"].size() == graph.node_count());
  REQUIRE(json["results"].size() == 1);
  CHECK(json["results"][0] == graph.outputs()[0]);
  std::size_t sums = 0, constants = 0;
  for (NodeId id = 0; id < graph.node_count(); ++id) {
    const nlohmann::json& node = json["nodes"][id];
    CHECK(node["kind"] == to_string(graph[id].kind));
    CHECK(node["complex"] == (graph[id].type == Type::complex));
    CHECK(node.contains("operands") == !is_leaf(graph[id].kind));
    CHECK(node.contains("coefficients") == (graph[id].kind == Kind::sum));
    std::size_t i = 0;
    if (!is_leaf(graph[id].kind)) {
      for (const Term term : graph.terms(id)) CHECK(node["operands"][i++] == term.node);
    }
    if (graph[id].kind == Kind::sum) {
      ++sums;
      CHECK(node["coefficients"] == nlohmann::json{"3/2", "-1"});
    }
    if (graph[id].kind == Kind::constant) {
      ++constants;
      CHECK(node["value"] == nlohmann::json{0.5, 0.0});
    }
  }
  CHECK(sums == 1);
  CHECK(constants == 1);
}

TEST_CASE("text and numbers that JSON has no words for") {
  const Graph graph = from_text(std::make_shared<Source>(
      "graph.txt",
      "graph json \"a \\\"quoted\\\" word\"\noutput y : real\n%1 = constant inf\ny = %1\n"));
  const nlohmann::json json = nlohmann::json::parse(to_json(graph));
  CHECK(json["doc"] == "a \"quoted\" word");
  CHECK(json["nodes"].back()["value"] == nlohmann::json{"inf", 0.0});
}
