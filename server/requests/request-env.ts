import type { HttpBindings } from "@hono/node-server";
import type { HostKind } from "#app/features/security/requests/hosts.server.ts";
import type { PreviewState } from "#app/features/security/tokens/preview.ts";
import type { RefusedForm } from "#app/lib/forms/refused-form.ts";
import type { Ctx } from "#app/platform/context.server.ts";

/** Values that the request chain determines for later steps. */
export type AppVariables = {
  ctx: Ctx;
  /** The client's address (see security/client-address); "unknown" once the connection is closed. */
  address: string;
  /** Whether a program on this machine sent the request directly, without a proxy. */
  isLocal: boolean;
  requestId: string;
  /** The code of the refusal, if the request was refused. */
  refusalCode?: string;
  /** Set by an endpoint that passes a refused form to its page. */
  refusedForm?: RefusedForm;
  nonce: string;
  /** The normalized host of the request; empty if it is missing or invalid. */
  host: string;
  scheme: "http" | "https";
  hostKind: HostKind;
  /** Whether this visitor can see a preview host's pages. */
  preview: PreviewState;
};
export type AppEnv = { Variables: AppVariables; Bindings: HttpBindings };
