// SPDX-License-Identifier: Apache-2.0
// One memory of a plan: operators across, addresses up, a rectangle per tensor; below it the bytes
// that are live against the capacity.

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

function residencyText(report, block) {
  const names = block.readers.map((op) => report.timing.operators[op]?.name ?? "operator " + op);
  const listed = names.slice(0, 6).map((name) => shortName(name, 60));
  if (names.length > listed.length) listed.push(count(names.length - listed.length) + " more");
  return [
    shortName(block.tensor, 200),
    kindText(block.kind) + ", " + bytesText(block.size) + " at " + count(block.offset),
    "from " + stepText(block.lower) + " to " + stepText(block.upper - 1),
    listed.length > 0 ? "read by " + listed.join(", ") : "read by no operator",
  ].join("\n");
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

function drawMap(report, memory, blocks, width) {
  const { plan } = report;
  const [left, right, height] = [64, width - 4, width < 600 ? 260 : 380];
  const peak = Math.max(0, ...blocks.map((block) => block.offset + block.size));
  const top = topOf(peak, plan.memories[memory].capacity_bytes);
  const x = (step) => left + ((right - left) * step) / plan.steps;
  const y = (address) => 8 + height * (1 - address / top);
  const parts = [];
  addressAxis(parts, left, right, y, top);
  operatorAxis(parts, x, plan.steps, height + 24, right - left);
  const rects = blocks.map((block) =>
    svg("rect", {
      class: "block",
      x: x(block.lower),
      y: y(block.offset + block.size),
      width: Math.max(0.5, x(block.upper) - x(block.lower)),
      height: Math.max(0.5, (height * block.size) / top),
      fill: kindColour(block.kind),
      onpointermove: (event) => showTip(residencyText(report, block), event.clientX, event.clientY),
      onpointerleave: hideTip,
    }),
  );
  parts.push(...rects);
  capacityLine(parts, plan.memories[memory].capacity_bytes, top, left, right, y);
  const label = report.plan.memories[memory].name + ": " + count(blocks.length) + " tensors. Arrow keys step through them.";
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${height + 32}`, role: "application", "aria-label": label, tabindex: "0", ...stepThrough(report, blocks, rects) },
    ...parts,
  );
}

// Arrow keys move a selection through the rectangles and show what the pointer would.
function stepThrough(report, blocks, rects) {
  let current = -1;
  const select = (index) => {
    rects[current]?.classList.remove("selected");
    current = (index + rects.length) % rects.length;
    rects[current].classList.add("selected");
    const box = rects[current].getBoundingClientRect();
    showTip(residencyText(report, blocks[current]), box.right, box.bottom);
  };
  return {
    onkeydown: (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (event.key === "Escape") hideTip();
      if (step === undefined || rects.length === 0) return;
      event.preventDefault();
      select(current < 0 && step < 0 ? rects.length - 1 : current + step);
    },
    onblur: () => {
      rects[current]?.classList.remove("selected");
      hideTip();
    },
  };
}

function drawLive(report, memory, width) {
  const { plan } = report;
  const live = plan.live_bytes[memory];
  const [left, right, height] = [64, width - 4, 110];
  const top = topOf(Math.max(...live), plan.memories[memory].capacity_bytes);
  const x = (step) => left + ((right - left) * step) / plan.steps;
  const y = (bytes) => 14 + height * (1 - bytes / top);
  const parts = [];
  addressAxis(parts, left, right, y, top);
  let path = `M${left} ${y(0)}`;
  live.forEach((bytes, step) => {
    path += `V${y(bytes).toFixed(1)}H${x(step + 1).toFixed(1)}`;
  });
  parts.push(svg("path", { d: path + `V${y(0)}Z`, fill: "var(--blue)", "fill-opacity": "0.55" }));
  capacityLine(parts, plan.memories[memory].capacity_bytes, top, left, right, y);
  const readOff = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = ((event.clientX - box.left) * width) / box.width - left;
    const step = Math.max(0, Math.min(live.length - 1, Math.floor((at * plan.steps) / (right - left))));
    showTip(stepText(step) + "\n" + bytesText(live[step]) + " live", event.clientX, event.clientY);
  };
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${height + 24}`, role: "img", "aria-label": "Live bytes of " + plan.memories[memory].name, onpointermove: readOff, onpointerleave: hideTip },
    ...parts,
  );
}

function memorySection(report, memory) {
  const { plan } = report;
  const blocks = plan.residencies.filter((block) => block.memory === memory);
  if (blocks.length === 0) return null;
  const kinds = [...new Set(blocks.map((block) => block.kind))];
  return html(
    "figure",
    {},
    html("h3", {}, plan.memories[memory].name),
    legend(kinds.map((kind) => ({ colour: kindColour(kind), text: kindText(kind) }))),
    chart((width) => drawMap(report, memory, blocks, width)),
    html("p", { class: "muted" }, "Live bytes"),
    chart((width) => drawLive(report, memory, width)),
  );
}
