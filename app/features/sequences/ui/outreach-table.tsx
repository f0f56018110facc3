import { Link } from "react-router";
import { withVariableNames } from "#app/lib/formats/mail-variables.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { classNames } from "#app/ui/class-names.ts";
import { type Column, Table } from "#app/ui/lists/table.tsx";
import { type FigureName, type Figures, figureLabels, figureNames, isKnown } from "../figures/figures.ts";
import { notCounted, peopleOfFigure } from "./figure-text.ts";
import css from "./outreach-table.module.css";

type Compared = { now: Figures; before: Figures };
type Step = { stepId: string; label: string; position: number } & Compared;
type Version = { versionId: string; number: number; steps: readonly Step[] } & Compared;
type Sequence = { id: string; title: string; versions: readonly Version[] } & Compared;

type Line = Compared & {
  key: string;
  label: string;
  depth: 0 | 1 | 2;
  query: { sequence: string; version?: string; step?: string };
};

/** Figures per sequence, version and step, each with the previous period's and a link to its people. */
export function OutreachTable({
  sequences,
  hrefOf,
}: {
  sequences: readonly Sequence[];
  hrefOf: (query: Record<string, string | null>) => string;
}) {
  const lines = sequences.flatMap(({ id, title, versions, now, before }): Line[] => [
    { key: id, label: title, depth: 0, query: { sequence: id }, now, before },
    ...versions.flatMap((version): Line[] => {
      const query = { sequence: id, version: String(version.number) };
      return [
        {
          ...{ key: version.versionId, label: `Version ${version.number}`, depth: 1 as const, query },
          ...{ now: version.now, before: version.before },
        },
        ...version.steps.map(
          (step): Line => ({
            ...{ key: step.stepId, depth: 2, query: { ...query, step: step.stepId } },
            label: `${step.position + 1}. ${withVariableNames(step.label)}`,
            ...{ now: step.now, before: step.before },
          }),
        ),
      ];
    }),
  ]);
  const columns: Column<Line>[] = [
    {
      label: "Sequence, version, step",
      heads: true,
      cell: ({ label, depth }) => <span className={css[`depth${depth}`]}>{label}</span>,
    },
    ...figureNames.map(
      (name): Column<Line> => ({
        label: figureLabels[name],
        numeric: true,
        cell: (line) => <Cell line={line} name={name} hrefOf={hrefOf} />,
      }),
    ),
  ];
  return (
    <Table
      caption="Figures per sequence, version and step. Below each figure: the period before."
      quiet
      className={css.table}
      columns={columns}
      rows={lines}
      rowKey={({ key }) => key}
    />
  );
}

function Cell({
  line: { label, query, now, before },
  name,
  hrefOf,
}: {
  line: Line;
  name: FigureName;
  hrefOf: (query: Record<string, string | null>) => string;
}) {
  const text = formatNumber(now[name]);
  const people = peopleOfFigure[name];
  return (
    <>
      {now[name] === 0 || !people ? (
        <span className={now[name] === 0 ? css.none : undefined}>
          <Value name={name} figures={now} />
        </span>
      ) : (
        <Link
          className={css.count}
          aria-label={`${label}, ${figureLabels[name]}: ${text}. Show the people`}
          to={hrefOf({ version: null, step: null, ...query, figure: people })}
        >
          {text}
        </Link>
      )}
      <span className={classNames("block size-81", css.before, now[name] !== before[name] && css.changed)}>
        <span className="vh">Period before: </span>
        <Value name={name} figures={before} />
      </span>
    </>
  );
}

/** A dash instead of "Not counted", which would fill most of the table. */
const Value = ({ name, figures }: { name: FigureName; figures: Figures }) =>
  isKnown(name, figures) ? (
    formatNumber(figures[name])
  ) : (
    <>
      <span className="vh">{notCounted}</span>
      <span aria-hidden="true">–</span>
    </>
  );
