import type { StorySection } from "#app/features/content/texts/story-text.ts";
import { RichText } from "#app/shell/site/rich-text.tsx";
import { Section as PageSection } from "#app/ui/sections/section.tsx";
import css from "./hand-overs.module.css";

const center = 110;
const radius = 88;
const round = (value: number) => Math.round(value * 10) / 10;

/** Teams evenly on a circle, the first at the top. */
const teamsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count - Math.PI / 2;
    return { x: round(center + radius * Math.cos(angle)), y: round(center + radius * Math.sin(angle)) };
  });

const everyPair = (teams: readonly { x: number; y: number }[]) =>
  teams.flatMap((one, index) => teams.slice(index + 1).map((other) => `M${one.x} ${one.y}L${other.x} ${other.y}`));

/** Teams of each stage but the last, where they share one record. */
const teamCounts = [3, 5, 8];

type Section = Extract<StorySection, { kind: "handoffs" }>;

/** Why firms lock up as they grow: lines between n teams, n(n - 1)/2 by hand and n through one record. */
export function HandOvers({ title, lead, stages }: Section) {
  return (
    <PageSection tag="Fig. 02" title={title} size="t1" aside={lead && <RichText text={lead} />}>
      <ol className={`grid rule-top ${css.stages}`}>
        {stages.map((stage, index) => (
          <li className="grid packed gap-50" key={stage.title}>
            {teamCounts[index] === undefined ? <OneRecord /> : <EveryPair teams={teamCounts[index]} />}
            <h3 className="t4">{stage.title}</h3>
            <p className="small">
              <RichText text={stage.text} />
            </p>
          </li>
        ))}
      </ol>
    </PageSection>
  );
}

function EveryPair({ teams }: { teams: number }) {
  const nodes = teamsOf(teams);
  const lines = everyPair(nodes);
  return (
    <>
      <svg viewBox="0 0 220 220" aria-hidden="true">
        <path className="ln" d={lines.join("")} />
        {nodes.map(({ x, y }) => (
          <circle key={`${x} ${y}`} className={`stroked ${css.node}`} cx={x} cy={y} r="7" />
        ))}
      </svg>
      <p className={css.count}>
        {lines.length}
        <span className="unit">lines, {teams} teams</span>
      </p>
    </>
  );
}

const OneRecord = () => (
  <>
    <svg viewBox="0 0 220 220" aria-hidden="true">
      <circle className="hl" cx={center} cy={center} r={radius} />
      <path
        className="ln"
        d={teamsOf(8)
          .map(({ x, y }) => `M${center} ${center}L${x} ${y}`)
          .join("")}
      />
      {teamsOf(8).map(({ x, y }) => (
        <circle key={`${x} ${y}`} className={`stroked ${css.node}`} cx={x} cy={y} r="7" />
      ))}
      <circle className="mkf" cx={center} cy={center} r="9" />
    </svg>
    <p className={css.count}>
      8<span className="unit">lines, 8 teams</span>
    </p>
  </>
);
