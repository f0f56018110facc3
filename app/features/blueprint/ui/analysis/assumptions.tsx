import { Badge } from "../../../../ui/badge.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import { Section } from "../../../../ui/section.tsx";
import { Table } from "../../../../ui/table.tsx";
import type { AssumptionRow } from "../../../roi/assumptions-table.ts";
import css from "./assumptions.module.css";

/** Sheet: every number the analysis was made with, and where it comes from. */
export function Assumptions({ rows }: { rows: readonly AssumptionRow[] }) {
  const groups = Map.groupBy(rows, (row) => row.group);
  const [first, ...others] = groups;
  const sourced = rows.filter((row) => row.source === "source").length;
  return (
    <Section
      id="assumptions"
      tag="A-03.1"
      title="Assumptions"
      aside={
        <p>
          {rows.length} numbers stand behind these figures. {sourced} have a source, {rows.length - sourced} are our own
          judgement and say so.
        </p>
      }
    >
      {first && <Rows caption={first[0]} rows={first[1]} />}
      <div className={css.more}>
        {others.map(([group, members]) => (
          <details key={group} className={css.group}>
            <summary>
              <h3 className="t4">{group}</h3>
              <span className="note">{members.length} numbers</span>
              <Icon name="plus" size={22} />
            </summary>
            <Rows caption={group} rows={members} quiet />
          </details>
        ))}
      </div>
    </Section>
  );
}

function Rows({ caption, rows, quiet }: { caption: string; rows: readonly AssumptionRow[]; quiet?: boolean }) {
  return (
    <Table
      caption={caption}
      quiet={quiet ?? false}
      rows={rows}
      rowKey={(row) => row.key}
      edited={(row) => row.edited}
      columns={[
        {
          key: "label",
          label: "Assumption",
          heads: true,
          cell: (row) => (
            <div>
              {row.label}
              <span className={css.citation}>{row.citation}</span>
            </div>
          ),
        },
        { key: "value", label: "Value, or low / likely / high", numeric: true, cell: (row) => valueText(row.value) },
        { key: "unit", label: "Unit", cell: (row) => row.unit },
        { key: "source", label: "Origin", cell: (row) => <Origin row={row} /> },
      ]}
    />
  );
}

function Origin({ row }: { row: AssumptionRow }) {
  if (row.edited) return <Badge kind="info">your answer</Badge>;
  if (row.source === "our assumption") return <Badge kind="caution">our assumption</Badge>;
  return (
    <>
      <Badge>source</Badge>{" "}
      {row.url && (
        <a className="small" href={row.url}>
          read it
        </a>
      )}
    </>
  );
}

const valueText = (value: AssumptionRow["value"]): string =>
  typeof value === "number" ? value.toLocaleString("en-US") : value.map((part) => String(part)).join(" / ");
