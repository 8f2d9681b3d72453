"use strict";
// ---- What is selected

const term = (node, i) => {
  const coefficient = node.coefficients ? node.coefficients[i] : "1";
  const sign = coefficient.startsWith("-") ? "− " : "+ ", size = coefficient.replace(/^-/, "");
  return (node.kind === "sum" ? sign : "") + (size === "1" ? "" : size + " · ");
};
const list = (items, most) => {
  const box = element("ul", {}, ...items.slice(0, most));
  if (items.length > most) box.append(element("li", { className: "soft", textContent: "and " + (items.length - most) + " more" }));
  return box;
};
const factors = (operand) => {
  // A product that no call stands for is written out.
  const node = nodes[operand];
  if (node.kind !== "product" || node.call) return [nodeLink(operand)];
  const parts = [];
  node.operands.forEach((one, i) => parts.push(...(i ? [" · "] : []), nodeLink(one)));
  return [...parts, " ", element("a", { href: address(state.view, operand), className: "soft", textContent: "(·)" })];
};

const showNode = (side) => {
  const node = nodes[state.node], [colour, sign] = look(node);
  side.append(element("h2", {}, element("span", { className: "tag", style: "background:" + colour, textContent: sign }), " " + node.label));
  const facts = [node.kind + (node.complex ? ", complex" : ""), "level " + level[state.node]];
  if (isResult.has(state.node)) facts.push("output " + isResult.get(state.node));
  side.append(element("p", { className: "soft", textContent: facts.join("; ") }));
  if (node.line) side.append(element("p", {}, "rule: ", element("a", { href: address("rules", state.node), textContent: "line " + node.line })));
  const line = lineOfNode.get(state.node);
  if (line) {
    const own = instructionsOf.get(line) || [];
    const told = !data.assembly ? "" : "; " + own.length + " line" + (own.length === 1 ? "" : "s") + " of assembly";
    side.append(element("p", {}, "source: ", element("a", { href: address("source", state.node), textContent: "line " + line }), told));
  }
  const step = data.schedule.steps.indexOf(state.node);
  if (step >= 0) {
    const text = "step " + (step + 1) + " of " + data.schedule.steps.length;
    side.append(element("p", {}, "schedule: ", element("a", { href: address("schedule", state.node), textContent: text })));
  }
  if (node.through !== undefined) {
    const terms = node.within + " term" + (node.within === "1" ? "" : "s") + " when written out";
    side.append(element("p", { textContent: terms + "; " + node.through + " of the " + data.total + " diagrams pass through it" }));
  }
  if (node.operands.length) {
    const what = node.kind === "sum" ? "terms" : node.kind === "product" ? "factors" : "operands";
    side.append(element("h2", { textContent: what + " (" + node.operands.length + ")" }),
      list(node.operands.map((one, i) => element("li", {}, term(node, i), ...(node.kind === "sum" ? factors(one) : [nodeLink(one)]))), 200));
  }
  side.append(element("h2", { textContent: "used by (" + users[state.node].length + ")" }),
    list(users[state.node].map((one) => element("li", {}, nodeLink(one))), 200));
  showDiagrams(side, state.node);
};

const showWhole = (side) => {
  const counts = new Map();
  nodes.forEach((node, i) => { if (used[i]) counts.set(node.kind, (counts.get(node.kind) || 0) + 1); });
  side.append(element("h2", { textContent: "The graph" }), table(["", "nodes"], [...counts].map(([kind, count]) => [element("span", {},
    element("span", { className: "tag", style: "background:" + look({ kind })[0], textContent: look({ kind })[1] }), " " + kind), count])));
  side.append(element("h2", { textContent: "One configuration" }), table(["", ""], data.figures.map(([name, value]) => [name, value])));
  if (data.bytes && data.flops) side.append(element("p", { className: "soft" }, intensityText()));
  side.append(element("h2", { textContent: "Outputs" }), list(data.results.map((one) => element("li", {}, nodeLink(one.node, one.name))), 100));
  if (data.results.length) showDiagrams(side, data.results[0].node);
};
