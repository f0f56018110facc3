import { classNames } from "#app/ui/class-names.ts";
import sprite from "./logos.svg?url";
import css from "./tool-mark.module.css";

/** The look of a tool. `logo` is its symbol in logos.svg, or null. */
export type ToolLook = { name: string; logo: string | null };

/** Marks that are wordmarks: unreadable below 24 px, and larger than other marks otherwise. */
export const wordmarks: ReadonlySet<string | null> = new Set(["typeform", "zoho", "zoom"]);

/**
 * The mark of a tool in one color, in its brand's color on hover (of it or of an ancestor with `data-brands`). Without a mark,
 * or if the sprite fails, a neutral monogram of its initials; for an unknown tool (`of` is null) a gray check. Hidden from assistive
 * technology: the name is beside it. `late`, on content pages: the sprite is loaded when a mark comes near, and its monogram
 * appears only if that fails (late-marks.ts) or without scripts.
 */
export function ToolMark({
  of,
  size = 18,
  on = "sheet",
  late = false,
}: {
  of: ToolLook | null;
  size?: number;
  on?: "sheet" | "page";
  late?: boolean;
}) {
  const box = { viewBox: "0 0 24 24", width: size, height: size };
  if (!of)
    return (
      <svg {...box} className={classNames(css.mark, css.unknown)} aria-hidden="true">
        <path d="M4.5 12.5l5 5 10-11" />
      </svg>
    );
  const mark = size < 24 && wordmarks.has(of.logo) ? null : of.logo;
  // Monograms of wordmarks are as large as the marks of other tools.
  const monogram = wordmarks.has(mark) ? Math.min(size, 26) : size;
  const share = Math.round((100 * monogram) / size) / 100;
  // Constant size on screen, whatever the size of the box.
  const scale = Math.round(2400 / monogram) / 100;
  return (
    <svg {...box} className={classNames(css.mark, on === "page" && css.onPage)} aria-hidden="true">
      <g
        className={late && mark ? css.ifFailed : undefined}
        transform={share < 1 ? `translate(${centered(share)} ${centered(share)}) scale(${share})` : undefined}
      >
        <rect x="1" y="1" width="22" height="22" rx="4" />
        <text className={css.letters} transform={`translate(12 ${Math.round(120 + 39 * scale) / 10}) scale(${scale})`}>
          {lettersOf(of.name)}
        </text>
      </g>
      {mark && <use {...(late ? { "data-mark": mark } : { href: `${sprite}#${mark}` })} />}
    </svg>
  );
}

const centered = (share: number) => Math.round(1200 * (1 - share)) / 100;

/** "Power BI" → "PB", "HubSpot" → "HU": the initials of the first two words, or the first two letters of one word, in capitals. */
export function lettersOf(name: string): string {
  const [first = "", second] = name
    .split(/\s+/)
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, ""))
    .filter(Boolean);
  const letters = (word: string, count: number) => Array.from(word).slice(0, count).join("");
  return (second ? letters(first, 1) + letters(second, 1) : letters(first, 2)).toUpperCase();
}
