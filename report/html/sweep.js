// SPDX-License-Identifier: Apache-2.0
// Builds the page of a sweep from the data embedded in the page.

// Returns an object that reads the cells of a sweep. A column contains numbers or, to save space,
// indices into a list of texts or of numbers. A cell without a value is null.
function makeRows(sweep) {
  const columns = new Map(sweep.columns.map((column) => [column.name, column]));
  const cell = (name, row) => {
    const column = columns.get(name);
    if (!column) return null;
    const different = column.texts ?? column.numbers;
    return different ? different[column.cells[row]] : column.cells[row];
  };
  return { count: sweep.rows, columns, meanings: sweep.meanings, cell, all: [...Array(sweep.rows).keys()] };
}

const varies = (rows, name) => rows.all.some((row) => rows.cell(name, row) !== rows.cell(name, 0));

// Returns the columns that say what differs between the points of a sweep.
const sweptColumns = (rows) =>
  ["network", "target", "system_config", "memory_mode", "memories", "parts", "planner", "allocator", "threads", "weight_ratio", "options"].filter((name) => varies(rows, name));

const commandOf = (sweep, row) =>
  ["spillway run", ...sweep.run_words.map((part) => part.texts[part.cells[row]])].filter((words) => words !== "").join(" ");

const policyOf = (rows, row) => [rows.cell("planner", row), rows.cell("allocator", row)].filter((word) => word).join(" / ");

// Returns a text with sizes instead of numbers of bytes: `sram=64 KiB` for `sram=65536`.
const sizesText = (text) => text.replace(/=(\d+)/g, (_, bytes) => "=" + sizeText(Number(bytes)));

function rowText(rows, row) {
  const latency = rows.cell("latency_us", row);
  const lines = [policyOf(rows, row), sizesText(rows.cell("memories", row) ?? ""), latency === null ? rows.cell("status", row) : timeText(latency * 1000)];
  const spilled = rows.cell("spilled_bytes", row);
  if (spilled !== null) lines.push(sizeText(spilled) + " spilled");
  return lines.filter((line) => line).join("\n");
}

const mostCards = 4;

function headline(sweep, rows) {
  const status = new Map();
  for (const row of rows.all) {
    const text = rows.cell("status", row);
    status.set(text, (status.get(text) ?? 0) + 1);
  }
  const cards = [card("Points", count(rows.count), ...[...status].map(([text, number]) => `${count(number)} ${text}`))];
  const cardOf = (group) => card(shortName(group.name, 160), group.knee === null ? "no knee" : "knee at " + sizeText(group.fast_bytes[group.rows.indexOf(group.knee)]), group.knee_text);
  // Sorts groups by their lowest latency. Slower groups are hidden until the user opens the list.
  const fastest = (group) => group.rows.reduce((least, row) => Math.min(least, rows.cell("latency_us", row) ?? Infinity), Infinity);
  const ordered = [...sweep.groups].sort((a, b) => fastest(a) - fastest(b)).map(cardOf);
  const first = html("div", { class: "cards" }, ...cards, ...ordered.slice(0, mostCards));
  if (ordered.length <= mostCards) return first;
  const rest = html("details", { class: "more" }, html("summary", {}, count(ordered.length - mostCards) + " more"), html("div", { class: "cards" }, ...ordered.slice(mostCards)));
  return html("div", {}, first, rest);
}

// Makes the chart of a group interactive, and returns its figure. The user can select dots, and can
// hide a series by clicking its entry in the legend.
function tradeChart(rows, group, drawing, choose) {
  const front = new Set(group.front);
  const textOf = (row) => rowText(rows, row) + (front.has(row) ? "\nno point beats it" : "");
  const lines = chooseDots(drawing, "Latency against the capacity of " + group.memory, textOf, choose).groups;
  const entries = [...drawing.figure.querySelectorAll(".legend > li")];
  lines.forEach((line, i) => {
    const button = html("button", { type: "button", "aria-pressed": "true" }, ...entries[i].childNodes);
    button.addEventListener("click", () => {
      const hidden = line.classList.toggle("hidden");
      button.setAttribute("aria-pressed", String(!hidden));
    });
    entries[i].append(button);
  });
  entries[0].parentNode.append(html("li", {}, savePicture("latency against " + group.memory, drawing.figure)));
  drawing.caption.className = "printed";
  return drawing.figure;
}

function pointTable(rows, fastest, choose) {
  const stalls = [...rows.columns.keys()].filter((name) => /^stall_.*_cycles$/.test(name));
  const parts = timeParts(stalls.map((name) => name.slice(6, -7)));
  const cycleColumns = ["compute_cycles", ...stalls, "dma_wait_cycles", "overhead_cycles", "host_cycles"];
  const longest = Math.max(1, highest(rows.all.map((row) => rows.cell("total_cycles", row) ?? 0)));
  const figure = (title, name, text) => ({ title, number: true, value: (row) => rows.cell(name, row) ?? Infinity, cell: (row) => (rows.cell(name, row) === null ? "" : text(rows.cell(name, row))) });
  const text = (title, name) => ({ title, className: "name", value: (row) => String(rows.cell(name, row) ?? ""), cell: (row) => shortName(sizesText(String(rows.cell(name, row) ?? "")), 120) });
  const word = (title, name) => ({ ...text(title, name), className: "" });
  const swept = [...new Set([...sweptColumns(rows), "planner"])];
  const bar = (row) => {
    const cycles = cycleColumns.map((name) => rows.cell(name, row) ?? 0);
    return splitBar(parts, (part) => cycles[parts.indexOf(part)], longest, true);
  };
  const shownFigures = { latency: "latency_us", "where the time goes": "total_cycles", spilled: "spilled_bytes", [fastest + " peak"]: fastest + "_peak_bytes" };
  const points = table(
    "points",
    [
      { title: "Point", number: true, className: "name", value: (row) => row, cell: (row) => html("button", { type: "button", title: "Show its command line", onclick: () => choose(row) }, count(row)) },
      ...swept.map((name) => text(name.replace("_", " "), name)),
      word("status", "status"),
      figure("latency", "latency_us", (value) => timeText(value * 1000)),
      { title: "where the time goes", value: (row) => rows.cell("total_cycles", row) ?? Infinity, className: "bar", cell: bar, fields: (row) => cycleColumns.map((name, i) => [parts[i].name + ", cycles", rows.cell(name, row)]) },
      figure("spilled", "spilled_bytes", sizeText),
      ...(fastest ? [figure(fastest + " peak", fastest + "_peak_bytes", sizeText)] : []),
      word("unbeaten", "pareto"),
      ...(rows.all.some((row) => rows.cell("excess_bytes", row) > 0) ? [figure("bytes too much", "excess_bytes", (value) => (value > 0 ? count(value) : ""))] : []),
    ].map(withMeanings(rows.meanings, shownFigures)),
    rows.all,
    (row) => [...swept.map((name) => rows.cell(name, row)), sizesText(rows.cell("memories", row) ?? ""), rows.cell("status", row), rows.cell("pareto", row) === "yes" ? "unbeaten" : ""].join(" "),
    "latency",
    true,
  );
  return html("div", {}, points, legend(parts.map((part) => ({ colour: part.colour, text: part.name }))));
}

// Returns `place`, a panel that describes a design point and has the command that runs the point,
// and `choose`, a function that fills the panel for a given row.
function pointPanel(sweep, rows) {
  const place = html("div", { class: "card point unchosen", role: "status" }, html("p", { class: "muted" }, "Choose a point in a picture or in the table for the command line that runs it."));
  const choose = (row) => {
    const message = rows.cell("message", row);
    place.classList.remove("unchosen");
    place.replaceChildren(
      html("div", { class: "label" }, `Point ${count(row)} of ${shortName(String(rows.cell("network", row)), 90)} on ${rows.cell("target", row)}`),
      html("p", {}, rowText(rows, row).replaceAll("\n", ", ")),
      ...(message ? [html("p", { class: "warning" }, shortName(message, 600))] : []),
      commandLine(commandOf(sweep, row)),
    );
  };
  return { place, choose };
}

function build(sweep) {
  const rows = makeRows(sweep);
  const panel = pointPanel(sweep, rows);
  const { groups } = sweep;
  const place = html("div");
  const heat = heatSection(rows, panel.choose);
  const charts = takeDrawings("pareto").map((drawing, i) => tradeChart(rows, groups[i], drawing, panel.choose));
  const show = (index) => {
    place.replaceChildren(charts[index] ?? html("p", {}, "No point has figures."));
    heat.show(groups[index]?.rows[0] ?? 0);
  };
  const picker = choice("Points of", groups.map((item) => item.name), show);
  show(0);
  pageOf(
    html("h1", {}, sweep.pareto ? paretoTitle(sweep.pareto) : "Sweep of " + pointsText(rows.count)),
    ...(sweep.pareto ? [paretoCards(sweep.pareto), ...paretoSection(sweep.pareto), section("The sweep", headline(sweep, rows))] : [headline(sweep, rows)]),
    section("Latency against fast memory", groups.length > 0 ? html("div", { class: "tools" }, picker.node) : "", place, panel.place),
    section("Two parameters", heat.node),
    section("Any two figures", scatterSection(rows, sweptColumns(rows), panel.choose)),
    section("Points", pointTable(rows, groups[0]?.memory ?? "", panel.choose)),
    section("Configuration", definitions([["Spillway", "version " + sweep.tool_version], ["Command line", commandLine(sweep.command)]])),
  );
}

build(JSON.parse(document.getElementById("data").textContent));
