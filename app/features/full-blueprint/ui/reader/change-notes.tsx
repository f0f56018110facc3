import type { VersionChange } from "#app/features/full-blueprint/pdf/version-changes.ts";
import { Day } from "#app/ui/text/firm-dates.tsx";
import css from "./change-notes.module.css";

const parts: Record<VersionChange["part"], string> = { summary: "", section: "Section", task: "Task" };

export function ChangeNotes({
  number,
  note,
  changes,
  versions,
  hrefOf,
  comparison,
}: {
  number: number;
  note: string;
  changes: readonly VersionChange[];
  /** Newest first. */
  versions: readonly { number: number; publishedAt: Date }[];
  hrefOf: (version: number) => string;
  comparison: string;
}) {
  return (
    <>
      {(note || changes.length > 0) && (
        <section className={`traced ${css.changes}`} aria-label={`What version ${number} changes`}>
          <p className="note">{number === 1 ? "From the architect" : `New in version ${number}`}</p>
          {note && <p className={`smaller lh-145 ${css.words}`}>{note}</p>}
          {changes.length > 0 && (
            <ul className={`smaller lh-145 ${css.list}`}>
              {changes.map(({ part, act, title }) => (
                <li key={`${part} ${act} ${title}`}>
                  <span className="note">
                    {parts[part]} {act}
                  </span>{" "}
                  {title}
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      {versions.length > 1 && (
        <nav aria-label="Versions">
          <p className="note">Versions</p>
          <ul className={`smaller ${css.versions}`}>
            {versions.map((version) => (
              <li className="line between" key={version.number}>
                <a href={hrefOf(version.number)} aria-current={version.number === number ? "page" : undefined}>
                  Version {version.number}
                </a>{" "}
                <Day className="note" at={version.publishedAt} />
              </li>
            ))}
          </ul>
          <a href={comparison}>Compare versions</a>
        </nav>
      )}
    </>
  );
}
