import { and, eq, gt, sql } from "drizzle-orm";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { prepared } from "#app/platform/db.server.ts";
import { deletionDay } from "../deletion.server.ts";
import { type PendingEmailChange, pendingOf } from "../email/email-change.server.ts";
import { companyInvitation, emailChange, profile, user } from "../tables.server.ts";
import { type Profile, profileOf } from "./profile.server.ts";

export type OwnAccount = {
  profile: Profile;
  deletionDueOn: string | null;
  emailChange: PendingEmailChange | null;
  /** Whether someone invited this address to share their company. */
  isInvited: boolean;
};

export async function getOwnAccount(ctx: SignedInCtx): Promise<OwnAccount> {
  const [found] = await ownAccount(ctx.db).execute({ userId: ctx.actor.userId, now: ctx.now });
  return {
    profile: profileOf(ctx.actor, found?.profile),
    deletionDueOn: found ? deletionDay(found) : null,
    emailChange: found?.emailChange ? pendingOf(found.emailChange) : null,
    isInvited: found?.isInvited ?? false,
  };
}

const ownAccount = prepared((db) =>
  db
    .select({
      ...{ profile, emailChange, deletionDueAt: user.deletionDueAt, deletionDueOn: user.deletionDueOn },
      isInvited: sql<boolean>`exists (${db
        .select({ one: sql`1` })
        .from(companyInvitation)
        .where(
          and(eq(companyInvitation.email, user.email), gt(companyInvitation.expiresAt, sql.placeholder("now"))),
        )})`,
    })
    .from(user)
    .leftJoin(profile, eq(profile.authUserId, user.id))
    .leftJoin(emailChange, and(eq(emailChange.userId, user.id), gt(emailChange.expiresAt, sql.placeholder("now"))))
    .where(eq(user.id, sql.placeholder("userId")))
    .prepare("accounts_own_account"),
);
