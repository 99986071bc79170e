// SPDX-License-Identifier: Apache-2.0
// Builds the page of a run from the data embedded in the page.

// Returns the parts of time. Each part has a function that returns the cycles of the part for a
// given operator.
function partsOf(report) {
  const memories = report.timing.memories.map((memory) => memory.name);
  const cycles = [
    (op) => op.compute_cycles,
    ...memories.map((name) => (op) => op.stall_cycles[name]),
    (op) => op.dma_wait_cycles,
    (op) => op.overhead_cycles,
    (op) => op.host_cycles,
  ];
  return timeParts(memories).map((part, i) => ({ ...part, of: cycles[i] }));
}

// Returns a text with the energy, or with the words "not known" if `picojoules` is undefined.
// Returns null if no energy of the run is known (`known` is false).
const energyText = (what, picojoules, known) =>
  !known ? null : what + (picojoules === undefined ? " not known" : ` ${(picojoules / 1e6).toFixed(1)} uJ`);

function memoryCard(memory, known) {
  const share = memory.capacity_bytes > 0 ? memory.peak_bytes / memory.capacity_bytes : 0;
  const meter = html("div", { class: "meter" }, html("span", { style: { width: Math.min(100, 100 * share) + "%" } }));
  return card(
    memory.name + ", peak use",
    sizeText(memory.peak_bytes),
    meter,
    `${bytesText(memory.peak_bytes)} of ${bytesText(memory.capacity_bytes)}`,
    `read ${sizeText(memory.read_bytes)}, written ${sizeText(memory.write_bytes)}`,
    energyText("energy", memory.energy_pj, known),
  );
}

function headline(report, parts, totals) {
  const { timing } = report;
  const most = parts.reduce((best, part) => (totals.get(part) > totals.get(best) ? part : best));
  const macs = sum(timing.operators.map((op) => op.macs));
  const known = timing.mac_energy_pj !== undefined || timing.memories.some((memory) => memory.energy_pj !== undefined);
  return html(
    "div",
    { class: "cards" },
    card(
      "Latency",
      timeText(timing.latency_us * 1000),
      `${cyclesText(timing.total_cycles)} at ${count(timing.clock_khz / 1000)} MHz`,
      `${(1e6 / timing.latency_us).toLocaleString("en-US", { maximumFractionDigits: 1 })} inferences/s`,
    ),
    card(
      "Most of the time",
      most.name,
      percentText(totals.get(most), timing.total_cycles) + " of all cycles",
      `${count(macs)} MACs, ${(macs / Math.max(1, timing.total_cycles)).toFixed(1)} per cycle`,
      energyText("energy of MACs", timing.mac_energy_pj, known),
    ),
    ...timing.memories.filter((memory) => memory.peak_bytes > 0 || memory.read_bytes + memory.write_bytes > 0).map((memory) => memoryCard(memory, known)),
  );
}

const operatorFigures = { "#": "operator", Operator: "name", Type: "type", Cycles: "total_cycles", "Where it goes": "total_cycles", MACs: "macs", Note: "note" };

function operatorTable(report, parts, explain) {
  const { operators } = report.timing;
  const longest = Math.max(1, ...operators.map((op) => op.total_cycles));
  const rows = operators.map((op, index) => ({ op, index }));
  const bytes = (row) => sum(Object.values(row.op.read_bytes)) + sum(Object.values(row.op.write_bytes));
  return table(
    "operators",
    [
      { title: "#", number: true, value: (row) => row.index },
      {
        title: "Operator",
        value: (row) => row.op.name,
        className: "name",
        cell: (row) =>
          html("button", { type: "button", title: "Why it takes its time: " + shortName(row.op.name, 300), onclick: () => explain(row.index) }, shortName(row.op.name, 120)),
      },
      { title: "Type", className: "roomy", value: (row) => row.op.type },
      { title: "Cycles", number: true, value: (row) => row.op.total_cycles },
      {
        title: "Share",
        number: true,
        value: (row) => row.op.total_cycles,
        fields: (row) => [["Share, %", (100 * row.op.total_cycles) / Math.max(1, report.timing.total_cycles)]],
        cell: (row) => percentText(row.op.total_cycles, report.timing.total_cycles),
      },
      {
        title: "Where it goes",
        value: (row) => row.op.total_cycles,
        className: "bar",
        cell: (row) => splitBar(parts, (part) => part.of(row.op), longest, true),
        fields: (row) => parts.map((part) => [part.name + ", cycles", part.of(row.op)]),
      },
      { title: "MACs", number: true, value: (row) => row.op.macs },
      { title: "Bytes moved", number: true, value: bytes },
      { title: "Note", value: (row) => row.op.note },
    ].map(withMeanings(report.meanings, operatorFigures)),
    rows,
    (row) => [row.op.name, row.op.type, row.op.note].join(" "),
    "Cycles",
  );
}

function planTable(report) {
  return table(
    "the plan",
    [
      { title: "Tensor", value: (row) => row.tensor, className: "name", cell: (row) => html("span", { title: shortName(row.tensor, 300) }, shortName(row.tensor, 120)) },
      { title: "Kind", value: (row) => kindText(row.kind) },
      { title: "Memory", value: (row) => report.plan.memories[row.memory].name },
      { title: "Offset, B", number: true, value: (row) => row.offset },
      { title: "Size, B", number: true, value: (row) => row.size },
      { title: "First step", number: true, value: (row) => row.lower },
      { title: "Last step", number: true, value: (row) => row.upper - 1 },
      { title: "Readers", number: true, value: (row) => row.readers.length },
    ],
    report.plan.residencies,
    (row) => [row.tensor, row.kind, report.plan.memories[row.memory].name].join(" "),
  );
}

function configuration(report) {
  const { options, target } = report;
  const entries = [
    ["Network", report.network],
    ["Hashes of inputs", report.inputs.map((input) => `${shortName(input.name, 200)}: ${input.hash}`).join("\n")],
    ...(report.compiled_by ? [["Compiled by", report.compiled_by]] : []),
    ["Target", `${options.target}: ${target.description}`],
    ["System configuration", options.system_config],
    ["Memory mode", options.memory_mode],
    ["Planner", options.planner + (options.allocator ? ", offsets by " + options.allocator : "")],
    ["Weight ratio", String(options.weight_ratio)],
    ["Threads", String(options.threads)],
    ...(options.choices ? [["Other options", options.choices]] : []),
    ...target.memories.map((memory) => [
      memory.name,
      `${bytesText(memory.capacity_bytes)} on ${memory.port}` +
        (memory.peak_bytes_per_second > 0 ? `, at most ${rateText(memory.peak_bytes_per_second)}` : ""),
    ]),
    ["Spillway", "version " + report.tool_version],
    ["Command line", commandLine(report.command)],
  ];
  return definitions(entries);
}

function planSections(report) {
  if (report.plan.residencies.length === 0) {
    return [section("Memory maps", html("p", {}, "The network is compiled: its file places tensors, Spillway made no plan."))];
  }
  const map = { ...report.plan, blocks: report.plan.residencies, operators: report.timing.operators };
  return [
    section("Memory maps", html("p", { class: "muted" }, "Operators across, addresses up."), ...memoryViews(map)),
    section("Plan", planTable(report)),
  ];
}

function build(report) {
  const { timing } = report;
  const toNs = 1e6 / timing.clock_khz;
  report.operator_slices = timing.operators.map((op, i) => [i, op.start_cycles * toNs, op.end_cycles * toNs, op.total_cycles * toNs]);
  const parts = partsOf(report);
  const totals = new Map(parts.map((part) => [part, sum(timing.operators.map(part.of))]));
  const timeline = makeTimeline(report);
  const zoomTo = (index) => {
    const [, from, to] = report.operator_slices[index];
    const margin = (to - from) * 0.25;
    timeline.show(from - margin, to + margin);
    timeline.node.scrollIntoView({ block: "center" });
  };
  const panel = operatorPanel(report, parts, zoomTo);
  const used = parts.filter((part) => totals.get(part) > 0);
  pageOf(
    html("h1", {}, shortName(report.network, 120) + " on " + report.options.target),
    html("p", { class: "muted" }, `${report.options.system_config}, ${report.options.memory_mode}, ${report.options.planner ? "planner " + report.options.planner : "replayed as compiled" + (report.compiled_by ? " by " + report.compiled_by : "")}`),
    ...report.warnings.map((warning) => html("p", { class: "warning" }, shortName(warning, 1000))),
    ...(report.cost_notes ? [html("p", { class: "warning" }, report.cost_notes)] : []),
    headline(report, parts, totals),
    section("Where the time goes", takeDrawing("time").figure),
    section("Operators", ...chainSection(report, panel.show), operatorTable(report, used, panel.show), panel.place),
    adviceSection(report),
    section("Engines and bandwidth", html("p", { class: "muted" }, "Neighbouring operators alternate in shade. Drag to move, Ctrl and wheel to zoom."), timeline.node),
    ...planSections(report),
    section("Configuration", configuration(report)),
  );
}

build(JSON.parse(document.getElementById("data").textContent));
