import { companyIdOf } from "#app/features/accounts/profile/profile.server.ts";
import { identifyVisitor } from "#app/features/analytics/privacy/identity.server.ts";
import { recordFunnelEvent } from "#app/features/analytics/steps/funnel.server.ts";
import {
  derivedSteps,
  type FunnelStage,
  type FunnelSubstage,
  goalSteps,
} from "#app/features/analytics/steps/funnel-stages.ts";
import type { Collected } from "#app/features/analytics/storage/hits.server.ts";
import { anonymous, type SignedIn } from "#app/lib/actor.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { must } from "./timeline.ts";
import { devices, type Origin, places } from "./visit-facts.ts";
import { Hits } from "./visit-hits.ts";
import type { VisitMaker } from "./visit-maker.ts";

type StepName = { [Stage in FunnelStage]: `${Stage}.${FunnelSubstage<Stage>}` }[FunnelStage];
const formGoals = ["newsletter.subscribed", "training.registered"] as const;
type FormGoal = (typeof formGoals)[number];

export const clientPages = {
  home: "/",
  grid: "/automation-grid",
  pricing: "/pricing",
  training: "/training",
  landing: "/automation-blueprint-gtmarc",
  contact: "/contact",
  signIn: "/auth",
  code: "/verify-access",
  mode: "/blueprint/wizard/mode",
  profile: "/blueprint/wizard/profile",
  stack: "/blueprint/wizard/tech-stack",
  processes: "/blueprint/wizard/processes",
  quickStart: "/quick-start",
  quickResults: "/quick-start/results",
  analysis: "/blueprint/:token",
  unlock: "/blueprint/:token/unlock",
  status: "/blueprint/coming-soon",
} as const;

/** A page view, a funnel step or a form submission. `unlock.paid`: the page confirms a payment. */
export type VisitAction = (typeof clientPages)[keyof typeof clientPages] | StepName | FormGoal;

type Done = { action: VisitAction; at: Date; value: number | null };
type Visit = { sessionId: string; done: Done[] };

export const campaignOf = (index: number) => campaigns[index % campaigns.length]!;
const campaigns = [
  { utm_source: "linkedin", utm_medium: "paid", utm_campaign: "revops-leaders" },
  {},
  { utm_source: "newsletter", utm_medium: "email", utm_campaign: "issue-three" },
  {},
  { utm_source: "google", utm_medium: "organic" },
] as const;

export const clientTexts: readonly string[] = [
  ...Object.values(clientPages),
  ...goalSteps,
  ...formGoals,
  ...["unlock.paid", "revenue", "goal_complete"],
  ...campaigns.flatMap((campaign) => Object.values(campaign)),
];

/** The visits of one client. Steps are recorded as pages report them; hits are stored at the end. */
export class ClientVisits {
  readonly #visits: Visit[] = [];
  readonly #index: number;
  readonly #email: string;

  constructor(index: number, email: string) {
    this.#index = index;
    this.#email = email;
  }

  /**
   * Adds a visit with `actions`, the last of them at `ctx.now`, and `next` after them. `values`: USD per step. `isForm`:
   * submits a form with the email address.
   */
  async add(
    ctx: Ctx,
    actions: readonly VisitAction[],
    more: {
      next?: readonly VisitAction[];
      actor?: SignedIn | undefined;
      blueprintId?: string;
      values?: Partial<Record<VisitAction, number>>;
      isForm?: boolean;
    } = {},
  ): Promise<void> {
    const { next = [], actor, blueprintId = null, values = {}, isForm = false } = more;
    const sessionId = `demo-client-${this.#index}-${this.#visits.length}`;
    const done: Done[] = this.#timed([...actions, ...next], actions.length - 1, ctx.now).map(({ action, at }) => ({
      ...{ action, at, value: values[action] ?? null },
    }));
    this.#visits.push({ sessionId, done });
    if (isForm) await identifyVisitor(ctx, { sessionId, email: this.#email, isPrivate: false });
    const companyId = await companyIdOf(ctx, actor?.userId ?? null);
    for (const { action, at, value } of done) {
      const [stage, substage] = action.split(".");
      if (!stage || !substage || isFormGoal(action) || derivedSteps.includes(action)) continue;
      must(
        await recordFunnelEvent(
          { ...ctx, now: at, actor: actor ?? anonymous },
          { stage, substage, value, session_id: sessionId },
          { owned: { companyId, blueprintId: blueprintId || null } },
        ),
      );
    }
  }

  #timed(actions: readonly VisitAction[], lastPlace: number, last: Date): { action: VisitAction; at: Date }[] {
    const starts: number[] = [];
    let ms = 0;
    for (const [place, action] of actions.entries()) {
      starts.push(ms);
      ms += isAtOnce(action, actions[place + 1]) ? 300 : (25 + ((this.#index * 37 + place * 53) % 150)) * 1000;
    }
    return actions.map((action, place) => ({
      action,
      at: new Date(last.getTime() - starts[lastPlace]! + starts[place]!),
    }));
  }

  collected(maker: VisitMaker, now: Date): Collected[] {
    const device = devices[this.#index % 3]!;
    const { timezone, language } = places[this.#index % 4]!;
    return this.#visits.map(({ sessionId, done }, number) => {
      const { at } = done[0]!;
      const origin = number === 0 ? this.#origin() : { referrer: null };
      const session = maker.session({ sessionId, at, origin, place: { timezone, language } }, device);
      const hits = new Hits(at);
      for (const each of done) {
        hits.waitUntil(each.at);
        if (isPage(each.action)) {
          if (hits.page !== "") maker.leave(hits, device);
          maker.open(hits, each.action, device);
        } else if (each.action === "unlock.paid") hits.conversion("revenue", each.action, hits.page, each.value);
        else if (isFormGoal(each.action) || goalSteps.includes(each.action))
          hits.conversion("goal_complete", each.action, hits.page, each.value);
      }
      hits.wait((20 + (this.#index % 7) * 11) * 1000);
      maker.leave(hits, device);
      return { session, hits: hits.until(now) };
    });
  }

  #origin(): Origin {
    const campaign: { utm_source?: string; utm_medium?: string; utm_campaign?: string } = campaignOf(this.#index);
    if (!campaign.utm_source) return { referrer: this.#index % 2 === 0 ? null : "https://www.google.com" };
    const { utm_source: source, utm_medium: medium, utm_campaign: name } = campaign;
    return { referrer: null, source, ...(medium && { medium }), ...(name && { campaign: name }) };
  }
}

const isPage = (action: VisitAction) => action.startsWith("/");
const isFormGoal = (action: VisitAction): action is FormGoal => (formGoals as readonly string[]).includes(action);

/** Whether two actions happen together: a page reports its view at once, and opens right after the action that led to it. */
const isAtOnce = (action: VisitAction, next: VisitAction | undefined) =>
  action === "analysis.generated" ||
  (next !== undefined && isPage(action) !== isPage(next) && (isPage(next) || next.endsWith("viewed")));
