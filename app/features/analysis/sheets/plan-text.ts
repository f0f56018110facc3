import type { Plan } from "#app/features/roi/analysis-shape.ts";
import { type Advised, adviceOf, isToBuild } from "#app/features/roi/wording/advice.ts";

/** Title and introduction of sheet A-04. `hasBuilds`: the plan contains automations. */
export type PlanText = { hasBuilds: boolean; title: string; intro: string | null };

export function planText(plan: Plan, result: Advised): PlanText {
  const hasBuilds = plan.phases.some(({ items }) => items.some(({ kind }) => kind === "automation"));
  if (!hasBuilds) return { hasBuilds, title: "What would have to change", intro: null };
  const hatching = "Hatching marks the area of each build.";
  const { kind, title } = adviceOf(result);
  return isToBuild(kind)
    ? {
        hasBuilds,
        title: "Ninety days, small builds first",
        intro: `Each month starts with what pays back soonest. ${hatching}`,
      }
    : {
        hasBuilds,
        title: "If you build, small builds first",
        intro: `The verdict is “${title}”. If you build anyway, each month starts with what pays back soonest. ${hatching}`,
      };
}
