import { blueprintSheets, freeSheets, sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import { prices } from "#app/features/content/prices.ts";
import { wholeUsd } from "#app/lib/money.ts";
import { spelled } from "#app/lib/numbers.ts";
import { offersFreeCall } from "#app/lib/offered-calls.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./home.module.css";

/** What the product is, as a list of the sheets that a firm receives. */
export function Sheets() {
  return (
    <Section surface="sheet">
      <div className="g12">
        <p className={`note ${css.sheetTag}`}>Fig. 03</p>
        <div className={css.sheetLabels}>
          <h2 className="t1">What you get, sheet by sheet</h2>
          <p className="lede">All from three short sets of answers. Build it yourself, or have us do it.</p>
          <ButtonLink variant="tertiary" href="/our-approach">
            See How It Works
          </ButtonLink>
        </div>
        <div className={css.sheetList}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways on a phone scrolls by keyboard */}
          <ol className={css.index} tabIndex={0} aria-label={`The ${spelled(blueprintSheets.length)} sheets`}>
            {blueprintSheets.map(({ code, title, text }) => (
              <li key={code}>
                <span className={code === sheetCodes.fullBlueprint ? "note mark" : "note"}>{code}</span>
                <h3 className="t4">{title}</h3>
                <p className="small">{text}</p>
              </li>
            ))}
          </ol>
          <p className={`note ${css.sheetNote}`}>
            {freeSheets} are free. {sheetCodes.fullBlueprint} follows {offersFreeCall() && "a free strategy call or "}a
            one-time payment of {wholeUsd(prices.unlockUsd)}.
          </p>
        </div>
      </div>
    </Section>
  );
}
