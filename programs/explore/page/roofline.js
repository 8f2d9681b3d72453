"use strict";
// ---- The roofline: operations a second over operations a byte, both logarithmic

const intensityText = () => (data.flops / data.bytes).toPrecision(3) + " operations a byte of inputs and outputs";

const showRoofline = (box) => {
  box.append(element("h2", { textContent: "Roofline, one core, " + data.precision }));
  if (!data.bytes || !data.flops) { box.append(element("p", { textContent: "The kernel has no operations, or neither inputs nor outputs." })); return; }
  box.append(element("p", {}, data.flops + " operations on " + data.bytes + " bytes: " + intensityText() + "."));
  const rates = data.rates;
  if (!rates) {
    box.append(element("p", { className: "soft", textContent: "Nothing was measured: `diagc explore --measure` adds the machine's roof and the kernel's points." }));
    return;
  }
  const at = data.flops / data.bytes, points = [["in cache", rates.evaluations, "#d55e00"]];
  if (rates.from_memory) points.push(["from memory", rates.from_memory, "#0072b2"]);
  const giga = (value) => (value / 1e9).toPrecision(3);
  const width = 700, height = 380, ridge = rates.copy_bytes ? rates.peak_flops / rates.copy_bytes : at;
  const least = Math.min(at, ridge) / 8, most = Math.max(at, ridge) * 8;
  const roof = (x) => rates.copy_bytes ? Math.min(rates.peak_flops, x * rates.copy_bytes) : rates.peak_flops;
  const high = rates.peak_flops * 2, low = Math.min(roof(least), ...points.map(([, rate]) => rate * data.flops)) / 2;
  const x = (value) => Math.log(value / least) / Math.log(most / least) * width;
  const y = (value) => height - Math.log(value / low) / Math.log(high / low) * height;
  const picture = svgElement("svg", { viewBox: "-70 -24 790 450", width: "100%", style: "max-width:60rem", role: "img", "aria-label": "roofline" });
  const text = (at, place, properties = {}) => {
    const made = svgElement("text", { x: place[0], y: place[1], fill: "currentColor", "font-size": 12, ...properties });
    made.textContent = at;
    picture.append(made);
  };
  const line = (from, to, properties) => picture.append(svgElement("line", { x1: from[0], y1: from[1], x2: to[0], y2: to[1], ...properties }));
  for (let power = Math.ceil(Math.log10(least)); power <= Math.log10(most); ++power) {
    line([x(10 ** power), 0], [x(10 ** power), height], { stroke: "var(--line)" });
    text(String(10 ** power), [x(10 ** power), height + 16], { "text-anchor": "middle" });
  }
  for (let power = Math.ceil(Math.log10(low)); power <= Math.log10(high); ++power) {
    line([0, y(10 ** power)], [width, y(10 ** power)], { stroke: "var(--line)" });
    text(String(10 ** power / 1e9), [-8, y(10 ** power) + 4], { "text-anchor": "end" });
  }
  text("operations a byte", [width, height + 34], { "text-anchor": "end" });
  text("Gflop/s", [-60, -10]);
  const bend = Math.min(Math.max(ridge, least), most);
  let path = "M" + x(least) + " " + y(roof(least));
  for (const one of [bend, most]) path += "L" + x(one) + " " + y(roof(one));
  picture.append(svgElement("path", { d: path, fill: "none", stroke: "currentColor", "stroke-width": 2 }));
  text("peak " + giga(rates.peak_flops) + " Gflop/s", [width, y(rates.peak_flops) - 6], { "text-anchor": "end" });
  if (rates.copy_bytes) text("copy " + giga(rates.copy_bytes) + " GB/s", [x(least) + 20, y(roof(least)) + 4]);
  line([x(at), 0], [x(at), height], { stroke: "currentColor", "stroke-dasharray": "2 3" });
  points.forEach(([name, rate, tone], i) => {
    const place = [x(at), y(rate * data.flops)];
    // Marks of two forms: not by colour alone.
    if (i === 0) picture.append(svgElement("circle", { cx: place[0], cy: place[1], r: 6, fill: tone }));
    else picture.append(svgElement("rect", { x: place[0] - 5, y: place[1] - 5, width: 10, height: 10, fill: tone }));
    const close = i === 1 && Math.abs(place[1] - y(points[0][1] * data.flops)) < 14 ? 16 : 4;
    text(name + ": " + giga(rate * data.flops) + " Gflop/s, " + rate.toPrecision(3) + " evaluations/s",
      x(at) > width / 2 ? [place[0] - 10, place[1] + close] : [place[0] + 10, place[1] + close], { "text-anchor": x(at) > width / 2 ? "end" : "start" });
  });
  box.append(element("figure", {}, picture), element("p", { className: "soft", textContent:
    "Batches in half of the L2 cache, and from beyond all caches, where the slope of the roof is that of a copy. Above the slope: values came from caches, or are mostly read, which is faster than to copy." }));
};
