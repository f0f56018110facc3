import { type Tier, type TierId, tiers } from "#app/features/content/pricing.ts";
import type { ClaimName } from "#app/features/roi/wording/claims.ts";
import { blueprintName } from "#app/lib/firm.ts";
import { bookLink } from "#app/lib/offered-calls.ts";
import { CodeWait } from "#app/shell/site/code-wait.tsx";
import { landingPath, wizardPath } from "#app/shell/site/main-paths.ts";
import { RichText } from "#app/shell/site/rich-text.tsx";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { Icon } from "#app/ui/buttons/icon.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { PhoneDetails } from "#app/ui/sections/phone-details.tsx";
import css from "./tiers.module.css";

type Act = { label: string; href: string; muted?: boolean };

/** "Contact us" while no strategy session can be booked. */
export const implementationCall = (label: string): Act => bookLink("session", { label, href: "/contact" });

/** Before the first analysis everything begins with it; afterwards the next step is to build. */
const actions: Record<"before" | "after", Record<TierId, Act>> = {
  before: {
    analysis: { label: "Generate Free Analysis", href: landingPath },
    project: { label: "Start with an Analysis", href: landingPath },
    retainer: { label: "Start with an Analysis", href: landingPath },
  },
  after: {
    analysis: {
      get label() {
        return `View Your ${blueprintName()}`;
      },
      href: wizardPath,
      muted: true,
    },
    get project() {
      return implementationCall("Schedule Implementation Call");
    },
    get retainer() {
      return implementationCall("Start with Implementation Call");
    },
  },
};

export function Tiers({ hasAnalysis, notes }: { hasAnalysis: boolean; notes: readonly ClaimName[] }) {
  const next: TierId = hasAnalysis ? "project" : "analysis";
  return (
    <section className={css.section} aria-labelledby="offers">
      <div className="wrap">
        <h2 className="vh" id="offers">
          Three offers
        </h2>
        <div className={`grid card ${css.tiers}`}>
          {tiers.map((tier) => (
            <TierCard
              key={tier.id}
              tier={tier}
              act={actions[hasAnalysis ? "after" : "before"][tier.id]}
              isNext={tier.id === next}
              badge={tier.id === "analysis" ? (hasAnalysis ? "done" : "start") : undefined}
              notes={notes}
            />
          ))}
        </div>
        {!hasAnalysis && <CodeWait />}
      </div>
    </section>
  );
}

function TierCard({
  tier,
  act,
  isNext,
  badge,
  notes,
}: {
  tier: Tier;
  act: Act;
  isNext: boolean;
  badge: "start" | "done" | undefined;
  notes: readonly ClaimName[];
}) {
  return (
    <article className={classNames("stack", css.tier, isNext && css.next)} data-next={isNext || undefined}>
      <div className={`cluster middle between ${css.top}`}>
        <h3 className="t3">{tier.title}</h3>
        {badge === "start" && <Badge kind="trace">Start Here</Badge>}
        {badge === "done" && (
          <Badge kind="positive" icon="check">
            Completed
          </Badge>
        )}
      </div>
      <p className={`top-175 soft ${css.from}`}>{tier.from}</p>
      <p className={css.price}>
        {tier.price}
        {tier.per && <span className={`larger ${css.per}`}> {tier.per}</span>}
      </p>
      <p className="small">{tier.terms}</p>
      <PhoneDetails more="What you get">
        <ul className={`grid gap-60 ui-size lh-145 ${css.features}`}>
          {tier.features.map((feature, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
            <li key={index}>
              <Icon name="check" size={16} />
              <span>
                <RichText text={feature} notes={notes} />
              </span>
            </li>
          ))}
        </ul>
      </PhoneDetails>
      <ButtonLink
        href={act.href}
        variant={isNext ? "primary" : act.muted ? "tertiary" : "secondary"}
        forward={isNext}
        className={classNames(css.act, act.muted && css.muted)}
      >
        {act.label}
      </ButtonLink>
    </article>
  );
}
