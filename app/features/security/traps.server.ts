import { createHmac } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { limitKey } from "./client-address.server.ts";
import { countUse, isWithinLimit } from "./limits.server.ts";
import { storedAddress, withoutQuery } from "./stored-address.server.ts";
import { cspReport, previewToken, securityEvent } from "./tables.server.ts";

/*
 * Traps: addresses and a form field that no person meets, and what browsers refuse under the policy. Whoever walks into
 * one learns nothing (a decoy leads to the not-found screen like any other wrong address); the operator sees that somebody
 * looked. No client address is stored: clients are told apart by a hash that changes every day. Pages and referrers are
 * stored without secrets (stored-address.server.ts). Writing is bounded per client and per day over all clients, so that
 * traps and reports cannot fill the tables; neither uses up another limit.
 */

/**
 * Each starts a family: the path itself and whatever lies below it (public-site §2), the four fake calls of §9 under
 * /api/internal/ among them. Nothing names any of them, robots.txt and the site map included, which tell a scanner where to
 * look and an honest robot nothing it needs: whoever comes here has guessed.
 */
const decoys = ["/admin-debug", "/admin-legacy", "/api/internal", "/.env", "/config", "/admin-api", "/backup"];

export const isDecoy = (path: string): boolean =>
  decoys.some((decoy) => path === decoy || path.startsWith(`${decoy}/`) || path.startsWith(`${decoy}.`));

const longest = { path: 200, referrer: 500, userAgent: 500 } as const;
const lifeDays = 90;

export type TrapHit = {
  kind: "decoy" | "decoy_report" | "hidden_field";
  path: string;
  referrer: string | null;
  userAgent: string;
  /** The real client's address; leaves this function as a hash only. */
  address: string;
};

/** Keeps that somebody walked into a trap: once for each client, path and minute. */
export async function recordHit(ctx: Ctx, hit: TrapHit): Promise<void> {
  if (!(await countUse(ctx, "trap", limitKey(hit.address))).allowed) return;
  if (!(await isWithinLimit(ctx, "trap-rows", allClients)).allowed) return;
  const path = printable(pathOf(hit.path), longest.path);
  const stored = await ctx.db
    .insert(securityEvent)
    .values({
      at: ctx.now,
      kind: hit.kind,
      path,
      referrer: hit.referrer && printable(storedAddress(hit.referrer), longest.referrer),
      userAgent: printable(hit.userAgent, longest.userAgent),
      client: clientOf(ctx.now, hit.address),
      minute: new Date(Math.floor(ctx.now.getTime() / 60_000) * 60_000),
    })
    .onConflictDoNothing()
    .returning({ id: securityEvent.id });
  if (stored.length === 0) return;
  await countUse(ctx, "trap-rows", allClients);
  log.warn({ kind: hit.kind, path }, "somebody walked into a trap");
}

export type Violation = { directive: string; blocked: string; page: string; source: string };

/**
 * Counts what a browser refused, by addresses without secrets. Known kinds are always counted; new ones only up to a
 * number a day. Returns false once the client has used up its limit.
 */
export async function recordViolation(ctx: Ctx, violation: Violation, address: string): Promise<boolean> {
  if (!(await countUse(ctx, "csp-report", limitKey(address))).allowed) return false;
  const kind = {
    day: ctx.now.toISOString().slice(0, 10),
    directive: printable(violation.directive, 100),
    blocked: printable(storedAddress(violation.blocked), 200),
    page: printable(storedAddress(violation.page), 200),
    source: printable(storedAddress(violation.source), 200),
  };
  const counted = { count: sql`${cspReport.count} + 1`, lastAt: ctx.now };
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
  await ctx.db
    .insert(cspReport)
    .values({ ...kind, count: 1, lastAt: ctx.now })
    .onConflictDoUpdate({
      target: [cspReport.day, cspReport.directive, cspReport.blocked, cspReport.page, cspReport.source],
      set: counted,
    });
  await countUse(ctx, "csp-report-kinds", allClients);
  return true;
}

/** The key of limits that all clients share. */
const allClients = "all";

/** Forgets hits and reports after 90 days, and tokens that ended as long ago. Returns how many rows went. */
export async function sweepTraps(ctx: Ctx): Promise<number> {
  const oldest = new Date(ctx.now.getTime() - lifeDays * 86_400_000);
  const gone = await Promise.all([
    ctx.db.delete(securityEvent).where(lt(securityEvent.at, oldest)).returning({ id: securityEvent.id }),
    ctx.db.delete(cspReport).where(lt(cspReport.lastAt, oldest)).returning({ id: cspReport.id }),
    ctx.db.delete(previewToken).where(lt(previewToken.expiresAt, oldest)).returning({ id: previewToken.id }),
  ]);
  return gone.flat().length;
}

const clientOf = (now: Date, address: string) =>
  createHmac("sha256", env().SECRET)
    .update(`trap:${now.toISOString().slice(0, 10)}:${limitKey(address)}`)
    .digest("base64url")
    .slice(0, 22);

/** Decoys have no secrets, and their exact path is what the operator wants to see; a reported path may be any. */
function pathOf(path: string): string {
  const bare = withoutQuery(path);
  return isDecoy(bare) ? bare : storedAddress(bare);
}

const printable = (text: string, most: number) => text.replace(/\p{C}/gu, "").slice(0, most);
