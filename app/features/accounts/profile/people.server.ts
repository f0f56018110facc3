import { and, eq, inArray, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
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

/** SQL expression: the id of the account with this address (lower case), or null. For other features' queries. */
export const accountIdWith = (email: SQL): SQL => sql`(select ${user.id} from ${user} where ${user.email} = ${email})`;

/** SQL expression: an account's rights, or null without an account. For other features' queries. */
export type AccountStanding = { isAdmin: boolean; isDisabled: boolean } | null;
export const accountStanding = (userId: SQLWrapper) => sql<AccountStanding>`(
  select json_build_object('isAdmin', ${user.isAdmin}, 'isDisabled', ${user.disabledAt} is not null)
  from ${user} where ${user.id} = ${userId})`;

export async function listAdmins(ctx: Pick<Ctx, "db">): Promise<NamedPerson[]> {
  const admins = await select(ctx, and(eq(user.isAdmin, true), isNull(user.disabledAt)));
  return admins.sort((one, other) => one.name.localeCompare(other.name));
}

/** Whether this account has the admin right, even if it is disabled. */
export async function isAdminAccount(ctx: Pick<Ctx, "db">, userId: string): Promise<boolean> {
  const [admin] = await ctx.db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.id, userId), eq(user.isAdmin, true)));
  return admin !== undefined;
}

async function select(ctx: Pick<Ctx, "db">, which: SQL | undefined): Promise<NamedPerson[]> {
  const rows = await ctx.db
    .select({ userId: user.id, email: user.email, first: profile.firstName, last: profile.lastName })
    .from(user)
    .leftJoin(profile, eq(profile.authUserId, user.id))
    .where(which);
  return rows.map(({ userId, email, first, last }) => {
    const name = [first, last].filter(Boolean).join(" ");
    return { userId, email, name: name || email.slice(0, email.indexOf("@")), clientName: name || "GTMarc" };
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
