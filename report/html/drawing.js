// SPDX-License-Identifier: Apache-2.0
// Makes drawings interactive. The Spillway program draws them (report/pages/drawing.h) and writes
// them into the page as figures, which the scripts move into the sections.

// Removes the figures of one kind from the page and returns them in the order of the page. A figure
// is of this kind if its `data-picture` is `kind`, or begins with `kind` and a hyphen.
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

// Returns the only drawing of a kind; null if the page has no such drawing. The caption of the
// drawing is removed, because the heading of its section has the same words.
function takeDrawing(kind) {
  const [drawing] = takeDrawings(kind);
  drawing?.caption.remove();
  return drawing ?? null;
}

// Returns the position of the pointer in a drawing's plot. `share` is the horizontal position as a
// fraction of the plot's width, `y` the number of pixels from the plot's upper edge, and `width`
// the plot's width in pixels.
function placeIn(event, picture) {
  const box = picture.getBoundingClientRect();
  const { paddingLeft, paddingRight } = getComputedStyle(picture);
  const [left, right] = [parseFloat(paddingLeft), parseFloat(paddingRight)];
  const width = box.width - left - right;
  return { share: (event.clientX - box.left - left) / width, y: event.clientY - box.top, width };
}

const percent = (share) => 100 * share + "%";

// Returns the coordinate system of a plot: `first`, the first horizontal unit; `width`, the number
// of horizontal units; `units`, the number of vertical units; and the plot's upper edge and height
// in pixels.
function unitsOf(plot) {
  const [first, , width, units] = plot.getAttribute("viewBox").split(" ").map(Number);
  return { first, width, units, top: Number(plot.getAttribute("y")), height: Number(plot.getAttribute("height")) };
}

// Returns event handlers with which the user steps through the `size()` elements of a picture, by
// pointer or keys:
// * `under` returns the element at the pointer.
// * `outline` is drawn around the current element, with the attributes that `place` returns.
// * A tooltip shows the text that `textOf` returns for the current element.
// * `choose` is called for the current element after Enter or a click.
// * `marked` is called whenever the current element changes.
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

// Returns the index of the position in `places` that is nearest to (x, y); null if every position
// is `far` pixels or more away.
function nearestTo(places, x, y, far = 24) {
  let [best, least] = [null, far ** 2];
  places.forEach((place, i) => {
    const distance = (place.x - x) ** 2 + (place.y - y) ** 2;
    if (distance < least) [best, least] = [i, distance];
  });
  return best;
}

// Returns the dots of a chart in the order of the chart. `x` is the horizontal position as a share
// of the plot's width, `y` the vertical position in pixels, and `series` the index of the dot's
// group in `groups`.
function dotsOf(plot, groups) {
  const { width, units, top, height } = unitsOf(plot);
  return groups.flatMap((group, series) => {
    const dots = group.querySelector(".dots");
    const numbers = dots.dataset.points.split(" ").map(Number);
    return [...dots.getAttribute("d").matchAll(/M(\S+) (\S+?)h0/g)].map(([, x, y], i) => ({ x: x / width, y: top + (y * height) / units, number: numbers[i], series }));
  });
}

// Makes the dots of a chart selectable. `label` names the chart for screen readers. `textOf`
// returns the tooltip of the dot with a given number, and `choose` is called with the number of the
// selected dot. Returns `groups`, the SVG groups of the chart's series; `dots`, a function that
// returns the dots; and `reread`, to be called after the dots have moved.
function chooseDots(drawing, label, textOf, choose) {
  const groups = [...drawing.plot.querySelectorAll("g.series")];
  let points = dotsOf(drawing.plot, groups);
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
  const reread = () => {
    points = dotsOf(drawing.plot, groups);
  };
  return { groups, dots: () => points, reread };
}
