import type { AssumptionRow } from "#app/features/roi/inputs/assumptions-table.ts";
import { currentModel, modelVersion, standardDraws } from "#app/features/roi/inputs/parameters.ts";
import { modelPriceNote } from "#app/features/roi/wording/model-prices.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { type Column, Table } from "#app/ui/lists/table.tsx";
import { Fold } from "#app/ui/sections/fold.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./parameters.module.css";

const number = (value: number) => value.toLocaleString("en-US");

/** Three numbers that are months one after the other, not low, likely and high. */
const isRange = ({ key, value }: AssumptionRow) => typeof value !== "number" && key !== "ramp";
const part = (row: AssumptionRow, place: 0 | 2) =>
  isRange(row) && typeof row.value !== "number" ? number(row.value[place]) : null;

function middle({ value, key }: AssumptionRow): string {
  if (typeof value === "number") return number(value);
  return key === "ramp" ? value.map(number).join(", ") : number(value[1]);
}

const columns: readonly Column<AssumptionRow>[] = [
  {
    label: "Assumption",
    heads: true,
    cell: ({ key, label, citation }) => (
      <div id={`p-${key}`}>
        {label}
        <span className={`block smaller weight-400 lh-145 muted breaks ${css.citation}`}>{citation}</span>
      </div>
    ),
  },
  { label: "Low", numeric: true, cell: (row) => part(row, 0) },
  { label: "Most likely", numeric: true, cell: middle },
  { label: "High", numeric: true, cell: (row) => part(row, 2) },
  {
    label: "0 to 1.4",
    cell: ({ key, value }) => (typeof value === "number" || key === "ramp" ? null : <ThreePointShape points={value} />),
  },
  { label: "Unit", cell: ({ unit }) => unit },
  {
    label: "Origin",
    cell: ({ source, url }) =>
      url ? (
        <a href={url} rel="noopener">
          source
        </a>
      ) : (
        <Badge kind="caution">{source}</Badge>
      ),
  },
];

/** Every parameter of the model in the engine's own words, group by group. */
export function Parameters({ rows }: { rows: readonly AssumptionRow[] }) {
  const sourced = rows.filter(({ source }) => source === "source").length;
  return (
    <Section
      id="parameters"
      tag={`Model ${modelVersion}`}
      title="Every parameter"
      size="t1"
      aside={
        <p>
          {rows.length} numbers. {sourced} have a source you can read; {rows.length - sourced} are our own judgment, and
          each gives its reason. A number without a low and a high value is used as is.
        </p>
      }
    >
      {[...Map.groupBy(rows, ({ group }) => group)].map(([group, members]) => (
        <Fold key={group} title={group} note={members.length === 1 ? "1 number" : `${members.length} numbers`}>
          <Table
            caption={group}
            quiet
            className={css.table}
            columns={columns}
            rows={members}
            rowKey={({ key }) => key}
          />
        </Fold>
      ))}
      <p className={`prose ${css.fixed}`}>
        Fixed by definition: {currentModel.choices} automations are chosen, coverage in an automation's own area counts
        in full, a work week has {currentModel.plausible.hoursPerWeek} hours, prices are rounded to{" "}
        {currentModel.price.roundToUsd} USD, and the range is based on {number(standardDraws)} runs. Changing a number
        makes a new version of the model; an analysis keeps the version it was made with. {modelPriceNote()}
      </p>
    </Section>
  );
}

/** Every three-point assumption is between 0 and this. */
const most = 1.4;
const width = 140;
const at = (value: number) => Math.round((1000 * width * value) / most) / 1000;

/** A triangular distribution on a scale from 0 to 1.4: where it begins, is highest and ends. Its numbers are beside it. */
function ThreePointShape({ points: [low, mode, high] }: { points: readonly [number, number, number] }) {
  return (
    <svg className="soft" viewBox={`-1 0 ${width + 2} 30`} width="142" height="30" aria-hidden="true">
      <path className="hl" d={`M0 28H${width}M${at(0.5)} 25v5M${at(1)} 22v7M0 22v7`} />
      <path className="ln" d={`M${at(low)} 28L${at(mode)} 3L${at(high)} 28`} />
      <path className="mk" d={`M${at(mode)} 3V28`} />
    </svg>
  );
}
