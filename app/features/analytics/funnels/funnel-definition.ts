import { z } from "zod";
import { text } from "#app/lib/text.ts";

/**
 * The actions that count as a step. In every text `*` stands for any characters; a type, name or substage of `*` matches any. `page`: a
 * view of this path. `event` and `conversion`: reported to the collector. `stage`: a step of `track-funnel-event` (funnel-stages.ts).
 */
export const FunnelMatch = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("page"), path: text({ min: 1, max: 300 }) }),
  z.object({ kind: z.literal("event"), type: text({ min: 1, max: 100 }), name: text({ min: 1, max: 200 }) }),
  z.object({ kind: z.literal("conversion"), type: text({ min: 1, max: 100 }), name: text({ min: 1, max: 200 }) }),
  z.object({ kind: z.literal("stage"), stage: text({ min: 1, max: 64 }), substage: text({ min: 1, max: 64 }) }),
]);
export type FunnelMatch = z.infer<typeof FunnelMatch>;
export type FunnelMatchKind = FunnelMatch["kind"];

export const matchKinds = { page: "Page", event: "Event", conversion: "Conversion", stage: "Funnel stage" } as const;

export const FunnelStep = z.object({
  name: text({ min: 1, max: 60 }),
  matches: z.array(FunnelMatch).min(1).max(10),
  /** Visitors can skip it without leaving the funnel. The first step is never optional. */
  isOptional: z.boolean(),
});
export type FunnelStep = z.infer<typeof FunnelStep>;

/**
 * `ordered`: other actions between two steps do not matter. `strict`: between two steps there is no action of another step of the
 * funnel, except repetitions and optional steps between the two. `any`: all steps within the window, in any order; one action can count
 * for several steps.
 */
export const funnelOrders = ["ordered", "strict", "any"] as const;
export type FunnelOrder = (typeof funnelOrders)[number];
export const orderLabels: Readonly<Record<FunnelOrder, string>> = {
  ordered: "In this order",
  strict: "In this order, with no other step in between",
  any: "In any order",
};

export const minSteps = 2;
export const maxSteps = 12;
export const maxWindowDays = 366;
export const defaultWindowHours = 30 * 24;

export const FunnelDefinition = z
  .object({
    steps: z.array(FunnelStep).min(minSteps).max(maxSteps),
    order: z.enum(funnelOrders),
    windowHours: z
      .number()
      .int()
      .min(1)
      .max(maxWindowDays * 24),
  })
  .refine(({ steps }) => steps[0]?.isOptional === false, {
    path: ["steps", 0, "isOptional"],
    error: "The first step cannot be optional.",
  })
  .refine(({ steps }) => new Set(steps.map(({ name }) => name)).size === steps.length, {
    path: ["steps"],
    error: "Give each step a different name.",
  })
  .refine(({ steps }) => steps.filter(({ isOptional }) => !isOptional).length >= minSteps, {
    path: ["steps"],
    error: "Use at least two steps that are not optional.",
  });
export type FunnelDefinition = z.infer<typeof FunnelDefinition>;

export const mainFunnelName = "Main funnel";

/** Session facts that funnels can be broken down by. */
export const funnelBreakdowns = ["source", "channel", "device", "campaign"] as const;
export type FunnelBreakdown = (typeof funnelBreakdowns)[number];
export const FunnelInput = z.object({
  name: text({ max: 80, required: "Enter a name." }),
  definition: FunnelDefinition,
});
export type FunnelInput = z.infer<typeof FunnelInput>;

export const maxFunnels = 100;
