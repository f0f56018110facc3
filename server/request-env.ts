import type { HttpBindings } from "@hono/node-server";
import type { HostKind } from "#app/features/security/hosts.server.ts";
import type { PreviewState } from "#app/features/security/preview.ts";
import type { Ctx } from "#app/platform/context.server.ts";

/** What the first steps of the chain find out about a request, for every later one. */
export type AppVariables = {
  ctx: Ctx;
  /** The client's (see security/client-address); "unknown" once the connection is closed. */
  address: string;
  /** A program on this machine asks directly, without a proxy. */
  isLocal: boolean;
  requestId: string;
  nonce: string;
  /** The host the visitor asked for, normalized; empty when the request names none that is readable. */
  host: string;
  /** The scheme the visitor used. */
  scheme: "http" | "https";
  hostKind: HostKind;
  /** Whether this visitor sees a preview host's pages. */
  preview: PreviewState;
};
export type AppEnv = { Variables: AppVariables; Bindings: HttpBindings };
