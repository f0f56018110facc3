import { eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SignedIn } from "#app/lib/actor.ts";
import { canonicalAddress } from "#app/lib/canonical-address.ts";
import type { Ctx, SignedInCtx } from "#app/platform/context.server.ts";
import { prepared } from "#app/platform/db.server.ts";
import { visitorFact } from "#app/platform/visitor-fact.server.ts";
import { loadedCost } from "./accounts.ts";
import { profile, user } from "./tables.server.ts";

export type Profile = {
  id: string | null;
  authUserId: string;
  firstName: string | null;
  lastName: string | null;
  workEmail: string;
  companyId: string | null;
  companyName: string | null;
  title: string | null;
  focusArea: string | null;
  topOutcome: string | null;
  industry: string | null;
  estimatedLoadedCostPerHour: number;
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
  select json_build_object(
    'id', ${profile.id}, 'authUserId', ${profile.authUserId}, 'firstName', ${profile.firstName},
    'lastName', ${profile.lastName}, 'workEmail', ${profile.workEmail}, 'companyId', ${profile.companyId},
    'companyName', ${profile.companyName}, 'title', ${profile.title}, 'focusArea', ${profile.focusArea},
    'topOutcome', ${profile.topOutcome}, 'industry', ${profile.industry},
    'estimatedLoadedCostPerHour', ${profile.estimatedLoadedCostPerHour})
  from ${profile} where ${profile.authUserId} = ${userId})`;

/** The stored profile, or an empty one if the user has not saved any. */
export const profileOf = (
  { userId, email }: Pick<SignedIn, "userId" | "email">,
  stored: Profile | null | undefined,
): Profile =>
  stored ?? {
    id: null,
    authUserId: userId,
    firstName: null,
    lastName: null,
    workEmail: email,
    companyId: null,
    companyName: null,
    title: null,
    focusArea: null,
    topOutcome: null,
    industry: null,
    estimatedLoadedCostPerHour: loadedCost.default,
  };

/** The profile as its form and the API name its fields. */
export const profileFields = (stored: Profile) => ({
  first_name: stored.firstName,
  last_name: stored.lastName,
  company_name: stored.companyName,
  title: stored.title,
  focus_area: stored.focusArea,
  top_outcome: stored.topOutcome,
  industry: stored.industry,
  estimated_loaded_cost_per_hour: stored.estimatedLoadedCostPerHour,
});

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
