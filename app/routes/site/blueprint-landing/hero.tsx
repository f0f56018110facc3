import { denialMessages } from "#app/features/access/access.ts";
import { ownAccessTitles } from "#app/features/access/requests/own-access.ts";
import { firmName } from "#app/lib/firm.ts";
import { CodeWait } from "#app/shell/site/code-wait.tsx";
import { NoteMark } from "#app/shell/site/note-mark.tsx";
import { BlueprintBand } from "#app/ui/drawings/blueprint-band.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { AccessActions, type LandingAccess } from "./access-actions.tsx";
import { TwoWeeks } from "./drawings/two-weeks.tsx";
import css from "./hero.module.css";
import { numberOf } from "./notes.ts";

const facts = [
  { label: "Your time", value: "15 min", text: "3 steps of 5 minutes each" },
  { label: "You get", value: "Top 5", text: "opportunities, ranked for your firm" },
  { label: "Price", value: "Free", text: "a $2,500 survey if done by interview", claim: "handmade" },
  { label: "Access", value: "By code", text: "sent to your work address" },
] as const;

export function Hero({ access }: { access: LandingAccess }) {
  return (
    <>
      <BlueprintBand plain className={css.hero}>
        <div className="wrap g12">
          <div className={css.words}>
            <h1 className="hero-t">Know what to automate first.</h1>
            <p className="lede">
              The {firmName()} Blueprint turns fifteen minutes of answers into an AI-powered automation analysis
              <NoteMark claim="aiPowered" number={numberOf("aiPowered")} />: the five best automations for your firm,
              with hours, dollars and payback for each.
            </p>
            {access && access !== "open" && (
              <Notice kind="caution" title={ownAccessTitles.suspended} className="below-125">
                {denialMessages[access]}
              </Notice>
            )}
            <div className={`row below-125 ${css.actions}`}>
              <AccessActions access={access} />
            </div>
            {access === null && <CodeWait />}
          </div>
          <figure className={css.drawing}>
            <TwoWeeks />
            <figcaption className="top-75 note">
              Fig. 01. The same survey by interview, and by wizard
              <NoteMark claim="handmade" number={numberOf("handmade")} />
            </figcaption>
          </figure>
        </div>
      </BlueprintBand>
      <div className={`wrap ${css.overlap}`}>
        <dl className={`grid card ${css.facts}`}>
          {facts.map((fact) => (
            <div key={fact.label}>
              <dt className="note">{fact.label}</dt>
              <dd className={css.value}>{fact.value}</dd>
              <dd className="small">
                {fact.text}
                {"claim" in fact && <NoteMark claim={fact.claim} number={numberOf(fact.claim)} />}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
}
