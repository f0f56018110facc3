import { z } from "zod";
import { dayMinutes } from "#app/lib/durations.ts";
import { reminderVariables, variablesIn } from "#app/lib/formats/mail-variables.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import type { NotAdmin, NotFound, Refusal, Stale } from "#app/lib/refusal.ts";
import { text } from "#app/lib/text.ts";
import { strategySession } from "./event-type-slugs.ts";
import { type Question, Questions } from "./questions.ts";

/* Event types: what can be booked, under which rules. Safe in the browser: the forms use the same schemas. */

export const callPlaces = {
  video: "Online, with a video link",
  phone: "By phone: the host calls",
  "in-person": "In person, at an address",
} as const;
export type CallPlace = keyof typeof callPlaces;

export const hostChoices = {
  "round-robin": "One of the hosts, in turn",
  collective: "All hosts together",
  invitee: "The host that the invitee chooses",
} as const;
export type HostChoice = keyof typeof hostChoices;

export const audiences = {
  anyone: "Anyone",
  clients: "Clients, when they are signed in",
  link: "Holders of a link that works once",
} as const;
export type Audience = keyof typeof audiences;

/** Why a visitor cannot book an event type. */
export type Bar = "sign_in_needed" | "clients_only" | "link_needed" | "link_used";

export type BookingLinkState = "open" | "used" | "revoked";
export const bookingLinkStates: Record<BookingLinkState, string> = {
  open: "Not used yet",
  used: "Used",
  revoked: "Revoked",
};

export type BookingLink = {
  id: string;
  label: string;
  state: BookingLinkState;
  createdAt: Date;
  usedAt: Date | null;
  bookingId: string | null;
};

export const payWays = {
  checkout: "By card, before the call counts",
  invoice: "By invoice, after booking",
} as const;
export type PayBy = keyof typeof payWays;

/** The firm's own words in a reminder, with the variables of mails; null: the reminder is not sent. */
export type ReminderTexts = { day: string | null; hour: string | null };

export type AgendaPart = { minutes: number; title: string; text: string };

/** The parts of a strategy session. `share`: its minutes of 45 (spec: call-kinds). */
const strategyParts = [
  {
    share: 15,
    title: "Findings and ROI",
    text: "We walk through what your analysis found and what each finding is worth in hours and dollars.",
  },
  {
    share: 20,
    title: "Priority deep dive",
    text: "We take the automation with the best return and work out how it would run with your tools and your team.",
  },
  {
    share: 10,
    title: "Roadmap",
    text: "You leave with a work plan: what to build first, what it takes, and what can wait.",
  },
] as const;

/**
 * The default agenda of a strategy session of this length: its parts in proportion, in steps of five minutes where these fit. They add
 * up to the length.
 */
export function strategyAgenda(length: number): AgendaPart[] {
  const whole = strategyParts.reduce((sum, { share }) => sum + share, 0);
  const step = length % 5 === 0 && length >= 20 ? 5 : 1;
  const ends = strategyParts.map((_, index) => {
    const share = strategyParts.slice(0, index + 1).reduce((sum, part) => sum + part.share, 0);
    return Math.round((length * share) / whole / step) * step;
  });
  return strategyParts.map(({ title, text: described }, index) => ({
    minutes: ends[index]! - (ends[index - 1] ?? 0),
    title,
    text: described,
  }));
}

/** The agenda of a call of `minutes`; empty if it has none, or if it was booked with another length than its own agenda has. */
export function agendaOf(
  { slug, agenda }: { slug: string; agenda: readonly AgendaPart[] },
  minutes: number,
): AgendaPart[] {
  if (agenda.length === 0) return slug === strategySession ? strategyAgenda(minutes) : [];
  return minutesOf(agenda) === minutes ? [...agenda] : [];
}

const minutesOf = (agenda: readonly AgendaPart[]) => agenda.reduce((sum, part) => sum + part.minutes, 0);

/** `The 45 minutes: 15 for findings and ROI, 20 for the priority deep dive, 10 for the roadmap.` */
export function agendaSentence(parts: readonly AgendaPart[]): string | undefined {
  if (parts.length === 0) return undefined;
  const named = parts.map(({ minutes, title }) => `${minutes} for ${strategyNames[title] ?? title}`);
  return `The ${minutesOf(parts)} minutes: ${named.join(", ")}.`;
}

const strategyNames: Record<string, string> = {
  "Findings and ROI": "findings and ROI",
  "Priority deep dive": "the priority deep dive",
  Roadmap: "the roadmap",
};

/** The questions of the form: a call by phone asks for the number first. */
export const askedQuestions = ({
  place,
  questions,
}: {
  place: CallPlace;
  questions: readonly Question[];
}): Question[] => (place === "phone" ? [phoneQuestion, ...questions] : [...questions]);

const phoneQuestion: Question = { id: "phone", label: "Phone number", kind: "line", required: true, options: [] };

const minutes = (low: number, high: number) => {
  const error = `Enter whole minutes from ${low} to ${formatNumber(high)}.`;
  return z.number({ error }).int({ error }).min(low, { error }).max(high, { error });
};
const hours = (low: number, high: number) => {
  const error = `Enter whole hours from ${low} to ${formatNumber(high)}.`;
  return z.number({ error }).int({ error }).min(low, { error }).max(high, { error });
};
const count = (low: number, high: number) => {
  const error = `Enter a whole number from ${low} to ${high}.`;
  return z.number({ error }).int({ error }).min(low, { error }).max(high, { error });
};

const AgendaParts = z
  .array(
    z.object({
      minutes: minutes(1, 720),
      title: text({ max: 100, required: "Please name this part." }),
      text: text({ max: 300 }).default(""),
    }),
  )
  .max(10, "At most ten parts.");

const ReminderText = text({ max: 500, shape: "lines" })
  .refine((words) => variablesIn(words, reminderVariables).problem === null, {
    error: ({ input }) => variablesIn(input as string, reminderVariables).problem ?? undefined,
  })
  .nullable();

const priceFault = "Enter a price from $1 to $100,000.";

export const EventTypeSettings = z
  .object({
    title: text({ max: 100, required: "Please enter a title." }),
    description: text({ max: 500, required: "Please say what happens on the call.", shape: "lines" }),
    durationMinutes: minutes(5, 720),
    bufferBeforeMinutes: minutes(0, 720),
    bufferAfterMinutes: minutes(0, 720),
    minimumNoticeMinutes: minutes(0, 43_200),
    horizonDays: count(1, 730),
    dailyCap: count(1, 100).nullable(),
    weeklyCap: count(1, 500).nullable().default(null),
    slotStepMinutes: minutes(5, 720),
    active: z.boolean(),
    hostIds: z.array(z.uuid()).min(1, "Choose at least one host.").max(50),
    hostChoice: z.enum(Object.keys(hostChoices) as [HostChoice, ...HostChoice[]]).default("round-robin"),
    audience: z.enum(Object.keys(audiences) as [Audience, ...Audience[]]).default("anyone"),
    needsConfirmation: z.boolean().default(false),
    reminders: z.object({ day: ReminderText, hour: ReminderText }).optional(),
    priceCents: z
      .int({ error: priceFault })
      .min(100, { error: priceFault })
      .max(10_000_000, { error: priceFault })
      .nullable()
      .default(null),
    payBy: z.enum(Object.keys(payWays) as [PayBy, ...PayBy[]]).default("checkout"),
    refundHours: hours(0, 720).nullable().default(0),
    changeLimitHours: hours(0, 720).default(0),
    /** Of hosts with another weight than one. */
    weights: z.record(z.uuid(), count(1, 10)).optional(),
    questions: Questions,
    agenda: AgendaParts.default([]),
    place: z.enum(Object.keys(callPlaces) as [CallPlace, ...CallPlace[]]).default("video"),
    location: text({ max: 200 }).default(""),
    redirectUrl: text({ max: 500 })
      .refine((url) => url === "" || (URL.canParse(url) && new URL(url).protocol === "https:"), {
        error: "Enter the whole address, which begins with https://.",
      })
      .transform((url) => url || null)
      .nullable()
      .default(null),
  })
  .refine(({ agenda, durationMinutes }) => agenda.length === 0 || minutesOf(agenda) === durationMinutes, {
    error: ({ input }) => {
      const { agenda, durationMinutes } = input as { agenda: AgendaPart[]; durationMinutes: number };
      return `The parts add up to ${minutesOf(agenda)} minutes; the call has ${durationMinutes}.`;
    },
    path: ["agenda"],
  })
  .refine(({ minimumNoticeMinutes, horizonDays }) => minimumNoticeMinutes < horizonDays * dayMinutes, {
    error:
      "The minimum notice is as long as the booking window, so no time could be booked. Shorten it, or extend the window.",
    path: ["minimumNoticeMinutes"],
  })
  .refine(({ place, location }) => place !== "in-person" || location !== "", {
    error: "Please enter the address.",
    path: ["location"],
  });
export type EventTypeSettings = z.output<typeof EventTypeSettings>;

/** Part of the URL of the page: `/schedule/{slug}`. */
const Slug = text({ max: 60, required: "Please enter a link." }).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
  error: "Use small letters, digits and single hyphens, such as kickoff-call.",
});

/** `copyOf`: the new event type starts with the rules, hosts and questions of this one. */
export const NewEventType = z.object({
  title: text({ max: 100, required: "Please enter a title." }),
  slug: Slug,
  copyOf: z.uuid(),
});
export type NewEventType = z.output<typeof NewEventType>;

/** `label`: for whom. */
export const NewBookingLink = z.object({ label: text({ max: 100 }).default("") });
export type NewBookingLink = z.output<typeof NewBookingLink>;

/** All event types that are not archived, in their new order. */
export const EventTypeOrder = z.object({ ids: z.array(z.uuid()).max(500) });

/** The version of the host or event type that the admin saw, to detect a colleague's change. */
export const SeenVersion = z.object({ version: z.int() });
export type SeenVersion = z.output<typeof SeenVersion>;

export type EventTypeRefusal =
  | NotAdmin
  | NotFound
  | Refusal<
      | "unknown_host"
      | "link_taken"
      | "built_in"
      | "site_call"
      | "no_payments"
      | "no_invoices"
      | "archived"
      | "order_changed"
    >
  | Stale<SeenVersion>;
export const eventTypeRefusalText = {
  not_admin: "Admin rights are needed for that.",
  not_found: "There is no such event type.",
  unknown_host: "One of the hosts no longer exists. Load the page again.",
  link_taken: "Another event type has this link.",
  built_in: "The site leads to this call, so it cannot be archived. To pause it, turn off “Can be booked”.",
  site_call:
    "The site says that this call is free and open to everyone. For a price or for certain people, add another event type.",
  no_payments: "Before calls can be paid by card, set the keys of Stripe under Settings, Billing.",
  no_invoices: "Before calls can be paid by invoice, set the sender and the bank details under Settings, Billing.",
  archived: "This event type is archived. Restore it first.",
  order_changed: "Another admin added or archived an event type meanwhile. Try again with the current list.",
  stale:
    "Another admin changed this event type while you were editing. Your changes are still in the form: compare them, then save again.",
} as const satisfies Record<EventTypeRefusal["kind"], string>;
