import { createHmac } from "node:crypto";
import { lt, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/context.server.ts";
import { env } from "../../platform/env.server.ts";
import { log } from "../../platform/log.server.ts";
import { limitKey } from "./client-address.server.ts";
import { countUse } from "./limits.server.ts";
import { cspReport, previewToken, securityEvent } from "./tables.server.ts";

/*
 * Traps: addresses and a form field that no person meets, and what browsers refuse under the policy. Whoever walks into
 * one learns nothing (a decoy leads to the not-found screen like any other wrong address); the operator sees that somebody
 * looked. Nothing here keeps an address: clients are told apart by a hash that changes every day. Writing is bounded, so
 * that a trap is no way to fill the disk: one row for each client, path and minute, 60 for a client and minute.
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
  const limit = await countUse(ctx, "trap", limitKey(hit.address));
  if (!limit.allowed) return;
  const path = printable(hit.path, longest.path);
  const stored = await ctx.db
    .insert(securityEvent)
    .values({
      at: ctx.now,
      kind: hit.kind,
      path,
      referrer: hit.referrer && printable(hit.referrer, longest.referrer),
      userAgent: printable(hit.userAgent, longest.userAgent),
      client: clientOf(ctx.now, hit.address),
      minute: new Date(Math.floor(ctx.now.getTime() / 60_000) * 60_000),
    })
    .onConflictDoNothing()
    .returning({ id: securityEvent.id });
  if (stored.length > 0) log.warn({ kind: hit.kind, path }, "somebody walked into a trap");
}

export type Violation = { directive: string; blocked: string; page: string; source: string };

/** Counts what a browser refused; addresses lose their query, where secrets may stand. */
export async function recordViolation(ctx: Ctx, violation: Violation, address: string): Promise<void> {
  const limit = await countUse(ctx, "trap", limitKey(address));
  if (!limit.allowed) return;
  const values = {
    day: ctx.now.toISOString().slice(0, 10),
    directive: printable(violation.directive, 100),
    blocked: printable(withoutQuery(violation.blocked), 200),
    page: printable(withoutQuery(violation.page), 200),
    source: printable(withoutQuery(violation.source), 200),
    count: 1,
    lastAt: ctx.now,
  };
  await ctx.db
    .insert(cspReport)
    .values(values)
    .onConflictDoUpdate({
      target: [cspReport.day, cspReport.directive, cspReport.blocked, cspReport.page, cspReport.source],
      set: { count: sql`${cspReport.count} + 1`, lastAt: ctx.now },
    });
}

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

const withoutQuery = (address: string) => address.split(/[?#]/, 1)[0] ?? "";

const printable = (text: string, most: number) => text.replace(/\p{C}/gu, "").slice(0, most);
