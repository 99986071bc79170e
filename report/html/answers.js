// SPDX-License-Identifier: Apache-2.0
// The pages of the commands `size` and `advise`: first the answer, then all sizes or all changes
// that were simulated.

// Returns latency and planner of a simulated size, as text.
const sizedText = (point) => `${timeText(point.latency_us * 1000)} with ${point.planner}${point.allocator ? " and " + point.allocator : ""}`;

// Returns one text for each memory that contains a part of the arena, except the memory whose
// smallest size is the answer. The text has the number of bytes from the memory's first byte to the
// last byte that the plan uses.
const outsideTexts = (point) => Object.entries(point.outside_bytes).map(([memory, bytes]) => `outside: ${memory} ${sizeText(bytes)}`);

function sizeCards(document, answer) {
  const { smallest, cheaper, faster, roomy } = answer;
  const against = (point) => (smallest ? [`${percentChange(smallest.latency_us, point.latency_us)} time`] : []);
  return html(
    "div",
    { class: "cards" },
    smallest
      ? card("Smallest " + document.memory, sizeText(smallest.size_bytes), sizedText(smallest), `goal ${timeText(answer.goal_us * 1000)}`, ...outsideTexts(smallest))
      : card("Smallest " + document.memory, "none", `no size that was simulated reaches ${timeText(answer.goal_us * 1000)}`),
    ...(cheaper ? [card("Next cheaper", sizeText(cheaper.size_bytes), sizedText(cheaper), ...against(cheaper))] : []),
    ...(faster ? [card("Next faster", sizeText(faster.size_bytes), sizedText(faster), ...against(faster))] : []),
    card("More memory gives at most", timeText(roomy.latency_us * 1000), `with ${sizeText(roomy.size_bytes)}: ${Object.entries(roomy.shares)[0]?.[0] ?? "nothing"} binds`, ...against(roomy)),
  );
}

// Returns a bar whose sections are the parts of a design point's time.
function shareBar(point) {
  const memories = Object.keys(point.shares).filter((name) => name.endsWith(" stalls"));
  const parts = timeParts(memories.map((name) => name.slice(0, -7)));
  return splitBar(parts, (part) => point.shares[part.name] ?? 0, 1, true);
}

function sizeTable(document, answer, choose) {
  return table(
    "sizes that were simulated",
    [
      { title: "Size", number: true, className: "name", value: (row) => row.size_bytes, cell: (row) => html("button", { type: "button", title: "Show its command", onclick: () => choose(row) }, sizeText(row.size_bytes)), fields: (row) => [["Size, B", row.size_bytes]] },
      { title: "Latency", number: true, value: (row) => row.latency_us, cell: (row) => timeText(row.latency_us * 1000), fields: (row) => [["Latency, us", row.latency_us]] },
      { title: "Reaches the goal", value: (row) => (row.latency_us <= answer.goal_us ? "yes" : "no") },
      { title: document.files_by ? "Made by" : "Fastest planner", className: "name", value: (row) => row.planner + (row.allocator ? ", " + row.allocator : "") },
      { title: "Where the time goes", className: "bar", value: (row) => row.latency_us, cell: shareBar, fields: (row) => Object.entries(row.shares).map(([name, share]) => [name + ", %", 100 * share]) },
      { title: "Cycles", number: true, value: (row) => row.total_cycles },
    ],
    answer.curve,
    (row) => [row.planner, row.allocator, sizeText(row.size_bytes)].join(" "),
  );
}

const commandTexts = { relink: "The relink that writes the file", compiler: "Runs the file that the compiler wrote" };

function sizeEvidence(answer) {
  const lines = [`${count(answer.curve.length + answer.too_small_bytes.length)} of ${count(answer.sizes)} sizes were simulated; the page shows only simulated sizes.`];
  const small = answer.too_small_bytes;
  if (small.length > 0) lines.push(`Too small for any plan: ${sizeText(small[0])} to ${sizeText(small[small.length - 1])}.`);
  if (answer.untried_below > 0) lines.push(`${count(answer.untried_below)} smaller sizes were not tried.`);
  for (const [less, more] of answer.slower_with_more_bytes) lines.push(`Not monotone: ${sizeText(more)} is slower than ${sizeText(less)}.`);
  return html("p", { class: "muted" }, lines.join(" "));
}

// Returns the elements that show one answer of `size`: cards, the command of the selected size, the
// chart of latency against size, and the table of sizes. In the chart, the line between two
// simulated sizes has a step, because the latencies of the sizes between these two are unknown.
function sizeSection(document, answer, drawing) {
  const place = html("div", { class: "card point explained", tabindex: "-1", role: "status" });
  const choose = (point) =>
    place.replaceChildren(
      html("div", { class: "label" }, commandTexts[document.files_by] ?? "Runs this size alone"),
      html("p", {}, `${sizeText(point.size_bytes)}: ${sizedText(point)}`),
      commandLine(point.command),
    );
  choose(answer.smallest ?? answer.roomy);
  if (drawing) {
    drawing.caption.remove();
    const textOf = (index) => `${sizeText(answer.curve[index].size_bytes)}\n${sizedText(answer.curve[index])}`;
    chooseDots(drawing, `Latency against the capacity of ${document.memory}`, textOf, (index) => choose(answer.curve[index]));
  }
  const title = answer.label ? "Latency by size, " + answer.label : "Latency by size";
  return [
    ...(answer.label ? [html("h2", {}, answer.label)] : []),
    sizeCards(document, answer),
    place,
    section(title, drawing ? drawing.figure : html("p", {}, "No size that was simulated has a plan."), sizeEvidence(answer)),
    section("Sizes", sizeTable(document, answer, choose)),
  ];
}

function adviceHeadline(document) {
  const { now, advice } = document;
  const best = (ofChip) => advice.filter((item) => item.of_chip === ofChip).reduce((least, item) => (least === null || item.latency_us < least.latency_us ? item : least), null);
  const cardOf = (label, item) => (item === null ? card(label, "nothing", "no change that was tried") : card(label, timeText(item.latency_us * 1000), `${item.kind}: ${shortName(item.options, 90)}`, ...(item.saving === null ? [] : [`${percentText(item.saving, 1)} less`])));
  return html(
    "div",
    { class: "cards" },
    now.latency_us === null ? card("As it is", now.status, shortName(now.message, 160)) : card("As it is", timeText(now.latency_us * 1000), cyclesText(now.total_cycles)),
    cardOf(now.latency_us === null ? "Fits with the chip as it is" : "Best with the chip as it is", best(false)),
    cardOf(now.latency_us === null ? "Fits with another chip or memory" : "Best with another chip or memory", best(true)),
  );
}

function build({ answer, command }) {
  const about = definitions([["Spillway", "version " + answer.tool_version], ["Command line", commandLine(command)]]);
  if (answer.document === "size") {
    const drawings = takeDrawings("size");
    pageOf(
      html("h1", {}, `How much ${answer.memory} does ${shortName(answer.network, 120)} need?`),
      html("p", { class: "muted" }, `${sizeText(answer.first_bytes)} to ${sizeText(answer.last_bytes)} in steps of ${sizeText(answer.step_bytes)}; ${answer.planners.join(", ")}`),
      ...answer.answers.flatMap((one) => sizeSection(answer, one, one.curve.length > 0 ? drawings.shift() : null)),
      section("Configuration", about),
    );
    return;
  }
  pageOf(
    html("h1", {}, `What would help ${shortName(answer.network, 120)} on ${answer.target}?`),
    html("p", { class: "muted" }, answer.memory_mode + (answer.compiled_by ? ", compiled by " + answer.compiled_by : "")),
    adviceHeadline(answer),
    adviceSection({ advice: answer }),
    ...(answer.refused.length > 0 ? [section("Not possible here", html("ul", {}, ...answer.refused.map((text) => html("li", {}, shortName(text, 600)))))] : []),
    section("Configuration", definitions([["As it is", commandLine(answer.now.command)]]), about),
  );
}

build(JSON.parse(document.getElementById("data").textContent));
