import { spelledCounts } from "#app/features/content/counts.ts";
import { starterKit } from "#app/features/kit/starter-kit.ts";
import css from "./archive-drawing.module.css";

const columns = [40, 116, 192] as const;
const rows = [0, 1, 2, 3, 4] as const;
const left = 58;

/** Fifteen sheets in three stacks, the spreadsheet over them and a guide under each stack: the archive as it is. */
export function ArchiveDrawing() {
  return (
    <svg
      className={`full-width soft ${css.drawing}`}
      viewBox="0 0 320 344"
      role="img"
      aria-label={`The archive: one spreadsheet, ${spelledCounts.templateFiles} templates in ${spelledCounts.platforms} columns of ${spelledCounts.templates}, one column for each platform, and a guide for each platform.`}
    >
      <path className={`no-fill ${css.box}`} d="M20 34V322H300V34" />
      <path className="hl" d="M20 34L8 12H312L300 34" />
      <rect className={`stroked ${css.sheet}`} x={left} y="46" width="204" height="30" />
      <path
        className="hl"
        d={`M${left} 56h204M${left} 66h204M${left + 51} 46v30M${left + 102} 46v30M${left + 153} 46v30`}
      />
      <rect className="mkf" x={left + 154} y="67" width="49" height="8" />
      {columns.map((x, column) => (
        <g key={x}>
          {rows.map((row) => (
            <g key={row}>
              <rect className={`stroked ${css.sheet}`} x={x + 18 + row * 3} y={98 + row * 25} width="52" height="34" />
              <path
                className="hl"
                d={`M${x + 24 + row * 3} ${106 + row * 25}h28M${x + 24 + row * 3} ${112 + row * 25}h18`}
              />
            </g>
          ))}
          <path className={`stroked ${css.sheet}`} d={`M${x + 18} 256h52v44h-52zM${x + 44} 256v44`} />
          <text x={x + 44} y="316" textAnchor="middle" className={css.name}>
            {starterKit.platforms[column]}
          </text>
        </g>
      ))}
    </svg>
  );
}
