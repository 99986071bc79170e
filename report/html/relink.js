// SPDX-License-Identifier: Apache-2.0
// The page of the command `relink`: time and bytes before and after, then the arenas of the
// original file and of the new file side by side.

const sides = ["before", "after"];

const change = (from, to) => (from > 0 ? percentChange(from, to) : "");

function timeCard({ cycles_before, cycles_after, kept_because }) {
  if (cycles_before === null) return card("Time in the simulator", cyclesText(cycles_after), "the original does not fit");
  const told = kept_because ? "the original is kept" : change(cycles_before, cycles_after);
  return card("Time in the simulator", cyclesText(cycles_after), `${count(cycles_before)} before`, told);
}

const sizeCard = (label, from, to) =>
  from === 0 && to === 0 ? null : card(label, bytesText(to), `${count(from)} before`, ...(from === to ? [] : [change(from, to)]));

function cards(answer) {
  const simulated = answer.cycles_after !== null;
  return html(
    "div",
    { class: "cards" },
    simulated ? timeCard(answer) : null,
    sizeCard("Arena", answer.before.arena_bytes, answer.after.arena_bytes),
    sizeCard("Fast arena", answer.before.fast_bytes, answer.after.fast_bytes),
    answer.commands === null ? null : card("Kernels", count(answer.commands.kernels_after), `${count(answer.commands.kernels_before)} before`),
    answer.loads === null ? null : card("Loads", `${count(answer.loads.later)} later`, `${count(answer.loads.earlier)} earlier`, `${count(answer.loads.waits_moved)} waits moved`),
    answer.commands === null ? null : card("Transfers", count(answer.commands.transfers_after), `${count(answer.commands.transfers_before)} before`),
  );
}

function movedTable(memories) {
  return table(
    "bytes moved per memory",
    [
      { title: "Memory", value: (row) => row.name, className: "name" },
      { title: "Moved before, B", number: true, value: (row) => row.bytes_before ?? 0, cell: (row) => (row.bytes_before === null ? "" : count(row.bytes_before)) },
      { title: "Moved after, B", number: true, value: (row) => row.bytes_after },
      { title: "Change", value: (row) => (row.bytes_before === null ? "" : change(row.bytes_before, row.bytes_after)) },
    ],
    memories,
    (row) => row.name,
  );
}

function mapsText(rows, maps, sameBuffers) {
  if (!sameBuffers) return "The files have other commands, so their buffers cannot be compared one by one.";
  if (rows.length === 0) return "Both files place their buffers alike.";
  return `${count(rows.length)} of ${count(maps[0].blocks.length)} buffers are placed differently; they are outlined, the others are pale.`;
}

function gainText({ model_error_percent: error, cycles_before, cycles_after }) {
  if (!error || cycles_before === null) return null;
  const gain = 100 * (1 - cycles_after / cycles_before);
  const told = gain > error ? "the gain is larger" : "the gain lies within that, so measure it on the chip";
  return `Times of whole networks are within ${error.toFixed(1)} % of Arm's FVP: ${told}.`;
}

const proofs = {
  dataflow: "Every value that the written file computes was followed through both files: they compute the same.",
  "planner of the runtime": "The runtime's own planner, given the written file, takes the bytes that are shown.",
};

function trust(answer) {
  const lines = [proofs[answer.proof], gainText(answer), `The file was ${answer.note}: both files give the same outputs for the same inputs.`];
  return html("ul", {}, ...lines.filter((line) => line).map((line) => html("li", {}, line)));
}

function configuration({ answer, command }) {
  return definitions([
    ["Hashes of inputs", answer.inputs.map((input) => `${shortName(input.name, 200)}: ${input.hash}`).join("\n")],
    ...(answer.target === null ? [] : [["Target", answer.target], ["Memory mode", answer.memory_mode]]),
    ["Planner", answer.planner],
    ["Spillway", "version " + answer.tool_version],
    ["Command line", commandLine(command)],
  ]);
}

function build(data) {
  const { answer, maps, same_buffers: sameBuffers } = data;
  const rows = sameBuffers ? markDifferences(...maps) : [];
  maps.forEach((map) => (map.compared = rows.length > 0));
  const pair = mapPair();
  pageOf(
    html("h1", {}, shortName(answer.network, 120) + (answer.kept_because ? ": the original is kept" : " with another plan")),
    ...(answer.kept_because ? [html("p", { class: "warning" }, answer.kept_because)] : []),
    ...(answer.not_planned ? [html("p", { class: "warning" }, "No plan of the network was written: " + answer.not_planned)] : []),
    cards(answer),
    section("Memory maps", html("p", { class: "muted" }, mapsText(rows, maps, sameBuffers)), ...pair.nodes),
    ...(rows.length > 0 ? [section("Buffers placed differently", differenceTable(rows, sides))] : []),
    ...(answer.memories.length > 0 ? [section("Bytes moved", movedTable(answer.memories))] : []),
    section("How far to trust it", trust(answer)),
    section("Configuration", configuration(data)),
  );
  pair.show(maps, sides);
}

build(JSON.parse(document.getElementById("data").textContent));
