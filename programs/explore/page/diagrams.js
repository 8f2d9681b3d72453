"use strict";
// ---- The diagrams that pass through a node, drawn: inputs of two indices are lines between points

const leadsToResult = new Array(nodes.length).fill(false);
for (let i = nodes.length - 1; i >= 0; --i) leadsToResult[i] = isResult.has(i) || users[i].some((one) => leadsToResult[one]);

// A term written out: a fraction, and the leaves that it multiplies.
const fraction = (text) => { const [above, below] = text.split("/"); return [BigInt(above), BigInt(below || 1)]; };
const times = (a, b) => [a[0] * b[0], a[1] * b[1]];
const one = [1n, 1n];
const product = (a, b) => ({ size: times(a.size, b.size), leaves: [...a.leaves, ...b.leaves] });

// Lazily, so that the first of many cost nothing. What is neither sum nor product is taken as a factor by its name.
function* termsWithin(node) {
  const { kind, operands, coefficients } = nodes[node];
  if (kind === "one") yield { size: one, leaves: [] };
  else if (kind === "sum") {
    for (let i = 0; i < operands.length; ++i)
      for (const term of termsWithin(operands[i])) yield { size: times(fraction(coefficients[i]), term.size), leaves: term.leaves };
  } else if (kind === "product") yield* products(operands, 0);
  else yield { size: one, leaves: [node] };
}
function* products(operands, first) {
  if (first === operands.length) { yield { size: one, leaves: [] }; return; }
  for (const term of termsWithin(operands[first])) for (const rest of products(operands, first + 1)) yield product(term, rest);
}
// What the outputs multiply the node's value by.
function* termsAround(node) {
  if (isResult.has(node)) yield { size: one, leaves: [] };
  for (const user of users[node]) {
    const { kind, operands, coefficients } = nodes[user];
    if (!leadsToResult[user] || (kind !== "sum" && kind !== "product")) continue;
    for (let i = 0; i < operands.length; ++i) {
      if (operands[i] !== node) continue;
      const others = operands.filter((_, j) => j !== i);
      for (const around of termsAround(user)) {
        if (kind === "sum") yield { size: times(fraction(coefficients[i]), around.size), leaves: around.leaves };
        else for (const beside of products(others, 0)) yield product(around, beside);
      }
    }
  }
}

const indices = (leaf) => {
  const match = nodes[leaf].kind === "input" ? /^([^[\]]+)\[(-?\d+),\s*(-?\d+)\]$/.exec(nodes[leaf].label) : null;
  return match ? { name: match[1], from: Number(match[2]), to: Number(match[3]) } : null;
};
// Lines of an input have a direction where both orders of indices occur.
const lineInputs = [];
const hasDirection = new Set();
nodes.forEach((node, i) => {
  const ends = used[i] ? indices(i) : null;
  if (!ends) return;
  if (!lineInputs.includes(ends.name)) lineInputs.push(ends.name);
  if (ends.from > ends.to) hasDirection.add(ends.name);
});

const mostTerms = 400, mostDrawn = 12;

// Equal ones once; `whole`: whether these are all. Each has leaves of the node itself, and those around it.
const diagramsThrough = (node) => {
  const found = new Map();
  let count = 0, whole = true;
  search: for (const around of termsAround(node)) {
    for (const within of termsWithin(node)) {
      if (++count > mostTerms) { whole = false; break search; }
      const sorted = [within, around].map((term) => [...term.leaves].sort((a, b) => a - b));
      const key = sorted.join(";"), size = times(within.size, around.size), before = found.get(key);
      if (before) before.size = [before.size[0] * size[1] + size[0] * before.size[1], before.size[1] * size[1]];
      else found.set(key, { size, within: sorted[0], around: sorted[1] });
    }
  }
  return { whole, list: [...found.values()].filter((term) => term.size[0] !== 0n) };
};

const fractionText = ([above, below]) => {
  let a = above < 0n ? -above : above, b = below < 0n ? -below : below;
  while (b) [a, b] = [b, a % b];
  const sign = (above < 0n) !== (below < 0n) ? "−" : "", size = (n) => String((n < 0n ? -n : n) / a);
  return [sign, size(below) === "1" ? size(above) : size(above) + "/" + size(below)];
};
const caption = (diagram) => {
  const powers = new Map();
  for (const leaf of [...diagram.within, ...diagram.around]) if (!indices(leaf)) powers.set(leaf, (powers.get(leaf) || 0) + 1);
  const factors = [...powers].map(([leaf, power]) => nodes[leaf].label + (power > 1 ? String(power).replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]) : ""));
  const [sign, size] = fractionText(diagram.size);
  return sign + (size !== "1" || !factors.length ? size + " " : "") + factors.join(" ");
};

// `marks`: whether the lines of the node itself stand out.
const drawDiagram = (diagram, marks) => {
  const lines = [];
  for (const [leaves, isOwn] of [[diagram.within, marks], [diagram.around, false]])
    for (const leaf of leaves) { const ends = indices(leaf); if (ends) lines.push({ ...ends, isOwn, label: nodes[leaf].label }); }
  const points = [...new Set(lines.flatMap((line) => [line.from, line.to]))].sort((a, b) => a - b);
  const angle = new Map(points.map((point, i) => [point, 2 * Math.PI * (i / points.length - 0.5)]));
  const radius = points.length > 1 ? 44 : 0, at = (point) => [radius * Math.cos(angle.get(point)), radius * Math.sin(angle.get(point))];
  const text = lines.map((line) => line.label).join(" ");
  const picture = svgElement("svg", { viewBox: "-68 -68 136 136", width: 120, height: 120, role: "img", "aria-label": text });
  const title = svgElement("title", {});
  title.textContent = text;
  picture.append(title);
  const between = new Map();
  for (const line of lines) {
    const tone = line.isOwn ? "#d55e00" : "currentColor", dash = ["", "5 3", "1.5 3"][lineInputs.indexOf(line.name) % 3];
    const style = { fill: "none", stroke: tone, "stroke-width": line.isOwn ? 2.4 : 1.3, "stroke-dasharray": dash };
    const [x, y] = at(line.from), [u, v] = at(line.to);
    let tip, along;  // middle of the line, and where it goes there
    const key = Math.min(line.from, line.to) + "," + Math.max(line.from, line.to), number = between.get(key) || 0;
    between.set(key, number + 1);
    if (line.from === line.to) {
      const a = angle.get(line.from), r = 9 + 4 * number;
      picture.append(svgElement("circle", { cx: x + r * Math.cos(a), cy: y + r * Math.sin(a), r, ...style }));
      tip = [x + 2 * r * Math.cos(a), y + 2 * r * Math.sin(a)];
      along = [-Math.sin(a), Math.cos(a)];
    } else {
      // To the left of its way, so that a line there and one back are apart.
      const length = Math.hypot(u - x, v - y), bend = (line.from < line.to ? 1 : -1) * (number % 2 ? -1 : 1) * (6 + 12 * (number >> 1));
      const side = [(v - y) / length * bend, -(u - x) / length * bend];
      picture.append(svgElement("path", { d: `M${x} ${y}Q${(x + u) / 2 + 2 * side[0]} ${(y + v) / 2 + 2 * side[1]} ${u} ${v}`, ...style }));
      tip = [(x + u) / 2 + side[0], (y + v) / 2 + side[1]];
      along = [(u - x) / length, (v - y) / length];
    }
    if (!hasDirection.has(line.name)) continue;
    const [p, q] = along, corner = (a, b) => (tip[0] + a * p - b * q) + "," + (tip[1] + a * q + b * p);
    picture.append(svgElement("polygon", { points: [corner(5, 0), corner(-4, 4), corner(-4, -4)].join(" "), fill: tone }));
  }
  for (const point of points) {
    // Beside the point, on the side without a loop.
    const [x, y] = at(point), a = angle.get(point), away = lines.some((line) => line.from === point && line.to === point) ? -12 : 12;
    picture.append(svgElement("circle", { cx: x, cy: y, r: 3, fill: "currentColor" }));
    const name = svgElement("text", {
      x: x + away * Math.cos(a), y: y + away * Math.sin(a) + 4, "text-anchor": "middle", fill: "currentColor", "font-size": 11 });
    name.textContent = point;
    picture.append(name);
  }
  return element("figure", { className: "diagram" }, picture, element("figcaption", { textContent: caption(diagram) }));
};

const showDiagrams = (side, node) => {
  if (!lineInputs.length || nodes[node].kind === "one" || !leadsToResult[node]) return;
  const { whole, list: all } = diagramsThrough(node);
  const drawn = all.filter((diagram) => [...diagram.within, ...diagram.around].some(indices)).slice(0, mostDrawn);
  if (!drawn.length) return;
  const number = whole ? String(all.length) : nodes[node].through || "many";
  const merged = whole && all.length < Number(nodes[node].through) ? "; equal ones once" : "";
  side.append(element("h2", { textContent: "drawn (" + (whole && drawn.length === all.length ? "all" : "the first " + drawn.length + " of") + " " + number + merged + ")" }),
    element("p", { className: "soft", textContent: "lines: " + lineInputs.map((name, i) => name + ["", " (dashed)", " (dotted)"][i % 3]).join(", ")
      + (isResult.has(node) ? "" : "; this value's are orange and thick") }),
    element("div", { className: "diagrams" }, ...drawn.map((diagram) => drawDiagram(diagram, !isResult.has(node)))));
};
