// SPDX-License-Identifier: Apache-2.0
// The upper part of the page of the command `pareto`; the page of the sweep follows below. For each
// network, this part shows the fastest design point, the cheapest design point that meets the
// deadline, and the unbeaten points (the Pareto front), each with its command.

const within = (answer) => (answer.deadline_us === null ? "" : " within " + timeText(answer.deadline_us * 1000));

const chipText = (choice) => [choice.target, choice.parts, choice.planner].filter((word) => word).join(", ");

function choiceCard(label, choice) {
  const figures = [`${choice.fast_memory} ${sizeText(choice.fast_bytes)}`, choice.cost === null ? "" : "cost " + count(choice.cost)];
  return card(label, timeText(choice.latency_us * 1000), figures.filter((text) => text).join(", "), chipText(choice));
}

function cardsOfNetwork(answer, trade) {
  const of = answer.networks.length === 1 ? "" : shortName(trade.network, 80) + ": ";
  const label = (text) => of + (of === "" ? text[0].toUpperCase() + text.slice(1) : text);
  if (trade.fastest === null) return [card(label("no point"), "has a plan", `${count(trade.points)} points were tried`)];
  const cheapest = trade.objectives.includes("cost") ? "cheapest" : "least " + trade.fastest.fast_memory;
  return [
    choiceCard(label("fastest overall"), trade.fastest),
    trade.cheapest === null ? card(label(cheapest + within(answer)), "none", "every point takes longer") : choiceCard(label(cheapest + within(answer)), trade.cheapest),
  ];
}

const pointsText = (number) => `${count(number)} ${number === 1 ? "point" : "points"}`;

// Return the number of all points, and the number of unbeaten points, of all networks together.
const pointsOf = (answer) => sum(answer.networks.map((trade) => trade.points));
const unbeatenOf = (answer) => sum(answer.networks.map((trade) => trade.unbeaten.length));

const paretoTitle = (answer) => `${count(unbeatenOf(answer))} of ${pointsText(pointsOf(answer))} ${unbeatenOf(answer) === 1 ? "is" : "are"} unbeaten`;

const paretoCards = (answer) => html("div", { class: "cards" }, ...answer.networks.flatMap((trade) => cardsOfNetwork(answer, trade)));

function unbeatenTable(answer, choose) {
  const rows = answer.networks.flatMap((trade) => trade.unbeaten.map((choice) => ({ network: trade.network, ...choice })));
  const differs = (name) => new Set(rows.map((row) => row[name])).size > 1;
  const known = (name) => rows.some((row) => row[name] !== null);
  const figure = (title, name, text) => ({ title, number: true, value: (row) => row[name] ?? Infinity, cell: (row) => (row[name] === null ? "" : text(row[name])) });
  const words = (title, name) => ({ title, className: "name", value: (row) => row[name], cell: (row) => shortName(sizesText(row[name]), 120) });
  const columns = { target: "target", system_config: "system config", memory_mode: "memory mode", parts: "parts", options: "options", threads: "threads", planner: "planner", allocator: "allocator" };
  return table(
    "unbeaten points",
    [
      ...(differs("network") ? [words("network", "network")] : []),
      { ...figure("latency", "latency_us"), cell: (row) => html("button", { type: "button", title: "Show its command line", onclick: () => choose(row) }, timeText(row.latency_us * 1000)), className: "name" },
      figure("fastest memory", "fast_bytes", sizeText),
      { ...figure("rate of other memories", "bandwidth_bytes_per_s", rateText), cell: (row) => (row.bandwidth_bytes_per_s === null ? "no limit" : rateText(row.bandwidth_bytes_per_s)) },
      ...(known("energy_uj") ? [figure("energy, uJ", "energy_uj", (value) => value.toFixed(1))] : []),
      ...(known("cost") ? [figure("cost", "cost", count)] : []),
      ...Object.entries(columns).filter(([name]) => name === "target" || differs(name)).map(([name, title]) => words(title, name)),
    ],
    rows,
    (row) => [row.network, row.target, row.parts, row.planner, sizesText(row.memories)].join(" "),
    "latency",
    true,
  );
}

function paretoSection(answer) {
  const place = html("div", { class: "card point", role: "status" });
  const choose = (choice) =>
    place.replaceChildren(
      html("div", { class: "label" }, chipText(choice)),
      html("p", {}, `${timeText(choice.latency_us * 1000)}, ${choice.fast_memory} ${sizeText(choice.fast_bytes)}` + (choice.equal_points > 0 ? `; ${count(choice.equal_points)} more points have these figures` : "")),
      commandLine(choice.command),
    );
  const best = answer.networks.find((trade) => trade.cheapest ?? trade.fastest);
  if (!best) return [];
  choose(best.cheapest ?? best.fastest);
  const meaning = "Every other point that is better than one of these in a figure is worse in another figure.";
  return [section("Unbeaten points", html("p", { class: "muted" }, meaning), place, unbeatenTable(answer, choose))];
}
