// SPDX-License-Identifier: Apache-2.0
// The chain of operators in the order in which they run, in rows like text: a box per operator, as
// full as its share of the longest one's time, and a line from every operator that feeds another.
// A box is chosen with the pointer or with the arrow keys and Enter.

const roomyChain = 160; // operators that have boxes with numbers in them

// Places of the boxes, row by row.
function chainLayout(count, width) {
  const large = count <= roomyChain;
  const box = large ? { width: 34, height: 26, gap: 16, rise: 30 } : { width: 14, height: 14, gap: 8, rise: 18 };
  const perRow = Math.max(1, Math.floor((width - box.gap) / (box.width + box.gap)));
  const rowHeight = box.height + box.rise;
  const of = (index) => ({
    x: box.gap / 2 + (index % perRow) * (box.width + box.gap),
    y: box.rise - 6 + Math.floor(index / perRow) * rowHeight,
    width: box.width,
    height: box.height,
  });
  return { of, perRow, large, rise: box.rise, height: Math.ceil(count / perRow) * rowHeight + 12 };
}

// A line between neighbours, an arc over the boxes between two of one row, and from row to row a
// curve from below the one to above the other.
function feedLine(layout, from, to) {
  const [a, b] = [layout.of(from), layout.of(to)];
  const middle = (box) => box.x + box.width / 2;
  if (a.y !== b.y) return `M${middle(a)} ${a.y + a.height}C${middle(a)} ${a.y + a.height + layout.rise} ${middle(b)} ${b.y - layout.rise} ${middle(b)} ${b.y}`;
  if (to === from + 1) return `M${a.x + a.width} ${a.y + a.height / 2}H${b.x}`;
  const height = Math.min(layout.rise - 6, 8 + 2 * (to - from));
  return `M${middle(a)} ${a.y}C${middle(a)} ${a.y - height} ${middle(b)} ${b.y - height} ${middle(b)} ${b.y}`;
}

const feedPath = (layout, pairs) => pairs.map(([from, to]) => feedLine(layout, from, to)).join("");

function drawChain({ report, parts, feeds, explain }, width) {
  const { operators } = report.timing;
  const layout = chainLayout(operators.length, width);
  const longest = Math.max(1, highest(operators.map((op) => op.total_cycles)));
  const shapes = [svg("path", { class: "feed", d: feedPath(layout, feeds) })];
  operators.forEach((op, index) => {
    const box = layout.of(index);
    const most = parts.reduce((best, part) => (part.of(op) > best.of(op) ? part : best));
    const full = Math.max(1, (box.height * op.total_cycles) / longest);
    shapes.push(svg("rect", { class: "operator", ...box }));
    shapes.push(svg("rect", { x: box.x, y: box.y + box.height - full, width: box.width, height: full, fill: most.colour }));
    if (layout.large) shapes.push(svg("text", { class: "halo", x: box.x + box.width / 2, y: box.y + 17, "text-anchor": "middle" }, count(index)));
  });
  const marked = svg("path", { class: "feed marked" });
  const outline = svg("rect", { class: "selected" });
  shapes.push(marked, outline);
  let current = null;
  const textOf = (index) => {
    const op = operators[index];
    const names = (list) => list.slice(0, 6).map((i) => `${count(i)} ${shortName(operators[i].name, 60)}`).join("\n  ") + (list.length > 6 ? `\n  and ${count(list.length - 6)} more` : "");
    const [before, after] = [feeds.filter(([, to]) => to === index).map(([from]) => from), feeds.filter(([from]) => from === index).map(([, to]) => to)];
    return [
      `${count(index)} ${shortName(op.name, 80)}`,
      `${op.type}, ${cyclesText(op.total_cycles)}, ${percentText(op.total_cycles, report.timing.total_cycles)}`,
      before.length > 0 ? "fed by\n  " + names(before) : "fed by the network's inputs",
      after.length > 0 ? "feeds\n  " + names(after) : "feeds the network's outputs",
    ].join("\n");
  };
  const mark = (index, clientX, clientY) => {
    current = index;
    fill(outline, index === null ? { width: 0, height: 0 } : layout.of(index), []);
    marked.setAttribute("d", index === null ? "" : feedPath(layout, feeds.filter((pair) => pair.includes(index))));
    const at = outline.getBoundingClientRect();
    showTip(index === null ? "" : textOf(index), clientX ?? at.right, clientY ?? at.bottom);
    if (index !== null && clientX === undefined) outline.scrollIntoView({ block: "nearest" });
  };
  const under = (event) => {
    const { x, y } = pointIn(event, width);
    const found = operators.findIndex((_, index) => contains(layout.of(index), x, y, 2));
    mark(found < 0 ? null : found, event.clientX, event.clientY);
  };
  const keys = cursorKeys(operators.length, (index) => mark(index));
  return svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${layout.height}`,
      role: "application",
      tabindex: "0",
      "aria-label": `Chain of ${count(operators.length)} operators. Arrow keys step through them, Enter explains one.`,
      ...keys,
      onkeydown: (event) => (event.key === "Enter" && current !== null ? explain(current) : keys.onkeydown(event)),
      onpointermove: under,
      onpointerleave: hideTip,
      onclick: () => current !== null && explain(current),
    },
    ...shapes,
  );
}

// Nothing where the program does not know what feeds what.
function chainSection(report, parts, explain) {
  if (report.fed_by.length === 0) return [];
  const feeds = report.fed_by.flatMap((list, to) => list.map((from) => [from, to]));
  const place = chart((width) => drawChain({ report, parts, feeds, explain }, width));
  return [
    html("p", { class: "muted" }, "In the order in which they run; lines lead to the operators that read a result. Boxes are full by time, in the colour of its largest part. Choose one for why it takes its time."),
    html("div", { class: "tools" }, savePicture("chain of operators", place)),
    html("div", { class: "chain" }, place),
  ];
}
