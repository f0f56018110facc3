import type { FunnelDefinition, FunnelStep } from "./funnel-definition.ts";

const stage = (name: string, ...steps: [stage: string, substage: string][]): FunnelStep => ({
  name,
  matches: steps.map(([word, substage]) => ({ kind: "stage", stage: word, substage })),
  isOptional: false,
});
const optional = (step: FunnelStep): FunnelStep => ({ ...step, isOptional: true });

/**
 * From the first page to a payment. The guided wizard's steps are optional because quick start skips them; the last one counts when
 * shown, because completing it generates the analysis. The strategy call is optional because a payment also unlocks an analysis.
 */
export const mainFunnel: FunnelDefinition = {
  steps: [
    { name: "Landing", matches: [{ kind: "page", path: "*" }], isOptional: false },
    stage("Access request", ["access", "requested"]),
    stage("Access code", ["access", "code_accepted"]),
    optional(stage("Wizard started", ["wizard", "guided_started"], ["wizard", "profile_viewed"], ["quick_start", "*"])),
    optional(stage("Company profile", ["wizard", "profile_completed"])),
    optional(stage("Tech stack", ["wizard", "tech_stack_completed"])),
    optional(stage("Processes", ["wizard", "processes_viewed"], ["wizard", "processes_completed"])),
    stage("Analysis", ["analysis", "generated"]),
    optional(stage("Strategy call", ["booking", "scheduled"])),
    stage("Payment", ["unlock", "paid"]),
  ],
  order: "ordered",
  windowHours: 90 * 24,
};
