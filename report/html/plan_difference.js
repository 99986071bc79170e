// SPDX-License-Identifier: Apache-2.0
// What two plans of one network do differently, tensor by tensor, and their maps side by side.

const nameSpan = (name) => html("span", { title: shortName(name, 300) }, shortName(name, 120));

const placeText = (map, block) =>
  `${map.memories[block.memory].name} at ${count(block.offset)}, ${stepText(map, block.lower)} to ${stepText(map, block.upper - 1)}`;

// Blocks of each tensor, in order of time.
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

// Marks the blocks of tensors that two maps place differently and lists these tensors.
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

// Gives both maps and their live bytes the scale of the higher one.
function sameScale(maps) {
  const peaks = maps[0].memories.map((_, m) => highest(maps.flatMap((map) => map.blocks.filter((block) => block.memory === m).map((block) => block.offset + block.size))));
  const live_peaks = maps[0].memories.map((_, m) => highest(maps.flatMap((map) => map.live_bytes[m])));
  maps.forEach((map) => Object.assign(map, { peaks, live_peaks }));
}

function mapPair(maps, names) {
  const figures = [];
  maps[0].memories.forEach((_, memory) => {
    const sides = maps.map((map, side) => {
      const drawn = memorySection(map, memory);
      if (drawn === null) return html("p", { class: "muted" }, `${names[side]}: nothing in ${map.memories[memory].name}`);
      drawn.firstChild.textContent = `${map.memories[memory].name}, ${names[side]}`;
      return drawn;
    });
    if (maps.some((map) => map.blocks.some((block) => block.memory === memory))) {
      figures.push(html("div", { class: "pair" }, ...sides));
    }
  });
  return figures;
}

function differenceTable(rows, names) {
  return table(
    "tensors that the plans place differently",
    [
      { title: "Tensor", value: (row) => row.tensor, className: "name", cell: (row) => nameSpan(row.tensor) },
      { title: "Kind", value: (row) => kindText(row.kind) },
      { title: "Size, B", number: true, value: (row) => row.size },
      { title: "Difference", value: (row) => row.what },
      { title: names[0], value: (row) => row.first },
      { title: names[1], value: (row) => row.second },
    ],
    rows,
    (row) => [row.tensor, row.kind, row.what, row.first, row.second].join(" "),
  );
}
