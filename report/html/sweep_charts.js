// SPDX-License-Identifier: Apache-2.0
// A heat map over two parameters of a sweep, which the user selects. This file also has the
// functions that the heat map and the scatter plot share.

const policyColours = ["var(--blue)", "var(--orange)", "var(--green)", "var(--red)", "var(--pink)", "var(--sky)", "var(--grey)", "var(--yellow)"];
const policyDashes = ["", "6 3", "2 3"];

const policyLook = (index) => ({
  stroke: policyColours[index % policyColours.length],
  "stroke-dasharray": policyDashes[Math.floor(index / policyColours.length) % policyDashes.length],
});

// Returns an axis, which converts values to pixels. If `logarithmic` is true, the axis is
// logarithmic for values that span a factor of eight or more; otherwise the axis is linear.
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

// The colours of Cividis (Nuñez, Anderton and Renslow, 2018): their lightness rises evenly, and
// colour-blind people can distinguish them.
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
    // Edges are rounded to whole pixels, so that there are no gaps between adjacent cells.
    const { x, y, width, height } = boxOf(cell);
    const [left, top] = [Math.round(x), Math.round(y)];
    const wide = Math.round(x + width) - left;
    paths.set(step, (paths.get(step) ?? "") + `M${left} ${top}h${wide}v${Math.round(y + height) - top}h${-wide}z`);
  }
  for (const [step, d] of paths) {
    parts.push(step === "none" ? svg("path", { d, class: "nothing" }) : svg("path", { d, fill: heatColour(step / heatSteps), "shape-rendering": "crispEdges" }));
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

// Returns the colour scale for values from `low` to `high`: `share` converts a value to its
// position on the scale, 0 to 1, and `middle` is the value at the position 0.5. The scale is
// logarithmic if the values span a factor of four or more. On a linear scale, one high value would
// give all other values almost the same colour.
function heatShare(low, high) {
  const at = low > 0 && high / low >= 4 ? Math.log : (value) => value;
  const span = at(high) - at(low) || 1;
  return { share: (value) => (at(value) - at(low)) / span, middle: at === Math.log ? Math.sqrt(low * high) : (low + high) / 2 };
}

// Draws the colour scale, from the lowest value to the highest.
function heatScale(parts, low, middle, high, text, left, top, width) {
  const step = width / heatSteps;
  for (let i = 0; i < heatSteps; i += 1) {
    parts.push(svg("rect", { x: left + i * step, y: top, width: step + 0.5, height: 10, fill: heatColour(i / (heatSteps - 1)) }));
  }
  const values = low === high ? [low] : [low, middle, high];
  values.forEach((value, i) => {
    const anchor = ["start", "middle", "end"][i];
    parts.push(svg("text", { class: "muted scale", x: left + (i * width) / 2, y: top + 24, "text-anchor": anchor }, text(value)));
  });
}

// Draws a heat map { xs, ys, cells: [{ x, y, value, row }], labelOf, textOf, scaleText }. The value
// of a cell is null if none of its design points has a result, for example because the plans do not
// fit the memories.
function drawHeat(grid, choose, width) {
  const left = width < 600 ? 104 : 132;
  const cellWidth = (width - 8 - left) / grid.xs.length;
  const cellHeight = Math.max(4, Math.min(28, 400 / grid.ys.length));
  const bottom = 8 + cellHeight * grid.ys.length;
  const boxOf = ({ x, y }) => ({ x: left + x * cellWidth, y: 8 + y * cellHeight, width: cellWidth, height: cellHeight });
  const values = grid.cells.filter((cell) => cell.value !== null).map((cell) => cell.value);
  const low = values.reduce((least, value) => Math.min(least, value), Infinity);
  const high = highest(values);
  const { share, middle } = heatShare(low, high);
  const parts = [];
  heatCells(parts, grid, boxOf, share);
  heatLabels(parts, grid, boxOf, left, bottom, cellWidth);
  if (values.length > 0) heatScale(parts, low, middle, high, grid.scaleText, left, bottom + 30, Math.min(360, width - left - 8));
  if (cellWidth >= 58 && cellHeight >= 16) {
    for (const cell of grid.cells.filter(({ value }) => value !== null)) {
      const { x, y } = boxOf(cell);
      const colour = share(cell.value) > 0.55 ? "#000000" : "#ffffff";
      parts.push(svg("text", { x: x + cellWidth / 2, y: y + cellHeight / 2 + 4, "text-anchor": "middle", style: { fill: colour } }, grid.labelOf(cell)));
    }
  }
  const outline = svg("rect", { class: "selected", visibility: "hidden" });
  parts.push(outline);
  const behaviour = choosing(outline, {
    size: () => grid.cells.length,
    place: (index) => boxOf(grid.cells[index]),
    textOf: (index) => grid.textOf(grid.cells[index]),
    choose: (index) => choose(grid.cells[index].row),
    under: (event) => {
      const { x, y } = pointIn(event, width);
      const found = grid.cells.findIndex((cell) => contains(boxOf(cell), x, y, 0));
      return found < 0 ? null : found;
    },
  });
  return svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${bottom + 60}`,
      class: "drawing",
      "aria-label": "Heat map. Arrow keys step through its cells, Enter selects the best point of one.",
      ...behaviour,
    },
    ...parts,
  );
}
