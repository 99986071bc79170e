// SPDX-License-Identifier: Apache-2.0
// One memory of a plan: steps across, addresses up, a rectangle per tensor; below it the bytes that
// are live against the capacity. A map has steps, memories, live_bytes and blocks, and its steps are
// operators unless it has a `step_name`; blocks with `readers` come with operators. `compared` marks
// the blocks that have a `change`, and `peaks` and `live_peaks` give two maps the same scale.

const kindColours = {
  activation: "var(--sky)",
  weight: "var(--orange)",
  weight_buffer: "var(--lilac)",
  bias: "var(--yellow)",
  constant: "var(--pink)",
  scratch: "var(--red)",
  variable: "var(--green)",
  operator_data: "var(--blue)",
};
// A buffer that slices of weights go through is no constant that stays.
const lookOf = (block) => (block.kind === "weight" && block.tensor.startsWith("buffer of ") ? "weight_buffer" : block.kind);
const kindColour = (kind) => kindColours[kind] || "var(--grey)";
const kindText = (kind) => kind.replace("_", " ");

const stepName = (map) => map.step_name ?? "operator";
const stepText = (map, step) => (step === 0 ? "network input" : stepName(map) + " " + count(step - 1));

function residencyText(map, block) {
  const names = (block.readers ?? []).map((op) => map.operators[op]?.name ?? "operator " + op);
  const listed = names.slice(0, 6).map((name) => shortName(name, 60));
  if (names.length > listed.length) listed.push(count(names.length - listed.length) + " more");
  const lines = [
    shortName(block.tensor, 200),
    kindText(lookOf(block)) + ", " + bytesText(block.size) + " at " + count(block.offset),
    "from " + stepText(map, block.lower) + " to " + stepText(map, block.upper - 1),
  ];
  if (block.readers) lines.push(listed.length > 0 ? "read by " + listed.join(", ") : "read by no operator");
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

// Of a capacity above the picture, its text says so.
function capacityLine(parts, capacity, top, left, right, y) {
  if (capacity === null) return;
  const inside = capacity <= top;
  const at = y(inside ? capacity : top);
  if (inside) parts.push(svg("line", { class: "limit", x1: left, x2: right, y1: at, y2: at }));
  parts.push(svg("text", { x: right, y: at + (inside ? -4 : 10), "text-anchor": "end", class: "halo" }, "capacity " + sizeText(capacity) + (inside ? "" : ", above the picture")));
}

// Up to the capacity where that is near; else what is used fills a third of the picture, so that
// little does not look like all.
function topOf(peak, capacity) {
  if (capacity === null) return Math.max(peak, 1) * 1.02;
  return Math.max(peak * 1.02, Math.min(capacity * 1.05, 3 * peak), 1);
}

const labelSize = 6.4; // pixels that a character takes, at most

// What tells a path from others: its end, with the word before where that is only a role.
function endOf(name) {
  const words = name.replace(/^buffer of /, "").split("/");
  return words.slice(/^(weights|bias|scales|data|kernel)/.test(words[words.length - 1]) ? -2 : -1).join("/");
}

// Names of the tensors whose rectangles have room for them, largest first; of a path its end.
function blockNames(map, blocks, boxOf) {
  const named = blocks
    .map((block) => ({ block, box: boxOf(block) }))
    .filter(({ box }) => box.height >= 13 && box.width >= 5 * labelSize)
    .sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)
    .slice(0, 300);
  const pale = (block) => map.compared && !block.change;
  return named.map(({ block, box }) => {
    const room = Math.floor((box.width - 6) / labelSize);
    const { tensor } = block;
    const text = tensor.length <= room ? tensor : shortName(endOf(tensor), room);
    return svg("text", { class: pale(block) ? "inside pale" : "inside", x: box.x + box.width / 2, y: box.y + box.height / 2 + 4, "text-anchor": "middle" }, text);
  });
}

const leastOutlined = 2; // pixels

// One path per look, however many rectangles there are.
function blockPaths(map, blocks, boxOf) {
  const looks = new Map();
  for (const block of blocks) {
    const { x, y, width, height } = boxOf(block);
    // An outline would cover rectangles as thin as itself, so thin ones of a kind join to one shape.
    const thin = width < leastOutlined || height < leastOutlined ? " thin" : "";
    const state = (!map.compared ? "block" : block.change ? "block changed" : "block same") + thin;
    const kind = lookOf(block);
    const key = state + " " + kind;
    if (!looks.has(key)) looks.set(key, { state, kind, d: "" });
    looks.get(key).d += `M${x.toFixed(1)} ${y.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}h${(-width).toFixed(1)}z`;
  }
  return [...looks.values()].map(({ state, kind, d }) => svg("path", { class: state, d, fill: kindColour(kind) }));
}

function drawMap(map, memory, blocks, width) {
  const { name, capacity_bytes } = map.memories[memory];
  const peak = Math.max(map.peaks?.[memory] ?? 0, highest(blocks.map((block) => block.offset + block.size)));
  const little = capacity_bytes !== null && peak * 100 < capacity_bytes;
  const [left, right, height] = [80, width - 4, little ? 120 : width < 600 ? 260 : 380];
  const top = topOf(peak, capacity_bytes);
  const x = (step) => left + ((right - left) * step) / map.steps;
  const y = (address) => 8 + height * (1 - address / top);
  const boxOf = (block) => ({
    x: x(block.lower),
    y: y(block.offset + block.size),
    width: Math.max(1, x(block.upper) - x(block.lower)),
    height: Math.max(1, (height * block.size) / top),
  });
  const parts = [];
  addressAxis(parts, left, right, y, top);
  operatorAxis(parts, x, map.steps, height + 24, right - left);
  parts.push(...blockPaths(map, blocks, boxOf), ...blockNames(map, blocks, boxOf));
  capacityLine(parts, capacity_bytes, top, left, right, y);
  const outline = svg("rect", { class: "selected" });
  parts.push(outline, svg("text", { class: "muted", x: (left + right) / 2, y: height + 40, "text-anchor": "middle" }, stepName(map)));
  parts.push(svg("text", { class: "muted", x: 12, y: 8 + height / 2, "text-anchor": "middle", transform: `rotate(-90 12 ${8 + height / 2})` }, "address"));
  const label = name + ": " + count(blocks.length) + " tensors. Arrow keys step through them.";
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${height + 46}`, role: "application", "aria-label": label, tabindex: "0", ...findBlocks(map, blocks, boxOf, outline, width) },
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
  const [left, right, height] = [80, width - 4, 110];
  const top = topOf(map.live_peaks?.[memory] ?? highest(live), capacity_bytes);
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
    showTip(stepText(map, step) + "\n" + bytesText(live[step]) + " live", clientX ?? box.right, clientY ?? box.top);
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

function usedText(map, memory, blocks) {
  const { capacity_bytes } = map.memories[memory];
  const peak = highest(blocks.map((block) => block.offset + block.size));
  if (capacity_bytes === null) return sizeText(peak) + " used";
  return `${sizeText(peak)} of ${sizeText(capacity_bytes)} used, ${percentText(peak, capacity_bytes)}`;
}

function memorySection(map, memory) {
  const blocks = map.blocks.filter((block) => block.memory === memory);
  if (blocks.length === 0) return null;
  const kinds = [...new Set(blocks.map(lookOf))];
  const picture = chart((width) => drawMap(map, memory, blocks, width));
  const live = chart((width) => drawLive(map, memory, width));
  return html(
    "figure",
    {},
    html("h3", {}, map.memories[memory].name),
    legend(kinds.map((kind) => ({ colour: kindColour(kind), text: kindText(kind) }))),
    html("div", { class: "tools" }, html("span", { class: "muted" }, usedText(map, memory, blocks)), savePicture("map of " + map.memories[memory].name, picture)),
    picture,
    html("div", { class: "tools" }, html("span", { class: "muted" }, "Live bytes"), savePicture("live bytes of " + map.memories[memory].name, live)),
    live,
  );
}
