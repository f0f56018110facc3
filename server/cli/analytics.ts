import { acceptRule, listRejected, rejectRule } from "#app/features/analytics/rejected.server.ts";
import { type RejectionRule, rejectionLabels, rejectionRuleNames } from "#app/features/analytics/rejection-rules.ts";
import { rebuildVisits } from "#app/features/analytics/visits.server.ts";
import { done, failure, Misuse, type Outcome } from "./output.ts";
import { atWork } from "./workplace.ts";

const notAllowed = failure("not_admin", "Only the operator can do that.");

export const listRules = (): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const groups = await listRejected(ctx);
    if (!groups.ok) return notAllowed;
    const lines = groups.value.map(
      ({ rule, isAccepted, sessions }) =>
        `${rule.padEnd(12)} ${isAccepted ? "accepted" : "rejected"}  ${String(sessions).padStart(9)} sessions  ${rejectionLabels[rule]}`,
    );
    return { data: groups.value, lines };
  });

export const accept = (name: string): Promise<Outcome> => {
  const rule = ruleNamed(name);
  return atWork(async ({ ctx }) => {
    const accepted = await acceptRule(ctx, { rule });
    return accepted.ok ? done({ rule, accepted: true }, `Hits that match ${rule} are counted.`) : notAllowed;
  });
};

export const reject = (name: string): Promise<Outcome> => {
  const rule = ruleNamed(name);
  return atWork(async ({ ctx }) => {
    const rejected = await rejectRule(ctx, { rule });
    return rejected.ok ? done({ rule, accepted: false }, `Hits that match ${rule} are left out.`) : notAllowed;
  });
};

export const rebuild = (): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const sessions = await rebuildVisits(ctx);
    return done({ sessions }, `Derived the visits of ${sessions} sessions.`);
  });

function ruleNamed(name: string): RejectionRule {
  const rule = rejectionRuleNames.find((known) => known === name);
  if (!rule) throw new Misuse(`There is no rule ${name}. Known: ${rejectionRuleNames.join(", ")}.`);
  return rule;
}
