import { z } from "zod";
import { type Stage, stageKeys } from "#app/features/pipeline/prospects/stages.ts";
import { textProblem } from "#app/lib/formats/mail-variables.ts";
import { askedNumber, numberText, parseNumber } from "#app/lib/forms/typed-number.ts";
import { text } from "#app/lib/text.ts";

/* The content of a sequence version: trigger, goal, steps and sending rules. Safe in the browser. */

export const maxSteps = 20;

/** `business_days` and `business_hours` follow the firm's calendar; `days` are calendar days of 24 hours. */
export const Delay = z.object({
  amount: z.int().min(0, "Enter 0 or more.").max(365, "Enter at most 365."),
  unit: z.enum(["business_days", "business_hours", "days"]),
});
export type Delay = z.infer<typeof Delay>;

export const factKinds = {
  stage: "text",
  score: "number",
  employees: "number",
  industry: "text",
  role: "text",
  company: "text",
  source: "text",
  tag: "list",
  has_account: "yes_no",
  has_access: "yes_no",
  has_valid_code: "yes_no",
  has_analysis: "yes_no",
  has_booked: "yes_no",
  has_paid: "yes_no",
  has_clicked: "yes_no",
} as const;
export type FactName = keyof typeof factKinds;
export const factNames = Object.keys(factKinds) as [FactName, ...FactName[]];

export const operatorsOf = {
  text: ["is", "is_not", "contains", "exists", "missing"],
  number: ["at_least", "at_most", "exists", "missing"],
  list: ["is", "is_not"],
  yes_no: ["is", "is_not"],
} as const;

export const operators = ["is", "is_not", "contains", "at_least", "at_most", "exists", "missing"] as const;

const isCount = (text: string) => /^\d{1,9}$/.test(numberText(parseNumber(text)));

/** One comparison. `value` is a stage's key, a number's digits, a text, or `yes` for a boolean fact. */
export const Condition = z
  .object({ fact: z.enum(factNames), operator: z.enum(operators), value: z.string().trim().max(120).default("") })
  .superRefine(({ fact, operator, value }, check) => {
    const kind = factKinds[fact];
    if (!(operatorsOf[kind] as readonly string[]).includes(operator))
      return check.addIssue({
        code: "custom",
        path: ["operator"],
        message: "This fact cannot be compared in this way.",
      });
    if (operator === "exists" || operator === "missing") return;
    if (value === "") check.addIssue({ code: "custom", path: ["value"], message: "Enter a value." });
    else if (kind === "number" && !isCount(value))
      check.addIssue({ code: "custom", path: ["value"], message: askedNumber(value) ?? "Enter a whole number." });
    else if (kind === "yes_no" && value !== "yes")
      check.addIssue({ code: "custom", path: ["value"], message: "Use “yes” here." });
    else if (fact === "stage" && !stageKeys.includes(value as Stage))
      check.addIssue({ code: "custom", path: ["value"], message: "Choose a stage." });
  })
  .overwrite((condition) =>
    factKinds[condition.fact] === "number" && isCount(condition.value)
      ? { ...condition, value: numberText(parseNumber(condition.value)) }
      : condition,
  );
export type Condition = z.infer<typeof Condition>;

/** A text with variables such as `{{first_name|there}}`. */
const withVariables = (schema: z.ZodType<string>) =>
  schema.superRefine((written, check) => {
    const problem = textProblem(written);
    if (problem) check.addIssue({ code: "custom", message: problem });
  });

const shared = {
  /** Lower-case letters and digits, unique in its version; kept by edits, so that figures per step continue. */
  key: z.string().regex(/^[a-z0-9_-]{1,40}$/, "Use letters, digits and hyphens."),
  delay: Delay,
  /** The step is skipped unless all hold when it is due. */
  conditions: z.array(Condition).max(8),
};

export const MailContent = z.object({
  subject: withVariables(text({ max: 150, required: "Enter a subject." })),
  preview: withVariables(text({ max: 150 })),
  body: withVariables(text({ max: 10_000, required: "Write the email.", shape: "lines" })),
});
export type MailContent = z.infer<typeof MailContent>;

export const MailStep = z.object({ ...shared, kind: z.literal("mail"), mail: MailContent });
/** A task for the prospect's owner, due `dueInBusinessDays` after it is created. */
export const TaskStep = z.object({
  ...shared,
  kind: z.literal("task"),
  task: z.object({
    title: withVariables(text({ max: 200, required: "Enter a title." })),
    dueInBusinessDays: z.int().min(0).max(30),
  }),
});
export const Step = z.discriminatedUnion("kind", [MailStep, TaskStep]);
export type Step = z.infer<typeof Step>;
export type MailStep = z.infer<typeof MailStep>;
export type TaskStep = z.infer<typeof TaskStep>;

/** The trigger that enrolls people. `inactivity`: open prospects without any activity for `days`. */
export const triggerEvents = [
  "access.requested",
  "access.decided",
  "access.granted",
  "analysis.created",
  "booking.cancelled",
  "booking.missed",
  "newsletter.subscribed",
  "training.registered",
  "kit.downloaded",
] as const;
export const Trigger = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("manual") }),
  z.object({ kind: z.literal("event"), event: z.enum(triggerEvents) }),
  z.object({ kind: z.literal("inactivity"), days: z.int().min(14).max(730) }),
]);
export type Trigger = z.infer<typeof Trigger>;

/** The purpose of a sequence; reaching it finishes the enrollment. One active enrollment per person and goal. */
export const goals = {
  access_decided: { label: "Access request decided", event: "access.decided" },
  access_granted: { label: "Access code redeemed", event: "access.granted" },
  analysis_created: { label: "Analysis finished", event: "analysis.created" },
  call_booked: { label: "Call booked", event: "booking.made" },
  payment: { label: "Payment received", event: "payment.received" },
  activity: { label: "Back on the site", event: null },
} as const;
export type Goal = keyof typeof goals;
export const goalKeys = Object.keys(goals) as [Goal, ...Goal[]];

/** Whether a person can be enrolled again; `after` counts from the end of the last enrollment. */
export const ReEntry = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("never") }),
  z.object({ kind: z.literal("after"), days: z.int().min(1).max(730) }),
  z.object({ kind: z.literal("always") }),
]);
export type ReEntry = z.infer<typeof ReEntry>;

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 09:00.");
/** When mail may be sent, in the recipient's time zone. `weekdays`: 1 is Monday. Holidays of the firm and of the recipient's country are always excluded. */
export const SendWindow = z
  .object({ weekdays: z.array(z.int().min(1).max(7)).min(1, "Choose at least one day."), from: clock, to: clock })
  .refine(({ from, to }) => from < to, { path: ["to"], message: "The end must be after the start." });
export type SendWindow = z.infer<typeof SendWindow>;

/** Exits that a version can switch off. Unsubscribing, a dead mailbox, a complaint and deletion always end an enrollment. */
export const optionalExits = ["booking", "reply", "purchase", "activity"] as const;
export type OptionalExit = (typeof optionalExits)[number];

export const Definition = z
  .object({
    trigger: Trigger,
    goal: z.enum(goalKeys),
    reEntry: ReEntry,
    window: SendWindow,
    exits: z.array(z.enum(optionalExits)),
    /** Pipeline stages that end an enrollment and prevent a new one. */
    exitStages: z.array(z.enum(stageKeys)),
    steps: z.array(Step).max(maxSteps),
  })
  .superRefine(({ steps }, check) => {
    const keys = steps.map(({ key }) => key);
    keys.forEach((key, place) => {
      if (keys.indexOf(key) < place)
        check.addIssue({ code: "custom", path: ["steps", place, "key"], message: "Two steps have the same key." });
    });
  });
export type Definition = z.infer<typeof Definition>;

/** Default of a new sequence: sends on business days from nine to five, ends on every exit. */
export const emptyDefinition: Definition = {
  trigger: { kind: "manual" },
  goal: "call_booked",
  reEntry: { kind: "never" },
  window: { weekdays: [1, 2, 3, 4, 5], from: "09:00", to: "17:00" },
  exits: ["booking", "reply", "purchase"],
  exitStages: ["call_booked", "proposal", "won", "lost"],
  steps: [],
};

export const SequenceTitle = text({ max: 80, required: "Enter a title." });

export const enrollmentStates = ["active", "paused", "finished", "exited", "blocked"] as const;
export type EnrollmentState = (typeof enrollmentStates)[number];

export const endReasons = {
  completed: "All steps done",
  goal: "Reached the goal",
  booking: "Booked a call",
  reply: "Replied",
  purchase: "Paid",
  activity: "Became active again",
  unsubscribed: "Unsubscribed",
  bounced: "The mailbox does not exist",
  refused: "Emails were refused three times in a row",
  rejected: "The mailbox rejects our emails",
  complaint: "Reported an email as spam",
  suppressed: "Suppressed by an admin",
  invalid_address: "The address takes no email",
  stage: "Moved to another stage",
  merged: "Merged into another prospect",
  unproven: "Address not confirmed",
  kept_out: "Declined or blocked by an admin",
  by_hand: "Removed by an admin",
  active_goal: "Already in a sequence with this goal",
  re_entry: "Was in this sequence before",
  employee: "Works for the firm",
  demo: "Demo data",
} as const;
export type EndReason = keyof typeof endReasons;

export const waitReasons = {
  delay: "Waiting for its day",
  window: "Outside the send window",
  holiday: "Holiday",
  cap: "Weekly limit of emails reached",
  pace: "Sending rate reached",
  condition: "Condition not met",
} as const;
export type WaitReason = keyof typeof waitReasons;
