import { and, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { lastEventTimes } from "#app/features/events/log.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { type Role, roleOf } from "#app/lib/rights.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { type IdPlace, idPagesOf } from "#app/platform/database/id-pages.server.ts";
import type { Page } from "#app/platform/database/keyset.server.ts";
import { containsWords, folded, splitSearch } from "#app/platform/database/search.server.ts";
import { accountSignedIn } from "../events.ts";
import { isInTeam } from "../profile/people.server.ts";
import { hasFactor } from "../second-factor/codes.server.ts";
import { profile, session, twoFactor, user } from "../tables.server.ts";
import type { UserFilter } from "./user-filters.ts";

export type UserEntry = {
  id: string;
  email: string;
  name: string;
  company: string | null;
  role: Role | null;
  isConfirmed: boolean;
  isDisabled: boolean;
  hasFactor: boolean;
  createdAt: Date;
  /** When an open session was last used; null without one. */
  lastSeenAt: Date | null;
  /** The last sign-in in the event log. */
  lastSignInAt: Date | null;
};

const pageSize = 50;

/** Newest first, one page at a time. `search` matches address, name or company. For admins (aal2). */
export async function listUsers(
  ctx: Ctx,
  query: { filter: UserFilter; search: string } & IdPlace,
): Promise<Result<Page<UserEntry>, NotAdmin>> {
  if (!canRead(ctx.actor, "users")) return notAdmin();
  const pages = idPagesOf(user.id, query, pageSize);
  const rows = await ctx.db
    .select({
      ...pick(user, ["id", "email", "isAdmin", "role", "createdAt"]),
      name: nameOf,
      company: profile.companyName,
      isConfirmed: user.emailVerified,
      isDisabled: sql<boolean>`${user.disabledAt} is not null`,
      hasFactor: hasFactor.select(user.id, sql`null`),
      lastSeenAt: sql<Date | null>`(
        select max(${session.lastSeenAt}) from ${session}
        where ${session.userId} = ${user.id} and ${session.expiresAt} > ${ctx.now.toISOString()})`.mapWith(
        session.lastSeenAt,
      ),
    })
    .from(user)
    .leftJoin(profile, eq(profile.authUserId, user.id))
    .where(and(inFilter(query.filter), found(ctx, query, pages), pages.where))
    .orderBy(pages.orderBy)
    .limit(pages.limit);
  const page = pages.of(rows);
  const emails = page.rows.map(({ email }) => email);
  const signIns = await lastEventTimes(ctx, { emails, name: accountSignedIn.name });
  return ok({
    ...page,
    rows: page.rows.map(
      ({ isAdmin, role, ...row }) =>
        ({ ...row, role: roleOf({ isAdmin, role }), lastSignInAt: signIns.get(row.email) ?? null }) as UserEntry,
    ),
  });
}

const maxFound = 50;

/** The newest matches in address, name or company, at most 50. For filters of admin pages. */
export async function findUserIds(ctx: Pick<Ctx, "db">, search: string): Promise<string[]> {
  const newest = { where: undefined, orderBy: desc(user.id), limit: maxFound };
  const rows = await ctx.db
    .select({ id: user.id })
    .from(user)
    .where(found(ctx, { filter: "all", search }, newest))
    .orderBy(newest.orderBy)
    .limit(newest.limit);
  return rows.map(({ id }) => id);
}

const nameOf = sql<string>`trim(coalesce(${profile.firstName}, '') || ' ' || coalesce(${profile.lastName}, ''))`;

function inFilter(filter: UserFilter): SQL | undefined {
  switch (filter) {
    case "all":
      return undefined;
    case "admin":
      return isInTeam;
    case "disabled":
      return isNotNull(user.disabledAt);
    case "unconfirmed":
      return sql`not ${user.emailVerified}`;
    case "second-factor":
      return sql`${user.id} in (select ${twoFactor.userId} from ${twoFactor} where ${twoFactor.status} = 'verified')`;
  }
}

const profileText = folded(
  sql`coalesce(${profile.firstName}, '') || ' ' || coalesce(${profile.lastName}, '') || ' ' || coalesce(${profile.companyName}, '')`,
);

type Place = Pick<ReturnType<typeof idPagesOf>, "where" | "orderBy" | "limit">;

/**
 * SQL condition: the users of this page by address, and those by name or company. Two searches, each limited to the
 * page, let PostgreSQL choose for each between its trigram index (rare text) and the order of the page (common text).
 * Trigram indexes need three characters, so shorter text is searched at the beginning of words.
 */
function found({ db }: Pick<Ctx, "db">, query: { filter: UserFilter; search: string }, page: Place): SQL | undefined {
  if (query.search === "") return undefined;
  const words = splitSearch(query.search);
  const address = containsWords(folded(user.email), words);
  const name = containsWords(profileText, words);
  const place = [inFilter(query.filter), page.where];
  const byAddress = db
    .select({ id: user.id })
    .from(user)
    .where(and(address, ...place))
    .orderBy(page.orderBy)
    .limit(page.limit);
  const byName = db
    .select({ id: user.id })
    .from(profile)
    .innerJoin(user, eq(user.id, profile.authUserId))
    .where(and(name, ...place))
    .orderBy(page.orderBy)
    .limit(page.limit);
  return sql`${user.id} in (${unionAll(byAddress, byName)})`;
}
