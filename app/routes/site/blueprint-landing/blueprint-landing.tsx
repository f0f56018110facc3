import { pageMeta } from "#app/features/content/pages/page-meta.ts";
import { siteFacts } from "#app/features/content/site-facts.server.ts";
import { Island } from "#app/island-kit/island.tsx";
import AccessDialogs from "#app/islands/access-dialogs.tsx";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { EstimateSection } from "#app/shell/site/estimate-section.tsx";
import { exampleFigures } from "#app/shell/site/example-figures.server.ts";
import { Notes } from "#app/shell/site/note-mark.tsx";
import type { Route } from "./+types/blueprint-landing";
import { Benefits } from "./benefits.tsx";
import { Consulting } from "./consulting.tsx";
import { Deliverables } from "./deliverables.tsx";
import { Familiar } from "./familiar.tsx";
import { Hero } from "./hero.tsx";
import { landingNotes } from "./notes.ts";
import { Offer } from "./offer.tsx";
import { Questions } from "./questions.tsx";
import { Steps } from "./steps.tsx";

export const handle: PageHandle = { content: true };

export async function loader({ context }: Route.LoaderArgs) {
  const { now, view } = context.get(requestContext);
  const { account, hasWizardAccess, suspension } = await view();
  const { contactEmail, codeWithin } = siteFacts(now);
  return {
    access: suspension ?? (hasWizardAccess ? ("open" as const) : null),
    email: account?.email ?? null,
    contactEmail,
    codeWithin,
    example: exampleFigures(),
  };
}

export const meta = pageMeta("/automation-blueprint-gtmarc");

/** Where the calls to action of the site lead: what the blueprint is, and the two dialogs that ask for and take a code. */
export default function BlueprintLanding({ loaderData }: Route.ComponentProps) {
  const { access, email, contactEmail, codeWithin, example } = loaderData;
  return (
    <>
      <Hero access={access} />
      <EstimateSection />
      <Familiar />
      <Deliverables />
      <Steps />
      <Benefits example={example} />
      <Consulting example={example} />
      <Offer access={access} contactEmail={contactEmail} />
      <Questions />
      <Notes of={landingNotes} />
      {access === null && <Island of={AccessDialogs} props={{ email, codeWithin }} />}
    </>
  );
}
