import { spelledCounts } from "#app/features/content/counts.ts";
import type { KitTemplate } from "#app/features/kit/files/template-shape.ts";
import { templates } from "#app/features/kit/files/templates.ts";
import { starterKit } from "#app/features/kit/starter-kit.ts";
import { type Column, Table } from "#app/ui/lists/table.tsx";
import { FlowDrawing } from "./flow-drawing.tsx";
import css from "./parts-list.module.css";

type Row = KitTemplate;

const columns: readonly Column<Row>[] = [
  {
    label: "Template",
    heads: true,
    cell: ({ name, slug, text }) => (
      <>
        <span className={`block larger strong ${css.name}`} id={slug}>
          {name}
        </span>
        <span className={`small block weight-400 ${css.text}`}>{text}</span>
      </>
    ),
  },
  { label: "Steps", cell: ({ steps }) => <FlowDrawing steps={steps} /> },
  { label: "Made for", cell: () => starterKit.platforms.join(", ") },
];

/** The templates as a parts list: what each does, its real steps, where it runs. */
export const PartsList = () => (
  <Table
    caption={`The ${spelledCounts.templates} templates, each for ${spelledCounts.platforms} platforms`}
    quiet
    columns={columns}
    rows={templates}
    rowKey={({ name }) => name}
    className={css.list}
  />
);
