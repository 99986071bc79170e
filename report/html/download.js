// SPDX-License-Identifier: Apache-2.0
// Saves tables of a page as CSV and JSON files, and pictures as SVG files. Nothing is sent to a
// server.

const fileStem = (text) => text.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 80) || "spillway";

function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = html("a", { href: address, download: fileStem(document.title + "-" + name.replace(/\.\w+$/, "")) + name.match(/\.\w+$/)[0] });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

const saveButton = (kind, what, action) =>
  html("button", { type: "button", class: "save", "aria-label": `Download ${what} as ${kind}`, title: `Download ${what} as ${kind}`, onclick: action }, kind);

// Returns the fields of a row for a saved file, as [title, value] pairs. A column of the page may
// become several fields.
function exportedFields(columns, row) {
  return columns.flatMap((column) => {
    if (column.fields) return column.fields(row);
    return [[column.title, (column.exported ?? column.value)(row)]];
  });
}

const exportedValue = (value) => (value === undefined || (typeof value === "number" && !Number.isFinite(value)) ? null : value);

// Returns a cell of a CSV, quoted according to RFC 4180. A text that begins like a formula gets an
// apostrophe, because a spreadsheet would otherwise run the formula.
function csvCell(value) {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? "'" + value : String(value);
  return /[",\n\r]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
}

function csvOf(columns, rows) {
  const lines = rows.map((row) => exportedFields(columns, row).map(([, value]) => csvCell(exportedValue(value))).join(","));
  const head = rows.length > 0 ? exportedFields(columns, rows[0]).map(([title]) => csvCell(title)) : columns.map((column) => csvCell(column.title));
  return [head.join(","), ...lines].join("\r\n") + "\r\n";
}

const jsonOf = (columns, rows) =>
  JSON.stringify(rows.map((row) => Object.fromEntries(exportedFields(columns, row).map(([title, value]) => [title, exportedValue(value)]))), null, 1) + "\n";

const drawnProperties = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "stroke-linecap", "opacity", "font-size", "font-family", "text-anchor", "visibility", "display", "paint-order", "vector-effect"];

// Returns a picture as an SVG file that needs no other file. Style properties from the page's style
// sheet are copied into the elements of the picture.
function svgOf(drawn) {
  const copy = drawn.cloneNode(true);
  const shapes = copy.querySelectorAll("*");
  drawn.querySelectorAll("*").forEach((shape, i) => {
    const style = getComputedStyle(shape);
    for (const property of drawnProperties) shapes[i].setAttribute(property, style.getPropertyValue(property));
    shapes[i].removeAttribute("class");
    shapes[i].removeAttribute("style");
  });
  copy.querySelectorAll('[display="none"]').forEach((shape) => shape.remove());
  for (const name of ["class", "role", "tabindex", "aria-label", "style"]) copy.removeAttribute(name);
  const style = getComputedStyle(drawn);
  const [left, right] = [parseFloat(style.paddingLeft), parseFloat(style.paddingRight)];
  const fixed = drawn.getAttribute("viewBox")?.split(" ");
  const [width, height] = fixed ? fixed.slice(2) : [drawn.clientWidth, drawn.clientHeight];
  if (!fixed) {
    // Percentages in the plot refer to the width without the margins. Therefore the plot becomes an
    // SVG element of this width.
    const plot = svg("svg", { x: left, width: Math.max(1, width - left - right), height, overflow: "visible" });
    plot.append(...copy.childNodes);
    copy.append(plot);
  }
  fill(copy, { width, height, "font-size": style.fontSize, "font-family": style.fontFamily }, []);
  copy.prepend(svg("rect", { width, height, fill: getComputedStyle(document.body).backgroundColor }));
  return '<?xml version="1.0" encoding="UTF-8"?>\n' + new XMLSerializer().serializeToString(copy) + "\n";
}

const savePicture = (name, place) =>
  saveButton("SVG", name, () => save(name + ".svg", "image/svg+xml", svgOf(place.querySelector("svg.drawing:not(.key)"))));
