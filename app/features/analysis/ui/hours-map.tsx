import { memo, useId } from "react";
import type { BaseAnalysis } from "#app/features/roi/analysis-shape.ts";
import { formatDecimal, formatHours } from "#app/features/roi/figures.ts";
import { Section } from "#app/ui/section.tsx";
import { takenOnWords } from "../opportunity-words.ts";
import { HatchPattern } from "./hatch-pattern.tsx";
import css from "./hours-map.module.css";

/** Sheet A-01: every process with its hours; hatched what the automations take on, solid what comes back. */
export const HoursMap = memo(function HoursMap({ result }: { result: BaseAnalysis }) {
  const { processes } = result.working;
  if (processes.length === 0) return null;
  const most = Math.max(...processes.map((process) => process.manualHours), 1);
  return (
    <Section
      id="hours"
      tag="A-01"
      title={`Where ${formatDecimal(result.manualHoursPerWeek)} hours a week go today`}
      aside={
        <p>
          {result.addressedHoursPerWeek > 0
            ? `The automations take on ${formatHours(result.addressedHoursPerWeek)} of them. Not all of that can be automated, and not everybody adopts it: ${formatHours(result.hoursSavedPerWeek)} come back.`
            : "No automation is in scope at these hours, so none of them comes back yet."}
        </p>
      }
    >
      <ul className={css.list}>
        {processes.map((process, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a finished analysis never changes, and names may repeat
          <li key={index} className={css.process}>
            <p className={css.name}>{process.name}</p>
            <HoursBar process={process} most={most} />
            <p className={`num ${css.words}`}>
              <b>{formatHours(process.manualHours)}</b>, {takenOnWords(process)}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
});

function HoursBar({
  process,
  most,
}: {
  process: { manualHours: number; addressedHours: number; savedHours: number };
  most: number;
}) {
  const hatch = useId();
  const percent = (hours: number) => `${Math.round((1000 * hours) / most) / 10}%`;
  return (
    <svg className={css.bar} width="100%" height="26" aria-hidden="true">
      <HatchPattern id={hatch} />
      <rect className={css.manual} y="0.5" width={percent(process.manualHours)} height="25" />
      <rect className={css.taken} y="0.5" width={percent(process.addressedHours)} height="25" fill={`url(#${hatch})`} />
      <rect className={css.back} y="0.5" width={percent(process.savedHours)} height="25" />
    </svg>
  );
}
