// SPDX-License-Identifier: Apache-2.0
// Shows which changes would make the run faster. Every change was simulated. For each change, the
// page shows the command that runs the network with this change.

const operatorRange = ({ first_op: first, last_op: last }) => (last > first ? `${first} to ${last}` : `${first}`);

const cascadesText = (advice) =>
  advice.cascades.length > 0 ? "in stripes: operators " + advice.cascades.map(operatorRange).join(", ") : "";

function adviceTable(list, show) {
  const part = [{ name: "saved", colour: "var(--green)" }];
  // If the unchanged network does not fit into the memories, its time is unknown, so no row has a
  // saving.
  const fits = list.advice.every((row) => row.saving !== null);
  return table(
    "what would help",
    [
      {
        title: "Change",
        value: (row) => row.kind,
        className: "name",
        cell: (row) => html("button", { type: "button", title: "The command that runs it", onclick: () => show(row) }, row.kind),
      },
      ...(fits ? [
      { title: "Saves", number: true, value: (row) => row.saving, cell: (row) => percentText(row.saving, 1), fields: (row) => [["Saves, %", 100 * row.saving]] },
      { title: "Of the time", value: (row) => row.saving, className: "bar", cell: (row) => splitBar(part, () => row.saving, 1, true), fields: () => [] },
      ] : []),
      { title: "Latency", number: true, value: (row) => row.latency_us, cell: (row) => timeText(row.latency_us * 1000), fields: (row) => [["Latency, us", row.latency_us]] },
      { title: "Cycles", number: true, value: (row) => row.total_cycles },
      { title: "Needs", value: (row) => (row.of_chip ? "another chip or memory" : "another program") },
      { title: "Options", value: (row) => row.options, className: "name", cell: (row) => html("span", { title: shortName(row.command, 600) }, shortName(row.options, 160)) },
    ],
    list.advice,
    (row) => [row.kind, row.options].join(" "),
    fits ? "Saves" : undefined,
  );
}

// Returns the section with the table of changes. Above the table, the section shows the command of
// the best change; after the user has selected a row of the table, the command of this row's
// change.
function adviceSection(report) {
  const list = report.advice;
  if (list === null) {
    return section("What would help", html("p", { class: "muted" }, "This page has no advice, because advice would take long or --advise is none. With --advise quick or full, the page has the advice; this command prints it:"), ...(report.advise_command ? [commandLine(report.advise_command)] : []));
  }
  if (list.advice.length === 0) {
    return section("What would help", html("p", {}, `None of ${count(list.simulated)} simulated changes makes the network faster.`));
  }
  const place = html("div", { class: "card point explained", tabindex: "-1" });
  const show = (advice) => {
    const extra = cascadesText(advice);
    place.replaceChildren(
      html("div", { class: "label" }, advice.of_chip ? "With another chip or memory" : "With the chip as it is"),
      html("div", { class: "value" }, `${advice.kind}: ${timeText(advice.latency_us * 1000)}` + (advice.saving === null ? "" : `, ${percentText(advice.saving, 1)} less`)),
      html("p", {}, advice.options + (extra ? "; " + extra : "")),
      commandLine(advice.command),
    );
  };
  show(list.advice[0]);
  const chosen = (advice) => {
    show(advice);
    place.scrollIntoView({ block: "nearest" });
    place.focus({ preventScroll: true });
  };
  const impossible = list.impossible === 0 ? "" : `, ${count(list.impossible)} ${list.impossible === 1 ? "is" : "are"} not possible`;
  const helping = list.simulated - list.useless - list.impossible;
  return section(
    "What would help",
    html("p", { class: "muted" }, `${count(list.simulated)} changes, each simulated: ${count(helping)} ${helping === 1 ? "helps" : "help"}, ${count(list.useless)} ${list.useless === 1 ? "does" : "do"} not${impossible}.`),
    place,
    adviceTable(list, chosen),
  );
}
