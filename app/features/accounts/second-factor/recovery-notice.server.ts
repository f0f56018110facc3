import { eq } from "drizzle-orm";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { recoveryCodeUsedMail } from "../emails/factor-mails.tsx";
import { alarmLink } from "../sign-in/security-alarm.server.ts";
import { user } from "../tables.server.ts";
import { countRecoveryCodes, fewCodes } from "./recovery-codes.server.ts";

export async function notifyRecoveryCodeUsed(ctx: Ctx, userId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [person] = await tx.db.select({ email: user.email }).from(user).where(eq(user.id, userId));
    if (!person) return;
    const left = await countRecoveryCodes(tx, userId);
    const notMe = await alarmLink(tx, userId);
    const about = { to: person.email, now: ctx.now, notMe, left, few: left <= fewCodes };
    await queueMail(tx, recoveryCodeUsedMail(about));
  });
}
