// SPDX-License-Identifier: Apache-2.0
// Elements that several pages have: bars of time, cards, sections, the command line.

const memoryColours = ["var(--orange)", "var(--red)", "var(--pink)", "var(--yellow)", "var(--sky)"];

// Returns the parts into which time is divided, in the order of the bars.
function timeParts(memoryNames) {
  return [
    { name: "compute", colour: "var(--blue)" },
    ...memoryNames.map((name, i) => ({ name: name + " stalls", colour: memoryColours[i % memoryColours.length] })),
    { name: "DMA wait", colour: "var(--green)" },
    { name: "overhead", colour: "var(--grey)" },
    { name: "CPU", colour: "var(--violet)" },
  ];
}

function splitBar(parts, valueOf, whole, thin) {
  return html(
    "div",
    { class: thin ? "split thin" : "split" },
    ...parts
      .filter((part) => valueOf(part) > 0)
      .map((part) =>
        html("span", {
          style: { background: part.colour, width: (100 * valueOf(part)) / whole + "%" },
          title: `${part.name}: ${cyclesText(valueOf(part))} (${percentText(valueOf(part), whole)})`,
        }),
      ),
  );
}

function card(label, value, ...details) {
  return html(
    "div",
    { class: "card" },
    html("div", { class: "label" }, label),
    html("div", { class: "value" }, value),
    ...details.map((detail) =>
      typeof detail === "string" ? html("div", { class: "detail" }, detail) : detail,
    ),
  );
}

const section = (title, ...content) => html("section", {}, html("h2", {}, title), ...content);

const definitions = (entries) =>
  html("dl", {}, ...entries.flatMap(([term, text]) => [html("dt", {}, term), html("dd", {}, text || "none")]));

// Returns a command line with a button that copies it to the clipboard. A browser may refuse access
// to the clipboard, for example for a page that was opened from disk. The button then selects the
// command line, so that the user can copy it.
function commandLine(text) {
  const code = html("code", { class: "command", tabindex: "0" }, text);
  const told = html("span", { class: "muted", role: "status" });
  const copy = () => {
    getSelection().selectAllChildren(code);
    const copied = document.execCommand("copy");
    told.textContent = copied ? "copied" : "selected: press Ctrl+C";
  };
  return html("span", { class: "copyable" }, code, html("button", { type: "button", onclick: copy }, "Copy"), told);
}

// Returns a labelled drop-down list. `onchange` is called with the index of the selected option.
function choice(label, options, onchange) {
  const select = html("select", {}, ...options.map((text, i) => html("option", { value: i }, shortName(text, 100))));
  select.addEventListener("change", () => onchange(Number(select.value)));
  return { node: html("label", {}, label + " ", select), select };
}

// Adds links to the sections of the page below its heading, if the page has at least three
// sections.
function contents(main) {
  const heads = [...main.querySelectorAll("section > h2")];
  if (heads.length < 3) return;
  heads.forEach((head, i) => (head.id = "section-" + (i + 1)));
  const links = heads.map((head) => html("a", { href: "#" + head.id }, head.textContent));
  main.querySelector("h1").after(html("nav", { class: "contents", "aria-label": "Contents" }, ...links));
}

const pageOf = (...content) => {
  const main = document.querySelector("main");
  main.querySelector(".still").remove();
  main.append(...content);
  contents(main);
  document.body.append(tip);
};
