import type { StepKind } from "#app/features/content/automation-stories.ts";

const pitch = 30;
const middle = 16;
const half: Record<StepKind, number> = { trigger: 5.5, step: 5.5, decision: 7, outcome: 5.5 };

/**
 * A workflow as a row of signs, one per step: circle trigger, square step, diamond decision with its way out below,
 * vermilion dot outcome. The card says the count beside it, so assistive technology skips the drawing.
 */
export function FlowGlyphs({ kinds, className }: { kinds: readonly StepKind[]; className?: string | undefined }) {
  const at = (place: number) => 7.5 + place * pitch;
  const width = at(kinds.length - 1) + 7.5;
  const lines = kinds
    .slice(1)
    .map((kind, place) => `M${at(place) + half[kinds[place]!] + 1.5} ${middle}H${at(place + 1) - half[kind] - 1.5}`);
  const waysOut = kinds.flatMap((kind, place) => (kind === "decision" ? [`M${at(place)} 24.5v7m-4 0h8`] : []));
  return (
    <svg className={className} viewBox={`0 0 ${width} 34`} width={width} height="34" aria-hidden="true">
      <path className="hl" d={[...lines, ...waysOut].join("")} />
      {kinds.map((kind, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other name than its place
        <Glyph key={place} kind={kind} x={at(place)} />
      ))}
    </svg>
  );
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
