import type { RouterContextProvider } from "react-router";
import { requestContext } from "../request-context.ts";
import { landingPath, wizardPath } from "./main-paths.ts";

/** Returns the target of the main calls to action: the wizard for visitors with access, otherwise the landing page. */
export async function wizardTarget(context: Readonly<RouterContextProvider>): Promise<string> {
  const { hasWizardAccess } = await context.get(requestContext).view();
  return hasWizardAccess ? wizardPath : landingPath;
}
