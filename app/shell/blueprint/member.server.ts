import { data, type RouterContextProvider, redirect } from "react-router";
import { readAccess } from "#app/features/access/grants.server.ts";
import { accessRequired } from "#app/features/wizard/blueprint.ts";
import type { BlueprintRefusal, MemberCtx } from "#app/features/wizard/drafts.server.ts";
import { signInAddress } from "#app/lib/next-path.ts";
import { never } from "#app/lib/result.ts";
import { requestContext } from "../request-context.ts";

type Asking = { request: Request; context: Readonly<RouterContextProvider> };

/** Who asks for a page that needs an account; without a session the visitor is sent to sign in and back. */
export function memberOf({ request, context }: Asking): MemberCtx {
  const { db, now, actor, facts } = context.get(requestContext);
  if (actor.kind === "user") return { db, now, actor, facts };
  throw redirect(signInAddress(request.url));
}

/** As `memberOf`, and the wizard's 403 screen for those who lack access. */
export async function wizardMember(asking: Asking): Promise<MemberCtx> {
  const ctx = memberOf(asking);
  const { hasAccess, reason } = await readAccess(ctx, ctx.actor.userId);
  if (!hasAccess) throw data(reason, { status: 403 });
  return ctx;
}

/** Throws the page that answers a refused read. */
export function turnAway(reason: BlueprintRefusal): never {
  switch (reason.kind) {
    case "no_access":
      throw data(accessRequired.text, { status: 403 });
    case "not_found":
      throw data(null, { status: 404 });
    default:
      return never(reason);
  }
}
