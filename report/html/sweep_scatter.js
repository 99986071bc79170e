// SPDX-License-Identifier: Apache-2.0
// A scatter plot of a sweep's design points. The user selects the figures on the axes and the
// parameter that labels the points.

const mostLabels = 60;
// A policy is a planner with its allocator (policyOf()). The points of a policy have the same mark.
const mostNamed = 24; // largest number of policies in the legend

const plainFormat = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 6 });
const figureText = (name) =>
  name === "latency_us" ? (value) => timeText(value * 1000) : name.endsWith("_bytes") ? sizeText : name.endsWith("_per_s") ? rateText : name.endsWith("_cycles") ? count : (value) => plainFormat.format(value);

// Returns the possible axes: memory sizes that vary, and all columns of numbers that vary.
function scatterFigures(rows, parameters) {
  const sizes = parameters.filter((parameter) => rows.all.every((row) => typeof parameter.of(row) === "number"));
  const columns = [...rows.columns.values()].filter((column) => !column.texts && varies(rows, column.name));
  return [
    ...sizes.map((parameter) => ({ name: "capacity of " + parameter.name, of: parameter.of, text: sizeText, sizes: true })),
    ...columns.map(({ name }) => ({ name: name.replaceAll("_", " "), of: (row) => rows.cell(name, row), text: figureText(name), sizes: name.endsWith("_bytes"), times: name === "latency_us" })),
  ];
}

function scatterTicks(figure, axis, wanted) {
  return figure.sizes ? sizeTicks(axis, wanted) : roundValues(axis.low, axis.high, wanted);
}

function tickTexts(figure, axis, values) {
  if (figure.times) return distinctTimes(values.map((value) => value * 1000));
  if (!figure.sizes) return axisTexts(values, [""], 1000);
  return axis.log ? values.map(sizeText) : axisTexts(values, sizeUnits, 1024);
}

// Returns the name of an axis, with the words "not from 0" if a linear axis does not begin at zero.
// Logarithmic axes have no zero.
const axisName = (figure, axis) => figure.name + (axis.low > 0 && !axis.log ? ", not from 0" : "");

function scatterAxes(parts, across, up, x, y, box) {
  const columns = scatterTicks(across, x, Math.max(2, Math.floor((box.right - box.left) / 110)));
  const columnTexts = tickTexts(across, x, columns);
  columns.forEach((value, i) => {
    const at = x.place(value);
    parts.push(svg("line", { class: "grid", x1: at, x2: at, y1: box.top, y2: box.bottom }));
    parts.push(svg("text", { class: "muted", x: at, y: box.bottom + 16, "text-anchor": "middle" }, columnTexts[i]));
  });
  const rows = scatterTicks(up, y, 7);
  const rowTexts = tickTexts(up, y, rows);
  rows.forEach((value, i) => {
    const at = y.place(value);
    parts.push(svg("line", { class: "grid", x1: box.left, x2: box.right, y1: at, y2: at }));
    parts.push(svg("text", { class: "muted", x: box.left - 6, y: at + 4, "text-anchor": "end" }, rowTexts[i]));
  });
  parts.push(svg("text", { class: "muted", x: (box.left + box.right) / 2, y: box.bottom + 36, "text-anchor": "middle" }, axisName(across, x)));
  parts.push(svg("text", { class: "muted", x: box.left, y: box.top - 6 }, axisName(up, y)));
}

// Shapes of the marks of points: disc, square, triangle. Policies with the same colour have
// different shapes.
const markShapes = [
  (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`,
  (x, y, r) => `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`,
  (x, y, r) => `M${x - 1.3 * r} ${y + r}h${2.6 * r}l${-1.3 * r} ${-2.3 * r}z`,
];
const markOf = (index) => markShapes[Math.floor(index / policyColours.length) % markShapes.length];

// Draws all points of a policy as one path, because a browser shows a few elements faster than
// thousands.
function scatterDots(parts, points, policies, placed) {
  const size = points.length > 600 ? 2 : 3.5;
  policies.forEach((policy, index) => {
    const d = points.filter((point) => point.policy === policy).map((point) => markOf(index)(...placed(point).map(Number), size)).join("");
    parts.push(svg("path", { class: "mark", fill: policyLook(index).stroke, d }));
  });
}

const markKey = (index) => svg("svg", { class: "drawing key", width: 12, height: 12, viewBox: "0 0 10 10", "aria-hidden": "true" }, svg("path", { fill: policyLook(index).stroke, d: markOf(index)(5, 5, 4) }));

// Writes labels beside at most `mostLabels` points. A label that would cover another label is left
// out.
function scatterLabels(parts, points, labelOf, placed, right) {
  const taken = [];
  for (const point of points) {
    const text = shortName(labelOf(point.row), 24);
    if (text === "" || taken.length === mostLabels) continue;
    const [left, top] = placed(point).map(Number);
    const length = 6.6 * text.length;
    const fits = left + 7 + length < right;
    const label = { x: fits ? left + 7 : left - 7 - length, y: top - 16, width: length, height: 13 };
    const covers = (other) => label.x < other.x + other.width && other.x < label.x + label.width && label.y < other.y + other.height && other.y < label.y + label.height;
    if (taken.some(covers)) continue;
    taken.push(label);
    parts.push(svg("text", { class: "halo", x: left + (fits ? 7 : -7), y: top - 5, "text-anchor": fits ? "start" : "end" }, text));
  }
}

function drawScatter({ points, policies, across, up, labelOf, textOf, choose }, width) {
  const box = { left: 84, right: width - 12, top: 24, bottom: width < 600 ? 280 : 380 };
  const x = axisOf(points.map((point) => point.x), box.left + 12, box.right - 12, across.sizes);
  const y = axisOf(points.map((point) => point.y), box.bottom - 12, box.top + 12, up.sizes);
  const placed = (point) => [x.place(point.x).toFixed(1), y.place(point.y).toFixed(1)];
  const parts = [];
  if (points.length > 0) scatterAxes(parts, across, up, x, y, box);
  scatterDots(parts, points, policies, placed);
  scatterLabels(parts, points, labelOf, placed, box.right);
  const ring = svg("circle", { class: "selected", r: 7, visibility: "hidden" });
  parts.push(ring);
  const places = points.map((point) => ({ x: x.place(point.x), y: y.place(point.y) }));
  const behaviour = choosing(ring, {
    size: () => points.length,
    place: (index) => ({ cx: places[index].x, cy: places[index].y }),
    textOf: (index) => textOf(points[index]),
    choose: (index) => choose(points[index].row),
    under: (event) => {
      const at = pointIn(event, width);
      return nearestTo(places, at.x, at.y);
    },
  });
  const label = `${up.name} against ${across.name}, ${count(points.length)} points. Arrow keys step through them, Enter selects one.`;
  return svg("svg", { viewBox: `0 0 ${width} ${box.bottom + 44}`, class: "drawing", "aria-label": label, ...behaviour }, ...parts);
}

function scatterSection(rows, parameters, choose) {
  const figures = scatterFigures(rows, parameters);
  if (figures.length < 2) return html("p", { class: "muted" }, "A picture of two figures needs two that vary.");
  const labels = [{ name: "nothing", of: () => "" }, { name: "point", of: (row) => count(row) }, ...parameters.map((parameter) => ({ name: parameter.name, of: (row) => parameter.text(parameter.of(row)) }))];
  const indexOf = (name, fallback) => Math.max(fallback, figures.findIndex((figure) => figure.name === name));
  const chosen = { x: indexOf("spilled bytes", 0), y: indexOf("latency us", 1), label: rows.count <= mostLabels ? labels.length - 1 : 0 };
  const policies = [...new Set(rows.all.map((row) => policyOf(rows, row)))];
  const note = html("p", { class: "muted", role: "status" });
  const place = chart((width) => {
    const [across, up] = [figures[chosen.x], figures[chosen.y]];
    const points = rows.all.map((row) => ({ row, policy: policyOf(rows, row), x: across.of(row), y: up.of(row) })).filter((point) => point.x !== null && point.y !== null);
    const textOf = (point) => `${rowText(rows, point.row)}\n${across.name} ${across.text(point.x)}\n${up.name} ${up.text(point.y)}`;
    note.textContent = `${count(points.length)} of ${count(rows.count)} points have both figures; labels that would cover others are left out.`;
    return drawScatter({ points, policies, across, up, labelOf: labels[chosen.label].of, textOf, choose }, width);
  });
  const choices = [
    ["Across", figures, "x"],
    ["Up", figures, "y"],
    ["Label", labels, "label"],
  ].map(([text, options, key]) => {
    const made = choice(text, options.map((option) => option.name), (index) => {
      chosen[key] = index;
      place.redraw();
    });
    made.select.value = chosen[key];
    return made.node;
  });
  const named = policies.slice(0, mostNamed).map((policy, index) => html("li", {}, markKey(index), shortName(policy, 60)));
  const more = policies.length - named.length;
  const keys = html("ul", { class: "legend" }, ...named, ...(more > 0 ? [html("li", { class: "muted" }, `and ${count(more)} more`)] : []));
  return html("div", { class: "scatter" }, html("div", { class: "tools" }, ...choices, savePicture("two figures", place)), note, place, keys);
}
