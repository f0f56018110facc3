import { and, inArray, isNotNull, or } from "drizzle-orm";
import { listEventIdsAbout } from "#app/features/events/log.server.ts";
import type { DataSubject, PersonalData } from "#app/lib/people/data-subject.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { containsAddress } from "#app/platform/database/contains-address.server.ts";
import { isBeforeMove } from "#app/platform/database/former-address.server.ts";
import { webhookAttempt, webhookDelivery } from "./tables.server.ts";

/** Deliveries add no personal data: their body is read from the event, which the export contains. */
export const exportPersonalData = async (): Promise<PersonalData> => ({});

/** Removes responses to events about the person, or with the address: receivers echo requests. Unsent deliveries end. */
export async function forgetPerson(ctx: Ctx, person: DataSubject): Promise<void> {
  const eventIds = await listEventIdsAbout(ctx, person);
  const about = ctx.db
    .select({ id: webhookDelivery.id })
    .from(webhookDelivery)
    .where(inArray(webhookDelivery.eventId, eventIds));
  await ctx.db
    .update(webhookAttempt)
    .set({ responseBody: null, responseHeaders: {} })
    .where(
      and(
        isNotNull(webhookAttempt.responseBody),
        or(
          eventIds.length > 0 ? inArray(webhookAttempt.deliveryId, about) : undefined,
          and(
            containsAddress(webhookAttempt.responseBody, person.email.toLowerCase()),
            isBeforeMove(person, webhookAttempt.at),
          ),
        ),
      ),
    );
}
