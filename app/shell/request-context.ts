import { createContext } from "react-router";
import type { PreviewState } from "#app/features/security/preview.ts";
import type { RefusedForm } from "#app/lib/refused-form.ts";
import type { Ctx } from "#app/platform/context.server.ts";

/**
 * Everything that content pages may know of a visitor, so that one rendering serves all visitors who agree in these points
 * (server/signed-in-pages.ts). A page that needs more is an app page.
 */
export type VisitorView = {
  /** Null without a session. `adminId`: the user id of an admin, for the collector; null for other users. */
  account: { label: string; email: string; isAdmin: boolean; adminId: string | null } | null;
  hasWizardAccess: boolean;
  hasAnalysis: boolean;
};

/** What one request brings to every page loader, set by server/pages.ts. Loaders read; changes go through /api. */
export type RequestContext = Ctx & {
  /** Lets this page's own inline scripts run; absent on content pages, which have none. */
  nonce: string;
  /** A program on this machine asks directly, without a proxy. */
  isLocal: boolean;
  userAgent: string;
  requestId: string;
  /** Whether the visitor came to a preview host, and whether it is open to them. */
  preview: PreviewState;
  view: () => Promise<VisitorView>;
  /** The form of this page as it was sent without scripts and refused. */
  refusedForm?: RefusedForm | undefined;
};

export const requestContext = createContext<RequestContext>();
