// SPDX-License-Identifier: Apache-2.0
// A table that sorts by any column, filters by text and shows its first rows until asked for more.

const firstRows = 200;

// Columns: { title, value(row), cell(row) -> node or text, number, className }.
function table(caption, columns, rows, textOf) {
  let order = null;
  let query = "";
  let limit = firstRows;
  const body = html("tbody");
  const shown = html("span", { class: "muted", role: "status" });
  const more = html("button", { type: "button", onclick: () => ((limit = Infinity), update()) });
  const lowered = rows.map((row) => textOf(row).toLowerCase());

  function sortBy(column) {
    const descending = order && order.column === column ? !order.descending : !!column.number;
    order = { column, descending };
    update();
  }

  const heads = columns.map((column) => {
    const button = html("button", { type: "button", onclick: () => sortBy(column) }, column.title);
    return html("th", { scope: "col", class: column.number ? "number" : "" }, button);
  });

  function cellOf(column, row) {
    const content = column.cell ? column.cell(row) : column.number ? count(column.value(row)) : column.value(row);
    const classes = [column.number ? "number" : "", column.className || ""].join(" ").trim();
    return html("td", { class: classes }, content);
  }

  function selected() {
    const found = rows.filter((row, i) => lowered[i].includes(query));
    if (!order) return found;
    const { column, descending } = order;
    const sign = descending ? -1 : 1;
    return found.sort((a, b) => {
      const [x, y] = [column.value(a), column.value(b)];
      return sign * (x < y ? -1 : x > y ? 1 : 0);
    });
  }

  function update() {
    const found = selected();
    body.replaceChildren(
      ...found.slice(0, limit).map((row) => html("tr", {}, ...columns.map((c) => cellOf(c, row)))),
    );
    heads.forEach((head, i) => {
      const active = order && order.column === columns[i];
      head.setAttribute("aria-sort", !active ? "none" : order.descending ? "descending" : "ascending");
      head.firstChild.textContent =
        columns[i].title + (!active ? "" : order.descending ? " ▼" : " ▲");
    });
    shown.textContent = count(Math.min(limit, found.length)) + " of " + count(rows.length) + " rows";
    more.hidden = found.length <= limit;
    more.textContent = "Show all " + count(found.length);
  }

  const filter = html("input", {
    type: "search",
    placeholder: "Filter",
    "aria-label": "Filter " + caption,
    oninput: (event) => {
      query = event.target.value.toLowerCase();
      update();
    },
  });
  update();
  return html(
    "div",
    {},
    html("div", { class: "tools" }, filter, shown, more),
    html(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
      html("table", {}, html("thead", {}, html("tr", {}, ...heads)), body),
    ),
  );
}
