/** Some browsers drop native table roles when CSS stacks rows; spread these onto the elements to keep them. */
export const tableRoles = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  columnHead: { role: "columnheader" },
  rowHead: { role: "rowheader" },
  cell: { role: "cell" },
} as const;
