import type { RouterContextProvider } from "react-router";
import { hasWizardAccess } from "../../features/access/grants.server.ts";
import { requestContext } from "../../request-context.ts";
import { landingPath, wizardPath } from "./main-paths.ts";

/** Where the main calls to action lead: into the wizard for those who have access, to the landing page for everybody else. */
export async function wizardTarget(context: Readonly<RouterContextProvider>): Promise<string> {
  const ctx = context.get(requestContext);
  if (ctx.actor.kind !== "user") return landingPath;
  return (await hasWizardAccess(ctx, ctx.actor.userId)) ? wizardPath : landingPath;
}
