// SPDX-License-Identifier: Apache-2.0
// Explains one operator: the parts of its time, the bytes that it moves, the memories of its
// tensors, and how much time would be saved if one of its tensors were in the fast memory. For the
// slowest operators, the Spillway program has simulated this; for other operators, the page shows
// the command that does.

// Returns the tensors that an operator reads and the tensors that it writes. The lifetime of a
// written tensor begins with the operator.
function operandsOf(report, index) {
  const reads = report.plan.residencies.filter((r) => r.readers.includes(index) && r.lower <= index + 1 && r.upper > index + 1);
  const written = report.plan.residencies.filter((r) => r.lower === index + 1 && !r.readers.includes(index) && r.kind === "activation");
  return [...reads.map((r) => ({ ...r, role: "reads" })), ...written.map((r) => ({ ...r, role: "writes" }))];
}

function alternativesTable(report, explanation) {
  const op = report.timing.operators[explanation.op];
  return table(
    `operator ${explanation.op}, other places`,
    [
      { title: explanation.compiled ? "Operand" : "Tensor", value: (row) => row.data, className: "name", cell: (row) => html("span", { title: shortName(row.data, 300) }, shortName(row.data, 120)) },
      { title: "Now in", value: (row) => row.from },
      { title: "Size, B", number: true, value: (row) => row.bytes },
      { title: "Operator saves", number: true, value: (row) => op.total_cycles - row.operator_cycles },
      { title: "Run saves", number: true, value: (row) => report.timing.total_cycles - row.total_cycles },
      { title: "Room", value: (row) => (row.missing_bytes > 0 ? sizeText(row.missing_bytes) + " missing" : "fits") },
    ],
    explanation.alternatives,
    (row) => row.data,
  );
}

function otherPlaces(report, index) {
  const explanation = report.explanations.find((item) => item.op === index);
  if (!explanation) {
    return [html("p", { class: "muted" }, "For the slowest operators, this page has simulations with one tensor in the fast memory. For this operator, this command runs them:"), commandLine(`${report.explain_command} --op ${index}`)];
  }
  if (explanation.alternatives.length === 0) {
    return [html("p", {}, explanation.refused[0] ?? `All its tensors are in ${explanation.fast_memory} already.`)];
  }
  return [html("p", {}, `Simulated again with one ${explanation.compiled ? "operand" : "tensor"} in ${explanation.fast_memory}; saved cycles:`), alternativesTable(report, explanation)];
}

// Returns `place`, a card that describes an operator, and `show`, a function that fills the card
// for the operator with a given index.
function operatorPanel(report, parts, zoomTo) {
  const place = html("div", { class: "card point explained", tabindex: "-1" }, html("p", { class: "muted" }, "Choose an operator to see where its time goes."));
  const show = (index) => {
    const op = report.timing.operators[index];
    const told = parts.filter((part) => part.of(op) > 0).sort((a, b) => b.of(op) - a.of(op));
    const moved = Object.keys(op.read_bytes).filter((name) => op.read_bytes[name] + op.write_bytes[name] > 0);
    const operands = operandsOf(report, index);
    place.replaceChildren(
      html("div", { class: "label" }, `Operator ${count(index)}, ${op.type}`),
      html("div", { class: "value" }, shortName(op.name, 120)),
      html("p", {}, `${cyclesText(op.total_cycles)}, ${percentText(op.total_cycles, report.timing.total_cycles)} of the run; ${count(op.macs)} MACs`),
      splitBar(parts, (part) => part.of(op), Math.max(1, op.total_cycles)),
      legend(told.map((part) => ({ colour: part.colour, text: `${part.name} ${percentText(part.of(op), op.total_cycles)}, ${cyclesText(part.of(op))}` }))),
      html("p", {}, moved.map((name) => `${name}: ${sizeText(op.read_bytes[name])} read, ${sizeText(op.write_bytes[name])} written`).join("; ") || "moves nothing"),
      ...(operands.length > 0 ? [html("p", { class: "muted" }, operands.map((r) => `${r.role} ${shortName(r.tensor, 60)} (${sizeText(r.size)} in ${report.plan.memories[r.memory].name})`).join(", "))] : []),
      ...(op.note ? [html("p", { class: "warning" }, shortName(op.note, 300))] : []),
      ...otherPlaces(report, index),
      html("div", { class: "tools" }, html("button", { type: "button", onclick: () => zoomTo(index) }, "Show in the timeline")),
    );
    place.scrollIntoView({ block: "nearest" });
    place.focus({ preventScroll: true });
  };
  return { place, show };
}
