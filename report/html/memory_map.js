// SPDX-License-Identifier: Apache-2.0
// One memory of a plan: operators across, addresses up, a rectangle per tensor; below it the bytes
// that are live against the capacity. A map has steps, memories, live_bytes, blocks and operators;
// `compared` marks the blocks that have a `change`, and `peaks` gives two maps the same scale.

const kindColours = {
  activation: "var(--sky)",
  weight: "var(--orange)",
  bias: "var(--yellow)",
  constant: "var(--pink)",
  scratch: "var(--red)",
  variable: "var(--green)",
  operator_data: "var(--blue)",
};
const kindColour = (kind) => kindColours[kind] || "var(--grey)";
const kindText = (kind) => kind.replace("_", " ");

const stepText = (step) => (step === 0 ? "network input" : "operator " + count(step - 1));

function residencyText(map, block) {
  const names = block.readers.map((op) => map.operators[op]?.name ?? "operator " + op);
  const listed = names.slice(0, 6).map((name) => shortName(name, 60));
  if (names.length > listed.length) listed.push(count(names.length - listed.length) + " more");
  const lines = [
    shortName(block.tensor, 200),
    kindText(block.kind) + ", " + bytesText(block.size) + " at " + count(block.offset),
    "from " + stepText(block.lower) + " to " + stepText(block.upper - 1),
    listed.length > 0 ? "read by " + listed.join(", ") : "read by no operator",
  ];
  if (block.change) lines.push(block.change);
  return lines.join("\n");
}

function addressAxis(parts, left, right, y, top) {
  for (const value of ticks(top, 5, 1024)) {
    parts.push(svg("line", { class: "grid", x1: left, x2: right, y1: y(value), y2: y(value) }));
    parts.push(svg("text", { class: "muted", x: left - 6, y: y(value) + 4, "text-anchor": "end" }, sizeText(value)));
  }
}

function operatorAxis(parts, x, steps, y, width) {
  const wanted = Math.max(2, Math.floor(width / 70));
  for (const step of ticks(Math.max(1, steps - 2), wanted, 10)) {
    if (!Number.isInteger(step)) continue;
    parts.push(svg("text", { class: "muted", x: x(step + 1.5), y, "text-anchor": "middle" }, count(step)));
  }
}

function capacityLine(parts, capacity, top, left, right, y) {
  if (capacity === null || capacity > top) return;
  parts.push(svg("line", { class: "limit", x1: left, x2: right, y1: y(capacity), y2: y(capacity) }));
  parts.push(svg("text", { x: right, y: y(capacity) - 4, "text-anchor": "end" }, "capacity " + sizeText(capacity)));
}

// The capacity shows where it is near enough to say something.
function topOf(peak, capacity) {
  const near = capacity !== null && capacity <= 3 * peak ? capacity : 0;
  return Math.max(peak, near, 1) * 1.02;
}

// One path per look, however many rectangles there are.
function blockPaths(map, blocks, boxOf) {
  const looks = new Map();
  for (const block of blocks) {
    const state = !map.compared ? "block" : block.change ? "block changed" : "block same";
    const key = state + " " + block.kind;
    if (!looks.has(key)) looks.set(key, { state, kind: block.kind, d: "" });
    const { x, y, width, height } = boxOf(block);
    looks.get(key).d += `M${x.toFixed(1)} ${y.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}h${(-width).toFixed(1)}z`;
  }
  return [...looks.values()].map(({ state, kind, d }) => svg("path", { class: state, d, fill: kindColour(kind) }));
}

function drawMap(map, memory, blocks, width) {
  const [left, right, height] = [64, width - 4, width < 600 ? 260 : 380];
  const { name, capacity_bytes } = map.memories[memory];
  const peak = Math.max(map.peaks?.[memory] ?? 0, highest(blocks.map((block) => block.offset + block.size)));
  const top = topOf(peak, capacity_bytes);
  const x = (step) => left + ((right - left) * step) / map.steps;
  const y = (address) => 8 + height * (1 - address / top);
  const boxOf = (block) => ({
    x: x(block.lower),
    y: y(block.offset + block.size),
    width: Math.max(0.5, x(block.upper) - x(block.lower)),
    height: Math.max(0.5, (height * block.size) / top),
  });
  const parts = [];
  addressAxis(parts, left, right, y, top);
  operatorAxis(parts, x, map.steps, height + 24, right - left);
  parts.push(...blockPaths(map, blocks, boxOf));
  capacityLine(parts, capacity_bytes, top, left, right, y);
  const outline = svg("rect", { class: "selected" });
  parts.push(outline);
  const label = name + ": " + count(blocks.length) + " tensors. Arrow keys step through them.";
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${height + 32}`, role: "application", "aria-label": label, tabindex: "0", ...findBlocks(map, blocks, boxOf, outline, width) },
    ...parts,
  );
}

// The pointer and the arrow keys select a rectangle and show what it is.
function findBlocks(map, blocks, boxOf, outline, width) {
  const mark = (block) => fill(outline, block ? boxOf(block) : { width: 0, height: 0 }, []);
  const clear = () => {
    mark(null);
    hideTip();
  };
  const keys = cursorKeys(blocks.length, (index) => {
    mark(blocks[index]);
    const box = outline.getBoundingClientRect();
    showTip(residencyText(map, blocks[index]), box.right, box.bottom);
  });
  return {
    ...keys,
    onblur: clear,
    onpointerleave: clear,
    onpointermove: (event) => {
      const { x, y } = pointIn(event, width);
      const at = (slack) => blocks.find((block) => contains(boxOf(block), x, y, slack));
      const block = at(0) ?? at(2);
      mark(block);
      showTip(block ? residencyText(map, block) : "", event.clientX, event.clientY);
    },
  };
}

function drawLive(map, memory, width) {
  const live = map.live_bytes[memory];
  const { name, capacity_bytes } = map.memories[memory];
  const [left, right, height] = [64, width - 4, 110];
  const top = topOf(highest(live), capacity_bytes);
  const x = (step) => left + ((right - left) * step) / map.steps;
  const y = (bytes) => 14 + height * (1 - bytes / top);
  const parts = [];
  addressAxis(parts, left, right, y, top);
  let path = `M${left} ${y(0)}`;
  live.forEach((bytes, step) => {
    path += `V${y(bytes).toFixed(1)}H${x(step + 1).toFixed(1)}`;
  });
  parts.push(svg("path", { d: path + `V${y(0)}Z`, fill: "var(--blue)", "fill-opacity": "0.55" }));
  capacityLine(parts, capacity_bytes, top, left, right, y);
  const cursor = svg("line", { class: "cursor", y1: 14, y2: 14 + height, visibility: "hidden" });
  parts.push(cursor);
  const readOff = (step, clientX, clientY) => {
    const at = x(step + 0.5);
    fill(cursor, { x1: at, x2: at, visibility: "visible" }, []);
    const box = cursor.getBoundingClientRect();
    showTip(stepText(step) + "\n" + bytesText(live[step]) + " live", clientX ?? box.right, clientY ?? box.top);
  };
  const follow = (event) => {
    const step = Math.floor(((pointIn(event, width).x - left) * map.steps) / (right - left));
    readOff(Math.max(0, Math.min(live.length - 1, step)), event.clientX, event.clientY);
  };
  const label = `Live bytes of ${name}. Arrow keys read them off.`;
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${height + 24}`, role: "application", "aria-label": label, tabindex: "0", onpointermove: follow, onpointerleave: hideTip, ...cursorKeys(live.length, readOff) },
    ...parts,
  );
}

function memorySection(map, memory) {
  const blocks = map.blocks.filter((block) => block.memory === memory);
  if (blocks.length === 0) return null;
  const kinds = [...new Set(blocks.map((block) => block.kind))];
  return html(
    "figure",
    {},
    html("h3", {}, map.memories[memory].name),
    legend(kinds.map((kind) => ({ colour: kindColour(kind), text: kindText(kind) }))),
    chart((width) => drawMap(map, memory, blocks, width)),
    html("p", { class: "muted" }, "Live bytes"),
    chart((width) => drawLive(map, memory, width)),
  );
}
