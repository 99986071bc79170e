// SPDX-License-Identifier: Apache-2.0
// The differences between two plans of one network, tensor by tensor, and the memory maps of both
// plans side by side.

const nameSpan = (name) => html("span", { title: shortName(name, 300) }, shortName(name, 120));

const placeText = (map, block) =>
  `${map.memories[block.memory].name} at ${count(block.offset)}, ${stepText(map, block.lower)} to ${stepText(map, block.upper - 1)}`;

// Returns the blocks of each tensor, sorted by the step at which they begin.
function blocksByTensor(map) {
  const tensors = new Map();
  for (const block of map.blocks) {
    if (!tensors.has(block.index)) tensors.set(block.index, []);
    tensors.get(block.index).push(block);
  }
  for (const blocks of tensors.values()) blocks.sort((a, b) => a.lower - b.lower || a.memory - b.memory);
  return tensors;
}

const aspects = [
  { text: "other memory", of: (map, block) => map.memories[block.memory].name },
  { text: "other offset", of: (_, block) => block.offset },
  { text: "other lifetime", of: (_, block) => block.lower + "-" + block.upper },
  { text: "other size", of: (_, block) => block.size },
];

function differenceOf(a, ofA, b, ofB) {
  if (ofA.length === 0) return "only in the second";
  if (ofB.length === 0) return "only in the first";
  const found = aspects.filter(({ of }) => {
    const [x, y] = [ofA.map((block) => of(a, block)), ofB.map((block) => of(b, block))];
    return x.length !== y.length || x.some((value, i) => value !== y[i]);
  });
  return found.map((aspect) => aspect.text).join(", ");
}

// Finds the tensors that two maps place differently. Marks the blocks of these tensors, and returns
// one table row for each of the tensors.
function markDifferences(a, b) {
  const [inA, inB] = [blocksByTensor(a), blocksByTensor(b)];
  const rows = [];
  for (const index of [...new Set([...inA.keys(), ...inB.keys()])].sort((x, y) => x - y)) {
    const [ofA, ofB] = [inA.get(index) ?? [], inB.get(index) ?? []];
    const what = differenceOf(a, ofA, b, ofB);
    if (!what) continue;
    const [first, second] = [ofA.map((block) => placeText(a, block)), ofB.map((block) => placeText(b, block))];
    const there = (places) => what + "; in the other plan: " + (places.join(" and ") || "nowhere");
    for (const block of ofA) block.change = there(second);
    for (const block of ofB) block.change = there(first);
    const { tensor, kind, size } = ofA[0] ?? ofB[0];
    rows.push({ tensor, kind, size, what, first: first.join("; "), second: second.join("; ") });
  }
  return rows;
}

// Returns drawings of the memory maps of two plans, for every memory that one of the plans uses.
// The returned function `show` draws the maps of two plans into these drawings and marks the
// differences.
function mapPair() {
  const take = (kind) => new Map(takeDrawings(kind).map((drawing) => [drawing.name.slice(kind.length + 1), drawing]));
  const [blocks, live] = [take("memory-map"), take("live-bytes")];
  const views = [...blocks.keys()].map((name) => {
    const [side, memory] = [name.startsWith("first") ? 0 : 1, Number(name.split("-")[1])];
    return { side, memory, ...memoryView([blocks.get(name), live.get(name)], memory) };
  });
  const memories = [...new Set(views.map(({ memory }) => memory))];
  const nodes = memories.map((memory) => html("div", { class: "pair" }, ...views.filter((view) => view.memory === memory).map((view) => view.node)));
  const show = (maps, names) => {
    for (const { side, memory, captions, show: showMap } of views) {
      const { name } = maps[side].memories[memory];
      captions[0].textContent = `${name}, ${names[side]}`;
      captions[1].textContent = `Live bytes of ${name}, ${names[side]}`;
      showMap(maps[side], true);
    }
  };
  return { nodes, show };
}

function differenceTable(rows, names) {
  return table(
    "tensors that the plans place differently",
    [
      { title: "Tensor", value: (row) => row.tensor, className: "name", cell: (row) => nameSpan(row.tensor) },
      { title: "Kind", value: (row) => kindText(row.kind) },
      { title: "Size, B", number: true, value: (row) => row.size },
      { title: "Difference", value: (row) => row.what },
      { title: names[0], value: (row) => row.first, className: "places" },
      { title: names[1], value: (row) => row.second, className: "places" },
    ],
    rows,
    (row) => [row.tensor, row.kind, row.what, row.first, row.second].join(" "),
  );
}
