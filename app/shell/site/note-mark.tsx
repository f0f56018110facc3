import { type ClaimName, claims } from "#app/features/roi/wording/claims.ts";
import { PhoneDetails } from "#app/ui/sections/phone-details.tsx";
import css from "./note-mark.module.css";

/** The footnote mark of a claim; links to its explanation on the assumptions page. `number` is its position in the page's notes. */
export function NoteMark({ claim, number }: { claim: ClaimName; number: number }) {
  return (
    <sup className={css.mark}>
      <a href={`/assumptions#${claims[claim].id}`} aria-label={`Note ${number}: what “${claims[claim].words}” means`}>
        {number}
      </a>
    </sup>
  );
}

export function Notes({ of }: { of: readonly ClaimName[] }) {
  return (
    <section className={css.notes} aria-labelledby="notes">
      <div className="wrap g12">
        <h2 id="notes" className={`note ${css.title}`}>
          Notes
        </h2>
        <div className={css.body}>
          <PhoneDetails more={of.length === 1 ? "Show the note" : `Show the ${of.length} notes`}>
            <ol className={css.list}>
              {of.map((name) => (
                <li key={name} className="small">
                  <strong>{claims[name].words}.</strong> {claims[name].reading}
                </li>
              ))}
            </ol>
            <p className="small">
              <a href="/assumptions">Every assumption of the return model, with its origin</a>
            </p>
          </PhoneDetails>
        </div>
      </div>
    </section>
  );
}
