import { freeSheets, sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import { prices } from "#app/features/content/prices.ts";
import { promised } from "#app/features/content/promises.ts";
import { wholeUsd } from "#app/lib/money.ts";
import { bookLink, callPlace, offersFreeCall } from "#app/lib/offered-calls.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { BlueprintBand } from "#app/ui/drawings/blueprint-band.tsx";
import { PhoneDetails } from "#app/ui/sections/phone-details.tsx";
import { AccessActions, type LandingAccess } from "./access-actions.tsx";
import css from "./offer.module.css";

/** The ask: the free analysis, and the two ways from it to the full blueprint. */
export function Offer({ access, contactEmail }: { access: LandingAccess; contactEmail: string }) {
  const book = bookLink("unlock", { label: "Book the call" });
  return (
    <BlueprintBand id="contact" plain className={css.band}>
      <div className={`wrap sec grid ${css.offer}`}>
        <div className={css.free}>
          <h2>
            <span className="note">Automation analysis, {freeSheets}</span>
            <span className={`block ${css.price}`}>FREE</span>
          </h2>
          <p className="lede">
            Fifteen minutes of your time for the five automations to build first. No credit card. You keep the PDF.
          </p>
          <div className={`row ${css.actions}`}>
            <AccessActions access={access} />
          </div>
          <p className="note">
            Questions? Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>. A person answers{" "}
            {promised.answer}.
          </p>
        </div>
        <div className={css.ways}>
          <h3 className="t3">
            {offersFreeCall() ? "Two ways" : "The way"} to the full blueprint, {sheetCodes.fullBlueprint}
          </h3>
          <ul className={`grid cols-2 framed ${css.options}`}>
            {offersFreeCall() && (
              <li className="grid justify-items-start gap-60">
                <p className={`cluster middle ${css.cost}`}>
                  Free <span className={`rounded ${css.recommended}`}>Recommended</span>
                </p>
                <h4 className="t4">{`Strategy call, ${callPlace("unlock")}`}</h4>
                <PhoneDetails more="What happens" row>
                  <p className="small">
                    An architect walks through your analysis with you. The call is the kickoff, and the full blueprint
                    follows {promised.blueprint} later, at no cost.
                  </p>
                </PhoneDetails>
                <ButtonLink href={book.href} size={40}>
                  {book.label}
                </ButtonLink>
              </li>
            )}
            <li className="grid justify-items-start gap-60">
              <p className={`cluster middle ${css.cost}`}>{wholeUsd(prices.unlockUsd)}</p>
              <h4 className="t4">Instant unlock, one time</h4>
              <PhoneDetails more="What happens" row>
                <p className="small">
                  No call. Pay once from your analysis. An architect is assigned {promised.architect} and agrees on the
                  scope with you; the full blueprint follows {promised.blueprint} after that kickoff.
                </p>
              </PhoneDetails>
              <ButtonLink href="/pricing" size={40}>
                Compare the ways
              </ButtonLink>
            </li>
          </ul>
          <p className="small">It is also part of every implementation, from {wholeUsd(prices.projectFromUsd)}.</p>
        </div>
      </div>
    </BlueprintBand>
  );
}
