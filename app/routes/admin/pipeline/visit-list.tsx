import { Link } from "react-router";
import { duration } from "#app/features/analytics/reports/figures/metrics.ts";
import { valueLabel } from "#app/features/analytics/reports/lists/lists.ts";
import type { PersonVisit } from "#app/features/analytics/visits/visit-story.server.ts";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import css from "./prospect.module.css";

/** Lists the latest visits in which the prospect signed in or submitted a form. `visits` is null while they cannot be read. */
export function VisitList({ visits }: { visits: readonly PersonVisit[] | null }) {
  if (visits === null)
    return (
      <section className={`grid gap-90 ${css.part}`} aria-labelledby="visits">
        <h2 id="visits">Visits</h2>
        <p className={`muted smaller ${css.quiet}`}>Visits are unavailable right now. Reload this page in a moment.</p>
      </section>
    );
  if (visits.length === 0) return null;
  return (
    <section className={`grid gap-90 ${css.part}`} aria-labelledby="visits">
      <h2 id="visits">Visits</h2>
      <ul className={`grid ${css.found}`}>
        {visits.map(({ id, startedAt, durationSeconds, views, source }) => (
          <li className="cluster middle between breaks" key={id}>
            <span>
              <Link to={`/admin/analytics/visits/${id}`}>
                <Moment at={startedAt} />
              </Link>
              <span className={`muted smaller ${css.quiet}`}>
                {views === 1 ? "1 page" : `${views} pages`} in {duration(durationSeconds)}, source:{" "}
                {valueLabel("source", source)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
