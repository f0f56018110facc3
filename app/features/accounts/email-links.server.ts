import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, like } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../platform/context.server.ts";
import { env } from "../../platform/env.server.ts";
import { queueMail } from "../mail/mail.server.ts";
import { VerifyEmail } from "./emails/verify-email.tsx";
import { user, verification } from "./tables.server.ts";

/*
 * Tokens that leave this server: 256 random bits, of which only the hash is kept, under the purpose they were made for.
 * A copied database holds nothing that could be sent in.
 */
const purposeOfLink = "verify-email";
const linkHours = 24;
/** A further mail within this time is not sent: whoever knows a password must not be able to flood a mailbox. */
const mailPauseMinutes = 5;

export const newToken = (): string => randomBytes(32).toString("base64url");

/** How a token is kept: `purpose:hash`. */
export const identifierOf = (purpose: string, token: string): string =>
  `${purpose}:${createHash("sha256").update(token).digest("base64url")}`;

/**
 * Mails a link that proves the address, valid 24 hours; a link sent before keeps working. Nothing is sent when the last
 * one left less than five minutes ago. Answers whether a mail was queued.
 */
export async function mailVerificationLink(ctx: Ctx, person: { id: string; email: string }): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    await tx.db.select({ id: user.id }).from(user).where(eq(user.id, person.id)).for("update");
    const recent = new Date(ctx.now.getTime() - mailPauseMinutes * 60_000);
    const [sent] = await tx.db
      .select({ id: verification.id })
      .from(verification)
      .where(and(linksOf(person.id), gt(verification.createdAt, recent)))
      .limit(1);
    if (sent) return false;
    const token = newToken();
    await tx.db.insert(verification).values({
      identifier: identifierOf(purposeOfLink, token),
      value: person.id,
      expiresAt: new Date(ctx.now.getTime() + linkHours * 3_600_000),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    });
    await queueMail(tx, {
      kind: "verify-email",
      to: person.email,
      subject: "Verify your email for GTMarc",
      body: VerifyEmail({ href: `${env().SITE_URL}/auth/verify?token=${token}`, hours: linkHours }),
      secret: true,
    });
    return true;
  });
}

/** Whether a link would still work; looking does not spend it. */
export async function isVerificationLinkValid(ctx: Pick<Ctx, "db" | "now">, token: string): Promise<boolean> {
  const [found] = await ctx.db.select({ id: verification.id }).from(verification).where(unspent(ctx, token));
  return found !== undefined;
}

/** Takes the link away and answers whose address it proves, or null. Of two simultaneous calls one gets the answer. */
export async function spendVerificationLink(ctx: Pick<Ctx, "db" | "now">, token: string): Promise<string | null> {
  const [spent] = await ctx.db
    .delete(verification)
    .where(unspent(ctx, token))
    .returning({ userId: verification.value });
  return spent?.userId ?? null;
}

/** Takes away what is left of a person's links, once the address is proven. */
export async function forgetVerificationLinks(ctx: Pick<Ctx, "db">, userId: string): Promise<void> {
  await ctx.db.delete(verification).where(linksOf(userId));
}

const unspent = (ctx: Pick<Ctx, "now">, token: string) =>
  and(eq(verification.identifier, identifierOf(purposeOfLink, token)), gt(verification.expiresAt, ctx.now));

const linksOf = (userId: string) =>
  and(eq(verification.value, userId), like(verification.identifier, `${purposeOfLink}:%`));
