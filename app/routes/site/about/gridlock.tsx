import css from "./gridlock.module.css";

type Arm = "north" | "west" | "south" | "east";

/** The drawing's queues: each team waits for the one that blocks the next square of the junction. */
const queues: readonly { arm: Arm; waiting: number; lines: readonly string[]; x: number; y: number }[] = [
  { arm: "north", waiting: 4, lines: ["Sales waits for", "marketing's list"], x: 250, y: 72 },
  { arm: "west", waiting: 3, lines: ["Marketing waits", "for operations'", "report"], x: 12, y: 392 },
  { arm: "south", waiting: 3, lines: ["Operations waits", "for finance's", "numbers"], x: 394, y: 510 },
  { arm: "east", waiting: 4, lines: ["Finance waits for", "sales' order"], x: 616, y: 202 },
];

const pace = 54;

/** Centers of the items of a queue, the one in the junction first. Traffic keeps to the right. */
function placesOf(arm: Arm, waiting: number): { x: number; y: number }[] {
  return Array.from({ length: waiting + 1 }, (_, place) => {
    const back = place * pace;
    if (arm === "north") return { x: 292, y: 272 - back };
    if (arm === "west") return { x: 292 - back, y: 328 };
    if (arm === "south") return { x: 348, y: 328 + back };
    return { x: 348 + back, y: 272 };
  });
}

/** An item with its nose in the direction of travel. */
function itemPath(arm: Arm, { x, y }: { x: number; y: number }): string {
  const upright = arm === "north" || arm === "south";
  const [halfWidth, halfHeight] = upright ? [13, 20] : [20, 13];
  const box = `M${x - halfWidth} ${y - halfHeight}h${2 * halfWidth}v${2 * halfHeight}h${-2 * halfWidth}z`;
  const nose = {
    north: `M${x - 6} ${y + 8}l6 6 6-6`,
    west: `M${x + 8} ${y - 6}l6 6-6 6`,
    south: `M${x - 6} ${y - 8}l6-6 6 6`,
    east: `M${x - 8} ${y - 6}l-6 6 6 6`,
  }[arm];
  return box + nose;
}

/** Four queues at one junction, each blocked by the next, and the hand-off that opens the ring. */
export function Gridlock() {
  return (
    <svg
      className={`full-width ${css.drawing}`}
      viewBox="10 10 620 580"
      role="img"
      aria-label="Line drawing of a gridlocked intersection with four queues. Sales waits for marketing's list, marketing for operations' report, operations for finance's numbers, finance for sales' order. One automated handoff clears the intersection."
    >
      <path
        className="hl"
        d="M264 20V244H20M376 20V244H620M264 580V356H20M376 580V356H620M264 244h112v112H264zM264 244l112 112M376 244L264 356"
      />
      <path className="ds" d="M320 20V244M320 356V580M20 300H264M376 300H620" />
      {queues.map(({ arm, waiting, lines, x, y }) => (
        <g key={arm}>
          {placesOf(arm, waiting).map((place, index) => (
            <path
              key={`${place.x} ${place.y}`}
              className={arm === "south" && index === 0 ? css.gone : css.item}
              d={itemPath(arm, place)}
            />
          ))}
          {lines.map((line, index) => (
            <text
              key={line}
              x={x}
              y={y}
              dy={`${index * 1.35}em`}
              textAnchor={arm === "north" || arm === "east" ? "end" : "start"}
            >
              {line}
            </text>
          ))}
        </g>
      ))}
      <path className="mk" d="M348 358C348 338 358 328 378 328H470" />
      <path className={css.freed} d="M470 315h40v26h-40zM498 322l6 6-6 6" />
      <path className="mk" d="M510 328H606M596 320l10 8-10 8" />
      <g className={css.free}>
        {["One handoff", "automated: the", "others move again"].map((line, index) => (
          <text key={line} x="394" y="390" dy={`${index * 1.35}em`}>
            {line}
          </text>
        ))}
      </g>
    </svg>
  );
}
