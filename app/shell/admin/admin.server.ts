import { data, type RouterContextProvider, redirect } from "react-router";
import { hasFactor } from "#app/features/accounts/second-factor/second-factor.server.ts";
import { actsAsAdmin, type SignedIn } from "#app/lib/actor.ts";
import { pageOf, signInAddress } from "#app/lib/next-path.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { requestContext } from "../request-context.ts";

/** An admin whose session has passed the second factor. */
export type AdminCtx = Ctx & { actor: SignedIn };

/**
 * What the refused can do about it: give the code in this session, set a second factor up, or nothing (no admin).
 * `next` is the page they wanted.
 */
export type AdminRefusal = { way: "give-code" | "set-up" | null; next: string };

/**
 * Who may see an admin page; the first line of every admin loader, because loaders of one address run side by side and
 * the layout's check alone would not keep a page's own from reading. Without a session the visitor is sent to sign in and
 * back; anybody else without admin rights at aal2 gets the 403 screen.
 */
export async function requireAdmin(context: Readonly<RouterContextProvider>, request: Request): Promise<AdminCtx> {
  const { db, now, actor, facts } = context.get(requestContext);
  const ctx = { db, now, facts };
  if (actor.kind !== "user") throw redirect(signInAddress(request.url));
  if (actsAsAdmin(actor)) return { ...ctx, actor };
  const isEnrolled = actor.isAdmin && (await hasFactor.of(ctx, actor.userId));
  const way = !actor.isAdmin ? null : isEnrolled ? "give-code" : "set-up";
  throw data({ way, next: pageOf(request.url) } satisfies AdminRefusal, { status: 403 });
}
