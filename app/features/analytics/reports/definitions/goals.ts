import { z } from "zod";
import { text } from "#app/lib/text.ts";

export const maxGoals = 50;

export const goalKinds = { page: "Page", event: "Event", conversion: "Conversion" } as const;
export type GoalKind = keyof typeof goalKinds;
const kindNames = Object.keys(goalKinds) as [GoalKind, ...GoalKind[]];

/**
 * A goal: a page view, event or conversion that matters to the firm. `target`: a path, or the name of an event or conversion; `*` matches
 * any characters. With a property only actions with this value in their metadata count, and the name must be exact.
 */
export const GoalInput = z
  .object({
    name: text({ max: 60, required: "Enter a name." }),
    kind: z.enum(kindNames, { error: "Choose a page, an event or a conversion." }),
    target: text({ max: 300, required: "Enter a path or a name." }),
    property: text({ max: 64 }),
    propertyValue: text({ max: 100 }),
  })
  .superRefine(({ kind, target, property, propertyValue }, { addIssue }) => {
    const issue = (path: string, message: string) => addIssue({ code: "custom", path: [path], message });
    if (kind === "page" && !/^[/*]/.test(target)) issue("target", "Start the path with a slash: /pricing.");
    if (kind === "page" && property !== "") issue("property", "Pages have no properties. Leave this empty.");
    if (property === "" && propertyValue !== "") issue("property", "Enter the property that has this value.");
    if (property !== "" && propertyValue === "") issue("propertyValue", "Enter the value of the property.");
    if (property !== "" && target.includes("*")) issue("target", "Enter the whole name when you use a property.");
  });
export type GoalInput = z.infer<typeof GoalInput>;

export const GoalEdit = GoalInput.safeExtend({ version: z.int() });
export type GoalEdit = z.infer<typeof GoalEdit>;

/** `goalText({ kind: "event", target: "signup", property: "plan", … }) === "Event signup with plan = pro"` */
export const goalText = ({ kind, target, property, propertyValue }: Omit<GoalInput, "name">): string =>
  `${goalKinds[kind]} ${target}${property ? ` with ${property} = ${propertyValue}` : ""}`;
