import type { ReactNode } from "react";
import { splitWayRows, type WayRow, wayLabels, wayRange } from "#app/features/analysis/two-ways.ts";
import { spelledCounts } from "#app/features/content/counts.ts";
import { capitalized } from "#app/features/content/promises.ts";
import type { Analysis, Flag, Way } from "#app/features/roi/analysis-shape.ts";
import { adviceOf, drawsText, isToBuild, ways } from "#app/features/roi/wording/advice.ts";
import { flagLabels } from "#app/features/roi/wording/flag-labels.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { Table } from "#app/ui/lists/table.tsx";
import { Fold } from "#app/ui/sections/fold.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import { hatching } from "./hatch-pattern.tsx";
import css from "./verdict.module.css";

/** Flags that the advice already covers. */
const coveredByAdvice: ReadonlySet<Flag> = new Set(["no_hours", "nothing_in_scope"]);

/** `children`: the analysis in prose. `hoursHref`: where to enter real hours. */
export function Verdict({
  result,
  hoursHref,
  children,
}: {
  result: Analysis;
  hoursHref?: string | undefined;
  children?: ReactNode;
}) {
  const advice = adviceOf(result);
  const flags = result.flags
    .filter((flag) => !coveredByAdvice.has(flag))
    .map((flag) => ({ flag, ...flagLabels(flag) }));
  const isAssumed = result.flags.includes("hours_assumed");
  return (
    <Section
      id="recommendation"
      title={advice.title}
      aside={
        <p>
          {`${advice.reason} `}
          {isAssumed && <Badge kind="trace">Assumed hours</Badge>}
        </p>
      }
    >
      <div className="grid gap-125">
        {result.implementationCost > 0 && (
          <div className={`grid start ${css.both}`}>
            <div className="grid gap-100">
              {ways.map((way) => (
                <Odds key={way} way={way} share={wayRange(result, way).probPositiveY1} />
              ))}
              {children}
            </div>
            <TwoWays result={result} advised={isToBuild(advice.kind) ? advice.kind : null} />
          </div>
        )}
        {result.implementationCost === 0 && children}
        {advice.kind === "hours-needed" && hoursHref && (
          <div className="row">
            <ButtonLink variant="primary" href={hoursHref} forward>
              Enter real hours
            </ButtonLink>
            <p className="small">One process is enough. The others stay marked as assumed.</p>
          </div>
        )}
        {advice.kind === "starter-kit" && (
          <div className="row">
            <ButtonLink variant="primary" href="/downloads" forward>
              Get the starter kit
            </ButtonLink>
            <p className="small">
              {capitalized(spelledCounts.templateFiles)} templates and an ROI calculator, free, with no sign-in.
            </p>
          </div>
        )}
        {flags.length > 0 && (
          <ul className={`grid gap-75 ${css.flags}`}>
            {flags.map(({ flag, tone, sentence }) => (
              <li key={flag}>
                <Notice kind={tone === "caution" ? "caution" : "info"}>{sentence}</Notice>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

function TwoWays({ result, advised }: { result: Analysis; advised: Way | null }) {
  const { first, rest } = splitWayRows(result);
  return (
    <div>
      <WayTable caption="The two ways, side by side" rows={first} advised={advised} />
      <Fold title="Medians and ranges of both" note={`${rest.length} figures`}>
        <WayTable caption="Medians and ranges of both ways" quiet rows={rest} advised={advised} />
      </Fold>
    </div>
  );
}

function WayTable({
  caption,
  quiet = false,
  rows,
  advised,
}: {
  caption: string;
  quiet?: boolean;
  rows: WayRow[];
  advised: Way | null;
}) {
  return (
    <Table
      caption={caption}
      quiet={quiet}
      stays
      className={css.compared}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        { label: "Figure", heads: true, cell: ({ name }) => name },
        ...ways.map((way) => ({
          key: way,
          label: way === advised ? `${wayLabels[way]}, recommended` : wayLabels[way],
          numeric: true,
          cell: ({ figures }: WayRow) => (way === advised ? <b>{figures[way]}</b> : figures[way]),
        })),
      ]}
    />
  );
}

function Odds({ way, share }: { way: Way; share: number }) {
  const percent = `${Math.round(share * 1000) / 10}%`;
  const sentence = `${wayLabels[way]}: ${drawsText(share)} end the first year above zero.`;
  return (
    <figure className={css.odds}>
      <svg width="100%" height="26" role="img" aria-label={sentence}>
        <rect className={css.below} x="0" y="0.5" width="100%" height="25" fill={hatching} />
        <rect className={css.above} x="0" y="0.5" width={percent} height="25" />
      </svg>
      <figcaption>
        <span>
          <b>{`${wayLabels[way]}:`}</b>
          {` ${drawsText(share)} end the first year above zero`}
        </span>
      </figcaption>
    </figure>
  );
}
