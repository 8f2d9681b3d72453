"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const nodes = data.nodes;

// What each kind is drawn as: a colour that the colour-blind tell apart (Okabe and Ito), and a sign.
const looks = {
  input: ["#0072b2", "x"], param: ["#56b4e9", "p"], constant: ["#7f7f7f", "c"], one: ["#7f7f7f", "1"], imaginary: ["#7f7f7f", "i"],
  sum: ["#d55e00", "+"], product: ["#009e73", "×"], quotient: ["#cc79a7", "÷"],
};
const look = (node) => looks[node.kind] || ["#cc79a7", "f"];

const element = (name, properties = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made && key !== "list") made[key] = value; else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
};

// A product that no call stands for is named after its factors, while that is short.
nodes.forEach((node) => {
  if (node.kind !== "product" || node.call) return;
  const text = node.operands.map((one) => nodes[one].label).join(" · ");
  if (text.length <= 48) node.label = text;
});

// ---- Users, levels, and places in the picture

const users = nodes.map(() => []);
nodes.forEach((node, i) => node.operands.forEach((one) => { if (users[one][users[one].length - 1] !== i) users[one].push(i); }));
const level = new Array(nodes.length).fill(0);
nodes.forEach((node, i) => node.operands.forEach((one) => { level[i] = Math.max(level[i], level[one] + 1); }));
const isResult = new Map();
data.results.forEach((one) => isResult.set(one.node, one.name));
const used = nodes.map((node, i) => users[i].length > 0 || isResult.has(i));

const place = { column: level, row: new Array(nodes.length).fill(0) };
(() => {
  const columns = [];
  nodes.forEach((_, i) => { if (used[i]) (columns[level[i]] = columns[level[i]] || []).push(i); });
  const spread = (column) => column.forEach((node, i) => { place.row[node] = (i + 0.5) / column.length; });
  columns.forEach((column) => column && spread(column));
  // Nodes near what they are joined to: a few sweeps there and back.
  for (let sweep = 0; sweep < 4; ++sweep) {
    const order = sweep % 2 ? [...columns].reverse() : columns;
    for (const column of order) {
      if (!column) continue;
      const wanted = new Map(column.map((node) => {
        const joined = sweep % 2 ? users[node] : nodes[node].operands;
        const mean = joined.length ? joined.reduce((sum, one) => sum + place.row[one], 0) / joined.length : place.row[node];
        return [node, mean];
      }));
      column.sort((a, b) => wanted.get(a) - wanted.get(b) || a - b);
      spread(column);
    }
  }
  place.columns = columns;
})();

// ---- What is selected is the part of the address behind #, so that links, back and bookmarks work: #graph/12

const views = ["graph", "rules", "passes", "schedule", "source"];
const state = { view: "graph", node: null };
const address = (view, node) => "#" + view + (node === null ? "" : "/" + node);
const nodeLink = (node, text) => element("a", { href: address(state.view, node), textContent: text || nodes[node].label });
const go = (view, node) => { location.hash = address(view, node); };

const readAddress = () => {
  const [view, node] = location.hash.slice(1).split("/");
  state.view = views.includes(view) ? view : "graph";
  const number = Number(node);
  state.node = node !== undefined && node !== "" && nodes[number] ? number : null;
};

// ---- Views

const codeView = (text, linkOf, marked) => {
  const box = element("div", { className: "code" });
  text.split("\n").forEach((line, i) => {
    const row = element("div", { "data-line": String(i + 1) });
    const target = linkOf(i + 1);
    if (target !== undefined) row.append(element("a", { href: address(state.view, target), textContent: line })); else row.textContent = line;
    if (marked(i + 1)) row.className = "marked";
    box.append(row);
  });
  return box;
};

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

const showRules = (box) => {
  const line = state.node === null ? 0 : nodes[state.node].line;
  box.append(element("h2", { textContent: data.rules.path }), codeView(data.rules.text, (i) => familyFirst.get(i), (i) => i === line));
};

const showSource = (box) => {
  const marked = state.node === null ? 0 : lineOfNode.get(state.node);
  box.append(element("h2", { textContent: "Emitted source (" + data.precision + ")" }),
    codeView(data.source, (i) => nodeOfLine.get(i), (i) => i === marked));
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

// ---- The picture of the graph

const canvas = byId("graph");
const sight = { scale: 1, x: 0, y: 0 };  // of the whole graph in 1 x 1
const sizeOfColumn = Math.max(...place.columns.map((column) => column ? column.length : 0), 1);
const position = (i) => {
  const columns = Math.max(place.columns.length, 2);
  return [((place.column[i] + 0.5) / columns - sight.x) * sight.scale * canvas.width + 0,
          (place.row[i] - sight.y) * sight.scale * canvas.height];
};
const edgeCount = nodes.reduce((sum, node) => sum + node.operands.length, 0);

const draw = () => {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = canvas.clientWidth * ratio;
  canvas.height = canvas.clientHeight * ratio;
  const pen = canvas.getContext("2d"), style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  const distance = canvas.height * sight.scale / sizeOfColumn;
  const radius = Math.min(Math.max(distance * 0.38, 1.2 * ratio), 9 * ratio);
  const visible = ([x, y]) => x > -50 && y > -50 && x < canvas.width + 50 && y < canvas.height + 50;
  // All edges of large graphs would be a grey area; those of what is selected say more.
  if (edgeCount < 60000) {
    pen.strokeStyle = colour("--edge");
    pen.lineWidth = ratio * 0.8;
    pen.globalAlpha = Math.max(Math.min(1, 2000 / edgeCount), 0.12);
    pen.beginPath();
    nodes.forEach((node, i) => {
      if (!used[i]) return;
      const to = position(i);
      for (const operand of node.operands) {
        const from = position(operand);
        if (!visible(from) && !visible(to)) continue;
        pen.moveTo(...from);
        pen.lineTo(...to);
      }
    });
    pen.stroke();
    pen.globalAlpha = 1;
  }
  const joined = new Set();
  if (state.node !== null) {
    const to = position(state.node);
    pen.lineWidth = 2 * ratio;
    for (const [list, tone] of [[nodes[state.node].operands, "#0072b2"], [users[state.node], "#d55e00"]]) {
      pen.strokeStyle = tone;
      pen.beginPath();
      for (const one of list) { joined.add(one); pen.moveTo(...position(one)); pen.lineTo(...to); }
      pen.stroke();
    }
  }
  const readable = distance > 13 * ratio;
  pen.font = 12 * ratio + "px DejaVu Sans, sans-serif";
  pen.textBaseline = "middle";
  const labels = [];
  nodes.forEach((node, i) => {
    if (!used[i]) return;
    const at = position(i);
    if (!visible(at)) return;
    const chosen = i === state.node, size = chosen ? radius + 3 * ratio : radius;
    pen.fillStyle = look(node)[0];
    pen.beginPath();
    if (node.operands.length) pen.arc(...at, size, 0, 7); else pen.rect(at[0] - size, at[1] - size, 2 * size, 2 * size);
    pen.fill();
    if (isResult.has(i) || chosen) { pen.strokeStyle = colour("--text"); pen.lineWidth = 2 * ratio; pen.stroke(); }
    if (radius > 5 * ratio) {
      pen.fillStyle = "#fff"; pen.textAlign = "center";
      pen.fillText(look(node)[1], ...at);
    }
    if ((readable && sight.scale * canvas.width / place.columns.length > 90 * ratio) || chosen || (joined.has(i) && joined.size < 30)) {
      labels.push([node.label.length > 34 ? node.label.slice(0, 33) + "…" : node.label, at[0] + size + 3 * ratio, at[1]]);
    }
  });
  // Over all nodes, on a ground of their own.
  pen.textAlign = "left";
  for (const [text, x, y] of labels) {
    pen.fillStyle = colour("--back");
    pen.globalAlpha = 0.8;
    pen.fillRect(x - 1, y - 8 * ratio, pen.measureText(text).width + 2, 16 * ratio);
    pen.globalAlpha = 1;
    pen.fillStyle = colour("--text");
    pen.fillText(text, x, y);
  }
};

const zoom = (factor, x, y) => {
  const scale = Math.min(Math.max(sight.scale * factor, 0.8), 4000);
  sight.x += x / canvas.width * (1 / sight.scale - 1 / scale);
  sight.y += y / canvas.height * (1 / sight.scale - 1 / scale);
  sight.scale = scale;
  draw();
};
const onCanvas = (event) => {
  const ratio = window.devicePixelRatio || 1, box = canvas.getBoundingClientRect();
  return [(event.clientX - box.left) * ratio, (event.clientY - box.top) * ratio];
};
canvas.addEventListener("wheel", (event) => { event.preventDefault(); zoom(Math.exp(-event.deltaY / 400), ...onCanvas(event)); }, { passive: false });
let dragged = null;
canvas.addEventListener("pointerdown", (event) => { dragged = { at: onCanvas(event), moved: 0 }; canvas.setPointerCapture(event.pointerId); });
canvas.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  const [x, y] = onCanvas(event), [x0, y0] = dragged.at;
  dragged.moved += Math.abs(x - x0) + Math.abs(y - y0);
  dragged.at = [x, y];
  sight.x -= (x - x0) / canvas.width / sight.scale;
  sight.y -= (y - y0) / canvas.height / sight.scale;
  if (dragged.moved > 4) draw();
});
canvas.addEventListener("pointerup", (event) => {
  const moved = dragged ? dragged.moved : 0;
  dragged = null;
  if (moved > 6) return;
  const [x, y] = onCanvas(event);
  let best = null, least = 400 * (window.devicePixelRatio || 1);
  nodes.forEach((_, i) => {
    if (!used[i]) return;
    const [a, b] = position(i), far = (a - x) ** 2 + (b - y) ** 2;
    if (far < least) { least = far; best = i; }
  });
  if (best !== null) go("graph", best);
});

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
  if (line) side.append(element("p", {}, "source: ", element("a", { href: address("source", state.node), textContent: "line " + line })));
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
};

const showWhole = (side) => {
  const counts = new Map();
  nodes.forEach((node, i) => { if (used[i]) counts.set(node.kind, (counts.get(node.kind) || 0) + 1); });
  side.append(element("h2", { textContent: "The graph" }), table(["", "nodes"], [...counts].map(([kind, count]) => [element("span", {},
    element("span", { className: "tag", style: "background:" + look({ kind })[0], textContent: look({ kind })[1] }), " " + kind), count])));
  side.append(element("h2", { textContent: "One configuration" }), table(["", ""], data.figures.map(([name, value]) => [name, value])));
  const moved = data.bytes;
  side.append(element("p", { className: "soft", textContent: moved ? (data.flops / moved).toPrecision(3) + " operations a byte of inputs and outputs" : "" }));
  side.append(element("h2", { textContent: "Outputs" }), list(data.results.map((one) => element("li", {}, nodeLink(one.node, one.name))), 100));
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
    if (view !== "graph") box.replaceChildren();
  }
  const box = byId("view-" + state.view);
  if (state.view === "graph") draw(); else ({ rules: showRules, passes: showPasses, schedule: showSchedule, source: showSource })[state.view](box);
  const mark = box.querySelector(".marked");
  if (mark) mark.scrollIntoView({ block: "center" });
  side.replaceChildren();
  const hits = found();
  if (hits) side.append(element("h2", { textContent: hits.length + " found" }), list(hits.map((one) => element("li", {}, nodeLink(one))), 100));
  if (state.node !== null) showNode(side); else if (!hits) showWhole(side);
};

byId("title").textContent = data.grammar + (data.statics.length ? ", " + data.statics.map(([name, value]) => name + " = " + value).join(", ") : "");
byId("doc").textContent = data.doc;
byId("graph-help").textContent = "Levels from left to right. Drag to move, wheel to zoom, click a node; "
  + "← → go to a first operand or user, 0 shows all, / searches, 1 to 5 change the view.";
search.addEventListener("input", render);
search.addEventListener("keydown", (event) => {
  const hits = found();
  if (event.key === "Enter" && hits && hits.length) go(state.view, hits[0]);
  if (event.key === "Escape") { search.value = ""; search.blur(); render(); }
});
byId("theme").addEventListener("click", () => { document.documentElement.classList.toggle("dark"); draw(); });
if (matchMedia("(prefers-color-scheme: dark)").matches) document.documentElement.classList.add("dark");
document.addEventListener("keydown", (event) => {
  if (event.target === search || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/") { event.preventDefault(); search.focus(); }
  else if (event.key >= "1" && event.key <= "5") go(views[Number(event.key) - 1], state.node);
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
