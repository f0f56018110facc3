import { pageMeta } from "#app/features/content/pages/page-meta.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { MainAction } from "#app/shell/site/main-action.tsx";
import { wizardTarget } from "#app/shell/site/wizard-target.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { BlueprintBand } from "#app/ui/drawings/blueprint-band.tsx";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import type { Route } from "./+types/who-we-help";
import { Bring } from "./bring.tsx";
import { Measures } from "./measures.tsx";
import { NotYet } from "./not-yet.tsx";
import { Roles } from "./roles.tsx";

export const handle: PageHandle = { content: true };

export const meta = pageMeta("/who-we-help-old");

export async function loader({ context }: Route.LoaderArgs) {
  return { target: await wizardTarget(context) };
}

/** The ideal customer profile: who fits, who does not yet, and what to bring. */
export default function WhoWeHelp({ loaderData: { target } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Big enough to repeat itself, small enough to change"
        lede="These are the firms we can help most. Check yours on three scales, no salesperson needed."
      />
      <Measures />
      <Roles />
      <NotYet />
      <Bring />
      <BlueprintBand>
        <h2 className="t1">Not sure? The analysis will tell you, and it is free.</h2>
        <MainAction target={target}>
          <ButtonLink href="/contact">Ask an architect</ButtonLink>
        </MainAction>
      </BlueprintBand>
    </>
  );
}
