import { prices, usd } from "#app/features/content/pricing.ts";
import { promised } from "#app/features/content/promises.ts";
import { NoteMark } from "#app/shell/site/note-mark.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PhoneDetails } from "#app/ui/phone-details.tsx";
import { Section } from "#app/ui/section.tsx";
import css from "./consulting.module.css";
import { numberOf } from "./notes.ts";

const scaleUsd = 250_000;

type Cost = { name: string; words: string; fromUsd: number; toUsd: number; ours: boolean; claim?: "architect" };

/** What a year of each costs in USD, drawn on one scale. */
const costs: readonly Cost[] = [
  {
    name: "A senior architect on your payroll",
    words: "$234,000 or more a year",
    fromUsd: 234_000,
    toUsd: scaleUsd,
    ours: false,
    claim: "architect",
  },
  {
    name: "Managed RevOps, month to month",
    words: `from ${usd(prices.retainerFromUsdPerMonth)} a month`,
    fromUsd: 12 * prices.retainerFromUsdPerMonth,
    toUsd: 12 * prices.retainerFromUsdPerMonth,
    ours: true,
  },
  {
    name: "One fixed-price project",
    words: `from ${usd(prices.projectFromUsd)}, typically to ${usd(prices.projectTypicalToUsd)}`,
    fromUsd: prices.projectFromUsd,
    toUsd: prices.projectTypicalToUsd,
    ours: true,
  },
];

const percent = (usd: number) => `${(100 * usd) / scaleUsd}%`;

/** Why a firm of this size rents the architect: the three prices on one scale, and what comes with ours. */
export function Consulting() {
  return (
    <Section
      tag="Fig. 04"
      title="An architect when you need one, not on your payroll"
      size="t1"
      aside="The analysis is yours whether or not you build with us. When you do, the price is fixed before work starts."
    >
      <ul className={css.costs}>
        {costs.map(({ name, words, fromUsd, toUsd, ours, claim }) => (
          <li key={name}>
            <p className="t4">{name}</p>
            <svg className={ours ? css.ours : css.theirs} width="100%" height="28" aria-hidden="true">
              <pattern
                id={`cost-${fromUsd}`}
                width="6"
                height="6"
                patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)"
              >
                <path d="M0 0V6" />
              </pattern>
              <rect className={css.scale} y="27" width="100%" height="1" />
              <rect y="4" width={percent(fromUsd)} height="20" />
              {toUsd > fromUsd && (
                <rect
                  x={percent(fromUsd)}
                  y="4"
                  width={percent(toUsd - fromUsd)}
                  height="20"
                  fill={`url(#cost-${fromUsd})`}
                />
              )}
            </svg>
            <p className={`num ${css.price}`}>
              {words}
              {claim && <NoteMark claim={claim} number={numberOf(claim)} />}
            </p>
          </li>
        ))}
      </ul>
      <p className={`note ${css.axis}`} aria-hidden="true">
        <span>$0</span>
        <span>$125k a year</span>
        <span>$250k a year</span>
      </p>
      <div className={`g12 ${css.terms}`}>
        <div className={css.more}>
          <PhoneDetails more="What is in the price">
            <p className="prose">
              A project takes {promised.project}, from signing to handover, in your accounts and under your logins. The
              full roadmap is ready {promised.blueprint} from kickoff. Half is due when you sign and half before
              handover.
            </p>
            <p className="prose">
              Our 90-day ROI guarantee
              <NoteMark claim="guarantee" number={numberOf("guarantee")} /> covers every project whose contract names a
              yearly value. Managed RevOps maintains and improves what runs, with no long-term commitment:{" "}
              {promised.retainerNotice} ends it.
            </p>
          </PhoneDetails>
        </div>
        <p className={css.links}>
          <ButtonLink href="/pricing">See the prices</ButtonLink>
          <ButtonLink variant="tertiary" href="/contact">
            Talk to an architect
          </ButtonLink>
        </p>
      </div>
    </Section>
  );
}
