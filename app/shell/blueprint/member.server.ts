import { data, type RouterContextProvider, redirect } from "react-router";
import type { DenialReason } from "#app/features/access/access.ts";
import { readAccess } from "#app/features/access/grants/grants.server.ts";
import { findOwnRequest } from "#app/features/access/requests/own-request.server.ts";
import type { OwnRequest } from "#app/features/access/requests/own-request.ts";
import type { BlueprintRefusal } from "#app/features/wizard/drafts.server.ts";
import { signInAddress } from "#app/lib/addresses/next-path.ts";
import { never } from "#app/lib/result.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { requestContext } from "../request-context.ts";

type Asking = { request: Request; context: Readonly<RouterContextProvider> };

/** Returns the context of the signed-in user; redirects visitors to sign-in and back. */
export function memberOf({ request, context }: Asking): SignedInCtx {
  const { db, now, actor, facts } = context.get(requestContext);
  if (actor.kind === "user") return { db, now, actor, facts };
  throw redirect(signInAddress(request.url));
}

/** Like `memberOf`; shows the wizard's 403 screen to users without access. */
export async function wizardMember(asking: Asking): Promise<SignedInCtx> {
  const ctx = memberOf(asking);
  const { hasAccess, reason } = await readAccess(ctx, ctx.actor.userId);
  return hasAccess ? ctx : refuseAccess(ctx, reason);
}

/** Data of the 403 screen: the reason and the state of the user's request. */
export type AccessRefusal = { reason: DenialReason | null; email: string; request: OwnRequest | null };

/** Throws the wizard's 403 screen. */
export async function refuseAccess(ctx: SignedInCtx, reason: DenialReason | null = "no_grant"): Promise<never> {
  const request = await findOwnRequest(ctx);
  throw data({ reason, email: ctx.actor.email, request } satisfies AccessRefusal, { status: 403 });
}

export function turnAway(reason: BlueprintRefusal): never {
  switch (reason.kind) {
    case "no_access":
      throw data(null, { status: 403 });
    case "not_found":
      throw data(null, { status: 404 });
    default:
      return never(reason);
  }
}
