// SPDX-License-Identifier: Apache-2.0
// The heat maps and the scatter plot of a sweep. The Spillway program draws them, with the colours
// and axes of all quantities (heat_drawing.cpp, scatter_drawing.cpp); this script shows the
// quantities that the user selects.

const plainFormat = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 6 });
const figureText = (column) =>
  column === "latency_us" ? (value) => timeText(value * 1000) : column.endsWith("_bytes") ? sizeText : column.endsWith("_per_s") ? rateText : column.endsWith("_cycles") ? cyclesText : (value) => plainFormat.format(value);
const spaced = (column) => column.replaceAll("_", " ");
// Returns the name of a column without the unit.
const quantityOf = (column) => spaced(column.replace(/_(us|bytes_per_s|bytes|cycles)$/, ""));

// Shows one of several elements and hides the others.
const showOnly = (elements, shown) => elements.forEach((element) => element.classList.toggle("hidden", element !== shown));

// Makes a heat map interactive. `cells` are the rows of each cell. `show` colours the cells by the
// shade with the given number.
function heatMap(rows, drawing, choose) {
  const { picture, plot, outline, caption, figure } = drawing;
  const group = plot.querySelector(".cells");
  const { across, down, points } = group.dataset;
  const cells = points.split(" ").map((numbers) => (numbers === "-" ? [] : numbers.split(",").map(Number)));
  const filled = [...cells.keys()].filter((cell) => cells[cell].length > 0);
  const { width, units, top, height } = unitsOf(plot);
  const shades = [...picture.querySelectorAll(".shade")];
  const texts = [...picture.querySelectorAll(".values text")];
  // Columns of the axes that rowText() does not show.
  const named = [across, down].map((name) => name.replaceAll(" ", "_")).filter((name) => rows.columns.has(name) && !["planner", "allocator"].includes(name));
  const nameOf = (shade) => shade.firstElementChild.textContent;
  let [shade] = shades;
  const valueOf = (row) => rows.cell(shade.dataset.column, row);
  const order = (row) => valueOf(row) ?? Infinity;
  const best = (cell) => cells[cell].reduce((least, row) => (order(row) < order(least) ? row : least));
  const valueText = (row) => (valueOf(row) === null ? "" : figureText(shade.dataset.column)(valueOf(row)));
  const textOf = (cell) => {
    const row = best(cell);
    const points = cells[cell].length > 1 ? ` of ${count(cells[cell].length)} points` : "";
    return [`${nameOf(shade)}${points}: ${valueText(row) || rows.cell("status", row)}`, ...named.map((name) => `${spaced(name)} ${rows.cell(name, row)}`), rowText(rows, row)].join("\n");
  };
  const show = (number) => {
    shade = shades[number];
    showOnly(shades, shade);
    const letters = shade.dataset.cells;
    const paths = {};
    [...letters].forEach((letter, cell) => (paths[letter] = (paths[letter] ?? "") + `M${cell % width} ${Math.floor(cell / width)}h1v1h-1z`));
    [..."abcdefghijk-"].forEach((letter, i) => group.children[i].setAttribute("d", paths[letter] ?? ""));
    texts.forEach((text, cell) => {
      text.textContent = cells[cell].length > 0 ? valueText(best(cell)) : "";
      text.classList.toggle("dark", letters[cell] >= "g");
    });
  };
  const behaviour = choosing(outline, {
    size: () => filled.length,
    place: (index) => ({ x: percent((filled[index] % width) / width), y: top + (Math.floor(filled[index] / width) * height) / units, width: percent(1 / width), height: height / units }),
    textOf: (index) => textOf(filled[index]),
    choose: (index) => choose(best(filled[index])),
    under: (event) => {
      const { share, y } = placeIn(event, picture);
      const [x, line] = [Math.floor(share * width), Math.floor(((y - top) / height) * units)];
      const index = x < 0 || x >= width ? -1 : filled.indexOf(line * width + x);
      return index < 0 ? null : index;
    },
  });
  fill(picture, { ...behaviour, "aria-label": "Heat map. Arrow keys step through its cells, Enter selects the best point of one." }, []);
  caption.className = "printed";
  return { name: `${across} and ${down}`, shades: shades.map(nameOf), cells, figure, show };
}

// Returns `node`, the section with the heat maps, and `show`, a function that shows the map with
// the points of a given row.
function heatSection(rows, choose) {
  const maps = takeDrawings("heat").map((drawing) => heatMap(rows, drawing, choose));
  if (maps.length === 0) return { node: html("p", { class: "muted" }, "A heat map needs two parameters that vary."), show: () => {} };
  const names = [...new Set(maps.map((map) => map.name))];
  const chosen = { row: 0, name: 0, shade: 0 };
  const place = html("div");
  const show = (change) => {
    Object.assign(chosen, change);
    const ofPair = maps.filter((map) => map.name === names[chosen.name]);
    const map = ofPair.find(({ cells }) => cells.some((cell) => cell.includes(chosen.row))) ?? ofPair[0];
    map.show(chosen.shade);
    place.replaceChildren(map.figure);
  };
  const pair = choice("Parameters", names, (name) => show({ name }));
  const shade = choice("Shade", maps[0].shades, (number) => show({ shade: number }));
  return { node: html("div", {}, html("div", { class: "tools" }, pair.node, shade.node, savePicture("two parameters", place)), place), show: (row) => show({ row }) };
}

// Returns the place of a value on an axis of the scatter plot, in units of the plot.
function placeOn({ dataset }, value) {
  const { low, high, from, to } = dataset;
  const at = dataset.log ? Math.log2 : Number;
  return Math.round(Number(from) + (to - from) * ((at(value) - at(low)) / (at(high) - at(low))));
}

const mostLabels = 60;

// Returns texts beside at most `mostLabels` dots of a plot with the given width in pixels. A text
// that would cover another text is left out.
function dotLabels(dots, width, labelOf) {
  const taken = [];
  return dots.flatMap(({ x, y, number }) => {
    const text = shortName(labelOf(number), 24);
    if (text === "" || taken.length === mostLabels) return [];
    const length = 6.6 * text.length;
    const before = x * width + 7 + length > width;
    const left = x * width + (before ? -7 - length : 7);
    if (taken.some((other) => left < other.left + other.length && other.left < left + length && Math.abs(other.y - y) < 13)) return [];
    taken.push({ left, length, y });
    return [svg("text", { class: "halo", x: percent(x), y: y - 5, dx: before ? -7 : 7, "text-anchor": before ? "end" : "start" }, text)];
  });
}

function scatterSection(rows, parameters, choose) {
  const drawing = takeDrawing("scatter");
  if (!drawing) return html("p", { class: "muted" }, "A picture of two figures needs two that vary.");
  const { picture, figure } = drawing;
  const axes = { x: [...picture.querySelectorAll(".across")], y: [...picture.querySelectorAll(".up")] };
  const labels = [{ name: "nothing", of: () => "" }, { name: "point", of: count }, ...parameters.map((name) => ({ name: spaced(name), of: (row) => sizesText(String(rows.cell(name, row) ?? "")) }))];
  const chosen = { x: 0, y: 0, label: 0 };
  const valueOn = (axis, row) => rows.cell(axis.dataset.column, row);
  const lineOf = (axis, row) => `${quantityOf(axis.dataset.column)} ${figureText(axis.dataset.column)(valueOn(axis, row))}`;
  const textOf = (row) => [rowText(rows, row), lineOf(axes.x[chosen.x], row), lineOf(axes.y[chosen.y], row)].join("\n");
  const { groups, dots, reread } = chooseDots(drawing, "Two figures", textOf, choose);
  const policies = [...new Set(rows.all.map((row) => policyOf(rows, row)))];
  const rowsOf = policies.map((policy) => rows.all.filter((row) => policyOf(rows, row) === policy));
  const show = () => {
    const [across, up] = [axes.x[chosen.x], axes.y[chosen.y]];
    showOnly(axes.x, across);
    showOnly(axes.y, up);
    picture.prepend(across, up); // grid lines lie below the dots
    groups.forEach((group, i) => {
      const shown = rowsOf[i].filter((row) => valueOn(across, row) !== null && valueOn(up, row) !== null);
      const d = shown.map((row) => `M${placeOn(across, valueOn(across, row))} ${placeOn(up, valueOn(up, row))}h0`).join("");
      fill(group.firstElementChild, { d, "data-points": shown.join(" ") }, []);
    });
    reread();
    picture.querySelectorAll(".halo").forEach((text) => text.remove());
    picture.append(...dotLabels(dots(), placeIn({}, picture).width, labels[chosen.label].of));
    figure.querySelector("p").textContent = `${count(dots().length)} of ${count(rows.count)} points have both figures.`;
  };
  const names = (key) => axes[key].map(({ dataset }) => spaced(dataset.column));
  const choices = [["Across", names("x"), "x"], ["Up", names("y"), "y"], ["Label", labels.map(({ name }) => name), "label"]].map(([text, options, key]) =>
    choice(text, options, (index) => {
      chosen[key] = index;
      show();
    }).node,
  );
  return html("div", {}, html("div", { class: "tools" }, ...choices, savePicture("two figures", figure)), figure);
}
