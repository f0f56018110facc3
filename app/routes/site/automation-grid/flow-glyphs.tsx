import type { StepKind, WorkflowShape } from "#app/features/content/automations/automation-stories.ts";

const pitch = 30;
const middle = 16;
/** How far a sign reaches down from the middle: a branch leaves and arrives there. */
const below: Record<StepKind, number> = { trigger: 5.5, step: 5.5, decision: 7, outcome: 5.5 };
const firstLane = 34;
const laneHeight = 7;

/**
 * A workflow as a row of signs, one per step: circle trigger, square step, diamond decision, vermilion dot outcome. The
 * "no" of a decision is a dashed branch below: back to an earlier step, on to a later one, or to a separate end.
 * Assistive technology skips the drawing; the automation's page has it in words.
 */
export function FlowGlyphs({ shape, className }: { shape: WorkflowShape; className?: string | undefined }) {
  const { kinds, branches } = shape;
  const at = (place: number) => 7.5 + place * pitch;
  const width = at(kinds.length - 1) + 7.5;
  const lines = kinds
    .slice(1)
    .map((kind, place) => `M${at(place) + below[kinds[place]!] + 1.5} ${middle}H${at(place + 1) - below[kind] - 1.5}`);
  const lane = lanesOf(branches);
  const height = firstLane + laneHeight * Math.max(...lane) + 3;
  const drawn = branches.map((branch, place) => ({ ...branch, y: firstLane + laneHeight * lane[place]! }));
  return (
    <svg className={className} viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      <path className="hl" d={lines.join("")} />
      <path
        className="ds"
        d={drawn
          .map(({ from, to, y }) => {
            const start = `M${at(from)} ${middle + 8}V${y}`;
            return to === null ? start : `${start}H${at(to) + arrival(from, to)}V${middle + below[kinds[to]!] + 3}`;
          })
          .join("")}
      />
      <path
        className="ln"
        d={drawn
          .map(({ from, to, y }) =>
            to === null
              ? `M${at(from) - 4} ${y}h8`
              : `M${at(to) + arrival(from, to) - 3} ${middle + below[kinds[to]!] + 5.5}l3-3.5 3 3.5`,
          )
          .join("")}
      />
      {kinds.map((kind, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other name than its place
        <Glyph key={place} kind={kind} x={at(place)} />
      ))}
    </svg>
  );
}

/** Two branches may arrive at one step from both sides: each keeps to its own. */
const arrival = (from: number, to: number) => (from < to ? -2.5 : 2.5);

/** The lane of each branch: the first in which no branch before it runs over the same steps. */
function lanesOf(branches: WorkflowShape["branches"]): number[] {
  const lanes: number[] = [];
  const spans = branches.map(({ from, to }) => [Math.min(from, to ?? from), Math.max(from, to ?? from)] as const);
  for (const [place, [left, right]] of spans.entries()) {
    const taken = spans.slice(0, place).flatMap(([l, r], other) => (l <= right && left <= r ? [lanes[other]!] : []));
    lanes.push([0, 1, 2].find((lane) => !taken.includes(lane)) ?? 2);
  }
  return lanes;
}

export function Glyph({ kind, x, y = middle }: { kind: StepKind; x: number; y?: number }) {
  switch (kind) {
    case "trigger":
      return <circle className="ln" cx={x} cy={y} r="5.5" />;
    case "step":
      return <path className="ln" d={`M${x - 5.5} ${y - 5.5}h11v11h-11z`} />;
    case "decision":
      return <path className="ln" d={`M${x} ${y - 7}l7 7-7 7-7-7z`} />;
    case "outcome":
      return <circle className="mkf" cx={x} cy={y} r="5.5" />;
  }
}
