import { and, asc, eq, isNull } from "drizzle-orm";
import { dayMs } from "#app/lib/durations.ts";
import { notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid, newId } from "#app/lib/uuid.ts";
import type { Ctx, SignedInCtx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { hashToken, keyedHash } from "#app/platform/secrets/hashes.server.ts";
import { type Colleague, type ColleagueState, type ColleagueWish, maxColleagues } from "./colleagues.ts";
import { accessRefusal, type BlueprintRefusal, isOwn } from "./drafts.server.ts";
import { blueprint, colleagueLink } from "./tables.server.ts";
import { withOwnBlueprint } from "./wizard.server.ts";

/*
 * Colleagues: links by which people without an account fill in one process or the tool stack of a draft. This file has
 * the owner's side; colleagues/answers.server.ts has the colleague's.
 *
 * Life of a link: created by the owner → used any number of times → ended by the owner, by expiry, with the draft, or
 * when the draft is analyzed. An ended link never works again.
 *
 * Invariants: the database does not contain the token. A link opens one part of one draft and nothing else. A draft has
 * at most ten active links. A link works only while its owner has access to the wizard. A link to a process follows it
 * through the owner's saves.
 */

/** Derives the 256-bit token for one part of one draft from SECRET and the link's id, so that its owner can copy it again. */
const colleagueToken = (linkId: string): string => keyedHash("colleague-link", linkId);

const colleagueUrl = (token: string): string => `${env().SITE_URL}/blueprint/help/${token}`;

type Link = typeof colleagueLink.$inferSelect;
type Draft = Pick<typeof blueprint.$inferSelect, "status">;

/** Creates a link. Refusals: `finished` (already analyzed), `no_such_process`, `too_many_colleagues`. */
export function askColleague(
  ctx: SignedInCtx,
  { id, ...wish }: { id: string } & ColleagueWish,
): Promise<Result<Colleague, BlueprintRefusal | Refusal<"finished" | "no_such_process" | "too_many_colleagues">>> {
  return withOwnBlueprint(ctx, id, async (tx, row) => {
    if (row.status !== "draft") return refuse("finished");
    const process = wish.part === "process" ? row.inputs.processes?.[wish.process?.place ?? -1] : undefined;
    if (wish.part === "process" && (!process || (process.name ?? "") !== wish.process?.name))
      return refuse("no_such_process");
    const links = await linksOf(tx, id);
    if (links.filter((link) => works(link, row, tx.now)).length >= maxColleagues) return refuse("too_many_colleagues");
    const linkId = newId();
    const link: Link = {
      id: linkId,
      blueprintId: id,
      tokenHash: hashToken(colleagueToken(linkId)),
      name: wish.name,
      part: wish.part,
      place: process ? wish.process!.place : null,
      processName: process?.name ?? "",
      held: {},
      createdAt: tx.now,
      expiresAt: new Date(tx.now.getTime() + wish.days * dayMs),
      savedAt: null,
      endedAt: null,
    };
    await tx.db.insert(colleagueLink).values(link);
    return ok(colleagueOf(link, row, tx.now));
  });
}

export async function listColleagues(ctx: SignedInCtx, id: string): Promise<Result<Colleague[], BlueprintRefusal>> {
  const refused = await accessRefusal(ctx);
  if (refused) return refused;
  if (!isUuid(id)) return notFound();
  const rows = await ctx.db
    .select({ link: colleagueLink, status: blueprint.status })
    .from(blueprint)
    .leftJoin(colleagueLink, eq(colleagueLink.blueprintId, blueprint.id))
    .where(and(eq(blueprint.id, id), isOwn(ctx)))
    .orderBy(asc(colleagueLink.createdAt), asc(colleagueLink.id));
  if (rows.length === 0) return notFound();
  return ok(rows.flatMap(({ link, status }) => (link ? [colleagueOf(link, { status }, ctx.now)] : [])));
}

/** Ends a link at once. Idempotent. */
export function endColleague(
  ctx: SignedInCtx,
  { id, colleague }: { id: string; colleague: string },
): Promise<Result<undefined, BlueprintRefusal>> {
  return withOwnBlueprint(ctx, id, async (tx) => {
    const own = and(eq(colleagueLink.id, colleague), eq(colleagueLink.blueprintId, id));
    const [link] = await tx.db.select({ id: colleagueLink.id }).from(colleagueLink).where(own);
    if (!link) return notFound();
    await tx.db
      .update(colleagueLink)
      .set({ endedAt: tx.now })
      .where(and(own, isNull(colleagueLink.endedAt)));
    return ok();
  });
}

const linksOf = (ctx: Pick<Ctx, "db">, id: string) =>
  ctx.db.select().from(colleagueLink).where(eq(colleagueLink.blueprintId, id));

function colleagueOf(link: Link, draft: Draft, now: Date): Colleague {
  const { id, name, part, processName, createdAt, expiresAt, savedAt } = link;
  const token = colleagueToken(id);
  const isKnown = works(link, draft, now) && hashToken(token) === link.tokenHash;
  const url = isKnown ? colleagueUrl(token) : null;
  return { id, name, part, processName, state: stateOf(link, draft, now), url, createdAt, expiresAt, savedAt };
}

const works = (link: Link, draft: Draft, now: Date): boolean => ["unused", "saved"].includes(stateOf(link, draft, now));

function stateOf(link: Link, { status }: Draft, now: Date): ColleagueState {
  if (link.endedAt) return "ended";
  if (link.expiresAt <= now) return "expired";
  if (status !== "draft") return "finished";
  if (link.part === "process" && link.place === null) return "removed";
  return link.savedAt ? "saved" : "unused";
}
