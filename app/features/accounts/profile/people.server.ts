import { and, eq, inArray, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { firmName } from "#app/lib/firm.ts";
import { type Area, plainRoles, roleChanges } from "#app/lib/rights.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { profile, user } from "../tables.server.ts";

/** `name` is for admins, with the start of the address if the profile has none; `clientName` is what clients read: never an address. */
export type NamedPerson = { userId: string; email: string; name: string; clientName: string };

export async function findPerson(ctx: Pick<Ctx, "db">, userId: string): Promise<NamedPerson | null> {
  const [found] = await select(ctx, eq(user.id, userId));
  return found ?? null;
}

export const listPeople = (ctx: Pick<Ctx, "db">, userIds: readonly string[]): Promise<NamedPerson[]> =>
  userIds.length === 0 ? Promise.resolve([]) : select(ctx, inArray(user.id, [...new Set(userIds)]));

/** Keeps an account from moving to another address until the transaction ends. For commands that lock rows of its address. */
export async function keepAddress(tx: Pick<Ctx, "db">, userId: string): Promise<void> {
  await tx.db.select({ id: user.id }).from(user).where(eq(user.id, userId)).for("key share");
}

/** SQL expression: the id of the account with this address (lower case), or null. For other features' queries. */
export const accountIdWith = (email: SQL): SQL => sql`(select ${user.id} from ${user} where ${user.email} = ${email})`;

/** SQL expression: an account's rights, or null without an account. For other features' queries. */
export type AccountStanding = { isAdmin: boolean; isDisabled: boolean } | null;
export const accountStanding = (userId: SQLWrapper) => sql<AccountStanding>`(
  select json_build_object('isAdmin', ${user.isAdmin}, 'isDisabled', ${user.disabledAt} is not null)
  from ${user} where ${user.id} = ${userId})`;

/** SQL condition: accounts with a role (`roleOf`), also disabled ones. */
export const isInTeam = sql`(${user.isAdmin} or coalesce(${inArray(user.role, plainRoles)}, false))`;

/** The members of the team with a role that changes `area`, by name; without disabled accounts. */
export async function listTeam(ctx: Pick<Ctx, "db">, area: Area): Promise<NamedPerson[]> {
  const able = plainRoles.filter((role) => roleChanges(role, area));
  const has = or(eq(user.isAdmin, true), inArray(user.role, able));
  const people = await select(ctx, and(has, isInTeam, isNull(user.disabledAt)));
  return people.sort((one, other) => one.name.localeCompare(other.name));
}

/** Owners and admins. */
export const listAdmins = (ctx: Pick<Ctx, "db">): Promise<NamedPerson[]> => listTeam(ctx, "team");

/** Whether this account has a role, even if it is disabled. */
export async function isTeamAccount(ctx: Pick<Ctx, "db">, userId: string): Promise<boolean> {
  const [member] = await ctx.db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.id, userId), isInTeam));
  return member !== undefined;
}

/** The ids of all accounts with a role, also disabled ones. */
export async function listTeamIds(ctx: Pick<Ctx, "db">): Promise<Set<string>> {
  const rows = await ctx.db.select({ id: user.id }).from(user).where(isInTeam);
  return new Set(rows.map(({ id }) => id));
}

async function select(ctx: Pick<Ctx, "db">, which: SQL | undefined): Promise<NamedPerson[]> {
  const rows = await ctx.db
    .select({ userId: user.id, email: user.email, first: profile.firstName, last: profile.lastName })
    .from(user)
    .leftJoin(profile, eq(profile.authUserId, user.id))
    .where(which);
  return rows.map(({ userId, email, first, last }) => {
    const name = [first, last].filter(Boolean).join(" ");
    return { userId, email, name: name || email.slice(0, email.indexOf("@")), clientName: name || firmName() };
  });
}

/** What accounts with these addresses (lower case) say about their owner, by address, for the variables of mails. */
export async function listVariableValues(
  ctx: Pick<Ctx, "db">,
  emails: readonly string[],
): Promise<Map<string, Partial<Record<"first_name" | "name" | "company" | "role" | "industry", string>>>> {
  const rows = await ctx.db
    .select({ email: user.email, ...variableColumns })
    .from(user)
    .innerJoin(profile, eq(profile.authUserId, user.id))
    .where(and(inArray(user.email, [...emails]), eq(user.emailVerified, true)));
  return new Map(
    rows.map(({ email, first_name, last_name, ...rest }) => {
      const name = [first_name, last_name].filter(Boolean).join(" ");
      const values = Object.entries({ first_name, name, ...rest }).filter(([, value]) => value);
      return [email, Object.fromEntries(values)];
    }),
  );
}
const variableColumns = {
  first_name: profile.firstName,
  last_name: profile.lastName,
  company: profile.companyName,
  role: profile.title,
  industry: profile.industry,
};
