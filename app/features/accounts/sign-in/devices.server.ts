import { and, eq } from "drizzle-orm";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { deviceName } from "#app/lib/browsers/agents/device-name.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { hashToken, randomToken } from "#app/platform/secrets/hashes.server.ts";
import { newDeviceMail } from "../emails/new-device.tsx";
import { knownDevice, user } from "../tables.server.ts";
import { alarmLink } from "./security-alarm.server.ts";

/** A browser counts as known this long after its last sign-in; its cookie expires at the same time. */
export const deviceDays = 365;

/** Stores the browser and returns its cookie token. Mails a notice of a new browser, except the account's first. */
export async function rememberDevice(
  ctx: Ctx,
  input: { userId: string; token: string | undefined; userAgent: string },
): Promise<string> {
  const { userId } = input;
  const token = input.token ?? randomToken();
  const tokenHash = hashToken(token);
  await inTransaction(ctx, async (tx) => {
    const [known] = await tx.db
      .update(knownDevice)
      .set({ lastSeenAt: ctx.now })
      .where(and(eq(knownDevice.userId, userId), eq(knownDevice.tokenHash, tokenHash)))
      .returning({ id: knownDevice.id });
    if (known) return;
    const others = await tx.db.$count(knownDevice, eq(knownDevice.userId, userId));
    const userAgent = input.userAgent.slice(0, 500);
    await tx.db
      .insert(knownDevice)
      .values({ userId, tokenHash, userAgent, firstSeenAt: ctx.now, lastSeenAt: ctx.now })
      .onConflictDoNothing();
    const [person] = await tx.db.select({ email: user.email }).from(user).where(eq(user.id, userId));
    if (others === 0 || !person) return;
    const device = deviceName(userAgent);
    await queueMail(tx, newDeviceMail({ to: person.email, device, now: ctx.now, notMe: await alarmLink(tx, userId) }));
  });
  return token;
}
