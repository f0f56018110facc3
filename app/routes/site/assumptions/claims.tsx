import { claims, originLabels } from "#app/features/roi/wording/claims.ts";
import { PhoneDetails } from "#app/ui/sections/phone-details.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./claims.module.css";
import { ClaimsChart } from "./claims-chart.tsx";
import type { hoursByManualHours } from "./worked-example.server.ts";

/** Every claim of the site with its reading; each has the anchor its footnote marks lead to. */
export function Claims({
  points,
  example,
}: {
  points: ReturnType<typeof hoursByManualHours>;
  example: { manual: number; saved: number };
}) {
  return (
    <Section
      id="claims"
      tag="Fig. 02"
      title="What the claims on this site mean"
      size="t1"
      aside="Every footnote mark on the site leads to one of these entries. Each says what the claim is based on."
    >
      <div className={`grid start ${css.layout}`}>
        <figure className={css.figure}>
          <ClaimsChart points={points} example={example} />
          <figcaption className="top-75 note">
            Hours saved at the example firm as its manual hours vary; red marks the firm as it is
          </figcaption>
        </figure>
        <ol className={`ruled ${css.claims}`}>
          {Object.values(claims).map(({ id, words, origin, reading }) => (
            <li key={id} id={id}>
              <h3 className="t4">“{words}”</h3>
              <p className="note">{originLabels[origin]}</p>
              <PhoneDetails more="What it means" row>
                <p className="prose">{reading}</p>
              </PhoneDetails>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}
