import type { InputChange } from "#app/features/analysis/revisions/input-changes.ts";
import css from "./change-list.module.css";

/** Differing answers with both values; beyond `most` only a count. */
export function ChangeList({ changes, most = 100 }: { changes: readonly InputChange[]; most?: number }) {
  const more = changes.length - most;
  return (
    <ul className={`grid smaller breaks ${css.list}`}>
      {changes.slice(0, most).map(({ key, label, before, after }) => (
        <li key={key}>
          {label}:{" "}
          {before === null ? `added, ${after}` : after === null ? `removed (${before})` : `${before} → ${after}`}
        </li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </ul>
  );
}
