// SPDX-License-Identifier: Apache-2.0
// The map of one memory of a plan. Steps run from left to right, addresses upwards, and each tensor
// is a rectangle (block). Below the map, a chart shows the live bytes and the capacity. The
// Spillway program draws both pictures. The object `map` has steps, memories, live_bytes and
// blocks. A step is an operator unless the map has a `step_name`. If blocks have `readers`, the map
// also has operators. If two maps are compared, `change` of a block says how the block differs.

// Returns the CSS class that gives a block its colour: the block's `look` or, if the block has no
// `look`, its kind. Weight buffers and constants have the same kind, so `look` distinguishes them.
const lookOf = (block) => block.look ?? block.kind;
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

const labelSize = 6.4; // largest width of a character, in pixels

// Returns the last word of a path such as "a/b/conv", which distinguishes the path from most other
// paths. If the last word only names a role such as `weights`, returns the last two words.
function endOf(name) {
  const words = name.replace(/^buffer of /, "").split("/");
  return words.slice(/^(weights|bias|scales|data|kernel)/.test(words[words.length - 1]) ? -2 : -1).join("/");
}

// Returns texts with the names of the largest blocks. The Spillway program (memory_map_drawing.cpp)
// places names by the same rules.
function blockNames(blocks, boxOf, width, compared) {
  const named = blocks
    .map((block) => ({ block, box: boxOf(block) }))
    .filter(({ box }) => box.height >= 13 && box.width * width >= 5 * labelSize)
    .sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)
    .slice(0, 300);
  return named.map(({ block, box }) => {
    const room = Math.floor((box.width * width - 6) / labelSize);
    const text = block.tensor.length <= room ? block.tensor : shortName(endOf(block.tensor), room);
    return svg("svg", { ...inPlot(box) }, svg("text", { class: compared && !block.change ? "inside pale" : "inside", x: 3, y: box.height / 2 + 4 }, text));
  });
}

const inPlot = (box) => ({ x: percent(box.x), y: box.y, width: percent(box.width), height: box.height });

// Minimum size, in pixels, of a block that gets an outline.
const leastOutlined = { usual: 2, changed: 5 };

// Draws blocks into a drawing that the Spillway program wrote into the page: the blocks of another
// planner's plan, or of one of two compared plans with differences marked. All blocks of a CSS
// class are one path, as in the drawings of the Spillway program.
function drawBlocks({ picture, plot }, map, blocks, boxOf) {
  const { width } = placeIn({}, picture);
  const { units } = unitsOf(plot);
  const looks = new Map();
  for (const block of blocks) {
    const box = boxOf(block);
    // A thin rectangle has no outline, because the outline would cover the rectangle.
    const state = !map.compared ? "" : block.change ? "changed " : "same ";
    const least = state === "changed " ? leastOutlined.changed : leastOutlined.usual;
    const thin = box.width * width < least || box.height < least ? "thin " : "";
    const look = "block " + thin + state + lookOf(block);
    const [wide, above] = [block.upper - block.lower, units - block.offset - block.size];
    looks.set(look, (looks.get(look) ?? "") + `M${block.lower} ${above}h${wide}v${block.size}h${-wide}z`);
  }
  plot.replaceChildren(...[...looks].map(([look, d]) => svg("path", { class: look, d })));
  picture.querySelector(".names").replaceChildren(...blockNames(blocks, boxOf, width, map.compared));
}

// Makes the drawings of a memory map and of its live bytes interactive. The returned function
// `show` replaces the map by the map of another plan.
function memoryView([blocksDrawn, liveDrawn], memory) {
  const { top, height, units } = unitsOf(blocksDrawn.plot);
  const used = html("span", { class: "muted" });
  let [map, blocks] = [null, []];
  // Returns the rectangle of a block: `x` and `width` are shares of the plot's width, `y` and
  // `height` are pixels.
  const boxOf = ({ lower, upper, offset, size }) => ({
    x: lower / map.steps,
    y: top + height * (1 - (offset + size) / units),
    width: (upper - lower) / map.steps,
    height: Math.max(1, (height * size) / units),
  });
  const show = (shown, redrawn) => {
    map = shown;
    blocks = map.blocks.filter((block) => block.memory === memory);
    used.textContent = usedText(map, memory, blocks);
    if (!redrawn) return;
    blocksDrawn.plot.setAttribute("viewBox", `0 0 ${map.steps} ${units}`);
    drawBlocks(blocksDrawn, map, blocks, boxOf);
    drawLive(liveDrawn.plot, map.live_bytes[memory]);
  };
  const nameOf = (drawing) => drawing.picture.getAttribute("aria-label");
  const found = choosing(blocksDrawn.outline, {
    size: () => blocks.length,
    place: (index) => inPlot(boxOf(blocks[index])),
    textOf: (index) => residencyText(map, blocks[index]),
    under: (event) => {
      const { share, y, width } = placeIn(event, blocksDrawn.picture);
      const at = (slack) => blocks.findIndex((block) => {
        const box = boxOf(block);
        return contains({ ...box, x: box.x * width, width: box.width * width }, share * width, y, slack);
      });
      const index = at(0) < 0 ? at(2) : at(0);
      return index < 0 ? null : index;
    },
  });
  fill(blocksDrawn.picture, { ...found, "aria-label": nameOf(blocksDrawn) + ". Arrow keys step through its tensors." }, []);
  const cursor = svg("line", { class: "cursor", y1: top, y2: top + unitsOf(liveDrawn.plot).height, visibility: "hidden" });
  liveDrawn.outline.replaceWith(cursor);
  const read = choosing(cursor, {
    size: () => map.steps,
    place: (step) => ({ x1: percent((step + 0.5) / map.steps), x2: percent((step + 0.5) / map.steps) }),
    textOf: (step) => stepText(map, step) + "\n" + bytesText(map.live_bytes[memory][step]) + " live",
    under: (event) => Math.max(0, Math.min(map.steps - 1, Math.floor(placeIn(event, liveDrawn.picture).share * map.steps))),
  });
  fill(liveDrawn.picture, { ...read, "aria-label": nameOf(liveDrawn) + ". Arrow keys read them off." }, []);
  for (const drawing of [blocksDrawn, liveDrawn]) {
    const name = drawing.name.replaceAll("-", " ");
    drawing.caption.after(html("div", { class: "tools" }, drawing === blocksDrawn ? used : "", savePicture(name.replace("memory map", "map of").replace("live bytes", "live bytes of"), drawing.figure)));
  }
  return { show, captions: [blocksDrawn.caption, liveDrawn.caption], node: html("div", {}, blocksDrawn.figure, liveDrawn.figure) };
}

function drawLive(plot, live) {
  const { units } = unitsOf(plot);
  plot.setAttribute("viewBox", `0 0 ${live.length} ${units}`);
  const steps = live.map((bytes, step) => `V${units - bytes}H${step + 1}`).join("");
  plot.querySelector(".live").setAttribute("d", `M0 ${units}${steps}V${units}`);
}

function usedText(map, memory, blocks) {
  const { capacity_bytes } = map.memories[memory];
  const peak = highest(blocks.map((block) => block.offset + block.size));
  if (capacity_bytes === null) return sizeText(peak) + " used";
  return `${sizeText(peak)} of ${sizeText(capacity_bytes)} used, ${percentText(peak, capacity_bytes)}`;
}

// Returns the interactive maps of all memories in which the plan has tensors.
function memoryViews(map) {
  const [maps, live] = [takeDrawings("memory-map"), takeDrawings("live-bytes")];
  const used = map.memories.map((_, memory) => memory).filter((memory) => map.blocks.some((block) => block.memory === memory));
  return used.map((memory, i) => {
    const view = memoryView([maps[i], live[i]], memory);
    view.show(map, false);
    return view.node;
  });
}
