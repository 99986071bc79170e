// SPDX-License-Identifier: Apache-2.0
// Builds the page that compares planners, from the data embedded in the page.

const nanoseconds = (report, cycles) => (cycles * 1e6) / report.clock_khz;

// Returns, for each of `parts`, the cycles of this part summed over all operators of the planner's
// run.
const totalsOf = (planner, parts) => parts.map((_, i) => sum(planner.operators.map((op) => op[i])));

const signed = (value) => (value > 0 ? "+" : "") + count(value);

function planMap(report, planner) {
  const blocks = planner.plan.residencies.map(([index, memory, offset, size, lower, upper, look]) => {
    const { name, kind, readers } = report.tensors[index];
    return { index, tensor: name, kind, look, readers, memory, offset, size, lower, upper };
  });
  return { ...planner.plan, blocks, operators: report.operators };
}

function headline(report, ran) {
  if (ran.length === 0) return html("p", { class: "warning" }, "No planner finds a plan that fits.");
  const [best, worst] = [ran[0], ran[ran.length - 1]];
  const cards = [
    card("Fastest planner", best.name, timeText(nanoseconds(report, best.total_cycles)), cyclesText(best.total_cycles)),
    card("Slowest planner", worst.name, timeText(nanoseconds(report, worst.total_cycles)), `${(worst.total_cycles / best.total_cycles).toFixed(2)} times the fastest`),
  ];
  if (report.bound_cycles !== null) {
    cards.push(
      card(
        "No plan is faster than",
        timeText(nanoseconds(report, report.bound_cycles)),
        "every tensor in fast memory, the engines never waiting",
        `the fastest is ${percentText(best.total_cycles - report.bound_cycles, report.bound_cycles)} above`,
      ),
    );
  }
  return html("div", { class: "cards" }, ...cards);
}

// Returns a column with a number per planner. The cell of a planner without a plan is empty.
const figure = (title, value, cell) => ({
  title,
  number: true,
  value: (row) => (row.failure ? Infinity : value(row)),
  cell: (row) => (row.failure ? "" : cell(value(row))),
});

// Returns the fields of a planner for a saved file: the cycles of each part of the time, and the
// reason why the planner has no plan.
const planFields = (row, parts) => [
  ...parts.map((part, i) => [part.name + ", cycles", row.failure ? null : sum(row.operators.map((op) => op[i]))]),
  ["Failure", row.failure ?? ""],
];

function plannerTable(report, parts, choose) {
  const longest = Math.max(1, highest(report.planners.map((planner) => planner.total_cycles ?? 0)));
  const above = (planner) => planner.total_cycles - report.bound_cycles;
  const bar = (planner) => {
    const totals = totalsOf(planner, parts);
    return splitBar(parts, (part) => totals[parts.indexOf(part)], longest);
  };
  const columns = [
    {
      title: "Planner",
      value: (row) => row.name,
      className: "name",
      cell: (row) => (row.failure ? row.name : html("button", { type: "button", title: "Show as the second plan", onclick: () => choose(row) }, row.name)),
    },
    figure("Latency", (row) => row.total_cycles, (cycles) => timeText(nanoseconds(report, cycles))),
    figure("Cycles", (row) => row.total_cycles, count),
    ...(report.bound_cycles === null ? [] : [figure("Above the bound", above, (cycles) => percentText(cycles, report.bound_cycles))]),
    { title: "Where the time goes", value: (row) => row.total_cycles ?? Infinity, className: "bar", cell: (row) => (row.failure ? row.failure : bar(row)), fields: (row) => planFields(row, parts) },
    figure("Spilled", (row) => row.spilled_bytes, sizeText),
    ...report.target.memories.map((memory, m) => figure(memory.name + " peak", (row) => row.memories[m].peak_bytes, sizeText)),
    ...report.target.memories.map((memory, m) => figure(memory.name + " moved", (row) => row.memories[m].read_bytes + row.memories[m].write_bytes, sizeText)),
  ];
  const shown = { Latency: "latency_us", Cycles: "total_cycles", Spilled: "spilled_bytes" };
  for (const { name } of report.target.memories) shown[name + " peak"] = name + "_peak_bytes";
  return table("planners", columns.map(withMeanings(report.meanings, shown)), report.planners, (row) => row.name + " " + (row.failure ?? ""));
}

function operatorTable(report, parts, pair) {
  const rows = report.operators.map((op, index) => {
    const split = pair.map((planner) => planner.operators[index]);
    return { op, index, split, cycles: split.map(sum) };
  });
  const longest = Math.max(1, highest(rows.flatMap((row) => row.cycles)));
  const bars = (row) =>
    html("div", {}, ...row.split.map((split) => splitBar(parts, (part) => split[parts.indexOf(part)], longest, true)));
  const second = pair[1] === pair[0] ? " (again)" : "";
  return table(
    "operators",
    [
      { title: "#", number: true, value: (row) => row.index },
      { title: "Operator", value: (row) => row.op.name, className: "name", cell: (row) => nameSpan(row.op.name) },
      { title: "Type", className: "roomy", value: (row) => row.op.type },
      { title: pair[0].name + ", cycles", number: true, value: (row) => row.cycles[0] },
      { title: pair[1].name + second + ", cycles", number: true, value: (row) => row.cycles[1] },
      { title: "Difference", number: true, value: (row) => row.cycles[1] - row.cycles[0], cell: (row) => signed(row.cycles[1] - row.cycles[0]) },
      { title: "First above second", value: (row) => Math.max(...row.cycles), className: "bar", cell: bars, fields: (row) => pair.flatMap((planner, side) => parts.map((part, i) => [`${["first", "second"][side]}: ${part.name}, cycles`, row.split[side][i]])) },
    ],
    rows,
    (row) => row.op.name + " " + row.op.type,
    pair[0].name + ", cycles",
  );
}

// Returns `node`, the elements that compare two plans; `choose`, a function that makes the plan of
// a given planner the second plan; and `show`, a function that draws both plans. The user selects
// the two plans.
function pairView(report, parts, ran) {
  const place = html("div");
  const drawings = mapPair();
  const status = html("p", { class: "muted", role: "status" });
  // The first pair is the fastest plan and the slowest plan.
  const chosen = [0, ran.length - 1];
  const names = ran.map((planner) => planner.name);
  const show = () => {
    const pair = chosen.map((index) => ran[index]);
    const labels = pair.map((planner) => planner.name);
    const maps = pair.map((planner) => planMap(report, planner));
    const rows = markDifferences(...maps);
    maps.forEach((map) => (map.compared = rows.length > 0));
    const told = rows.length > 0 ? `${count(rows.length)} of ${count(report.tensors.length)} tensors are placed differently; they are outlined, the others are pale.` : "Both plans are the same.";
    status.textContent = told;
    drawings.show(maps, labels);
    place.replaceChildren(
      section("Tensors placed differently", differenceTable(rows, labels)),
      section("Operators", operatorTable(report, parts, pair)),
    );
  };
  const selects = ["First plan", "Second plan"].map((label, side) => {
    const made = choice(label, names, (index) => {
      chosen[side] = index;
      show();
    });
    made.select.value = chosen[side];
    return made;
  });
  const choose = (planner) => {
    chosen[1] = ran.indexOf(planner);
    selects[1].select.value = chosen[1];
    show();
    status.scrollIntoView({ block: "start" });
  };
  const node = html("div", {}, html("div", { class: "tools pinned" }, ...selects.map((made) => made.node)), section("Memory maps", status, ...drawings.nodes), place);
  return { node, choose, show };
}

// Returns the section with the chart of latency against the peak in the fastest memory, with a dot
// for every planner and compiled file.
function tradeSection(report, choose) {
  const drawing = takeDrawing("pareto");
  if (drawing === null) return [];
  const memory = report.target.memories[0].name;
  const planner = (number) => report.planners[number];
  const textOf = (number) => (planner(number) ? `${planner(number).name}\n${timeText(nanoseconds(report, planner(number).total_cycles))}\n${sizeText(planner(number).memories[0].peak_bytes)} of ${memory}` : "a compiled file");
  chooseDots(drawing, `Latency against the peak of ${memory}`, textOf, (number) => planner(number) && choose(planner(number)));
  drawing.figure.querySelector(".legend").append(html("li", {}, savePicture("latency against " + memory, drawing.figure)));
  return [section("Latency against fast memory", drawing.figure)];
}

function configuration(report) {
  return definitions([
    ["Network", report.network],
    ["Hashes of inputs", report.inputs.map((input) => `${shortName(input.name, 200)}: ${input.hash}`).join("\n")],
    ["Target", `${report.target.name}: ${report.target.description}`],
    ["System configuration", report.system_config],
    ["Memory mode", report.memory_mode],
    ["Weight ratio", String(report.weight_ratio)],
    ...report.target.memories.map((memory) => [
      memory.name,
      `${bytesText(memory.capacity_bytes)} on ${memory.port}` +
        (memory.peak_bytes_per_second > 0 ? `, at most ${rateText(memory.peak_bytes_per_second)}` : ""),
    ]),
    ["Spillway", "version " + report.tool_version],
    ["Command line", commandLine(report.command)],
  ]);
}

function build(report) {
  const parts = timeParts(report.target.memories.map((memory) => memory.name));
  const ran = report.planners.filter((planner) => !planner.failure);
  const view = ran.length > 0 ? pairView(report, parts, ran) : null;
  const used = parts.filter((_, i) => ran.some((planner) => planner.operators.some((op) => op[i] > 0)));
  pageOf(
    html("h1", {}, "Planners for " + shortName(report.network, 120) + " on " + report.target.name),
    html("p", { class: "muted" }, `${report.system_config}, ${report.memory_mode}`),
    headline(report, ran),
    section("Planners", plannerTable(report, parts, (planner) => view.choose(planner)), legend(used.map((part) => ({ colour: part.colour, text: part.name })))),
    ...tradeSection(report, (planner) => view.choose(planner)),
    ...(view ? [fill(section("Two plans", view.node), { class: "asked" }, [])] : []),
    section("Configuration", configuration(report)),
  );
  view?.show();
}

build(JSON.parse(document.getElementById("data").textContent));
