import { kitTemplatesInDetail, starterKit } from "../../../features/content/starter-kit.ts";
import { type Column, Table } from "../../../ui/table.tsx";
import { FlowDrawing } from "./flow-drawing.tsx";
import css from "./parts-list.module.css";

type Row = (typeof kitTemplatesInDetail)[number];

const columns: readonly Column<Row>[] = [
  {
    key: "name",
    label: "Template",
    heads: true,
    cell: ({ name, text }) => (
      <>
        <span className={css.name}>{name}</span>
        <span className={`small ${css.text}`}>{text}</span>
      </>
    ),
  },
  { key: "flow", label: "Steps", cell: ({ steps }) => <FlowDrawing steps={steps} /> },
  { key: "platforms", label: "Made for", cell: () => starterKit.platforms.join(", ") },
];

/** The templates as a parts list: what each does, its real steps, where it runs. */
export const PartsList = () => (
  <Table
    caption="The five templates, each for three platforms"
    quiet
    columns={columns}
    rows={kitTemplatesInDetail}
    rowKey={({ name }) => name}
    className={css.list}
  />
);
