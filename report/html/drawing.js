// SPDX-License-Identifier: Apache-2.0
// Behaviour of pictures. The program draws most of them (report/drawing.h), and the page has them as
// figures, which its script puts in their places; the other ones are drawn by charts.

// The figures whose names begin with one of a kind, in the page's order; each is taken once.
function takeDrawings(kind) {
  const figures = [...document.querySelectorAll("main > figure[data-picture]")].filter(({ dataset }) => dataset.picture === kind || dataset.picture.startsWith(kind + "-"));
  return figures.map((figure) => {
    figure.remove();
    const picture = figure.querySelector(":scope > svg");
    const outline = svg("rect", { class: "selected", visibility: "hidden" });
    picture.append(outline);
    return { name: figure.dataset.picture, figure, picture, plot: picture.querySelector(".plot"), caption: figure.querySelector("figcaption"), outline };
  });
}

// The only drawing of a kind, below a heading that says what its caption says; null without one.
function takeDrawing(kind) {
  const [drawing] = takeDrawings(kind);
  drawing?.caption.remove();
  return drawing ?? null;
}

// Where a pointer is in a drawing's plot: a share of its width, and pixels from its upper end.
function placeIn(event, picture) {
  const box = picture.getBoundingClientRect();
  const { paddingLeft, paddingRight } = getComputedStyle(picture);
  const [left, right] = [parseFloat(paddingLeft), parseFloat(paddingRight)];
  const width = box.width - left - right;
  return { share: (event.clientX - box.left - left) / width, y: event.clientY - box.top, width };
}

const percent = (share) => 100 * share + "%";

// What a plot shows: its first unit across, its units across and down, its pixels from the top and its height in pixels.
function unitsOf(plot) {
  const [first, , width, units] = plot.getAttribute("viewBox").split(" ").map(Number);
  return { first, width, units, top: Number(plot.getAttribute("y")), height: Number(plot.getAttribute("height")) };
}

// Lets pointer and keys step through the things of a picture: `outline` marks the current one with
// the attributes that `place` gives, and the tip says its text. Enter or a click chooses it. `under`
// finds the one at a pointer; `marked` hears of every change.
function choosing(outline, { size, place, under, textOf, choose, marked }) {
  let current = null;
  const mark = (index, clientX, clientY) => {
    current = index;
    fill(outline, index === null ? { visibility: "hidden" } : { ...place(index), visibility: "visible" }, []);
    const box = outline.getBoundingClientRect();
    showTip(index === null ? "" : textOf(index), clientX ?? box.right, clientY ?? box.bottom);
    marked?.(index, clientX === undefined);
  };
  const keys = cursorKeys(size, (index) => mark(index));
  return {
    ...keys,
    role: "application",
    tabindex: "0",
    onkeydown: (event) => (event.key === "Enter" && current !== null && choose ? choose(current) : keys.onkeydown(event)),
    onpointermove: (event) => mark(under(event), event.clientX, event.clientY),
    onpointerleave: () => (choose ? hideTip() : mark(null)),
    onclick: () => current !== null && choose?.(current),
  };
}

// Which of some places { x, y } is nearest to one; null if all are far.
function nearestTo(places, x, y, far = 24) {
  let [best, least] = [null, far ** 2];
  places.forEach((place, i) => {
    const distance = (place.x - x) ** 2 + (place.y - y) ** 2;
    if (distance < least) [best, least] = [i, distance];
  });
  return best;
}

// Lets the dots of a chart be chosen. `points` are { x, y, number, series } in the chart's order.
function chooseDots(drawing, label, textOf, choose) {
  const { width } = unitsOf(drawing.plot);
  const groups = [...drawing.plot.querySelectorAll("g.series")];
  const points = groups.flatMap((group, series) => {
    const dots = group.querySelector(".dots");
    const numbers = dots.dataset.points.split(" ").map(Number);
    return [...dots.getAttribute("d").matchAll(/M(\S+) (\S+?)h0/g)].map(([, x, y], i) => ({ x: Number(x) / width, y: Number(y), number: numbers[i], series }));
  });
  const ring = svg("circle", { class: "selected", r: 7, visibility: "hidden" });
  drawing.outline.replaceWith(ring);
  const shown = () => points.filter(({ series }) => !groups[series].classList.contains("hidden"));
  const behaviour = choosing(ring, {
    size: () => shown().length,
    place: (index) => ({ cx: percent(shown()[index].x), cy: shown()[index].y }),
    under: (event) => {
      const { share, y, width: pixels } = placeIn(event, drawing.picture);
      return nearestTo(shown().map((point) => ({ x: point.x * pixels, y: point.y })), share * pixels, y);
    },
    textOf: (index) => textOf(shown()[index].number),
    choose: choose && ((index) => choose(shown()[index].number)),
  });
  fill(drawing.picture, { ...behaviour, "aria-label": `${label}, ${count(points.length)} points. Arrow keys step through them${choose ? ", Enter selects one" : ""}.` }, []);
  return groups;
}
