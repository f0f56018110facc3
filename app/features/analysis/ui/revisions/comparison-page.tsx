import type { AnalysisEntry } from "#app/features/analysis/analysis.server.ts";
import { rankedPairs, type Standing } from "#app/features/analysis/revisions/comparison.ts";
import type { InputChange } from "#app/features/analysis/revisions/input-changes.ts";
import { wayFlow, wayLabels, wayRange } from "#app/features/analysis/two-ways.ts";
import { findAutomation } from "#app/features/content/automations/automations.ts";
import type { Analysis, Flag, Way } from "#app/features/roi/analysis-shape.ts";
import { adviceTitle, ways } from "#app/features/roi/wording/advice.ts";
import {
  formatEstimate,
  formatHours,
  formatMonths,
  formatReturn,
  isOverTenfold,
} from "#app/features/roi/wording/figures.ts";
import { wholeUsd } from "#app/lib/money.ts";
import { beforeFigures } from "#app/lib/people/name-direction.ts";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { DrawingNumber } from "#app/ui/drawings/drawing-number.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { SelectField } from "#app/ui/forms/field.tsx";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import { Table } from "#app/ui/lists/table.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import { HatchPattern } from "../figures/hatch-pattern.tsx";
import { PairChart } from "../figures/pair-chart.tsx";
import { ChangeList } from "./change-list.tsx";
import css from "./comparison-page.module.css";

export interface Side {
  address: string;
  blueprintId: string;
  companyName: string;
  revision: number;
  createdAt: Date;
  result: Analysis;
}

export function ComparisonPage({
  choices,
  pair,
}: {
  choices: readonly (AnalysisEntry & { address: string })[];
  pair: { before: Side; after: Side; changes: readonly InputChange[] } | null;
}) {
  return (
    <main id="main">
      <PageHead
        title="Two analyses, side by side"
        lede="Revisions of one blueprint, or two blueprints: the changed answers and their effect on the figures."
      />
      {choices.length < 2 || !pair ? (
        <div className={`wrap ${css.empty}`}>
          <Empty
            title="There is only one analysis so far"
            text="Change an answer or adjust a value in the analysis and save it. Then you can compare the new revision with this one."
            action={
              <ButtonLink href={choices[0] ? `/blueprint/${choices[0].blueprintId}` : "/blueprint/wizard/mode"}>
                {choices[0] ? "Open the analysis" : "Start a blueprint"}
              </ButtonLink>
            }
          />
        </div>
      ) : (
        <>
          <Choice choices={choices} pair={pair} />
          <Outcome {...pair} />
          <Answers
            changes={pair.changes}
            isSameModel={pair.before.result.modelVersion === pair.after.result.modelVersion}
          />
          <Automations {...pair} />
        </>
      )}
    </main>
  );
}

/** An ordinary GET form, so that both analyses are in the URL. */
function Choice({
  choices,
  pair: { before, after },
}: {
  choices: readonly (AnalysisEntry & { address: string })[];
  pair: { before: Side; after: Side };
}) {
  const { day } = useFirmDates();
  const options = choices.map((choice) => ({ value: choice.address, label: nameOf(choice, day) }));
  return (
    <form
      method="get"
      action="/blueprint/compare"
      className={`wrap grid end ${css.choice}`}
      key={before.address + after.address}
    >
      <SelectField label="First" name="a" options={options} defaultValue={before.address} />
      <SelectField label="Second" name="b" options={options} defaultValue={after.address} />
      <Button type="submit">Compare</Button>
    </form>
  );
}

type Line = {
  name: string;
  of: (result: Analysis) => number | null;
  print: (value: number | null, flags: readonly Flag[]) => string;
  /** The return can be too large to print. */
  returnOf?: Way;
  difference?: (moved: number) => string;
  /** Whether a higher value is better; absent if neither. */
  better?: "more" | "less";
};

const money = (value: number | null) => (value === null ? "–" : formatEstimate(value));
const hours = (value: number | null) => (value === null ? "–" : formatHours(value));
const months = (value: number | null) => formatMonths(value);

const points = (moved: number) => `${Math.round(moved * 10) / 10} points`;

const lines: readonly Line[] = [
  { name: "Manual hours today", of: (result) => result.manualHoursPerWeek, print: hours },
  { name: "Hours saved", of: (result) => result.hoursSavedPerWeek, print: hours, better: "more" },
  { name: "Yearly value", of: (result) => result.annualValue, print: money, better: "more" },
  { name: "Yearly value, low (P10)", of: (result) => result.range.annualValue[0], print: money, better: "more" },
  { name: "Yearly value, high (P90)", of: (result) => result.range.annualValue[2], print: money, better: "more" },
  { name: "Implementation", of: (result) => result.implementationCost, print: money, better: "less" },
  { name: "First-year net, with retainer", of: (result) => result.base.netY1, print: money, better: "more" },
  { name: "First-year net, project only", of: (result) => result.projectOnly.netY1, print: money, better: "more" },
  ...ways.map(
    (way): Line => ({
      name: `First-year return, ${wayLabels[way].toLowerCase()}`,
      of: (result) => wayFlow(result, way).roiY1,
      print: (value, flags) => formatReturn(value, way, flags),
      returnOf: way,
      difference: points,
      better: "more",
    }),
  ),
  { name: "Payback, with retainer", of: (result) => result.base.payback, print: months, better: "less" },
  { name: "Payback, project only", of: (result) => result.projectOnly.payback, print: months, better: "less" },
  ...ways.flatMap((way): Line[] => [
    {
      name: `Runs with a first year above zero, ${wayLabels[way].toLowerCase()}`,
      of: (result) => wayRange(result, way).probPositiveY1 * 100,
      print: (value) => `${Math.round(value ?? 0)}%`,
      difference: points,
      better: "more",
    },
    {
      name: `Three-year value, discounted, median, ${wayLabels[way].toLowerCase()}`,
      of: (result) => wayRange(result, way).npv3[1],
      print: money,
      better: "more",
    },
  ]),
  { name: "Saving on overlapping tools", of: (result) => result.annualStackSavings, print: money, better: "more" },
];

function Outcome({ before, after }: { before: Side; after: Side }) {
  const verdicts = [before, after].map(({ result }) => adviceTitle(result));
  const [one, other] = shortNames(before, after);
  return (
    <Section
      surface="sheet"
      title={
        verdicts[0] === verdicts[1]
          ? `Both say: ${lowerFirst(verdicts[0]!)}`
          : `From “${verdicts[0]}” to “${verdicts[1]}”`
      }
      aside={
        <p>
          Yearly value {direction(before.result.annualValue, after.result.annualValue)}; hours saved{" "}
          {hoursDirection(before.result.hoursSavedPerWeek, after.result.hoursSavedPerWeek)}.
        </p>
      }
    >
      <HatchPattern />
      <PairChart before={{ name: one, result: before.result }} after={{ name: other, result: after.result }} />
      <Table
        caption="Figures of both analyses"
        quiet
        rows={lines}
        rowKey={({ name }) => name}
        className={css.table}
        columns={[
          { label: "Figure", heads: true, cell: ({ name }) => name },
          {
            label: one,
            numeric: true,
            cell: ({ of, print }) => print(of(before.result), before.result.flags),
          },
          {
            label: other,
            numeric: true,
            cell: ({ of, print }) => <b>{print(of(after.result), after.result.flags)}</b>,
          },
          {
            label: "Change",
            numeric: true,
            cell: (line) => <Change line={line} before={before} after={after} />,
          },
        ]}
      />
    </Section>
  );
}

/** `−$4,330` → -4330: changes are those of the printed figures beside them, which are rounded. */
const printedNumber = (line: Line, value: number) =>
  Number(
    line
      .print(value, [])
      .replace("−", "-")
      .replaceAll(/[^\d.-]/g, ""),
  );

function Change({ line, before, after }: { line: Line; before: Side; after: Side }) {
  const [one, other] = [line.of(before.result), line.of(after.result)];
  const { returnOf } = line;
  const isUnprinted = returnOf && [before, after].some(({ result }) => isOverTenfold(returnOf, result.flags));
  if (one === null || other === null || isUnprinted) return "–";
  const moved = printedNumber(line, other) - printedNumber(line, one);
  if (moved === 0) return "same";
  const good = line.better && (line.better === "more" ? moved > 0 : moved < 0);
  const size = Math.abs(moved);
  const words = line.difference?.(size) ?? (line.print === money ? wholeUsd(size) : line.print(size, []));
  return (
    <span data-good={line.better ? good : undefined} className={`weight-560 ${css.change}`}>
      {moved > 0 ? "+" : "−"}
      {words}
      {line.better && <span className="vh">{good ? " better" : " worse"}</span>}
    </span>
  );
}

function Answers({ changes, isSameModel }: { changes: readonly InputChange[]; isSameModel: boolean }) {
  return (
    <Section
      title={
        changes.length === 0
          ? "The same answers"
          : changes.length === 1
            ? "One answer differs"
            : `${changes.length} answers differ`
      }
      aside={
        changes.length === 0 && (
          <p>
            {isSameModel
              ? "Both were calculated from the same answers by the same version of the model."
              : "The answers are the same; another version of the model calculated them."}
          </p>
        )
      }
    >
      {changes.length > 0 && <ChangeList changes={changes} />}
    </Section>
  );
}

function Automations({ before, after }: { before: Side; after: Side }) {
  const [one, other] = shortNames(before, after);
  return (
    <Section surface="sheet" title="What would be built">
      <Table
        caption="Automations of both analyses"
        quiet
        rows={rankedPairs(before.result, after.result)}
        columns={[
          {
            label: "Automation",
            heads: true,
            cell: ({ id }) => (
              <span>
                <DrawingNumber>{id}</DrawingNumber> {findAutomation(id)?.title}
              </span>
            ),
          },
          { label: one, numeric: true, cell: (row) => standingText(row.before) },
          { label: other, numeric: true, cell: (row) => standingText(row.after) },
        ]}
      />
    </Section>
  );
}

const standingText = (standing: Standing | null) =>
  standing === null
    ? "not chosen"
    : `${ordinal(standing.rank)}, ${formatEstimate(standing.annualValue)}${standing.inScope ? "" : ", later"}`;

const ordinal = (rank: number) => ["1st", "2nd", "3rd", "4th", "5th"][rank - 1] ?? `${rank}th`;

const nameOf = (
  { companyName, revision, createdAt }: Pick<Side, "companyName" | "revision" | "createdAt">,
  day: (at: Date) => string,
) => `${beforeFigures(companyName) || "No name yet"}, revision ${revision}, ${day(createdAt)}`;

/** Two revisions of one blueprint need no company name. */
function shortNames(before: Side, after: Side): [string, string] {
  if (before.blueprintId === after.blueprintId) return [`Revision ${before.revision}`, `Revision ${after.revision}`];
  const named = ({ companyName, revision }: Side) => `${beforeFigures(companyName) || "No name"}, rev. ${revision}`;
  return [named(before), named(after)];
}

function direction(before: number, after: number): string {
  if (formatEstimate(before) === formatEstimate(after)) return `stays at ${formatEstimate(after)}`;
  return `${after > before ? "rises" : "falls"} from ${formatEstimate(before)} to ${formatEstimate(after)}`;
}

function hoursDirection(before: number, after: number): string {
  if (formatHours(before) === formatHours(after)) return `stay at ${formatHours(after)}`;
  return `${after > before ? "rise" : "fall"} from ${formatHours(before)} to ${formatHours(after)}`;
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
