import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { type ClickConsentSource, clickConsent, message } from "../tables.server.ts";
import { clickConsentVersion } from "./click-consent.ts";

/* Consent to counted clicks, per address; off by default. Given on an email's own page, or signed in. */

/** Stores or revokes the consent of an address, with the time and the version of the wording. Idempotent. */
export async function setClickConsent(
  ctx: Ctx,
  { address: written, source, agrees }: { address: string; source: ClickConsentSource; agrees: boolean },
): Promise<void> {
  const address = written.toLowerCase();
  await inTransaction(ctx, async (tx) => {
    if (agrees) {
      const given = { wording: clickConsentVersion, source, givenAt: tx.now, revokedAt: null };
      await tx.db
        .insert(clickConsent)
        .values({ address, ...given })
        .onConflictDoUpdate({ target: clickConsent.address, set: given, setWhere: isNotNull(clickConsent.revokedAt) });
      return;
    }
    await tx.db
      .update(clickConsent)
      .set({ revokedAt: tx.now })
      .where(and(eq(clickConsent.address, address), isNull(clickConsent.revokedAt)));
    // Queued emails get their original links back.
    await tx.db
      .update(message)
      .set({ links: null })
      .where(and(eq(message.toAddress, address), eq(message.status, "queued"), isNotNull(message.links)));
  });
}

/** Returns the addresses (lower case) with a consent that is not revoked. */
export async function listClickConsents(ctx: Pick<Ctx, "db">, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await ctx.db
    .select({ address: clickConsent.address })
    .from(clickConsent)
    .where(and(inArray(clickConsent.address, [...addresses]), isNull(clickConsent.revokedAt)));
  return new Set(rows.map(({ address }) => address));
}

export const hasClickConsent = async (ctx: Pick<Ctx, "db">, address: string): Promise<boolean> =>
  (await listClickConsents(ctx, [address.toLowerCase()])).size > 0;

/** SQL condition on `message`: its recipient consented to counted clicks and revoked that later. */
export const hasRevoked = sql<boolean>`exists (
  select 1 from ${clickConsent} consent
  where consent.address = lower(${message}.to_address) and consent.revoked_at is not null)`;
