import { z } from "zod";

/*
 * What Calendly's webhooks say (API v2, payload version 2), as far as a booking needs it. What is missing here is ignored, so
 * that a field Calendly adds breaks nothing.
 */

const uri = z.string().min(1).max(500);
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const text = z.string().nullish();

const Invitee = z.object({
  uri,
  email: z.email().transform((address) => address.toLowerCase()),
  name: text,
  first_name: text,
  last_name: text,
  timezone: text,
  rescheduled: z.boolean().default(false),
  old_invitee: uri.nullish(),
  new_invitee: uri.nullish(),
  cancel_url: text,
  reschedule_url: text,
  cancellation: z.object({ reason: text }).nullish(),
  questions_and_answers: z.array(z.object({ question: z.string(), answer: z.string() })).default([]),
  tracking: z.record(z.string(), z.unknown()).nullish(),
  scheduled_event: z
    .object({
      uri,
      name: text,
      start_time: instant,
      end_time: instant,
      event_memberships: z.array(z.object({ user_email: text })).nullish(),
    })
    .refine(({ start_time, end_time }) => start_time < end_time),
});
export type CalendlyInvitee = z.output<typeof Invitee>;

const NoShow = z.object({ invitee: z.union([uri, z.object({ uri })]) });

/** One delivery. Kinds that say nothing about a booking are acknowledged and left alone. */
export const CalendlyDelivery = z.union([
  z.object({ event: z.enum(["invitee.created", "invitee.canceled"]), payload: Invitee }),
  z.object({ event: z.enum(["invitee_no_show.created", "invitee_no_show.deleted"]), payload: NoShow }),
  z
    .object({ event: z.string() })
    .refine(({ event }) => !/^invitee(_no_show)?\.(created|canceled|deleted)$/.test(event)),
]);
export type CalendlyDelivery = z.output<typeof CalendlyDelivery>;
