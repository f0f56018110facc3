import { and, eq, lt, sql } from "drizzle-orm";
import { dayMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { log } from "#app/platform/log.server.ts";
import { limitKey } from "../requests/client-address.server.ts";
import { countUse, isWithinLimit } from "../requests/limits.server.ts";
import { cspReport, previewToken, securityEvent, type ViolationDetails } from "../tables.server.ts";
import { clientHash, printable, securityDay, securityDays, storeSecurityEvents } from "./security-events.server.ts";
import { storedAddress, withoutQuery } from "./stored-address.server.ts";

/*
 * Traps (decoy URLs and a hidden form field that people never use) and browsers' policy reports. A client in a trap
 * gets no hint: a decoy shows the not-found page like any other wrong URL. The operator sees the hit. Client addresses
 * are not stored; a daily hash distinguishes clients. Pages and referrers are stored without secrets
 * (stored-address.server.ts). Writes are limited per client and per day over all clients, so that traps and reports
 * cannot fill the tables; they do not count against other limits.
 */

/**
 * Each entry covers the path and everything below it (spec: traps), including the four fake endpoints under /api/internal/.
 * No page links to them, and robots.txt and the site map omit them: listing them would only help scanners.
 */
const decoys = ["/admin-debug", "/admin-legacy", "/api/internal", "/.env", "/config", "/admin-api", "/backup"];

export const isDecoy = (path: string): boolean => decoyOf(path) !== undefined;

const decoyOf = (path: string): string | undefined =>
  decoys.find((decoy) => path === decoy || path.startsWith(`${decoy}/`) || path.startsWith(`${decoy}.`));

const longest = { path: 200, referrer: 500, userAgent: 500 } as const;

export type TrapHit = {
  kind: "decoy" | "decoy_report" | "hidden_field";
  path: string;
  referrer: string | null;
  userAgent: string;
  address: string;
};

export async function recordHit(ctx: Ctx, hit: TrapHit): Promise<void> {
  if (!(await countUse(ctx, "trap", limitKey(hit.address))).allowed) return;
  if (!(await isWithinLimit(ctx, "trap-rows", allClients)).allowed) return;
  const path = printable(pathOf(hit.path), longest.path);
  const [stored] = await storeSecurityEvents(ctx, [
    {
      at: ctx.now,
      lastAt: ctx.now,
      count: 1,
      kind: hit.kind,
      rule: decoyOf(path) ?? (hit.kind === "hidden_field" ? path : "other address"),
      path,
      referrer: hit.referrer && printable(storedAddress(hit.referrer), longest.referrer),
      userAgent: printable(hit.userAgent, longest.userAgent),
      client: clientHash(ctx.now, hit.address),
    },
  ]);
  if (stored?.count !== 1) return;
  await countUse(ctx, "trap-rows", allClients);
  log.warn({ kind: hit.kind, path }, "a trap was hit");
}

export type Violation = {
  directive: string;
  blocked: string;
  page: string;
  source: string;
  details: ViolationDetails;
};

/**
 * Counts a browser's policy report, with secrets removed from its addresses, and keeps the latest of its kind whole. Known kinds are always counted; new ones
 * up to a daily maximum per client and for all clients. Returns false once the client has reached its limit.
 */
export async function recordViolation(ctx: Ctx, violation: Violation, address: string): Promise<boolean> {
  if (!(await countUse(ctx, "csp-report", limitKey(address))).allowed) return false;
  const kind = {
    day: securityDay(ctx.now),
    directive: printable(violation.directive, 100),
    blocked: printable(storedAddress(violation.blocked), 200),
    page: printable(storedAddress(violation.page), 200),
    source: printable(storedAddress(violation.source), 200),
  };
  const { details } = violation;
  const latest: ViolationDetails = {
    ...details,
    violatedDirective: printable(details.violatedDirective, 100),
    originalPolicy: printable(details.originalPolicy, 4000),
    timestamp: printable(details.timestamp, 100),
    userAgent: printable(details.userAgent, longest.userAgent),
    url: printable(storedAddress(details.url), 200),
  };
  const counted = { count: sql`${cspReport.count} + 1`, lastAt: ctx.now, latest };
  const [known] = await ctx.db
    .update(cspReport)
    .set(counted)
    .where(
      and(
        eq(cspReport.day, kind.day),
        eq(cspReport.directive, kind.directive),
        eq(cspReport.blocked, kind.blocked),
        eq(cspReport.page, kind.page),
        eq(cspReport.source, kind.source),
      ),
    )
    .returning({ id: cspReport.id });
  if (known || !(await isWithinLimit(ctx, "csp-report-kinds", allClients)).allowed) return true;
  // One client must not use up the shared quota.
  if (!(await countUse(ctx, "csp-report-client-kinds", limitKey(address))).allowed) return true;
  await ctx.db
    .insert(cspReport)
    .values({ ...kind, count: 1, lastAt: ctx.now, latest })
    .onConflictDoUpdate({
      target: [cspReport.day, cspReport.directive, cspReport.blocked, cspReport.page, cspReport.source],
      set: counted,
    });
  await countUse(ctx, "csp-report-kinds", allClients);
  return true;
}

const allClients = "all";

/** Deletes hits and reports older than 90 days, and tokens that expired that long ago. Returns how many rows. */
export async function sweepTraps(ctx: Ctx): Promise<number> {
  const oldest = new Date(ctx.now.getTime() - securityDays * dayMs);
  const deleted = await Promise.all([
    ctx.db.delete(securityEvent).where(lt(securityEvent.lastAt, oldest)).returning({ id: securityEvent.id }),
    ctx.db.delete(cspReport).where(lt(cspReport.lastAt, oldest)).returning({ id: cspReport.id }),
    ctx.db.delete(previewToken).where(lt(previewToken.expiresAt, oldest)).returning({ id: previewToken.id }),
  ]);
  return deleted.flat().length;
}

/** Decoy paths contain no secrets, and the operator needs the exact path; a reported path may contain any. */
function pathOf(path: string): string {
  const bare = withoutQuery(path);
  return isDecoy(bare) ? bare : storedAddress(bare);
}
