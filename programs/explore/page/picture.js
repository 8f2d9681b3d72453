"use strict";
// ---- The picture of the graph

const canvas = byId("graph");
const sight = { scale: 1, x: 0, y: 0 };  // of the whole graph in 1 x 1
const sizeOfColumn = Math.max(...place.columns.map((column) => column ? column.length : 0), 1);
const columnCount = Math.max(place.columns.length, 2);
const columnPlace = (column) => ((column + 0.5) / columnCount - sight.x) * sight.scale * canvas.width;
const position = (i) => [columnPlace(place.column[i]), (place.row[i] - sight.y) * sight.scale * canvas.height];
const edgeCount = nodes.reduce((sum, node) => sum + node.operands.length, 0);

// Where nodes would cover each other, every level is a bar instead: as wide as it has nodes there, in the colours of their kinds. Links between
// bars stand for the edges between them, the most frequent ones.
const barHeight = 8, linkHeight = 40, mostLinks = 3000;
const isOverview = () => nodes.length > 20000 && canvas.height * sight.scale / sizeOfColumn < 2 * (window.devicePixelRatio || 1);

const drawLinks = (pen, ratio) => {
  const links = new Map(), height = linkHeight * ratio, rows = Math.ceil(canvas.height / height);
  const cell = (node) => {
    const [x, y] = position(node);
    if (x < -50 || x > canvas.width + 50 || y < 0 || y >= canvas.height) return -1;
    return place.column[node] * rows + Math.floor(y / height);
  };
  const cells = nodes.map((_, i) => used[i] ? cell(i) : -1), all = columnCount * rows;
  nodes.forEach((node, i) => {
    if (cells[i] < 0) return;
    for (const operand of node.operands) {
      if (cells[operand] < 0) continue;
      const key = cells[operand] * all + cells[i];
      links.set(key, (links.get(key) || 0) + 1);
    }
  });
  const most = [...links].sort((a, b) => b[1] - a[1]).slice(0, mostLinks), largest = most.length ? most[0][1] : 1;
  const centre = (key) => [columnPlace(Math.floor(key / rows)), (key % rows + 0.5) * height];
  pen.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue("--soft");
  for (const [key, count] of most) {
    pen.globalAlpha = 0.06 + 0.34 * count / largest;
    pen.lineWidth = (0.6 + 3 * count / largest) * ratio;
    pen.beginPath();
    pen.moveTo(...centre(Math.floor(key / all)));
    pen.lineTo(...centre(key % all));
    pen.stroke();
  }
  pen.globalAlpha = 1;
};

const drawOverview = (pen, ratio) => {
  if (edgeCount < 2000000) drawLinks(pen, ratio);
  const height = barHeight * ratio, bars = new Map();  // column, row -> by colour the nodes
  nodes.forEach((node, i) => {
    if (!used[i]) return;
    const [x, y] = position(i);
    if (x < -50 || x > canvas.width + 50 || y < 0 || y >= canvas.height) return;
    const row = Math.floor(y / height), key = place.column[i] * 10000 + row, colour = look(node)[0];
    if (!bars.has(key)) bars.set(key, new Map());
    bars.get(key).set(colour, (bars.get(key).get(colour) || 0) + 1);
  });
  const total = (bar) => [...bar.values()].reduce((sum, count) => sum + count, 0);
  const largest = Math.max(...[...bars.values()].map(total), 1), room = 0.8 * (columnPlace(1) - columnPlace(0));
  for (const [key, bar] of bars) {
    const width = Math.max(room * Math.sqrt(total(bar) / largest), 2 * ratio);
    let x = columnPlace(Math.floor(key / 10000)) - width / 2;
    for (const [colour, count] of bar) {
      pen.fillStyle = colour;
      pen.fillRect(x, key % 10000 * height, width * count / total(bar), height - ratio);
      x += width * count / total(bar);
    }
  }
};

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
  const overview = isOverview();
  byId("overview").hidden = !overview;
  // All edges of large graphs would be a grey area; those of what is selected say more.
  if (overview) drawOverview(pen, ratio);
  else if (edgeCount < 60000) {
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
  const readable = distance > 13 * ratio, columnRoom = sight.scale * canvas.width / columnCount;
  pen.font = 12 * ratio + "px DejaVu Sans, sans-serif";
  pen.textBaseline = "middle";
  const labels = [];
  nodes.forEach((node, i) => {
    if (!used[i]) return;
    const at = position(i);
    if (!visible(at)) return;
    const chosen = i === state.node;
    if (overview && !chosen && !joined.has(i)) return;
    const size = chosen ? radius + 3 * ratio : radius;
    pen.fillStyle = look(node)[0];
    pen.beginPath();
    if (node.operands.length) pen.arc(...at, size, 0, 7); else pen.rect(at[0] - size, at[1] - size, 2 * size, 2 * size);
    pen.fill();
    if (isResult.has(i) || chosen) { pen.strokeStyle = colour("--text"); pen.lineWidth = 2 * ratio; pen.stroke(); }
    if (radius > 5 * ratio) {
      pen.fillStyle = "#fff"; pen.textAlign = "center";
      pen.fillText(look(node)[1], ...at);
    }
    const isJoined = chosen || (joined.has(i) && joined.size < 30);
    if ((readable && columnRoom > 90 * ratio) || isJoined) labels.push([node.label, at[0], size + 3 * ratio, at[1], isJoined]);
  });
  // Over all nodes, on a ground of their own.
  pen.textAlign = "left";
  for (const [whole, centre, aside, y, isJoined] of labels) {
    // Within the column; on the left where the picture ends on the right.
    const room = isJoined ? canvas.width / 3 : columnRoom - 2 * radius - 8 * ratio, width = pen.measureText(whole).width;
    const text = width <= room ? whole : whole.slice(0, Math.max(1, Math.floor(whole.length * room / width) - 1)) + "…";
    const length = pen.measureText(text).width, x = centre + aside + length < canvas.width ? centre + aside : centre - aside - length;
    pen.fillStyle = colour("--back");
    pen.globalAlpha = 0.8;
    pen.fillRect(x - 1, y - 8 * ratio, length + 2, 16 * ratio);
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
