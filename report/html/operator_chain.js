// SPDX-License-Identifier: Apache-2.0
// The chain of operators, which the Spillway program draws. The user selects an operator with the
// pointer, or with arrow keys and Enter. Lines show from which operators the selected operator
// reads, and which operators read its results.

// Returns the boxes of the drawing of operators, and the lines between the boxes. The lines have
// the order of `feeds` in chainSection().
function chainParts({ picture }) {
  const boxes = picture.querySelector(".operators");
  const [width, height] = boxes.dataset.size.split(" ").map(Number);
  const corners = [...boxes.getAttribute("d").matchAll(/M(\S+) (\S+?)h/g)];
  const lines = picture.querySelector(".feed").getAttribute("d").split("M").slice(1);
  return { boxes: corners.map(([, x, y]) => ({ x: Number(x), y: Number(y), width, height })), lines: lines.map((line) => "M" + line) };
}

function operatorText(report, feeds, index) {
  const { operators } = report.timing;
  const op = operators[index];
  const names = (list) => list.slice(0, 6).map((i) => `${count(i)} ${shortName(operators[i].name, 60)}`).join("\n  ") + (list.length > 6 ? `\n  and ${count(list.length - 6)} more` : "");
  const [before, after] = [feeds.filter(([, to]) => to === index).map(([from]) => from), feeds.filter(([from]) => from === index).map(([, to]) => to)];
  return [
    `${count(index)} ${shortName(op.name, 80)}`,
    `${op.type}, ${cyclesText(op.total_cycles)}, ${percentText(op.total_cycles, report.timing.total_cycles)}`,
    before.length > 0 ? "fed by\n  " + names(before) : "fed by the network's inputs",
    after.length > 0 ? "feeds\n  " + names(after) : "feeds the network's outputs",
  ].join("\n");
}

// Returns a list with the figure of the section. The list is empty if the page has no drawing of
// operators: the Spillway program draws none if it does not know which operator reads from which.
function chainSection(report, explain) {
  const drawing = takeDrawing("operators");
  if (drawing === null) return [];
  const { picture, figure, outline } = drawing;
  const feeds = report.fed_by.flatMap((list, to) => list.map((from) => [from, to]));
  const { boxes, lines } = chainParts(drawing);
  const fed = svg("path", { class: "feed marked" });
  picture.append(fed);
  const behaviour = choosing(outline, {
    size: () => boxes.length,
    place: (index) => boxes[index],
    textOf: (index) => operatorText(report, feeds, index),
    choose: explain,
    under: (event) => {
      const { x, y } = pointIn(event, Number(picture.getAttribute("viewBox").split(" ")[2]));
      const found = boxes.findIndex((box) => contains(box, x, y, 2));
      return found < 0 ? null : found;
    },
    marked: (index, byKey) => {
      fed.setAttribute("d", lines.filter((_, i) => feeds[i].includes(index)).join(""));
      if (index !== null && byKey) outline.scrollIntoView({ block: "nearest" });
    },
  });
  fill(picture, { ...behaviour, "aria-label": `Chain of ${count(boxes.length)} operators. Arrow keys step through them, Enter explains one.` }, []);
  // Boxes that contain numbers have a minimum width, so that the numbers can be read on narrow
  // pages.
  const numbered = picture.querySelector("text.halo") !== null;
  const place = html("div", { class: numbered ? "chain numbered" : "chain" });
  picture.replaceWith(place);
  place.append(picture);
  place.before(html("div", { class: "tools" }, html("span", { class: "muted" }, "Choose an operator to see where its time goes."), savePicture("chain of operators", place)));
  return [figure];
}
