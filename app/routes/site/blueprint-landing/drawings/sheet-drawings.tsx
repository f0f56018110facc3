import type { ReactNode } from "react";
import { type SheetCode, sheetCodes } from "#app/features/content/blueprint-sheets.ts";

/*
 * One small drawing per sheet, each showing what that sheet holds: steps with a decision, five ranked bars, three curves
 * around the expected one, ninety days in three parts, two overlapping tools, one detailed build drawing. All are 300 by
 * 150, one vermilion mark each; the words beside them say the same.
 */

const currentState = (
  <>
    <path className="hl" d="M20 100H280" />
    <path className="ln" d="M46 75H82M118 75h30M204 75h32" />
    <circle className="ln" cx="34" cy="75" r="12" />
    <path className="ln" d="M82 61h36v28H82zM176 47l28 28-28 28-28-28zM236 61h36v28h-36z" />
    <path className="ds" d="M176 103v27H34V87" />
    <path className="mk" d="M168 75l6 6 11-12" />
    <path className="hl" d="M46 112v8M118 112v8M176 112v8M272 112v8" />
  </>
);

const ranked = [
  { width: 220, cut: 58 },
  { width: 168, cut: 44 },
  { width: 121, cut: 40 },
  { width: 86, cut: 24 },
  { width: 62, cut: 18 },
];

const opportunities = (
  <>
    <path className="ln" d="M40 14V136" />
    {ranked.map(({ width, cut }, place) => (
      <g key={width}>
        <path className="ln" d={`M40 ${20 + place * 23}h${width}v15H40`} />
        <path className="hl" d={`M${40 + width - cut} ${20 + place * 23}v15`} />
      </g>
    ))}
    <rect className="mkf" x="40" y="20" width="162" height="15" />
    <path className="hl" d="M95 14V136M150 14V136M205 14V136M260 14V136" />
  </>
);

const returns = (
  <>
    <path className="ln" d="M36 12V128H284" />
    <path className="hl" d="M36 99H284M36 70H284M36 41H284" />
    <path className="ds" d="M36 116C110 118 150 104 284 84" />
    <path className="mk" d="M36 120C112 120 150 86 284 50" />
    <path className="ds" d="M36 124C116 124 156 66 284 20" />
    <circle className="mkf" cx="141" cy="99" r="4" />
    <path className="hl" d="M141 99v29" />
  </>
);

const plan = (
  <>
    <path className="ln" d="M24 128H276M24 122v12M276 122v12M108 122v12M192 122v12" />
    <path className="hl" d="M108 14v108M192 14v108" />
    <path className="ln" d="M24 22h54v16H24zM42 46h60v16H42zM108 70h78v16h-78zM192 94h84v16h-84z" />
    <path className="hl" d="M78 30h24v40M102 54h6M186 78h6v16" />
    <path className="mk" d="M24 14v108" />
  </>
);

const overlap = (
  <>
    <defs>
      <pattern id="sheet-overlap" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className="ln" d="M0 0V6" />
      </pattern>
    </defs>
    <path d="M150 31.2a58 58 0 0 1 0 87.6a58 58 0 0 1 0-87.6z" fill="url(#sheet-overlap)" />
    <circle className="ln" cx="112" cy="75" r="58" />
    <circle className="ln" cx="188" cy="75" r="58" />
    <path className="mk" d="M150 31.2a58 58 0 0 1 0 87.6a58 58 0 0 1 0-87.6z" />
    <path className="hl" d="M20 75H280M150 8V142" />
  </>
);

const build = (
  <>
    <path className="ln" d="M28 14H272V136H28z" />
    <path className="hl" d="M28 112H272M190 112v24M232 112v24M190 124h82" />
    <path className="ln" d="M48 34h44v20H48zM128 34h44v20h-44zM208 34h44v20h-44zM128 76h44v20h-44z" />
    <path className="ln" d="M92 44h36M172 44h36M150 54v22" />
    <path className="ds" d="M128 86H70V54" />
    <path className="hl" d="M36 122h80M36 128h52" />
    <circle className="mkf" cx="252" cy="44" r="4" />
  </>
);

const drawings: Record<SheetCode, ReactNode> = {
  [sheetCodes.map]: currentState,
  [sheetCodes.opportunities]: opportunities,
  [sheetCodes.returnModel]: returns,
  [sheetCodes.plan]: plan,
  [sheetCodes.tools]: overlap,
  [sheetCodes.fullBlueprint]: build,
};

export const SheetDrawing = ({ code }: { code: SheetCode }) => (
  <svg viewBox="0 0 300 150" aria-hidden="true">
    {drawings[code]}
  </svg>
);
