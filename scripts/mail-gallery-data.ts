import type { Finding } from "#app/features/analytics/alerts/alerts.ts";
import type { WeekReport } from "#app/features/analytics/emails/weekly-visits.tsx";
import type { BillingDocument } from "#app/features/billing/invoices/documents.server.ts";
import type { PaymentFact } from "#app/features/billing/payments/payment-facts.ts";
import { documentFileName } from "#app/features/billing/pdf/files.server.ts";
import type { Payment } from "#app/features/billing/tables.server.ts";
import type { BookedCall } from "#app/features/booking/agenda/booked-call.server.ts";
import type { Brief } from "#app/features/booking/agenda/brief.server.ts";
import type { TimeRange } from "#app/features/booking/availability/time-range.server.ts";
import type { FullBlueprintContent } from "#app/features/full-blueprint/full-blueprint.ts";
import type { IssueText } from "#app/features/newsletter/issues/issue-body.tsx";
import { utcDate } from "#app/lib/dates/calendar-dates.ts";
import { billToOf, dana, emailOf, fullName, northfield } from "../db/world.ts";

/* The client, call, invoice and issue of the gallery's mails. */

const createdAt = new Date("2026-03-02T15:00:00Z");
const id = (last: number) => `0199f000-0000-7000-8000-00000000000${last}`;

export const issue: IssueText = {
  id: id(0),
  subject: "Three hours a week, drawn and costed",
  preview: "What lead-to-CRM sync returned, and what it took.",
  body: 'This month: **lead to CRM**.\n\n## What it returned\n\n- Leads arrive within a minute\n- No one copies by hand\n\n> We had a form and a habit.\n\n1. Measure\n2. Build\n\n[See the drawing](/automation-grid/S-01 "button")\n\n```\n4 people × 45 min = 3 h\n```\n\n---\n\nPrices are [here](/pricing).',
};

export const accessRequestToNotice = {
  requestId: id(9),
  email: emailOf(dana),
  companyName: northfield.name,
  companyWebsite: "northfield.example",
  role: "VP Revenue Operations",
  industry: "SaaS",
  dueAt: new Date("2026-03-06T14:00:00Z"),
};

export const payment: Payment = {
  id: id(1),
  userId: id(2),
  blueprintId: id(0),
  bookingId: null,
  item: "",
  method: "stripe",
  status: "paid",
  amountCents: 49_900,
  email: emailOf(dana),
  companyName: northfield.name,
  createdAt,
  processingAt: null,
  paidAt: createdAt,
  paidOn: utcDate(createdAt),
  failedAt: null,
  expiredAt: null,
  canceledAt: null,
  disputedAt: null,
  ...{ disputedCents: 0, lostCents: 0, lostAt: null, toCheck: null, checkBy: null },
  refundedCents: 0,
  refundedAt: null,
  surplus: null,
  bankReference: "",
  checkoutSessionId: null,
  checkoutUrl: null,
  checkoutExpiresAt: null,
  paymentIntentId: null,
};

export const invoice: BillingDocument = {
  id: id(3),
  kind: "invoice",
  series: "INV-2026",
  serial: 17,
  number: "INV-2026-0017",
  paymentId: payment.id,
  correctsId: null,
  amountCents: 49_900,
  billTo: { ...billToOf(dana), extra: "Floor 4" },
  seller: ["GTMarc", "hello@gtmarc.example"],
  taxNote: "Sales tax",
  description: "Full implementation blueprint, instant unlock, one time",
  issuedAt: createdAt,
  issuedOn: "2026-03-02",
  dueAt: new Date("2026-03-17T04:00:00Z"),
  dueOn: "2026-03-16",
};

export const correctedInvoice: BillingDocument = { ...invoice, id: id(8), serial: 18, number: "INV-2026-0018" };

export const creditNote: BillingDocument = {
  ...invoice,
  id: id(4),
  kind: "credit-note",
  series: "CN-2026",
  serial: 3,
  number: "CN-2026-0003",
  correctsId: invoice.id,
  dueAt: null,
  dueOn: null,
};

const fact: PaymentFact = {
  kind: "dispute-opened",
  objectId: "dp_1NorthfieldExample",
  amount: 49_900,
  currency: "usd",
  reason: "product_not_received",
  dueAt: new Date("2026-03-16T23:59:59Z"),
  occurredAt: createdAt,
  checkedAt: null,
};
export const facts = {
  opened: fact,
  lost: { ...fact, kind: "dispute-lost", dueAt: null },
  failed: {
    ...fact,
    kind: "refund-failed",
    objectId: "re_1Northfield",
    reason: "expired_or_canceled_card",
    dueAt: null,
  },
  otherCurrency: {
    ...fact,
    kind: "refunded",
    objectId: "ch_1Northfield",
    amount: 30_000,
    currency: "jpy",
    reason: "",
    dueAt: null,
  },
} satisfies Record<string, PaymentFact>;

export const file = documentFileName(invoice);

const during: TimeRange = { start: new Date("2026-03-10T18:00:00Z"), end: new Date("2026-03-10T18:45:00Z") };
/** The time before the move. */
export const moved: TimeRange = { start: new Date("2026-03-05T15:00:00Z"), end: new Date("2026-03-05T15:45:00Z") };

export const call: BookedCall = {
  token: "m".repeat(43),
  booking: {
    id: id(5),
    uid: "0199f000@gtmarc.example",
    eventTypeId: id(6),
    hostId: id(7),
    blueprintId: null,
    during,
    blocked: during,
    status: "confirmed",
    name: fullName(dana),
    email: emailOf(dana),
    timezone: "Europe/Vienna",
    notes: "We move to another CRM in May.\nIs that a reason to wait?",
    answers: [{ question: "What costs you most time?", answer: "Copying leads from three forms into the CRM" }],
    tracking: {},
    meetingUrl: "https://gtmarc.example/room/mara",
    source: "own",
    externalUrl: null,
    outcome: null,
    tookPlaceAt: null,
    userId: null,
    manageTokenHash: "",
    sequence: 0,
    idempotencyKeyHash: null,
    requestHash: null,
    createdAt,
    canceledAt: null,
    cancellationReason: null,
    place: null,
    ...{ awaits: null, awaitsUntil: null, pendingEnd: null, priceCents: null, payBy: null },
    isRefundDue: false,
    lapsedStart: null,
  },
  cohosts: [],
  kind: {
    id: id(6),
    slug: "strategy-session",
    title: "Strategy session",
    description: "Your analysis, one process in depth, and a roadmap.",
    durationMinutes: 45,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 15,
    minimumNoticeMinutes: 240,
    horizonDays: 60,
    dailyCap: null,
    weeklyCap: null,
    slotStepMinutes: 30,
    questions: [],
    agenda: [],
    place: "video",
    location: "",
    redirectUrl: null,
    ...{ hostChoice: "round-robin", audience: "anyone", needsConfirmation: false, priceCents: null },
    ...{ payBy: "checkout", refundHours: 0, changeLimitHours: 0, reminders: { day: "", hour: "" } },
    position: 0,
    archivedAt: null,
    active: true,
    version: 1,
    createdAt,
  },
  host: {
    id: id(7),
    name: "Mara Lindqvist",
    email: "mara@gtmarc.example",
    timezone: "America/New_York",
    meetingUrl: "https://gtmarc.example/room/mara",
    busyUntilRead: true,
    calendarDown: "busy",
    calendarDeletion: "ask",
    observesHolidays: true,
    followsSettings: false,
    active: true,
    feedTokenHash: null,
    userId: null,
    version: 1,
    createdAt,
  },
  guests: ["otto@northfield.example"],
};

export const brief: Brief = {
  blueprintId: id(0),
  revision: 2,
  createdAt,
  url: `https://gtmarc.example/admin/blueprint/${id(0)}`,
  company: northfield.name,
  facts: [
    { label: "Website", value: "northfield.example" },
    { label: "Size", value: "45 people, $5M to $10M, SaaS" },
    { label: "Wants", value: "Save time in revenue operations" },
    { label: "Stack", value: "7 tools, $4,120 a month" },
  ],
  findings: [
    { label: "Could save", value: "31.5 h/wk of 84 h/wk" },
    { label: "Worth a year", value: "$96,400 ($61,000 to $131,000)" },
    { label: "Project", value: "$18,500" },
    { label: "Paid back", value: "3.1 months" },
  ],
  opportunities: [
    { id: "S-01", title: "Lead to CRM Sync", text: "$31,200 a year for $4,000, 1.9 months" },
    { id: "CS-02", title: "Onboarding hand-over", text: "$22,800 a year for $5,500, 3.4 months" },
  ],
  processes: [{ name: "Copying leads by hand", text: "9 h a week for 3 people" }],
  isBookedFrom: true,
  warning:
    "The visitor was not signed in when booking: make sure you are talking to the owner of that address before you show figures.",
};

export const content: FullBlueprintContent = {
  summary: "What is built first, and why.",
  sections: [
    { id: "lead", title: "Lead to CRM Sync", body: "", diagram: "Form\nCRM", automation: "S-01" },
    { id: "hand", title: "Hand-over to support", body: "", diagram: "", automation: null },
  ],
  tasks: [
    { id: "one1", title: "Export the fields", owner: "RevOps", week: 1 },
    { id: "two2", title: "Try it with ten leads", owner: "Sales", week: 2 },
  ],
};

export const unusualFigures: Finding[] = [
  { key: "visits", label: "Visits", form: "count", value: 160, usual: { low: 31, high: 74 }, funnel: null },
  { key: "revenueUsd", label: "Revenue", form: "dollars", value: 0, usual: { low: 499, high: 2994 }, funnel: null },
  {
    ...{ key: "step:main:Access code", label: "Access code", form: "rate", value: 0.12 },
    usual: { low: 0.26, high: 0.73 },
    funnel: { name: "Main funnel", period: { from: "2026-02-23", to: "2026-03-01" } },
  },
];

export const week: WeekReport = {
  period: { from: "2026-02-23", to: "2026-03-01", timezone: "America/New_York" },
  totals: {
    ...{ visits: 412, visitors: 371, views: 1204, bounceRate: 0.41, averageVisitSeconds: 96 },
    ...{ conversions: 12, revenueUsd: 998 },
  },
  before: {
    ...{ visits: 318, visitors: 290, views: 995, bounceRate: 0.4, averageVisitSeconds: 98 },
    ...{ conversions: 11, revenueUsd: 499 },
  },
  change: "Visits rose from 318 to 412 (+30%), mainly visits from news.example (+79).",
  pages: [
    { path: "/", views: 388 },
    { path: "/automation-grid", views: 201 },
    { path: "/pricing", views: 1 },
  ],
  sources: [
    { name: "direct", visits: 140 },
    { name: "news.example", visits: 83 },
  ],
};
