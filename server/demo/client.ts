import { and, desc, eq } from "drizzle-orm";
import { approveRequest, requestAccess } from "#app/features/access/access.server.ts";
import { redeemCode } from "#app/features/access/codes/codes.server.ts";
import { accessRequest } from "#app/features/access/tables.server.ts";
import { addPerson, markVerified, updateProfile, welcome } from "#app/features/accounts/accounts.server.ts";
import { mailVerification } from "#app/features/accounts/email/email-links.server.ts";
import { user } from "#app/features/accounts/tables.server.ts";
import { completeAnalysis } from "#app/features/analysis/revisions/completion.server.ts";
import { shareAnalysis } from "#app/features/analysis/sharing/sharing.server.ts";
import { bookingConversionUsd } from "#app/features/analytics/steps/funnel-stages.ts";
import { unlockCents } from "#app/features/billing/billing.ts";
import { requestInvoice } from "#app/features/billing/invoices/invoices.server.ts";
import { listSlots } from "#app/features/booking/availability/calendar.server.ts";
import { bookCall } from "#app/features/booking/bookings/booking.server.ts";
import { booking } from "#app/features/booking/tables.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { focusLabels, outcomeLabels } from "#app/features/roi/inputs/input-labels.ts";
import { answerField, quickAnswersOf, quickDraft, tickTool } from "#app/features/wizard/answers/quick-answers.ts";
import type { DraftPart } from "#app/features/wizard/blueprint.ts";
import { saveDraft, startBlueprint } from "#app/features/wizard/wizard.server.ts";
import { anonymous, type SignedIn } from "#app/lib/actor.ts";
import { dayMs } from "#app/lib/durations.ts";
import { demoAddress, demoDomain } from "#app/lib/people/demo-address.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx, SignedInCtx } from "#app/platform/context.server.ts";
import { billToOf, fullName, type Person } from "../../db/world.ts";
import { type PaymentFacts, payByCard } from "./card-payment.ts";
import { ClientVisits, campaignOf, clientPages as pages, type VisitAction } from "./client-visits.ts";
import { must } from "./timeline.ts";

const toolsOfFirms = [
  ["hubspot", "google-workspace", "slack", "zapier", "calendly", "google-analytics"],
  ["salesforce", "microsoft-365", "outreach", "zoominfo", "power-bi", "docusign"],
  ["pipedrive", "mailchimp", "google-sheets", "stripe", "zoom", "typeform"],
  ["zoho-crm", "zendesk", "quickbooks", "microsoft-teams", "surveymonkey"],
] as const;

/** Business days until its people are approved, whatever the settings say: some wait, and some are declined. */
const codeDelay = 4;

/** One person of the demo data and their progress. Every method performs one action at the time of its `ctx`. */
export class Client {
  readonly email: string;
  readonly person: Person;
  readonly visits: ClientVisits;
  blueprintId = "";
  booked: { id: string; token: string } | undefined;
  private actor: SignedIn | undefined;
  private version = 1;
  private readonly passwordHash: string;
  private readonly index: number;

  constructor(person: Person, index: number, passwordHash: string) {
    this.person = person;
    this.index = index;
    this.passwordHash = passwordHash;
    this.email = demoAddress(`${person.firstName}.${person.lastName}`.toLowerCase(), person.firm.slug);
    this.visits = new ClientVisits(index, this.email);
  }

  private get focus() {
    return (["revenue", "marketing", "lifecycle", "operations"] as const)[this.index % 4]!;
  }

  private get outcome() {
    return (["speed", "pipeline", "retention", "cost"] as const)[this.index % 4]!;
  }

  as(ctx: Ctx): SignedInCtx {
    if (!this.actor) throw new Error(`${this.email} has no account yet`);
    return { ...ctx, actor: this.actor };
  }

  async requestsAccess(ctx: Ctx): Promise<void> {
    const { firm, role } = this.person;
    must(
      await requestAccess(
        { ...ctx, actor: anonymous },
        {
          email: this.email,
          company_name: firm.name,
          company_website: `https://${demoDomain(firm.slug)}`,
          role,
          industry: firm.industry,
          ...campaignOf(this.index),
        },
        codeDelay,
      ),
    );
    const read = [[], [pages.grid], [pages.pricing], [pages.grid, pages.pricing]][this.index % 4]!;
    await this.visits.add(ctx, [pages.home, ...read, pages.landing, "access.requested"], { isForm: true });
  }

  async requestId(ctx: Ctx): Promise<string> {
    const [found] = await ctx.db
      .select({ id: accessRequest.id })
      .from(accessRequest)
      .where(eq(accessRequest.email, this.email));
    return found!.id;
  }

  async isApproved(ctx: Ctx): Promise<void> {
    must(await approveRequest(ctx, { requestId: await this.requestId(ctx) }));
  }

  async signsUp(ctx: Ctx): Promise<void> {
    const made = await addPerson(ctx, { email: this.email, password: this.passwordHash, emailVerified: false });
    if (!made) throw new Error(`${this.email} has an account already`);
    await mailVerification(ctx, { id: made.userId, email: this.email });
    await markVerified(ctx, eq(user.id, made.userId));
    await welcome(ctx, { userId: made.userId });
    this.actor = {
      kind: "user",
      userId: made.userId,
      sessionId: newId(),
      email: this.email,
      isAdmin: false,
      aal: "aal1",
    };
    const { firstName, lastName, role, firm } = this.person;
    must(
      await updateProfile(this.as(ctx), {
        first_name: firstName,
        last_name: lastName,
        company_name: firm.name,
        title: role,
        focus_area: focusLabels[this.focus],
        top_outcome: outcomeLabels[this.outcome],
        industry: firm.industry,
        estimated_loaded_cost_per_hour: firm.hourlyCost,
      }),
    );
  }

  /** Redeems the code from the mail, before the mail counts as sent and its text is cleared. */
  async redeems(ctx: Ctx, code: string): Promise<void> {
    must(await redeemCode(this.as(ctx), { code, address: `203.0.113.${this.index}` }));
    await this.visit(ctx, [pages.signIn, pages.code, "access.code_accepted"], {
      next: [pages.mode, "wizard.mode_viewed"],
      isForm: true,
    });
  }

  async mailedCode(ctx: Ctx): Promise<string> {
    const [mail] = await ctx.db
      .select({ text: message.text })
      .from(message)
      .where(and(eq(message.toAddress, this.email), eq(message.kind, "access-code")))
      .orderBy(desc(message.id))
      .limit(1);
    const code = /\b[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}\b/.exec(mail?.text ?? "")?.[0];
    if (!code) throw new Error(`No access code was mailed to ${this.email}`);
    return code;
  }

  async startsDraft(ctx: Ctx, mode: "guided" | "quick"): Promise<void> {
    const draft = must(await startBlueprint(this.as(ctx), { mode }));
    this.blueprintId = draft.id;
    this.version = draft.version;
    const started: VisitAction[] =
      mode === "quick"
        ? [pages.quickStart, "quick_start.viewed", "quick_start.started"]
        : [pages.profile, "wizard.profile_viewed", "wizard.guided_started"];
    await this.visit(ctx, [pages.mode, "wizard.mode_viewed", ...started]);
  }

  /** `done`: how far the wizard is filled in. `factor` scales the hours, so that revisions differ. */
  async saves(ctx: Ctx, done: "profile" | "stack" | "quick" | "all", factor = 1): Promise<void> {
    const { inputs, assumed } = this.answers(factor, done === "quick");
    const part: DraftPart = {
      company: inputs.company,
      ...(done === "profile" ? {} : { stack: inputs.stack }),
      ...(done === "profile" || done === "stack" ? {} : { processes: inputs.processes }),
    };
    const saved = must(
      await saveDraft(this.as(ctx), {
        id: this.blueprintId,
        version: this.version,
        inputs: part,
        about: {
          companyName: this.person.firm.name,
          companyWebsite: demoDomain(this.person.firm.slug),
          role: this.person.role,
        },
        ...(done === "quick" ? { assumed } : {}),
        step: done === "profile" ? "tech-stack" : "processes",
      }),
    );
    this.version = saved.version;
    if (done === "profile") await this.visit(ctx, profileActions, { next: [pages.stack, "wizard.tech_stack_viewed"] });
    if (done === "stack") await this.visit(ctx, stackActions, { next: [pages.processes, "wizard.processes_viewed"] });
  }

  /** Completes the wizard and generates the analysis; with a `factor`, again with other hours. */
  async finishes(ctx: Ctx, done: "quick" | "all", factor?: number): Promise<void> {
    await this.saves(ctx, done, factor);
    const { result } = must(await completeAnalysis(this.as(ctx), this.blueprintId));
    const values = { "analysis.generated": result.annualValue };
    if (done === "quick")
      return this.visit(ctx, [pages.quickStart, "quick_start.viewed", "analysis.generated"], {
        ...{ values, next: ["quick_start.completed", pages.quickResults, "analysis.viewed"] },
      });
    const before = factor === undefined ? [...profileActions, ...stackActions] : [];
    await this.visit(ctx, [...before, pages.processes, "wizard.processes_viewed", "analysis.generated"], {
      ...{ values, next: ["wizard.processes_completed", pages.analysis, "analysis.viewed"] },
    });
  }

  async shares(ctx: Ctx): Promise<void> {
    must(await shareAnalysis(this.as(ctx), { id: this.blueprintId }));
    await this.visit(ctx, [pages.analysis, "analysis.viewed", "analysis.shared"]);
  }

  /** Books the first free time at least `days` ahead. Returns false if there is none. */
  async books(ctx: Ctx, eventType: "strategy-session" | "blueprint-unlock-call", days: number): Promise<boolean> {
    const start = await this.freeTime(ctx, eventType, days);
    if (!start) return false;
    const made = must(
      await bookCall(this.actor ? this.as(ctx) : { ...ctx, actor: anonymous }, {
        eventType,
        start,
        name: fullName(this.person),
        email: this.email,
        timezone: "America/New_York",
        notes: notes[this.index % notes.length]!,
        answers: {},
        tracking: campaignOf(this.index),
      }),
    );
    const [row] = await ctx.db.select({ id: booking.id }).from(booking).where(eq(booking.uid, made.uid));
    this.booked = { id: row!.id, token: made.manageUrl.split("/").at(-1)! };
    await this.visit(
      ctx,
      [
        pages.analysis,
        "analysis.viewed",
        pages.contact,
        "booking.widget_viewed",
        "booking.date_selected",
        "booking.scheduled",
      ],
      { values: { "booking.scheduled": bookingConversionUsd }, isForm: true },
    );
    return true;
  }

  async freeTime(ctx: Ctx, eventType: string, days: number): Promise<Date | undefined> {
    const from = new Date(ctx.now.getTime() + days * dayMs);
    const to = new Date(from.getTime() + 14 * dayMs);
    const slots = await listSlots(ctx, { eventType, from: from.toISOString(), to: to.toISOString() });
    return slots.ok ? (slots.value[(this.index * 3) % 9]?.start ?? slots.value[0]?.start) : undefined;
  }

  async getsInvoice(ctx: Ctx): Promise<void> {
    await requestInvoice(this.as(ctx), {
      blueprintId: this.blueprintId,
      companyName: this.person.firm.name,
      billTo: { ...billToOf(this.person), taxId: "", purchaseOrder: `PO-${2000 + this.index}` },
    });
    await this.visit(ctx, [...unlockActions, "unlock.invoice_requested"], { next: [pages.status] });
  }

  async paysByCard(ctx: Ctx, facts: PaymentFacts = {}): Promise<void> {
    const actions: VisitAction[] = [...unlockActions, "unlock.payment_started"];
    // Stripe redirects the payer to a page that confirms the payment.
    if (facts.status === "expired") await this.visit(ctx, actions);
    else
      await this.visit(ctx, [...actions, pages.status, "unlock.paid"], {
        values: { "unlock.paid": unlockCents() / 100 },
      });
    await payByCard(ctx, { ...facts, client: this.as(ctx).actor, blueprintId: this.blueprintId, person: this.person });
  }

  private visit(
    ctx: Ctx,
    actions: readonly VisitAction[],
    more: { next?: readonly VisitAction[]; values?: Partial<Record<VisitAction, number>>; isForm?: boolean } = {},
  ): Promise<void> {
    return this.visits.add(ctx, actions, { ...more, actor: this.as(ctx).actor, blueprintId: this.blueprintId });
  }

  private answers(factor: number, isQuick: boolean) {
    const { firm } = this.person;
    let answers = quickAnswersOf({}, [], true);
    for (const [field, typed] of [
      ["employees", String(firm.employees)],
      ["focus", this.focus],
      ["industry", firm.industry],
      ["revenueBand", firm.revenueBand],
      ["topOutcome", this.outcome],
      ["hourlyCost", String(firm.hourlyCost)],
    ] as const)
      answers = answerField(answers, field, typed);
    for (const tool of toolsOfFirms[this.index % toolsOfFirms.length]!) answers = tickTool(answers, tool, true);
    const draft = quickDraft(answers);
    const vary = (hours: number, place: number) =>
      Math.round(hours * factor * (0.8 + ((this.index + place) % 5) * 0.1) * 2) / 2;
    // Demo clients know their hours; after a quick start they have confirmed those of one process.
    const processes = draft.inputs.processes?.map(({ assumed, ...each }, place) => ({
      ...each,
      ...(each.hours !== undefined && { hours: Math.max(0.5, vary(each.hours, place)) }),
      ...(assumed && isQuick && place > 0 && { assumed }),
    }));
    return { ...draft, inputs: { ...draft.inputs, processes } };
  }
}

const notes = [
  "We want to know which of the three processes to automate first.",
  "Two teams share one CRM, and leads get lost between them.",
  "Please bring the numbers for the onboarding process.",
  "",
  "Our fiscal year ends in March; we have to decide before.",
];

const profileActions: VisitAction[] = [pages.profile, "wizard.profile_viewed", "wizard.profile_completed"];
const stackActions: VisitAction[] = [pages.stack, "wizard.tech_stack_viewed", "wizard.tech_stack_completed"];
const unlockActions: VisitAction[] = [pages.analysis, "analysis.viewed", pages.unlock, "unlock.viewed"];
