import { createContext } from "react-router";
import type { Ctx } from "./platform/context.server.ts";

/** What one request brings to every page loader, set by server/pages.ts. Loaders read; changes go through /api. */
export type RequestContext = Ctx & {
  /** Lets this page's own inline scripts run; absent on content pages, which have none. */
  nonce: string;
  /** The real client's address (see security/client-address). Never stored, never logged. */
  address: string;
  userAgent: string;
  requestId: string;
};

export const requestContext = createContext<RequestContext>();
