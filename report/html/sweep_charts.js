// SPDX-License-Identifier: Apache-2.0
// Pictures of a sweep: latency against fast memory, and a grid of any two parameters.

const policyColours = ["var(--blue)", "var(--orange)", "var(--green)", "var(--red)", "var(--pink)", "var(--sky)", "var(--grey)", "var(--yellow)"];
const policyDashes = ["", "6 3", "2 3"];

const policyLook = (index) => ({
  stroke: policyColours[index % policyColours.length],
  "stroke-dasharray": policyDashes[Math.floor(index / policyColours.length) % policyDashes.length],
});

// Maps values to pixels; octaves are equally long where sizes span many of them.
function axisOf(values, from, to, logarithmic) {
  const [low, high] = [values.reduce((least, value) => Math.min(least, value), Infinity), highest(values)];
  const log = logarithmic && low > 0 && high / low >= 8;
  const at = (value) => (log ? Math.log2(value) : value);
  const span = at(high) - at(low);
  const place = (value) => (span === 0 ? (from + to) / 2 : from + ((to - from) * (at(value) - at(low))) / span);
  return { low, high, log, place };
}

function sizeTicks(axis, wanted) {
  if (axis.low === axis.high) return [axis.low];
  if (!axis.log) return ticks(axis.high, wanted, 1024).filter((value) => value >= axis.low);
  const values = [];
  for (let value = 2 ** Math.ceil(Math.log2(axis.low)); value <= axis.high; value *= 2) values.push(value);
  return values.filter((_, i) => i % Math.ceil(values.length / wanted) === 0);
}

// An axis of times. It begins at zero, or where all values lie close together at a value that leaves
// a tenth of the largest between its ends: a step of 0.4 % must not look like a cliff.
function timeAxis(values, from, to) {
  const [least, most] = [values.reduce((low, value) => Math.min(low, value), Infinity), highest(values)];
  const low = least < 0.6 * most ? 0 : Math.min(least - 0.1 * (most - least), 0.9 * most);
  const span = most - low || 1;
  return { low, high: most, log: false, broken: low > 0, place: (value) => from + ((to - from) * (value - low)) / span };
}

// Two slanted strokes where an axis does not begin at zero.
function breakMark(x, y) {
  return svg("path", { class: "break", d: `M${x - 6} ${y + 1}l12 -5M${x - 6} ${y - 4}l12 -5` });
}

function tradeAxes(parts, x, y, box, across, up) {
  for (const size of sizeTicks(x, Math.max(2, Math.floor((box.right - box.left) / 80)))) {
    const at = x.place(size);
    parts.push(svg("line", { class: "grid", x1: at, x2: at, y1: box.top, y2: box.bottom }));
    parts.push(svg("text", { class: "muted", x: at, y: box.bottom + 16, "text-anchor": "middle" }, sizeText(size)));
  }
  const latencies = roundValues(y.low, y.high, 8);
  const texts = distinctTimes(latencies.map((latency) => latency * 1000));
  latencies.forEach((latency, i) => {
    const at = y.place(latency);
    parts.push(svg("line", { class: "grid", x1: box.left, x2: box.right, y1: at, y2: at }));
    parts.push(svg("text", { class: "muted", x: box.left - 6, y: at + 4, "text-anchor": "end" }, texts[i]));
  });
  parts.push(svg("line", { class: "axis", x1: box.left, x2: box.left, y1: box.top, y2: box.bottom }));
  if (y.broken) parts.push(breakMark(box.left, box.bottom - 4));
  parts.push(svg("text", { class: "muted", x: (box.left + box.right) / 2, y: box.bottom + 36, "text-anchor": "middle" }, across));
  parts.push(svg("text", { class: "muted", x: 4, y: box.top - 8 }, up + (y.broken ? ", not from 0" : "")));
}

// One line and one path of dots per policy, however many points there are.
function policyPaths(parts, points, x, y, policies) {
  const dot = points.length > 600 ? 3 : 6;
  for (const policy of policies) {
    const own = points.filter((point) => point.policy === policy.name);
    const at = own.map((point) => `${x.place(point.bytes).toFixed(1)} ${y.place(point.latency).toFixed(1)}`);
    const look = policyLook(policy.index);
    parts.push(svg("path", { ...look, class: "policy", d: "M" + at.join("L") }));
    parts.push(svg("path", { class: "dots", stroke: look.stroke, "stroke-width": dot, d: at.map((p) => `M${p}h0`).join("") }));
  }
}

function frontPath(parts, front, x, y, knee) {
  if (front.length === 0) return;
  const path = front.map((point, i) => (i === 0 ? `M${x.place(point.bytes)} ${y.place(point.latency)}` : `H${x.place(point.bytes)}V${y.place(point.latency)}`));
  parts.push(svg("path", { class: "front", d: path.join("") }));
  if (!knee) return;
  const [cx, cy] = [x.place(knee.bytes), y.place(knee.latency)];
  parts.push(svg("circle", { class: "knee", cx, cy, r: 8 }));
  parts.push(svg("text", { x: cx + 12, y: cy - 10 }, "knee"));
}

// A chart of points { row, policy, bytes, latency }; `choose` gets the row of the one selected.
function drawTrade({ points, policies, front, knee, textOf, choose, memory }, width) {
  const box = { left: 84, right: width - 12, top: 24, bottom: width < 600 ? 288 : 408 };
  const x = axisOf(points.map((point) => point.bytes), box.left + 12, box.right - 12, true);
  const y = timeAxis(points.map((point) => point.latency), box.bottom, box.top + 12);
  const shown = policies.filter((policy) => !policy.hidden);
  const names = new Set(shown.map((policy) => policy.name));
  const visible = points.filter((point) => names.has(point.policy));
  const parts = [];
  tradeAxes(parts, x, y, box, "capacity of " + memory, "latency");
  policyPaths(parts, visible, x, y, shown);
  frontPath(parts, front, x, y, knee);
  const ring = svg("circle", { class: "selected", r: 0 });
  parts.push(ring);
  let current = null;
  const mark = (point, clientX, clientY) => {
    current = point;
    fill(ring, point ? { cx: x.place(point.bytes), cy: y.place(point.latency), r: 6 } : { r: 0 }, []);
    const at = ring.getBoundingClientRect();
    showTip(point ? textOf(point) : "", clientX ?? at.right, clientY ?? at.bottom);
  };
  const nearest = (event) => {
    const { x: px, y: py } = pointIn(event, width);
    let [best, least] = [null, 24 ** 2];
    for (const point of visible) {
      const distance = (x.place(point.bytes) - px) ** 2 + (y.place(point.latency) - py) ** 2;
      if (distance < least) [best, least] = [point, distance];
    }
    mark(best, event.clientX, event.clientY);
  };
  const keys = cursorKeys(visible.length, (index) => mark(visible[index]));
  return svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${box.bottom + 44}`,
      role: "application",
      tabindex: "0",
      "aria-label": `Latency against the capacity of ${memory}, ${count(visible.length)} points. Arrow keys step through them, Enter selects one.`,
      ...keys,
      onkeydown: (event) => (event.key === "Enter" && current ? choose(current.row) : keys.onkeydown(event)),
      onpointermove: nearest,
      onpointerleave: hideTip,
      onclick: () => current && choose(current.row),
    },
    ...parts,
  );
}

// Cividis (Nuñez, Anderton and Renslow, 2018): even steps of lightness, made for colour-blind eyes.
const heatStops = ["#00224e", "#35456c", "#666970", "#948e77", "#c8b866", "#fee838"].map((hex) =>
  [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)),
);

function heatColour(share) {
  const at = Math.max(0, Math.min(1, share)) * (heatStops.length - 1);
  const [low, part] = [Math.floor(Math.min(at, heatStops.length - 2)), at - Math.floor(Math.min(at, heatStops.length - 2))];
  const mixed = heatStops[low].map((value, i) => Math.round(value + part * (heatStops[low + 1][i] - value)));
  return `rgb(${mixed.join(" ")})`;
}

const heatSteps = 32;

function heatCells(parts, grid, boxOf, share) {
  const paths = new Map();
  for (const cell of grid.cells) {
    const step = cell.value === null ? "none" : Math.round(share(cell.value) * heatSteps);
    const { x, y, width, height } = boxOf(cell);
    paths.set(step, (paths.get(step) ?? "") + `M${x.toFixed(1)} ${y.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}h${(-width).toFixed(1)}z`);
  }
  for (const [step, d] of paths) {
    parts.push(step === "none" ? svg("path", { d, class: "nothing" }) : svg("path", { d, fill: heatColour(step / heatSteps) }));
  }
}

function heatLabels(parts, grid, boxOf, left, bottom, cellWidth) {
  const everyX = Math.ceil(64 / cellWidth);
  grid.xs.forEach((text, i) => {
    if (i % everyX === 0) parts.push(svg("text", { class: "muted", x: left + (i + 0.5) * cellWidth, y: bottom + 16, "text-anchor": "middle" }, shortName(text, 14)));
  });
  const everyY = Math.ceil(16 / boxOf({ x: 0, y: 0 }).height);
  grid.ys.forEach((text, i) => {
    const { y, height } = boxOf({ x: 0, y: i });
    if (i % everyY === 0) parts.push(svg("text", { class: "muted", x: left - 6, y: y + height / 2 + 4, "text-anchor": "end" }, shortName(text, Math.floor((left - 8) / 6.6))));
  });
}

// What the shades stand for, from the least to the most.
function heatScale(parts, low, high, text, left, top, width) {
  const step = width / heatSteps;
  for (let i = 0; i < heatSteps; i += 1) {
    parts.push(svg("rect", { x: left + i * step, y: top, width: step + 0.5, height: 10, fill: heatColour(i / (heatSteps - 1)) }));
  }
  const values = low === high ? [low] : [low, (low + high) / 2, high];
  values.forEach((value, i) => {
    const anchor = ["start", "middle", "end"][i];
    parts.push(svg("text", { class: "muted scale", x: left + (i * width) / 2, y: top + 24, "text-anchor": anchor }, text(value)));
  });
}

// A grid { xs, ys, cells: [{ x, y, value, row }], labelOf, textOf, scaleText }; cells without a value did not
// fit.
function drawHeat(grid, choose, width) {
  const left = width < 600 ? 104 : 132;
  const cellWidth = (width - 8 - left) / grid.xs.length;
  const cellHeight = Math.max(4, Math.min(28, 400 / grid.ys.length));
  const bottom = 8 + cellHeight * grid.ys.length;
  const boxOf = ({ x, y }) => ({ x: left + x * cellWidth, y: 8 + y * cellHeight, width: cellWidth, height: cellHeight });
  const values = grid.cells.filter((cell) => cell.value !== null).map((cell) => cell.value);
  const low = values.reduce((least, value) => Math.min(least, value), Infinity);
  const span = highest(values) - low || 1;
  const share = (value) => (value - low) / span;
  const parts = [];
  heatCells(parts, grid, boxOf, share);
  heatLabels(parts, grid, boxOf, left, bottom, cellWidth);
  if (values.length > 0) heatScale(parts, low, highest(values), grid.scaleText, left, bottom + 30, Math.min(360, width - left - 8));
  if (cellWidth >= 58 && cellHeight >= 16) {
    for (const cell of grid.cells.filter(({ value }) => value !== null)) {
      const { x, y } = boxOf(cell);
      const colour = share(cell.value) > 0.55 ? "#000000" : "#ffffff";
      parts.push(svg("text", { x: x + cellWidth / 2, y: y + cellHeight / 2 + 4, "text-anchor": "middle", style: { fill: colour } }, grid.labelOf(cell)));
    }
  }
  const outline = svg("rect", { class: "selected" });
  parts.push(outline);
  let current = null;
  const mark = (cell, clientX, clientY) => {
    current = cell;
    fill(outline, cell ? boxOf(cell) : { width: 0, height: 0 }, []);
    const at = outline.getBoundingClientRect();
    showTip(cell ? grid.textOf(cell) : "", clientX ?? at.right, clientY ?? at.bottom);
  };
  const keys = cursorKeys(grid.cells.length, (index) => mark(grid.cells[index]));
  const under = (event) => {
    const { x, y } = pointIn(event, width);
    mark(grid.cells.find((cell) => contains(boxOf(cell), x, y, 0)) ?? null, event.clientX, event.clientY);
  };
  return svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${bottom + 60}`,
      role: "application",
      tabindex: "0",
      "aria-label": "Heat map. Arrow keys step through its cells, Enter selects the best point of one.",
      ...keys,
      onkeydown: (event) => (event.key === "Enter" && current ? choose(current.row) : keys.onkeydown(event)),
      onpointermove: under,
      onpointerleave: hideTip,
      onclick: () => current && choose(current.row),
    },
    ...parts,
  );
}
