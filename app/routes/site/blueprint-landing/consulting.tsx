import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import { prices } from "#app/features/content/prices.ts";
import { promised } from "#app/features/content/promises.ts";
import { formatEstimate } from "#app/features/roi/wording/figures.ts";
import { wholeUsd } from "#app/lib/money.ts";
import type { ExampleFigures } from "#app/shell/site/example-figures.server.ts";
import { NoteMark } from "#app/shell/site/note-mark.tsx";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { PhoneDetails } from "#app/ui/sections/phone-details.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./consulting.module.css";
import { numberOf } from "./notes.ts";

const scaleUsd = 250_000;

type Bar = {
  name: string;
  words: string;
  fromUsd: number;
  toUsd: number;
  look: "theirs" | "value" | "ours";
  claim?: "architect";
};

/** What a year of each costs or returns in USD, drawn on one scale. */
const barsOf = ({ annualValue }: ExampleFigures): readonly Bar[] => [
  {
    name: "A senior architect on your payroll",
    words: "$234,000 or more a year",
    fromUsd: 234_000,
    toUsd: scaleUsd,
    look: "theirs",
    claim: "architect",
  },
  {
    name: "What our example firm gets back",
    words: `${formatEstimate(annualValue.low)} to ${formatEstimate(annualValue.high)} a year`,
    fromUsd: annualValue.low,
    toUsd: annualValue.high,
    look: "value",
  },
  {
    name: "Managed RevOps, month to month",
    words: `from ${wholeUsd(prices.retainerFromUsdPerMonth)} a month`,
    fromUsd: 12 * prices.retainerFromUsdPerMonth,
    toUsd: 12 * prices.retainerFromUsdPerMonth,
    look: "ours",
  },
  {
    name: "One fixed-price project",
    words: `from ${wholeUsd(prices.projectFromUsd)}, typically up to ${wholeUsd(prices.projectTypicalToUsd)}`,
    fromUsd: prices.projectFromUsd,
    toUsd: prices.projectTypicalToUsd,
    look: "ours",
  },
];

/** Bars beyond the scale end at its edge. */
const percent = (usd: number) => `${Math.round((1000 * Math.min(usd, scaleUsd)) / scaleUsd) / 10}%`;

/** Why a firm of this size rents the architect: from edge to edge, the prices and the example's return on one scale. */
export function Consulting({ example }: { example: ExampleFigures }) {
  return (
    <Section
      tag="Fig. 04"
      title="An architect when you need one, without the payroll"
      size="t1"
      aside="The analysis is yours to keep. If you build with us, the price is fixed before work starts."
      bleed={
        <>
          <ul className={css.costs}>
            {barsOf(example).map(({ name, words, fromUsd, toUsd, look, claim }, index) => (
              <li key={name}>
                <p className={`wrap ${css.words}`}>
                  <span className="t4">{name}</span>{" "}
                  <span className="num">
                    {words}
                    {claim && <NoteMark claim={claim} number={numberOf(claim)} />}
                  </span>
                </p>
                <svg className={css[look]} width="100%" height="36" aria-hidden="true">
                  <pattern
                    id={`cost-${index}`}
                    width="6"
                    height="6"
                    patternUnits="userSpaceOnUse"
                    patternTransform="rotate(45)"
                  >
                    <path d="M0 0V6" />
                  </pattern>
                  <rect width={percent(fromUsd)} height="36" />
                  {toUsd > fromUsd && (
                    <rect
                      x={percent(fromUsd)}
                      width={percent(Math.min(toUsd, scaleUsd) - Math.min(fromUsd, scaleUsd))}
                      height="36"
                      fill={`url(#cost-${index})`}
                    />
                  )}
                </svg>
              </li>
            ))}
          </ul>
          <p className={`wrap note ${css.axis}`} aria-hidden="true">
            <span>$0</span>
            <span>$125K a year</span>
            <span>$250K a year</span>
          </p>
          <div className={`wrap g12 ${css.terms}`}>
            <div className={css.more}>
              <PhoneDetails more="What is in the price">
                <p className="prose">
                  A project takes {promised.project}, from signing to handover, in your accounts and under your logins.
                  The full roadmap, sheet {sheetCodes.fullBlueprint}, is ready {promised.blueprint} from kickoff. Half
                  is due on signing, half on completion, before handover.
                </p>
                <p className="prose">
                  Our 90-day ROI guarantee
                  <NoteMark claim="guarantee" number={numberOf("guarantee")} /> covers every project with a yearly value
                  in its contract. Managed RevOps maintains and improves what we built, with no long-term commitment:{" "}
                  {promised.retainerNotice} ends it.
                </p>
              </PhoneDetails>
            </div>
            <p className={css.links}>
              <ButtonLink href="/pricing" size={40}>
                See the prices
              </ButtonLink>
              <ButtonLink variant="tertiary" href="/contact">
                Talk to an architect
              </ButtonLink>
            </p>
          </div>
        </>
      }
    />
  );
}
