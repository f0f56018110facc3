import type { MailClicks as Clicks } from "#app/features/mail/clicks/clicks.server.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import { Fact } from "#app/ui/lists/fact.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import css from "../mail.module.css";

/** Lists requests for the links of a mail and why each counts as human or scanner. */
export function MailClicks({ humanClicks, scannerHits, hits }: Clicks) {
  return (
    <>
      <h2 className={`larger strong ${parts.head} ${css.head}`}>Clicks</h2>
      <dl className={`${parts.facts} ${css.facts}`}>
        <Fact name="By people">{humanClicks === 1 ? "1 link" : `${humanClicks} links`}</Fact>
        <Fact name="By scanners">{scannerHits === 1 ? "1 request" : `${scannerHits} requests`}</Fact>
      </dl>
      {hits.length === 0 ? (
        <p className="note">No requests in the last 30 days.</p>
      ) : (
        <ol className={css.history}>
          {hits.map(({ id, at, method, link, verdict, isFinal, reasons }) => (
            <li key={id}>
              <Moment className="note" at={at} />
              <span>
                {verdict === "human" ? "Person" : "Scanner"}
                {isFinal ? "" : " (provisional)"}: {method === "HEAD" ? "HEAD " : ""}
                {link ?? "hidden link"}
                {reasons.length > 0 && (
                  <span className={`muted breaks block size-81 ${css.error}`}>{reasons.join(". ")}.</span>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
