"use strict";
// ---- What is selected is the part of the address behind #, so that links, back and bookmarks work: #graph/12, #source/L40

const views = ["graph", "rules", "passes", "schedule", "source", "roofline"];
const state = { view: "graph", node: null, line: 0 };  // line: of the source, where no node is selected
const address = (view, node) => "#" + view + (node === null ? "" : "/" + node);
const nodeLink = (node, text) => element("a", { href: address(state.view, node), textContent: text || nodes[node].label });
const go = (view, node) => { location.hash = address(view, node); };

const readAddress = () => {
  const [view, node] = location.hash.slice(1).split("/");
  state.view = views.includes(view) ? view : "graph";
  const number = Number(node), line = /^L(\d+)$/.exec(node);
  state.line = state.view === "source" && line ? Number(line[1]) : 0;
  state.node = node !== undefined && node !== "" && nodes[number] ? number : null;
};

// ---- Views

// Rows of code, made once; `mark` then says which are what is selected. `target`: where a row leads to, or undefined.
const codeView = (lines, target) => {
  const box = element("div", { className: "code" });
  const rows = lines.map((line, i) => {
    const row = element("div", { "data-line": String(i + 1) }), to = target(i + 1);
    if (to !== undefined) row.append(element("a", { href: to, textContent: line })); else row.textContent = line;
    return row;
  });
  box.append(...rows);
  let marked = [];
  const mark = (numbers) => {
    for (const row of marked) row.className = "";
    marked = numbers.map((number) => rows[number - 1]).filter((row) => row);
    for (const row of marked) row.className = "marked";
    if (marked.length === 0) return;
    // What can be seen stays where it is.
    const shown = box.parentElement.getBoundingClientRect(), place = marked[0].getBoundingClientRect();
    if (place.top < Math.max(shown.top, 0) || place.bottom > Math.min(shown.bottom, innerHeight)) marked[0].scrollIntoView({ block: "center" });
  };
  return { box, mark };
};
const toNode = (view, node) => node === undefined ? undefined : address(view, node);

const familyFirst = new Map();  // line of a family's rule -> one of its nodes
nodes.forEach((node, i) => { if (node.line) familyFirst.set(node.line, i); });
const lineOfNode = new Map();  // node -> line of the source that computes it
const nodeOfLine = new Map();
(() => {
  const named = new Map(nodes.map((node, i) => [node.name, i]).filter(([name]) => name));
  data.source.split("\n").forEach((line, i) => {
    const match = /^\s*(?:const )?(?:Vec|Real|T|float|double)\s+(\w+)\s*=/.exec(line);
    const node = match ? named.get(match[1]) : undefined;
    if (node === undefined) return;
    if (!lineOfNode.has(node)) lineOfNode.set(node, i + 1);
    nodeOfLine.set(i + 1, node);
  });
})();

const rulesView = (view) => codeView(data.rules.text.split("\n"), (i) => toNode(view, familyFirst.get(i)));
const selectedRule = () => state.node === null || !nodes[state.node].line ? [] : [nodes[state.node].line];

const titled = (title, view) => element("div", {}, element("h2", { textContent: title }), view.box);

let rules = null;
const showRules = (box) => {
  if (rules === null) {
    rules = rulesView("rules");
    box.append(titled(data.rules.path, rules));
  }
  rules.mark(selectedRule());
};

// A line of the source leads to the value that it computes, one that computes none to itself where it has instructions; so do its instructions.
const assembly = data.assembly || { lines: [], from: [] };
const instructionsOf = new Map();
assembly.from.forEach((line, i) => {
  if (line === 0) return;
  if (!instructionsOf.has(line)) instructionsOf.set(line, []);
  instructionsOf.get(line).push(i + 1);
});
const sourceTarget = (line) => {
  if (nodeOfLine.has(line)) return toNode("source", nodeOfLine.get(line));
  return instructionsOf.has(line) ? "#source/L" + line : undefined;
};
const selectedLine = () => state.line || (state.node === null ? 0 : lineOfNode.get(state.node) || 0);

let source = null;
const showSource = (box) => {
  if (source === null) {
    source = { rules: rulesView("source"), text: codeView(data.source.split("\n"), sourceTarget) };
    const beside = element("div", { className: "beside" }, titled(data.rules.path, source.rules), titled("Emitted source (" + data.precision + ")", source.text));
    if (data.assembly) {
      source.assembly = codeView(assembly.lines, (i) => sourceTarget(assembly.from[i - 1]));
      const leftOut = assembly.left_out ? "; " + assembly.left_out + " more lines are left out" : "";
      beside.append(titled(assembly.title + leftOut, source.assembly));
    }
    box.append(beside);
  }
  const line = selectedLine();
  source.rules.mark(selectedRule());
  source.text.mark(line ? [line] : []);
  if (source.assembly) source.assembly.mark(instructionsOf.get(line) || []);
};

const table = (head, rows) => element("table", {},
  element("tr", {}, ...head.map((one) => element("th", { textContent: one }))),
  ...rows.map((row) => element("tr", {}, ...row.map((one) => element("td", {}, ...(one instanceof Node ? [one] : [String(one)]))))));

const showPasses = (box) => {
  const change = ([before, after]) => before === after ? String(after) : before + " → " + after;
  box.append(element("h2", { textContent: "Passes, one after the other" }),
    table(["pass", "nodes", "edges", "cost", "seconds"], data.passes.map((one) =>
      [one.name, change(one.nodes), change(one.edges), change(one.cost), one.seconds.toPrecision(2)])));
  for (const one of data.passes) {
    if (one.gone.length === 0) continue;
    box.append(element("h2", { textContent: one.name + ": values that are no nodes of their own any more (" + one.gone_count + ")" }),
      element("p", { className: "soft", textContent: one.gone.join(", ") + (one.gone.length < one.gone_count ? ", …" : "") }));
  }
};

const svgElement = (name, properties) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(properties)) made.setAttribute(key, value);
  return made;
};

const showSchedule = (box) => {
  const live = data.schedule.live, steps = live.length, top = Math.max(...live, 1), width = 800, height = 200;
  box.append(element("h2", { textContent: "Values alive after each step" }),
    element("p", { className: "soft", textContent: data.schedule.order + "; " + steps + " steps in " + data.schedule.chunks + " function"
      + (data.schedule.chunks === 1 ? "" : "s") + "; at most " + top + " alive" }));
  const picture = svgElement("svg", { viewBox: "-40 -10 860 240", width: "100%", role: "img", "aria-label": "values alive over steps" });
  const x = (i) => i / Math.max(steps - 1, 1) * width, y = (value) => height - value / top * height;
  let path = "M0 " + height;
  live.forEach((value, i) => { path += "L" + x(i).toFixed(2) + " " + y(value).toFixed(2); });
  picture.append(svgElement("path", { d: path + "L" + width + " " + height + "Z", fill: "#0072b2", "fill-opacity": .35, stroke: "#0072b2" }));
  for (const [value, at] of [[0, height], [top, 0]]) {
    const text = svgElement("text", { x: -8, y: at + 4, "text-anchor": "end", fill: "currentColor", "font-size": 12 });
    text.textContent = value;
    picture.append(text);
  }
  const at = state.node === null ? -1 : data.schedule.steps.indexOf(state.node);
  if (at >= 0) picture.append(svgElement("line", { x1: x(at), x2: x(at), y1: 0, y2: height, stroke: "#d55e00", "stroke-width": 2 }));
  const text = svgElement("text", { x: width, y: height + 18, "text-anchor": "end", fill: "currentColor", "font-size": 12 });
  text.textContent = "step " + steps;
  picture.append(text);
  picture.style.cursor = "pointer";
  picture.addEventListener("click", (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    const step = Math.round(point.x / width * (steps - 1));
    if (step >= 0 && step < steps) go("schedule", data.schedule.steps[step]);
  });
  box.append(element("figure", {}, picture));
  const first = Math.max(0, at < 0 ? 0 : at - 15);
  box.append(table(["step", "value", "alive after it"], data.schedule.steps.slice(first, first + 31).map((node, i) =>
    [first + i + 1, nodeLink(node), live[first + i]])));
};
const search = byId("search");
const found = () => {
  const wanted = search.value.replace(/\s+/g, "").toLowerCase();
  if (!wanted) return null;
  const hits = [];
  nodes.forEach((node, i) => { if (used[i] && node.label.replace(/\s+/g, "").toLowerCase().includes(wanted)) hits.push(i); });
  return hits;
};

const show = () => {
  readAddress();
  render();
};

const render = () => {
  const tabs = byId("tabs"), side = byId("side");
  tabs.replaceChildren(...views.map((view, i) => {
    const tab = element("a", { href: address(view, state.node), textContent: view[0].toUpperCase() + view.slice(1), title: "key " + (i + 1) });
    if (view === state.view) tab.setAttribute("aria-current", "page");
    return tab;
  }));
  for (const view of views) {
    const box = byId("view-" + view);
    box.className = view === state.view ? "shown" : "";
    if (!["graph", "rules", "source"].includes(view)) box.replaceChildren();
  }
  const box = byId("view-" + state.view);
  if (state.view === "graph") draw(); else ({ rules: showRules, passes: showPasses, schedule: showSchedule, source: showSource, roofline: showRoofline })[state.view](box);
  side.replaceChildren();
  const hits = found();
  if (hits) side.append(element("h2", { textContent: hits.length + " found" }), list(hits.map((one) => element("li", {}, nodeLink(one))), 100));
  if (state.node !== null) showNode(side); else if (!hits) showWhole(side);
};

byId("title").textContent = data.grammar + (data.statics.length ? ", " + data.statics.map(([name, value]) => name + " = " + value).join(", ") : "");
byId("doc").textContent = data.doc;
byId("graph-help").textContent = "Levels from left to right. Drag to move, wheel to zoom, click a node; "
  + "← → go to a first operand or user, 0 shows all, / searches, 1 to 6 change the view.";
search.addEventListener("input", render);
search.addEventListener("keydown", (event) => {
  const hits = found();
  if (event.key === "Enter" && hits && hits.length) go(state.view, hits[0]);
  if (event.key === "Escape") { search.value = ""; search.blur(); render(); }
});
const root = document.documentElement.classList;
byId("theme").addEventListener("click", () => { root.toggle("dark"); draw(); });
if (matchMedia("(prefers-color-scheme: dark)").matches) root.add("dark");
// Paper is light, and the picture as wide as a sheet, whatever the window was.
let wasDark = false;
window.addEventListener("beforeprint", () => {
  wasDark = root.contains("dark");
  root.remove("dark");
  Object.assign(canvas.style, { flex: "none", width: "18cm", height: "11cm" });
  draw();
});
window.addEventListener("afterprint", () => {
  root.toggle("dark", wasDark);
  Object.assign(canvas.style, { flex: "", width: "", height: "" });
  draw();
});
document.addEventListener("keydown", (event) => {
  if (event.target === search || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/") { event.preventDefault(); search.focus(); }
  else if (event.key >= "1" && event.key <= "6") go(views[Number(event.key) - 1], state.node);
  else if (event.key === "0") { Object.assign(sight, { scale: 1, x: 0, y: 0 }); draw(); }
  else if (event.key === "+") zoom(1.4, canvas.width / 2, canvas.height / 2);
  else if (event.key === "-") zoom(1 / 1.4, canvas.width / 2, canvas.height / 2);
  else if (event.key === "Escape") go(state.view, null);
  else if (state.node !== null && event.key === "ArrowLeft" && nodes[state.node].operands.length) go(state.view, nodes[state.node].operands[0]);
  else if (state.node !== null && event.key === "ArrowRight" && users[state.node].length) go(state.view, users[state.node][0]);
});
window.addEventListener("hashchange", show);
window.addEventListener("resize", draw);
show();
