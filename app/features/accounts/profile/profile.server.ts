import { eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SignedIn } from "#app/lib/actor.ts";
import { canonicalAddress } from "#app/lib/people/canonical-address.ts";
import { pick, recordOf } from "#app/lib/program/record-of.ts";
import type { Ctx, SignedInCtx } from "#app/platform/context.server.ts";
import { jsonOf } from "#app/platform/database/columns.server.ts";
import { prepared } from "#app/platform/db.server.ts";
import { visitorFact } from "#app/platform/requests/visitor-fact.server.ts";
import { profile, user } from "../tables.server.ts";
import {
  loadedCost,
  type ProfileColumn,
  type ProfileValues,
  profileColumns,
  profileFields,
  profileNames,
} from "./profile-fields.ts";

const storedColumns = ["id", "authUserId", "workEmail", "companyId", ...profileColumns] as const;
export type Profile = Omit<Pick<typeof profile.$inferSelect, (typeof storedColumns)[number]>, "id"> & {
  id: string | null;
};

export async function getProfile(ctx: SignedInCtx): Promise<Profile> {
  const [found] = await storedProfile(ctx.db).execute({ userId: ctx.actor.userId });
  return profileOf(ctx.actor, found);
}

const storedProfile = prepared((db) =>
  db
    .select()
    .from(profile)
    .where(eq(profile.authUserId, sql.placeholder("userId")))
    .prepare("accounts_profile"),
);

/** SQL expression: the stored profile of `userId` or null, for other features' statements; `profileOf` accepts it. */
export const selectProfile = (userId: SQLWrapper): SQL<Profile | null> => sql`(
  select ${jsonOf(pick(profile, storedColumns))}
  from ${profile} where ${profile.authUserId} = ${userId})`;

/** The stored profile, or an empty one if the user has not saved any. */
export const profileOf = (
  { userId, email }: Pick<SignedIn, "userId" | "email">,
  stored: Profile | null | undefined,
): Profile =>
  stored ?? {
    id: null,
    authUserId: userId,
    workEmail: email,
    ...(recordOf(profileColumns, () => null) as Record<ProfileColumn, null>),
    companyId: null,
    estimatedLoadedCostPerHour: loadedCost.default,
  };

/** The profile as its form and the API name its fields. */
export const profileValues = (stored: Profile) =>
  recordOf(profileNames, (name) => stored[profileFields[name].column]) as ProfileValues;

/** Null without a profile; for the header of every page. */
export const firstNameOf = visitorFact<string | null>(
  "first_name",
  (userId) => sql`(select ${profile.firstName} from ${profile} where ${profile.authUserId} = ${userId})`,
);

export async function companyIdOf(ctx: Pick<Ctx, "db">, userId: string | null): Promise<string | null> {
  if (userId === null) return null;
  const [found] = await ctx.db.select({ id: profile.companyId }).from(profile).where(eq(profile.authUserId, userId));
  return found?.id ?? null;
}

export type Person = { id: string; email: string; emailVerified: boolean; isAdmin: boolean; isDisabled: boolean };

/** For features and the operator; never returned to a visitor. */
export async function findUserByEmail(ctx: Pick<Ctx, "db">, email: string): Promise<Person | null> {
  const [found] = await ctx.db
    .select()
    .from(user)
    .where(eq(user.email, canonicalAddress(email)));
  if (!found) return null;
  const { id, emailVerified, isAdmin, disabledAt } = found;
  return { id, email: found.email, emailVerified, isAdmin, isDisabled: disabledAt !== null };
}

export async function findEmails(ctx: Pick<Ctx, "db">, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const found = await ctx.db
    .select({ id: user.id, email: user.email })
    .from(user)
    .where(inArray(user.id, [...userIds]));
  return new Map(found.map(({ id, email }) => [id, email]));
}
