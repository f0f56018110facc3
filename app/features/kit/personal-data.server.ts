import { asc, eq } from "drizzle-orm";
import type { DataSubject, PersonalData } from "#app/lib/people/data-subject.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { anonymousSession } from "./kit.server.ts";
import { downloadTracking } from "./tables.server.ts";

/** Exports what this feature stores about a person: downloads while they were signed in. */
export async function exportPersonalData(ctx: Ctx, { userId }: DataSubject): Promise<PersonalData> {
  if (userId === null) return { downloads: [] };
  return {
    downloads: await ctx.db
      .select()
      .from(downloadTracking)
      .where(eq(downloadTracking.sessionId, userId))
      .orderBy(asc(downloadTracking.createdAt)),
  };
}

/** Removes the person from their downloads; the rows stay, so that the counter does not decrease. */
export async function forgetPerson(ctx: Ctx, { userId }: DataSubject): Promise<void> {
  if (userId === null) return;
  await ctx.db
    .update(downloadTracking)
    .set({
      sessionId: anonymousSession,
      referrer: "direct",
      utmSource: null,
      utmMedium: null,
      utmCampaign: null,
      metadata: { version: "1.0" },
    })
    .where(eq(downloadTracking.sessionId, userId));
}
