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
