import { crumbNames } from "#app/features/content/content.ts";
import { type EstimateTexts, estimateTexts, startingEstimate } from "#app/features/roi/estimate/estimate-answers.ts";
import { Island } from "#app/island-kit/island.tsx";
import Estimator from "#app/islands/estimator.tsx";
import { getYours, unlisted } from "#app/lib/firm.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { CodeWait } from "#app/shell/site/code-wait.tsx";
import { wizardTarget } from "#app/shell/site/wizard-target.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { Breadcrumb } from "#app/ui/frames/breadcrumb.tsx";
import { crumbsOf } from "#app/ui/frames/crumbs.ts";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import type { Route } from "./+types/estimate";
import css from "./estimate.module.css";

export const handle: PageHandle = { content: true };
export const meta: Route.MetaFunction = () => unlisted("Two-minute estimate");

/** The answers are in the address, so the page needs no script and can be sent to a colleague. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const start = estimateTexts(startingEstimate);
  const initial = Object.fromEntries(
    Object.entries(start).map(([field, text]) => [field, query.get(field)?.slice(0, 20) ?? text]),
  ) as EstimateTexts;
  return { initial, target: await wizardTarget(context) };
}

const crumbs = crumbsOf("/estimate", { ...crumbNames(), "/estimate": "Estimate" });

/** Where the form of the estimate leads without scripts. */
export default function EstimatePage({ loaderData: { initial, target } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        above={<Breadcrumb crumbs={crumbs} />}
        title="Two-minute estimate"
        lede="Four answers, computed by the same return model as the full analysis. No email address."
      />
      <section className={`wrap ${css.page}`} aria-label="Your estimate">
        <Island of={Estimator} props={{ initial }} />
        <p className={`row ${css.next}`}>
          <ButtonLink variant="primary" href={target} forward>
            {getYours()}
          </ButtonLink>
        </p>
        <CodeWait target={target} isEstimated />
      </section>
    </>
  );
}
