import type { RouterContextProvider } from "react-router";
import { requestContext } from "../request-context.ts";
import { landingPath, wizardPath } from "./main-paths.ts";

/**
 * Returns the target of the main calls to action: the wizard for visitors with access, otherwise the landing page. While the access is
 * suspended, which no code ends, the wizard gives the reason.
 */
export async function wizardTarget(context: Readonly<RouterContextProvider>): Promise<string> {
  const { hasWizardAccess, suspension } = await context.get(requestContext).view();
  return hasWizardAccess || suspension ? wizardPath : landingPath;
}
