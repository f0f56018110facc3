/*
 * The score of a prospect, 0 to 100: fit, value and intent, by default up to 40, 30 and 30 points (settings of the group pipeline). Fit and value measure how well the company
 * matches what the firm sells; intent measures the person's recent activity and halves every 30 days. Every point has a reason, listed
 * on the prospect's page. The weights are the firm's own judgment (docs/decisions/0129-the-pipeline.md).
 */

import { wholeUsd } from "#app/lib/money.ts";
import { counted, formatNumber } from "#app/lib/numbers.ts";
import { companyDomainOf } from "#app/lib/people/company-domain.server.ts";
import { env } from "#app/platform/env.server.ts";
import { type Contact, type Signal, weightAt } from "./projection.ts";

export type ScoreReason = { label: string; points: number };
export type SignalReason = ScoreReason & {
  count: number;
  lastAt: Date;
};

/** `points`: a whole number of at most `max`. */
type ScorePart<Reason> = { points: number; max: number; reasons: Reason[] };

export type Score = {
  total: number;
  fit: ScorePart<ScoreReason>;
  value: ScorePart<ScoreReason>;
  intent: ScorePart<SignalReason>;
};

export type ScoredProspect = {
  email: string;
  contact: Pick<Partial<Contact>, "role" | "employees">;
  valueCents: number | null;
  signals: Readonly<Record<string, Signal>>;
};

/** Scores a prospect as of `now`. The points below are for the default weights; others scale them. */
export function scoreOf(prospect: ScoredProspect, now: Date): Score {
  const fit = capped("fit", fitReasons(prospect));
  const value = capped("value", valueReasons(prospect.valueCents));
  const intent = capped("intent", intentReasons(prospect.signals, now));
  return { total: fit.points + value.points + intent.points, fit, value, intent };
}

const defaultMax = { fit: 40, value: 30, intent: 30 };

function maxOf(part: keyof typeof defaultMax): number {
  const [fit, value, intent] = env().PIPELINE_SCORE_WEIGHTS;
  return { fit, value, intent }[part] ?? 0;
}

function capped<Reason extends ScoreReason>(part: keyof typeof defaultMax, given: Reason[]): ScorePart<Reason> {
  const max = maxOf(part);
  const scaled = (points: number) => Math.round((points * max * 10) / defaultMax[part]) / 10;
  const reasons = given.map((reason) => ({ ...reason, points: scaled(reason.points) }));
  const points = Math.round(reasons.reduce((sum, reason) => sum + reason.points, 0));
  return { points: Math.min(max, Math.max(0, points)), max, reasons };
}

function fitReasons({ email, contact: { role, employees } }: ScoredProspect): ScoreReason[] {
  const reasons: ScoreReason[] = [];
  if (companyDomainOf(email) !== null) reasons.push({ label: "Company email address", points: 8 });
  if (employees !== undefined) reasons.push(sizeReason(employees));
  const seniority = role ? seniorities.find(({ pattern }) => pattern.test(role)) : undefined;
  if (seniority) reasons.push({ label: `${seniority.label}: ${role}`, points: seniority.points });
  return reasons;
}

function sizeReason(employees: number): ScoreReason {
  const label = counted(employees, "person", "people");
  const { from, to } = env().PIPELINE_TARGET_EMPLOYEES;
  if (employees >= from && employees <= to)
    return { label: `${label}: in the target range of ${formatNumber(from)} to ${formatNumber(to)}`, points: 20 };
  if (employees <= to * 2.5 && employees >= from / 2)
    return { label: `${label}: close to the target range`, points: 8 };
  return { label: `${label}: outside the target range`, points: 0 };
}

const seniorities = [
  { pattern: /\b(c[efomtr]o|cro|founder|owner|president|partner|managing director)\b/i, label: "Decides", points: 12 },
  { pattern: /\b(vp|vice president|head|director|chief)\b/i, label: "Leads", points: 10 },
  { pattern: /\b(manager|lead|ops|operations|revops)\b/i, label: "Manages", points: 6 },
];

const valueSteps = [
  { fromCents: 200_000_00, points: 30 },
  { fromCents: 100_000_00, points: 25 },
  { fromCents: 50_000_00, points: 20 },
  { fromCents: 25_000_00, points: 12 },
  { fromCents: 10_000_00, points: 6 },
  { fromCents: 1, points: 3 },
];

function valueReasons(valueCents: number | null): ScoreReason[] {
  if (valueCents === null) return [];
  const points = valueSteps.find(({ fromCents }) => valueCents >= fromCents)?.points ?? 0;
  return [{ label: `Yearly value of ${wholeUsd(valueCents / 100)} for the client`, points }];
}

/** Points of one occurrence on its day. Events that are not listed do not count. */
const signalPoints: Readonly<Record<string, { label: string; points: number }>> = {
  "payment.received": { label: "Paid", points: 30 },
  "booking.made": { label: "Booked a call", points: 12 },
  "full_blueprint.unlocked": { label: "Unlocked the full blueprint", points: 12 },
  "analysis.created": { label: "Finished an analysis", points: 10 },
  "booking.held": { label: "Came to a call", points: 10 },
  "mail.replied": { label: "Replied to an email", points: 10 },
  "analysis.revised": { label: "Revised the analysis", points: 6 },
  "access.requested": { label: "Requested access", points: 6 },
  "access.granted": { label: "Redeemed an access code", points: 6 },
  "training.registered": { label: "Registered for training", points: 6 },
  "analysis.shared": { label: "Shared the analysis", points: 5 },
  "kit.downloaded": { label: "Downloaded the starter kit", points: 4 },
  "newsletter.subscribed": { label: "Subscribed to the newsletter", points: 3 },
  "mail.clicked": { label: "Clicked a link in an email", points: 3 },
  "account.signed_in": { label: "Signed in", points: 1 },
  "booking.cancelled": { label: "Canceled a call", points: -6 },
  "booking.missed": { label: "Missed a call", points: -10 },
  "newsletter.unsubscribed": { label: "Unsubscribed from the newsletter", points: -5 },
  "mail.complained": { label: "Reported an email as unwanted", points: -15 },
};

function intentReasons(signals: Readonly<Record<string, Signal>>, now: Date): SignalReason[] {
  return Object.entries(signals)
    .flatMap(([name, { count, lastAt, weight }]) => {
      const known = signalPoints[name];
      if (!known) return [];
      const points = Math.round((known.points * weight * 10) / weightAt(now)) / 10;
      return [{ label: known.label, points, count, lastAt }];
    })
    .sort((one, other) => Math.abs(other.points) - Math.abs(one.points));
}
