import { pageMeta } from "#app/features/content/pages/page-meta.ts";
import { assumptionRows } from "#app/features/roi/inputs/assumptions-table.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { MainAction } from "#app/shell/site/main-action.tsx";
import { wizardTarget } from "#app/shell/site/wizard-target.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { ChipLink } from "#app/ui/buttons/chip.tsx";
import { QuarterHour } from "#app/ui/drawings/arc.tsx";
import { BlueprintBand } from "#app/ui/drawings/blueprint-band.tsx";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import type { Route } from "./+types/assumptions";
import { Claims } from "./claims.tsx";
import { HoursFall } from "./hours-fall.tsx";
import { Limits } from "./limits.tsx";
import { ModelSteps } from "./model-steps.tsx";
import { Parameters } from "./parameters.tsx";
import { hoursByManualHours, workedExample } from "./worked-example.server.ts";

export const handle: PageHandle = { content: true };

export const meta = pageMeta("/assumptions");

export async function loader({ context }: Route.LoaderArgs) {
  return {
    example: workedExample(),
    points: hoursByManualHours(),
    rows: assumptionRows(),
    target: await wizardTarget(context),
  };
}

const parts = [
  { href: "#example", label: "Worked example" },
  { href: "#claims", label: "Claims" },
  { href: "#steps", label: "Eight steps" },
  { href: "#parameters", label: "Every parameter" },
] as const;

/** The return model in the open: what the claims mean, how it computes, and every number it computes with. */
export default function Assumptions({ loaderData: { example, points, rows, target } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="What stands behind every figure"
        lede="A figure is only as good as the assumptions behind it. Here are all of ours, each with its origin."
      >
        <nav aria-label="On this page" className="row">
          {parts.map(({ href, label }) => (
            <ChipLink key={href} href={href} current={false}>
              {label}
            </ChipLink>
          ))}
        </nav>
      </PageHead>
      <Section
        id="example"
        surface="sheet"
        tag="Fig. 01"
        title={`From ${example.hours.manual.toFixed(0)} hours to a yearly value`}
        size="t1"
        aside={`The example firm: ${example.people} people, ${example.processes} manual processes. Most of the hours are filtered out along the way, as they should be.`}
        bleed={<HoursFall example={example} />}
      />
      <Claims points={points} example={{ manual: example.hours.manual, saved: example.hours.saved }} />
      <ModelSteps example={example} />
      <Parameters rows={rows} />
      <Limits />
      <BlueprintBand art={<QuarterHour />}>
        <h2 className="t1">Now try it with your own numbers.</h2>
        <MainAction target={target}>
          <ButtonLink href="/our-approach">See How It Works</ButtonLink>
        </MainAction>
      </BlueprintBand>
    </>
  );
}
