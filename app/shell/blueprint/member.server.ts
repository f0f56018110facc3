import { data, type RouterContextProvider, redirect } from "react-router";
import { findOwnAccess } from "#app/features/access/requests/own-access.server.ts";
import type { OwnAccess } from "#app/features/access/requests/own-access.ts";
import { type BlueprintRefusal, mayUseWizard } from "#app/features/wizard/drafts.server.ts";
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
  return (await mayUseWizard(ctx)) ? ctx : refuseAccess(ctx);
}

/** Data of the 403 screen: the state of the user's access. */
export type AccessRefusal = { email: string; access: OwnAccess | null };

/** Throws the wizard's 403 screen. */
export async function refuseAccess(ctx: SignedInCtx): Promise<never> {
  const refusal: AccessRefusal = { email: ctx.actor.email, access: await findOwnAccess(ctx) };
  throw data(refusal, { status: 403 });
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
