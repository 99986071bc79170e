// SPDX-License-Identifier: Apache-2.0
// A table that the user can sort by any column and filter by text. At first, the table shows only
// some rows. In a very long table, only the visible rows and some rows above and below them are
// elements of the page.

const firstRows = 200;
const windowedFrom = 400; // smallest number of rows for which only visible rows are elements
const aroundView = 40;  // number of rows above and below the visible rows that are also elements

// Shows rows in `body`, which lies in the scrolling element `scroll`. If the table has many rows,
// only the visible rows are elements of the page. Returns a function that sets the rows.
function rowWindow(scroll, body, rowOf) {
  let rows = [];
  let drawn = { from: 0, to: 0 };
  let printing = false;
  const spacer = (height) => (height > 0 ? [html("tr", { class: "spacer", style: { height: height + "px" } })] : []);
  const rowHeight = () => body.querySelector("tr[data-index]")?.getBoundingClientRect().height || 30;

  function inView() {
    if (rows.length <= windowedFrom || printing) return { first: 0, last: rows.length };
    const first = Math.floor(scroll.scrollTop / rowHeight());
    return { first, last: Math.min(rows.length, first + Math.ceil(scroll.clientHeight / rowHeight())) };
  }

  function draw() {
    const { first, last } = inView();
    drawn = { from: Math.max(0, first - aroundView), to: Math.min(rows.length, last + aroundView) };
    const height = rowHeight();
    const focused = body.contains(document.activeElement) ? document.activeElement.closest("tr").dataset.index : null;
    body.replaceChildren(
      ...spacer(drawn.from * height),
      ...rows.slice(drawn.from, drawn.to).map((row, i) => rowOf(row, drawn.from + i)),
      ...spacer((rows.length - drawn.to) * height),
    );
    if (focused !== null) body.querySelector(`tr[data-index="${focused}"] button`)?.focus({ preventScroll: true });
  }

  scroll.addEventListener("scroll", () => {
    const { first, last } = inView();
    if (first < drawn.from || last > drawn.to) draw();
  });
  for (const [event, state] of [["beforeprint", true], ["afterprint", false]]) {
    addEventListener(event, () => {
      printing = state;
      if (scroll.isConnected && rows.length > windowedFrom) draw();
    });
  }
  return (shown) => {
    rows = shown;
    scroll.scrollTop = 0;
    draw();
  };
}

// Returns a function that adds an explanation to a column. `figures` has the name of the quantity
// that a column shows, by title of the column; `meanings` has the explanation of the quantity.
const withMeanings = (meanings, figures) => (column) => {
  const name = figures[column.title];
  return meanings[name] ? { ...column, meaning: `${name}: ${meanings[name]}` } : column;
};

const classOf = (column) => [column.number ? "number" : "", column.className || ""].join(" ").trim();

// Returns a table. Columns are { title, value(row), cell(row) -> node or text, number, className,
// meaning }. If a saved file needs other values than the page, a column also has exported(row) or
// fields(row). At first, rows are sorted by the column with the title `first`: largest value first,
// or smallest value first if `ascending`. A filter of several words shows the rows that contain all
// words.
function table(caption, columns, rows, textOf, first, ascending) {
  let order = first ? { column: columns.find((column) => column.title === first), descending: !ascending } : null;
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
    return html("th", { scope: "col", class: classOf(column), "data-title": column.title }, button);
  });
  heads.forEach((head, i) => (head.title = columns[i].meaning ?? ""));

  function cellOf(column, row) {
    const content = column.cell ? column.cell(row) : column.number ? count(column.value(row)) : column.value(row);
    return html("td", { class: classOf(column) }, content);
  }

  function selected() {
    const words = query.split(/\s+/).filter((word) => word !== "");
    const found = rows.filter((row, i) => words.every((word) => lowered[i].includes(word)));
    if (!order) return found;
    const { column, descending } = order;
    const sign = descending ? -1 : 1;
    return found.sort((a, b) => {
      const [x, y] = [column.value(a), column.value(b)];
      return sign * (x < y ? -1 : x > y ? 1 : 0);
    });
  }

  const rowOf = (row, index) => html("tr", { "data-index": index }, ...columns.map((column) => cellOf(column, row)));
  const scroll = html(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    html("table", {}, html("thead", {}, html("tr", {}, ...heads)), body),
  );
  const showRows = rowWindow(scroll, body, rowOf);

  function update() {
    const found = selected();
    showRows(found.slice(0, limit));
    heads.forEach((head, i) => {
      const active = order && order.column === columns[i];
      head.setAttribute("aria-sort", !active ? "none" : order.descending ? "descending" : "ascending");
      head.firstChild.textContent =
        columns[i].title + (!active ? "" : order.descending ? " ▼" : " ▲");
    });
    shown.textContent = count(Math.min(limit, found.length)) + " of " + count(rows.length) + " rows" + (query.trim() === "" ? "" : `, ${count(found.length)} match`);
    more.hidden = found.length <= limit;
    more.textContent = "Show all " + count(found.length);
  }

  const filter = html("input", {
    type: "search",
    placeholder: "Filter: one or more words",
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
    html(
      "div",
      { class: "tools" },
      filter,
      shown,
      more,
      saveButton("CSV", caption, () => save(caption + ".csv", "text/csv", csvOf(columns, selected()))),
      saveButton("JSON", caption, () => save(caption + ".json", "application/json", jsonOf(columns, selected()))),
    ),
    scroll,
  );
}
