import { accessGranted, accessRequested } from "#app/features/access/events.ts";
import {
  accountCreated,
  accountEmailChanged,
  accountProfileChanged,
  accountSignedIn,
  accountVerified,
} from "#app/features/accounts/events.ts";
import { analysisCreated, analysisRevised, analysisShared } from "#app/features/analysis/events.ts";
import { paymentDisputed, paymentReceived, paymentRefunded } from "#app/features/billing/events.ts";
import {
  bookingCancelled,
  bookingHeld,
  bookingMade,
  bookingMissed,
  bookingMoved,
} from "#app/features/booking/events.ts";
import { isEvent, type LoggedEvent } from "#app/features/events/consumers.server.ts";
import type { EventDefinition } from "#app/features/events/event-definition.ts";
import { fullBlueprintPublished, fullBlueprintUnlocked } from "#app/features/full-blueprint/events.ts";
import { kitDownloaded } from "#app/features/kit/events.ts";
import { mailBounced, mailClicked, mailComplained, mailReplied } from "#app/features/mail/events.ts";
import { newsletterSubscribed, newsletterUnsubscribed } from "#app/features/newsletter/events.ts";
import { trainingRegistered } from "#app/features/training/events.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { createdFields, prospectCreated, prospectStageChanged } from "../events.ts";
import type { LostReason } from "../prospects/stages.ts";
import type { Contact, Fact, Milestone, Source } from "./projection.ts";

export const followedEvents = [
  accountCreated,
  accountVerified,
  accountSignedIn,
  accountEmailChanged,
  accountProfileChanged,
  accessRequested,
  accessGranted,
  analysisCreated,
  analysisRevised,
  analysisShared,
  fullBlueprintUnlocked,
  fullBlueprintPublished,
  bookingMade,
  bookingMoved,
  bookingCancelled,
  bookingHeld,
  bookingMissed,
  paymentReceived,
  paymentRefunded,
  paymentDisputed,
  newsletterSubscribed,
  newsletterUnsubscribed,
  trainingRegistered,
  kitDownloaded,
  mailBounced,
  mailComplained,
  mailReplied,
  mailClicked,
  prospectCreated,
  prospectStageChanged,
] as unknown as readonly EventDefinition[];

/** Reports by others about a person, and actions of the firm: not the person's activity. */
const passive = new Set<string>(
  [
    fullBlueprintPublished,
    bookingMissed,
    paymentRefunded,
    paymentDisputed,
    mailBounced,
    mailComplained,
    prospectCreated,
    prospectStageChanged,
  ].map(({ name }) => name),
);

/** Events of forms in which anyone can enter any address. */
const openForms = new Set<string>([accessRequested, trainingRegistered, bookingMade].map(({ name }) => name));

export const activityEvents: readonly string[] = followedEvents
  .map(({ name }) => name)
  .filter((name) => !passive.has(name));

type Part = { source?: Source; contact?: Partial<Contact>; milestone?: Milestone };

/** Returns the facts of an event; null for events that the pipeline published itself because of another event. */
export function factOf(event: LoggedEvent): Fact | null {
  if (isEvent(event, prospectCreated) && event.payload.source === "event") return null;
  if (isEvent(event, prospectStageChanged) && event.payload.by === "event") return null;
  const { source = null, contact, milestone } = partOf(event);
  return {
    eventId: event.id,
    at: event.occurredAt,
    name: event.name,
    userId: event.userId,
    source,
    isActivity: !passive.has(event.name),
    ...(contact && { contact: given(contact) }),
    ...(contact && openForms.has(event.name) && { isUnconfirmed: true }),
    ...(milestone && { milestone }),
  };
}

function partOf(event: LoggedEvent): Part {
  if (isEvent(event, accessRequested)) {
    const { companyName, companyWebsite, role, industry } = event.payload;
    return {
      source: "access_request",
      contact: optional({ company: companyName, website: companyWebsite, role, industry }),
    };
  }
  if (isEvent(event, newsletterSubscribed)) return { source: "newsletter" };
  if (isEvent(event, trainingRegistered))
    return { source: "training", contact: { company: event.payload.companyName } };
  if (isEvent(event, kitDownloaded)) return { source: "kit" };
  if (isEvent(event, accountCreated)) return { source: "account" };
  if (isEvent(event, accountProfileChanged)) {
    const { name, firstName = null, lastName = null, companyName, title } = event.payload;
    return { contact: optional({ name, firstName, lastName, company: companyName, role: title }) };
  }
  if (isEvent(event, analysisCreated) || isEvent(event, analysisRevised)) {
    const { companyName, annualValueCents, employees, industry } = event.payload;
    return {
      source: "analysis",
      contact: optional({ company: companyName, employees, industry }),
      milestone: { kind: "analyzed", valueCents: annualValueCents },
    };
  }
  if (isEvent(event, bookingMade))
    return { source: "booking", contact: { name: event.payload.name }, milestone: call("booked", event.payload) };
  if (isEvent(event, bookingCancelled) || isEvent(event, bookingMissed))
    return { milestone: call("unbooked", event.payload) };
  if (isEvent(event, bookingHeld)) return { milestone: call("held", event.payload) };
  if (isEvent(event, fullBlueprintPublished)) return { milestone: { kind: "published" } };
  if (isEvent(event, paymentReceived))
    return { source: "payment", milestone: money("paid", event.payload.paymentId, event.payload.amountCents) };
  if (isEvent(event, paymentRefunded))
    return { milestone: money("refunded", event.payload.paymentId, event.payload.refundedCents) };
  if (isEvent(event, prospectCreated)) {
    const source = event.payload.source === "import" ? "import" : "manual";
    return { source, contact: optional(pick(event.payload, createdFields)) };
  }
  if (isEvent(event, prospectStageChanged))
    return {
      milestone: {
        kind: "moved",
        stage: event.payload.to,
        by: event.actor.userId,
        reason: event.payload.reason as LostReason | null,
        note: event.payload.note ?? null,
      },
    };
  return {};
}

const call = (kind: "booked" | "unbooked" | "held", { bookingId }: { bookingId: string }): Milestone => ({
  kind,
  bookingId,
});
const money = (kind: "paid" | "refunded", paymentId: string, cents: number): Milestone => ({ kind, paymentId, cents });

type Nullable<Shape> = { [Key in keyof Shape]?: Shape[Key] | null | undefined };

/** Drops missing fields, so that they do not erase earlier values. */
const optional = (contact: Nullable<Contact>): Partial<Contact> =>
  Object.fromEntries(Object.entries(contact).filter(([, value]) => (value ?? "") !== "")) as Partial<Contact>;
const given = optional as (contact: Partial<Contact>) => Partial<Contact>;
