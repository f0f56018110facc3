import { samplePath } from "#app/features/analysis/sample/sample-analysis.ts";
import { findCallLengths } from "#app/features/booking/availability/calendar.server.ts";
import { offers } from "#app/features/content/pages/offers.ts";
import { pageMeta } from "#app/features/content/pages/page-meta.ts";
import { faqPage, service } from "#app/features/content/pages/structured-data.ts";
import { priceQuestions, tiers } from "#app/features/content/pricing.ts";
import { claimsIn } from "#app/features/content/rich-text.ts";
import { siteFacts } from "#app/features/content/site-facts.server.ts";
import { getYours } from "#app/lib/firm.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { EstimateSection } from "#app/shell/site/estimate-section.tsx";
import { Notes } from "#app/shell/site/note-mark.tsx";
import { claimNames } from "#app/shell/site/rich-text.tsx";
import { wizardTarget } from "#app/shell/site/wizard-target.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { BlueprintBand } from "#app/ui/drawings/blueprint-band.tsx";
import type { Route } from "./+types/pricing";
import css from "./pricing.module.css";
import { PriceQuestions } from "./questions.tsx";
import { implementationCall, Tiers } from "./tiers.tsx";
import { Ways } from "./ways.tsx";
import { WhenYouPay } from "./when-you-pay.tsx";

export const handle: PageHandle = { content: true };

export const meta = pageMeta("/pricing", (site) => [
  ...offers().map((offer) => service(site, offer)),
  faqPage(site, "/pricing", priceQuestions),
]);

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  return {
    hasAnalysis: (await ctx.view()).hasAnalysis,
    calls: await findCallLengths(ctx),
    target: await wizardTarget(context),
    contactEmail: siteFacts(ctx.now).contactEmail,
  };
}

const notes = claimNames(
  claimsIn([...tiers.flatMap(({ features }) => features), ...priceQuestions.flatMap(({ answer }) => answer)]),
);

export default function Pricing({ loaderData: { hasAnalysis, calls, target, contactEmail } }: Route.ComponentProps) {
  const talk = implementationCall("Schedule Implementation Call");
  return (
    <>
      <header className={`wrap g12 ${css.head}`}>
        <h1 className={`hero-t ${css.title}`}>Start free. Pay when you build.</h1>
        <p className={`lede ${css.lede}`}>
          Every engagement starts with the same analysis, so you see your own numbers before you pay anything.{" "}
          <a href={samplePath}>Read a whole sample analysis</a>.
        </p>
      </header>
      <Tiers hasAnalysis={hasAnalysis} notes={notes} />
      <EstimateSection />
      <div className={css.later}>
        <WhenYouPay />
        <Ways hasAnalysis={hasAnalysis} calls={calls} />
        <PriceQuestions contactEmail={contactEmail} notes={notes} />
      </div>
      <BlueprintBand>
        <h2 className="t1">
          {hasAnalysis ? "You have the numbers. Let's talk about the build." : "Your first numbers are free."}
        </h2>
        <p className="row">
          {hasAnalysis ? (
            <ButtonLink variant="primary" href={talk.href} forward>
              {talk.label}
            </ButtonLink>
          ) : (
            <ButtonLink variant="primary" href={target} forward>
              {getYours()}
            </ButtonLink>
          )}
          <ButtonLink href="/faq">Read the FAQ</ButtonLink>
        </p>
      </BlueprintBand>
      <Notes of={notes} />
    </>
  );
}
