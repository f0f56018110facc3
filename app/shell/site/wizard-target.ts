import type { RouterContextProvider } from "react-router";
import { requestContext } from "../request-context.ts";
import { landingPath, wizardPath } from "./main-paths.ts";

/** Where the main calls to action lead: into the wizard for those who have access, to the landing page for everybody else. */
export async function wizardTarget(context: Readonly<RouterContextProvider>): Promise<string> {
  const { hasWizardAccess } = await context.get(requestContext).view();
  return hasWizardAccess ? wizardPath : landingPath;
}
