import type { FunnelDefinition } from "../../app/features/analytics/funnels/funnel-definition.ts";

/** A funnel of views of these pages within 30 days. */
export const pageFunnel = (order: FunnelDefinition["order"], ...paths: string[]): FunnelDefinition => ({
  steps: paths.map((path) => ({ name: path, matches: [{ kind: "page", path }], isOptional: false })),
  order,
  windowHours: 30 * 24,
});

export const fourPages = pageFunnel("strict", "/", "/automation-grid*", "/pricing", "/contact");

export const withEvents: FunnelDefinition = {
  ...pageFunnel("ordered", "/"),
  steps: [
    { name: "Any page", matches: [{ kind: "page", path: "*" }], isOptional: false },
    { name: "Outbound link", matches: [{ kind: "event", type: "click", name: "outbound_link" }], isOptional: false },
    { name: "Goal", matches: [{ kind: "conversion", type: "goal_complete", name: "*" }], isOptional: false },
  ],
};
