import { eq } from "drizzle-orm";
import { declineRequest } from "#app/features/access/access.server.ts";
import { listAdmins } from "#app/features/accounts/profile/people.server.ts";
import { cancelInvoice, markInvoicePaid } from "#app/features/billing/invoices/invoices.server.ts";
import { payment } from "#app/features/billing/tables.server.ts";
import { markCall } from "#app/features/booking/bookings/outcome.server.ts";
import { cancelCall, moveCall } from "#app/features/booking/bookings/reschedule.server.ts";
import {
  assignArchitect,
  beginReview,
  completeKickoff,
  publishDrawings,
  saveDrawings,
} from "#app/features/full-blueprint/drawing/architect.server.ts";
import type { FullBlueprintContent } from "#app/features/full-blueprint/full-blueprint.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { people } from "../../db/world.ts";
import { refundCard } from "./card-payment.ts";
import { Client } from "./client.ts";
import { after, must, type Timeline } from "./timeline.ts";

/** How far a person gets. Each way is named for the state in which it ends. */
const ways = [
  ["requested", 4],
  ["declined", 3],
  ["approved", 4],
  ["code-unused", 3],
  ["code-redeemed", 3],
  ["draft", 4],
  ["quick-start", 5],
  ["analysis", 6],
  ["revisions", 4],
  ["shared", 3],
  ["call-booked", 4],
  ["call-moved", 2],
  ["call-cancelled", 2],
  ["call-held", 2],
  ["call-missed", 2],
  ["paid-by-card", 2],
  ["paid-by-invoice", 1],
  ["invoice-open", 1],
  ["invoice-cancelled", 1],
  ["refunded", 1],
  ["in-review", 1],
  ["published", 2],
] as const;
type Way = (typeof ways)[number][0];

const wayOf: readonly Way[] = ways.flatMap(([way, count]) => Array<Way>(count).fill(way));

/** Ways that take many days: the person starts this many days earlier. */
const daysBefore: Partial<Record<Way, number>> = {
  requested: 2,
  declined: 30,
  approved: 12,
  "code-unused": 14,
  "code-redeemed": 16,
  draft: 20,
  "call-booked": 18,
  "call-moved": 18,
  "invoice-open": 20,
  "call-held": 26,
  "call-missed": 18,
  "in-review": 30,
  "paid-by-card": 36,
};

/** Adds the histories of sixty people, one for each entry of `wayOf`. */
export function addClients(time: Timeline, passwordHash: string): Client[] {
  return wayOf.map((way, index) => {
    // Consecutive people belong to the same firm; this spreads them over the ways.
    const client = new Client(people[(index * 7) % people.length]!, index, passwordHash);
    const earliest = 90 - (daysBefore[way] ?? 84);
    const requested = time.on(
      way === "requested" ? time.between(87, 89) : time.between(earliest, earliest + (daysBefore[way] ? 3 : 38)),
    );
    addLife(time, client, way, requested);
    return client;
  });
}

function addLife(time: Timeline, client: Client, way: Way, requested: Date) {
  const later = (days: number) =>
    new Date(Math.min(after(requested, { days: days + time.chance() * 0.2 }).getTime(), time.now.getTime() - 600_000));
  time.add(requested, (ctx) => client.requestsAccess(ctx));
  if (way === "requested") return;
  if (way === "declined") {
    const reason = time.pick(["not_fit", "unclear", "duplicate"] as const);
    return void time.add(later(2), async (ctx) =>
      must(await declineRequest(ctx, { requestId: await client.requestId(ctx), reason, note: undefined })),
    );
  }
  const hasAccount = way !== "approved";
  if (hasAccount) time.add(later(1), (ctx) => client.signsUp(ctx));
  let code = "";
  time.add(later(4), async (ctx) => {
    await client.isApproved(ctx);
    code = await client.mailedCode(ctx);
  });
  if (way === "approved" || way === "code-unused") return;
  time.add(later(5), (ctx) => client.redeems(ctx, code));
  if (way === "code-redeemed") return;
  time.add(later(6), (ctx) => client.startsDraft(ctx, way === "quick-start" ? "quick" : "guided"));
  if (way === "draft") {
    time.add(later(6.3), (ctx) => client.saves(ctx, "profile"));
    if (time.chance() < 0.5) time.add(later(7), (ctx) => client.saves(ctx, "stack"));
    return;
  }
  time.add(later(7), (ctx) => client.finishes(ctx, way === "quick-start" ? "quick" : "all"));
  addEnding(time, client, way, later);
}

function addEnding(time: Timeline, client: Client, way: Way, later: (days: number) => Date) {
  switch (way) {
    case "revisions":
      for (const [place, factor] of [0.9, 1.15].entries())
        time.add(later(9 + place * 3), (ctx) => client.finishes(ctx, "all", factor));
      return;
    case "shared":
      time.add(later(8), (ctx) => client.shares(ctx));
      time.add(later(9), (ctx) => client.paysByCard(ctx, { status: "expired" }));
      return;
    case "call-booked":
      return void time.add(after(time.now, { hours: -20 - time.chance() * 30 }), (ctx) =>
        client.books(ctx, "strategy-session", time.between(2, 9)),
      );
    case "call-moved":
      return addMovedCall(time, client);
    case "call-cancelled":
      time.add(later(9), (ctx) => client.books(ctx, "strategy-session", 5));
      return void time.add(later(11), async (ctx) => {
        if (client.booked)
          must(
            await cancelCall(
              { ...ctx, actor: client.as(ctx).actor },
              { token: client.booked.token, reason: "Our budget moved to next quarter." },
            ),
          );
      });
    case "call-held":
    case "call-missed":
    case "in-review":
    case "published":
      return addCallThatIsOver(time, client, way, later);
    case "paid-by-card":
      time.add(later(10), (ctx) => client.paysByCard(ctx));
      return;
    case "refunded":
      time.add(later(10), (ctx) => client.paysByCard(ctx));
      return void time.add(later(15), async (ctx) => refundCard(ctx, await paymentOf(ctx, client)));
    case "paid-by-invoice":
      time.add(later(10), (ctx) => client.getsInvoice(ctx));
      return void time.add(later(19), async (ctx) =>
        must(await markInvoicePaid(ctx, { paymentId: await paymentOf(ctx, client), reference: "Wire 4471-220" })),
      );
    case "invoice-open":
      return void time.add(later(11), (ctx) => client.getsInvoice(ctx));
    case "invoice-cancelled":
      time.add(later(10), (ctx) => client.getsInvoice(ctx));
      return void time.add(later(18), async (ctx) =>
        must(
          await cancelInvoice(ctx, {
            paymentId: await paymentOf(ctx, client),
            reason: "The client asked for it before kickoff.",
          }),
        ),
      );
    default:
      return;
  }
}

function addMovedCall(time: Timeline, client: Client) {
  time.add(after(time.now, { days: -3 }), (ctx) => client.books(ctx, "strategy-session", 6));
  time.add(after(time.now, { days: -1 }), async (ctx) => {
    const start = await client.freeTime(ctx, "strategy-session", 8);
    if (client.booked && start) must(await moveCall(client.as(ctx), { token: client.booked.token, start }));
  });
}

function addCallThatIsOver(time: Timeline, client: Client, way: Way, later: (days: number) => Date) {
  time.add(later(8), (ctx) => client.books(ctx, "strategy-session", 3));
  // The call is at one of the first free times, so it has ended by then.
  time.add(later(16), async (ctx) => {
    if (client.booked)
      must(await markCall(ctx, { bookingId: client.booked.id, outcome: way === "call-missed" ? "no-show" : "held" }));
  });
  if (way === "in-review" || way === "published") time.add(later(17), (ctx) => drawFullBlueprint(ctx, client, way));
}

/** Needs an admin as the architect. Demo data creates no admin; without one the full blueprint stays requested. */
async function drawFullBlueprint(ctx: Ctx, client: Client, way: "in-review" | "published") {
  const [architect] = await listAdmins(ctx);
  const { blueprintId } = client;
  if (!architect || !client.booked) return;
  must(await assignArchitect(ctx, { blueprintId, from: null, architectId: architect.userId }));
  must(await completeKickoff(ctx, blueprintId));
  const { version } = must(
    await saveDrawings(ctx, { blueprintId, version: 1, content: drawings(client.person.firm.name) }),
  );
  must(await beginReview(ctx, blueprintId));
  if (way === "published") must(await publishDrawings(ctx, { blueprintId, version, note: "" }));
}

async function paymentOf(ctx: Ctx, client: Client): Promise<string> {
  const [found] = await ctx.db
    .select({ id: payment.id })
    .from(payment)
    .where(eq(payment.blueprintId, client.blueprintId));
  return found!.id;
}

const drawings = (firm: string): FullBlueprintContent => ({
  summary: `${firm} enters leads by hand in two systems. We connect the form to the CRM first, because every later step reads from it. The second automation reports the pipeline each Monday without anyone preparing it.`,
  sections: [
    {
      id: "lead-to-crm",
      title: "Lead to CRM",
      body: "Every form submission becomes a contact with an owner within one minute. Duplicates are found by email address.\n\n- Test with ten real leads before the form goes live\n- Keep the old process for one week as a fallback",
      diagram:
        "Typeform: form is submitted\n? HubSpot: is the contact new? -> update the contact\nHubSpot: create the contact with an owner\nSlack: notify the owner",
      automation: null,
    },
    {
      id: "weekly-report",
      title: "Weekly pipeline report",
      body: "The report is generated on Monday at 7:00 from the CRM. It replaces the spreadsheet that two people fill in today.",
      diagram: "HubSpot: Monday at 7:00\nGoogle Sheets: write the open deals\nSlack: post the report",
      automation: null,
    },
  ],
  tasks: [
    { id: "crm-access", title: "Give the architect access to the CRM", owner: "Sales operations", week: 1 },
    { id: "field-list", title: "Agree on the required fields", owner: "Marketing and sales", week: 1 },
    { id: "parallel-week", title: "Run both processes side by side", owner: "Sales operations", week: 3 },
  ],
});
