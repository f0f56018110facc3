import { memo } from "react";
import { hourlyCostDial, isAdjusted, shareDials, weeksDial } from "#app/features/analysis/sheets/what-if.ts";
import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import type { AssumptionRow } from "#app/features/roi/inputs/assumptions-table.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { sameValue } from "#app/features/wizard/draft-merge.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Table } from "#app/ui/lists/table.tsx";
import { Fold, Folds } from "#app/ui/sections/fold.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./assumptions.module.css";
import { DialField } from "./dial-field.tsx";
import { ProcessDials } from "./process-dials.tsx";
import type { InputEditor } from "./use-what-if.ts";

/** Sheet. */
export const Assumptions = memo(function Assumptions({
  input,
  editor,
  rows,
  canSave,
  modelHref,
}: {
  input: ModelInput;
  editor: InputEditor;
  rows: readonly AssumptionRow[];
  canSave: boolean;
  /** The page that lists the numbers of the model; without it they are listed here. */
  modelHref?: string | undefined;
}) {
  const groups = Map.groupBy(rows, (row) => row.group);
  const [first, ...others] = groups;
  const assumed = input.processes.filter((process) => process.assumed).length;
  const sourced = rows.filter((row) => row.source === "source").length;
  const origins = `${rows.length} numbers are behind these figures: ${sourced} have a source, ${rows.length - sourced} are our own judgment and say so. Apart from the ones above, they belong to the model and are the same for everyone.`;
  return (
    <Section
      id="assumptions"
      tag={sheetCodes.assumptions}
      title="Doubt a number? Change it"
      aside={
        <p>
          {`Every figure on this page updates immediately, calculated in your browser by the same model. ${
            canSave ? "Nothing is stored until you save it as a new revision." : "Nothing is stored."
          }`}
        </p>
      }
    >
      {first && (
        <div className={css.fields}>
          <div>
            <Table
              caption="What an hour is worth, and how much is saved"
              className={css.numbers}
              rows={first[1]}
              rowKey={(row) => row.key}
              edited={(row) => (dialsOf[row.key] ?? []).some((dial) => isAdjusted(dial, editor.stored, input))}
              columns={[
                { label: "Assumption", heads: true, cell: (row) => <Named row={row} /> },
                {
                  label: "Value",
                  numeric: true,
                  cell: (row) => <Dials row={row} input={input} editor={editor} />,
                },
                { label: "Origin", cell: (row) => <Origin row={row} /> },
              ]}
            />
          </div>
        </div>
      )}
      <Folds>
        {input.processes.length > 0 && (
          <Fold
            title="Your processes"
            note={assumed > 0 ? `${assumed} with assumed hours` : `${input.processes.length} to change`}
            hasFields
          >
            <ProcessDials input={input} editor={editor} />
          </Fold>
        )}
        {!modelHref && (
          <Fold title="The numbers of the model" note={`${rows.length - (first?.[1].length ?? 0)} numbers`}>
            <p className={`prose ${css.rest}`}>{origins}</p>
            {others.map(([group, members]) => (
              <Fold key={group} title={group} note={`${members.length} numbers`}>
                <Rows caption={group} rows={members} />
              </Fold>
            ))}
          </Fold>
        )}
      </Folds>
      {modelHref && (
        <p className={`prose ${css.rest}`}>
          {`${origins} `}
          <a href={modelHref}>See each with its origin</a>
        </p>
      )}
    </Section>
  );
});

const adoption = shareDials("adoption", "Adoption");
const capture = shareDials("capture", "Value capture");

const dialsOf: Readonly<Record<string, typeof adoption>> = {
  hourlyCost: [hourlyCostDial],
  weeks: [weeksDial],
  adoption,
  capture,
};

const unitsOf: Readonly<Record<string, { sign?: string; unit?: string }>> = {
  hourlyCost: { sign: "$", unit: "an hour" },
  weeks: { unit: "weeks" },
  adoption: { unit: "%" },
  capture: { unit: "%" },
};

const pointLabels = ["low", "likely", "high"] as const;

function Dials({ row, input, editor }: { row: AssumptionRow; input: ModelInput; editor: InputEditor }) {
  const dials = dialsOf[row.key] ?? [];
  return (
    <div className={classNames(css.dials, dials.length > 1 && css.three)}>
      {dials.map((dial, index) => (
        <div key={dial.key}>
          {dials.length > 1 && <span className={`note ${css.point}`}>{pointLabels[index]}</span>}
          <DialField dial={dial} input={input} editor={editor} {...unitsOf[row.key]} />
        </div>
      ))}
    </div>
  );
}

function Named({ row }: { row: AssumptionRow }) {
  return (
    <div>
      {row.label}
      <span className={css.citation}>{row.citation}</span>
    </div>
  );
}

/** Memoized: the fifty numbers of the model rarely change. */
const Rows = memo(function Rows({ caption, rows }: { caption: string; rows: readonly AssumptionRow[] }) {
  return (
    <Table
      caption={caption}
      quiet
      rows={rows}
      rowKey={(row) => row.key}
      edited={(row) => row.edited}
      columns={[
        { label: "Assumption", heads: true, cell: (row) => <Named row={row} /> },
        { label: "Value, or low / likely / high", numeric: true, cell: (row) => valueText(row.value) },
        { label: "Unit", cell: (row) => row.unit },
        { label: "Origin", cell: (row) => <Origin row={row} /> },
      ]}
    />
  );
}, sameValue);

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
  typeof value === "number" ? formatNumber(value) : value.map((part) => String(part)).join(" / ");
