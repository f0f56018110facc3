import { createContext } from "react-router";
import type { Suspension } from "#app/features/access/access.ts";
import type { PreviewState } from "#app/features/security/tokens/preview.ts";
import type { RefusedForm } from "#app/lib/forms/refused-form.ts";
import type { Ctx } from "#app/platform/context.server.ts";

/**
 * All that content pages may know of a visitor, so that visitors with equal views share one rendering
 * (server/requests/signed-in-pages.ts). A page that needs more is an app page.
 */
export type VisitorView = {
  /** Null without a session. `adminId`: the user id of an admin, for the collector; null for other users. */
  account: { label: string; email: string; isAdmin: boolean; adminId: string | null } | null;
  hasWizardAccess: boolean;
  /** Why a visitor who has access cannot use it at the moment; otherwise null. */
  suspension: Suspension | null;
  hasAnalysis: boolean;
};

/** The context of page loaders, set by server/pages/pages.ts. Loaders only read; changes go through /api. */
export type RequestContext = Ctx & {
  /** Allows this page's inline scripts; absent on content pages, which have none. */
  nonce: string;
  /** Whether a program on this machine sent the request without a proxy. */
  isLocal: boolean;
  userAgent: string;
  requestId: string;
  /** Whether the request is for a preview host, and whether it is open to the visitor. */
  preview: PreviewState;
  view: () => Promise<VisitorView>;
  /** The refused form of this page, sent without scripts. */
  refusedForm?: RefusedForm | undefined;
};

export const requestContext = createContext<RequestContext>();
