// SPDX-License-Identifier: Apache-2.0
// What two plans of one network do differently, tensor by tensor.

const placeText = (map, block) =>
  `${map.memories[block.memory].name} at ${count(block.offset)}, ${stepText(block.lower)} to ${stepText(block.upper - 1)}`;

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
