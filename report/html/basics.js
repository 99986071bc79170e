// SPDX-License-Identifier: Apache-2.0
// Functions that make elements, formatted numbers and the tooltip. All text is set through
// textContent, so that a browser never interprets a name as HTML.

const svgNamespace = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name === "class") node.setAttribute("class", value);
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style") Object.assign(node.style, value);
    else node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

const html = (tag, attributes, ...children) =>
  fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) =>
  fill(document.createElementNS(svgNamespace, tag), attributes, children);

const sum = (values) => values.reduce((total, value) => total + value, 0);
const highest = (values) => values.reduce((most, value) => Math.max(most, value), 0);

// A page has tens of thousands of numbers, and making a formatter is slow. Therefore each formatter
// is made only once.
const formats = [0, 1, 2].map((digits) => new Intl.NumberFormat("en-US", { maximumFractionDigits: digits }));
const wholeFormat = new Intl.NumberFormat("en-US");
const count = (value) => wholeFormat.format(value);
const cyclesText = (value) => count(value) + " cycles";
const bytesText = (value) => count(value) + " B";
const percentText = (part, whole) =>
  (whole > 0 ? (100 * part) / whole : 0).toFixed(1) + " %";

const percentChange = (from, to) => (to >= from ? "+" : "") + (100 * (to / from - 1)).toFixed(1) + " %";

function scaled(value, units, step) {
  const unit = unitOf(value, units, step);
  value /= step ** unit;
  const digits = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return formats[digits].format(value) + " " + units[unit];
}

// Returns the index of the largest unit in which `value` is at least 1; 0 if there is no such unit.
// Each unit is `step` times the preceding unit.
function unitOf(value, units, step) {
  let unit = 0;
  while (unit < units.length - 1 && Math.abs(value) >= step ** (unit + 1)) unit += 1;
  return unit;
}

const sizeUnits = ["B", "KiB", "MiB", "GiB"];
const timeUnits = ["ns", "µs", "ms", "s"];
// Returns a number of bytes as text with a unit. A number with at most two decimals is printed
// exactly (12.25 KiB, not 12.3 KiB); other numbers are rounded.
function sizeText(bytes) {
  const unit = unitOf(bytes, sizeUnits, 1024);
  const value = bytes / 1024 ** unit;
  return Number.isInteger(value * 100) ? `${formats[2].format(value)} ${sizeUnits[unit]}` : scaled(bytes, sizeUnits, 1024);
}
const timeText = (nanoseconds) => scaled(nanoseconds, timeUnits, 1000);
const rateText = (bytesPerSecond) => scaled(bytesPerSecond, ["B/s", "kB/s", "MB/s", "GB/s"], 1000);

// Returns labels for the values of an axis, all in the same unit and with the same number of
// decimals. There are enough decimals that rounding changes no value by more than a thousandth of
// the distance between the first two values (of the largest value, if there is only one value).
function axisTexts(values, units, step) {
  const most = highest(values.map(Math.abs));
  const unit = unitOf(most, units, step);
  const shown = values.map((value) => value / step ** unit);
  const near = shown.length > 1 ? Math.abs(shown[1] - shown[0]) / 1000 : Math.abs(most / step ** unit) / 1000;
  let digits = 0;
  while (digits < 9 && shown.some((value) => Math.abs(value - Number(value.toFixed(digits))) > near)) digits += 1;
  return shown.map((value) => `${value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${units[unit]}`.trim());
}

const distinctTimes = (nanoseconds) => axisTexts(nanoseconds, timeUnits, 1000);

// Returns the name, shortened to `length` characters, because names may have thousands of
// characters.
const shortName = (name, length = 80) =>
  name.length <= length ? name : name.slice(0, length - 1) + "…";

const tip = html("div", { id: "tip", role: "status" });

function showTip(text, x, y) {
  tip.textContent = text;
  const box = tip.getBoundingClientRect();
  tip.style.left = Math.max(4, Math.min(x + 14, innerWidth - box.width - 4)) + "px";
  tip.style.top = Math.max(4, Math.min(y + 14, innerHeight - box.height - 4)) + "px";
}

const hideTip = () => {
  tip.textContent = "";
};

// Returns about `wanted` round values from `low` to `high`.
function roundValues(low, high, wanted) {
  if (low === high) return [low];
  const raw = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(1e-9, power * [1, 2, 5, 10].find((factor) => factor * power >= raw));
  const from = Math.ceil(low / step);
  return [...Array(Math.max(0, Math.floor(high / step) - from + 1)).keys()].map((i) => (from + i) * step);
}

// Returns event handlers for arrow keys, Home and End, which move a cursor through the positions 0
// to `size()` - 1. `show` is called with each new position.
function cursorKeys(size, show) {
  let at = -1;
  return {
    onkeydown: (event) => {
      const by = event.shiftKey ? 10 : 1;
      const last = size() - 1;
      const next = { ArrowRight: at + by, ArrowDown: at + by, ArrowLeft: at - by, ArrowUp: at - by, Home: 0, End: last }[event.key];
      if (event.key === "Escape") hideTip();
      if (next === undefined || last < 0) return;
      event.preventDefault();
      at = Math.max(0, Math.min(last, next));
      show(at);
    },
    onblur: hideTip,
  };
}

// Returns the position of the pointer in the coordinates of a picture. `width` is the width of the
// picture in these coordinates.
function pointIn(event, width) {
  const box = event.currentTarget.getBoundingClientRect();
  const unit = width / box.width;
  return { x: (event.clientX - box.left) * unit, y: (event.clientY - box.top) * unit };
}

const contains = (box, x, y, slack) =>
  x >= box.x - slack && x < box.x + box.width + slack && y >= box.y - slack && y < box.y + box.height + slack;

const swatch = (colour) => html("span", { class: "swatch", style: { background: colour } });

function legend(entries) {
  return html(
    "ul",
    { class: "legend" },
    ...entries.map(({ colour, text }) => html("li", {}, swatch(colour), text)),
  );
}
