import type { Brief } from "#app/features/booking/agenda/brief.server.ts";
import { Day } from "#app/ui/text/firm-dates.tsx";
import css from "./brief-sheet.module.css";

export function BriefSheet({ brief, email }: { brief: Brief | null; email: string }) {
  if (!brief)
    return (
      <section className={`grid gap-75 card ${css.sheet}`} aria-labelledby="brief">
        <h2 id="brief" className={`strong ${css.title}`}>
          No analysis yet
        </h2>
        <p>There is no finished analysis of a verified account with {email}.</p>
      </section>
    );
  return (
    <section className={`grid gap-75 card ${css.sheet}`} aria-labelledby="brief">
      <h2 id="brief" className={`strong ${css.title}`}>
        Brief: {brief.company}
      </h2>
      <p className="small">
        {brief.isBookedFrom ? "They booked from this analysis." : "Their newest analysis; they did not book from one."}
      </p>
      {brief.warning && <p className={`traced ${css.care}`}>{brief.warning}</p>}
      <Rows rows={brief.facts} />
      <h3 className={`top-75 strong ${css.head}`}>What the analysis found</h3>
      <Rows rows={brief.findings} />
      {brief.opportunities.length > 0 && (
        <>
          <h3 className={`top-75 strong ${css.head}`}>In scope, best first</h3>
          <Rows rows={brief.opportunities.map(({ id, title, text }) => ({ label: `${id} ${title}`, value: text }))} />
        </>
      )}
      {brief.processes.length > 0 && (
        <>
          <h3 className={`top-75 strong ${css.head}`}>Where their hours go</h3>
          <Rows rows={brief.processes.map(({ name, text }) => ({ label: name, value: text }))} />
        </>
      )}
      <p className="note">
        Revision {brief.revision} of <Day at={brief.createdAt} />. <a href={brief.url}>Open the blueprint</a>
      </p>
    </section>
  );
}

const Rows = ({ rows }: { rows: readonly { label: string; value: string }[] }) => (
  <dl className={`rule-top ${css.rows}`}>
    {rows.map(({ label, value }) => (
      <div className="grid" key={label}>
        <dt className="muted">{label}</dt>
        <dd className="breaks num">{value}</dd>
      </div>
    ))}
  </dl>
);
