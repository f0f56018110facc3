import css from "./wait.module.css";

/**
 * A pending operation in words, with its expected duration if known. `share` (0 to 1) draws the progress; without it the line
 * is animated in a loop. Announced politely.
 */
export function Wait({ text, note, share }: { text: string; note?: string; share?: number }) {
  return (
    <div className={`grid gap-90 card ${css.wait}`} role="status">
      <p className="t4">{text}</p>
      <svg width="100%" height="13" aria-hidden="true">
        <rect className={css.scale} y="6" width="100%" height="1" />
        <rect className={css.scale} width="1" height="13" />
        <rect className={css.scale} x="100%" width="1" height="13" transform="translate(-1 0)" />
        <rect
          className={share === undefined ? css.drawing : css.drawn}
          y="5"
          width={share === undefined ? "100%" : `${Math.round(share * 100)}%`}
          height="3"
        />
      </svg>
      {note && <p className="note">{note}</p>}
    </div>
  );
}
