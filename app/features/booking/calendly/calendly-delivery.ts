import { z } from "zod";
import { instant } from "#app/lib/dates/instant.ts";
import { emailAddress } from "#app/lib/people/email-address.ts";
import { text } from "#app/lib/text.ts";

/*
 * Calendly's webhooks (API v2, payload version 2), reduced to the fields that a booking needs. Other fields are ignored, so that new
 * ones do no harm.
 */

/** Longer than any of Calendly's fields; the body as a whole is limited. */
const anyLength = 65_536;
const uri = text({ min: 1, max: 500 });
const anyText = text({ max: anyLength, shape: "lines" });
const optionalText = anyText.nullish();

const Invitee = z.object({
  uri,
  email: emailAddress("needs an email address"),
  name: optionalText,
  first_name: optionalText,
  last_name: optionalText,
  timezone: optionalText,
  rescheduled: z.boolean().default(false),
  old_invitee: uri.nullish(),
  new_invitee: uri.nullish(),
  cancel_url: optionalText,
  reschedule_url: optionalText,
  cancellation: z.object({ reason: optionalText }).nullish(),
  questions_and_answers: z.array(z.object({ question: anyText, answer: anyText })).default([]),
  tracking: z.record(text({ max: 200 }), z.unknown()).nullish(),
  scheduled_event: z
    .object({
      uri,
      name: optionalText,
      start_time: instant(),
      end_time: instant(),
      event_memberships: z.array(z.object({ user_email: optionalText })).nullish(),
    })
    .refine(({ start_time, end_time }) => start_time < end_time),
});
export type CalendlyInvitee = z.output<typeof Invitee>;

const NoShow = z.object({ invitee: z.union([uri, z.object({ uri })]) });

/** One delivery. Events that do not concern a booking are acknowledged and ignored. */
export const CalendlyDelivery = z.union([
  z.object({ event: z.enum(["invitee.created", "invitee.canceled"]), payload: Invitee }),
  z.object({ event: z.enum(["invitee_no_show.created", "invitee_no_show.deleted"]), payload: NoShow }),
  z
    .object({ event: z.string() })
    .refine(({ event }) => !/^invitee(_no_show)?\.(created|canceled|deleted)$/.test(event)),
]);
export type CalendlyDelivery = z.output<typeof CalendlyDelivery>;
