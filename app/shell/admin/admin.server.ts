import { data, type RouterContextProvider, redirect } from "react-router";
import { hasFactor } from "#app/features/accounts/second-factor/codes.server.ts";
import { addedFilter } from "#app/features/analytics/reports/period/report-address.ts";
import { forReports } from "#app/features/analytics/reports/report-context.server.ts";
import { type UncollectedSite, uncollectedHost } from "#app/features/analytics/ui/not-collected.tsx";
import { actsInTeam, canRead, isTeamMember } from "#app/lib/actor.ts";
import { pageOf, signInAddress } from "#app/lib/addresses/next-path.ts";
import type { Result } from "#app/lib/result.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { env, operatorCommand } from "#app/platform/env.server.ts";
import { requestContext } from "../request-context.ts";
import { areaOfPage } from "./navigation.ts";

/** A member of the team with a session that has passed the second factor. */
export type AdminCtx = SignedInCtx;

/**
 * What a refused user can do: verify a code in this session, set up a factor, ask for another role, or nothing (not in the team).
 * `next` is the requested page.
 */
export type AdminRefusal = { way: "give-code" | "set-up" | "ask" | null; next: string };

/**
 * Guards an admin page; call it first in every admin loader, because loaders of one URL run in parallel and the layout's check
 * does not stop the page's own. Redirects visitors without a session to sign in and back; shows others with a role that cannot read
 * the page's area, or who are not at aal2, the 403 screen.
 */
export async function requireAdmin(context: Readonly<RouterContextProvider>, request: Request): Promise<AdminCtx> {
  const { db, now, actor, facts, hasJustWritten } = context.get(requestContext);
  const ctx = { db, now, facts, hasJustWritten };
  if (actor.kind !== "user") throw redirect(signInAddress(request.url));
  if (canRead(actor, areaOfPage(new URL(request.url).pathname))) return { ...ctx, actor };
  const isEnrolled = isTeamMember(actor) && (await hasFactor.of(ctx, actor.userId));
  const way = !isTeamMember(actor) ? null : actsInTeam(actor) ? "ask" : isEnrolled ? "give-code" : "set-up";
  throw data({ way, next: pageOf(request.url) } satisfies AdminRefusal, { status: 403 });
}

/** The value of a query behind the guard. A refusal is a bug: the guard admitted a user whom the query refuses. */
export function admitted<Value>(result: Result<Value, { kind: string }>): Value {
  if (!result.ok) throw new Error(`The guard admitted a user whom the query refuses: ${result.reason.kind}.`);
  return result.value;
}

/** Guards a page of figures; its queries may run on a standby (DATABASE_READ_URL). */
export const requireReportReader = async (
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<AdminCtx> => forReports(await requireAdmin(context, request));

/**
 * Opens the page of a report: guards it, redirects to the address with a submitted filter, and reads the period and filters in the firm's
 * time zone.
 */
export async function openReportPage<Query>(
  { context, request, url }: { context: Readonly<RouterContextProvider>; request: Request; url: URL },
  readQuery: (params: URLSearchParams, now: Date, timezone: string) => Query,
): Promise<{ ctx: AdminCtx; params: URLSearchParams; query: Query; uncollected: UncollectedSite | null }> {
  const ctx = await requireReportReader(context, request);
  const { pathname, search, searchParams: params } = url;
  const added = addedFilter(search);
  if (added) throw redirect(`${pathname}${added}`);
  return { ctx, params, query: readQuery(params, ctx.now, env().COMPANY_TIMEZONE), uncollected: uncollectedSite() };
}

/** Why reports of this site are empty; null where visits are collected. */
export function uncollectedSite(): UncollectedSite | null {
  const host = uncollectedHost(env().SITE_URL);
  return host === null ? null : { host, seedDemo: operatorCommand("seed demo") };
}
