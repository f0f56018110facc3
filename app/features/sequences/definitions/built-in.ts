import { coldAfterDays } from "#app/features/content/cold-leads.ts";
import { promised } from "#app/features/content/promises.ts";
import { type Condition, type Definition, emptyDefinition } from "./definition.ts";

/* The product's four sequences, not started. Admins can edit them; product updates change only those that no admin has edited. */

const inOffice = emptyDefinition.window;
/** The request is undecided; these mails must not promise a grant. */
const isUndecided: Condition[] = [
  { fact: "has_analysis", operator: "is_not", value: "yes" },
  { fact: "has_access", operator: "is_not", value: "yes" },
  { fact: "has_valid_code", operator: "is_not", value: "yes" },
];
/** Mails do not mention a code that is used, revoked or expired. */
const hasCode: Condition[] = [{ fact: "has_valid_code", operator: "is", value: "yes" }];

export const builtInSequences: readonly { name: string; title: string; definition: Definition }[] = [
  {
    name: "access-requested",
    title: "Access requested",
    definition: {
      trigger: { kind: "event", event: "access.requested" },
      goal: "access_decided",
      reEntry: { kind: "after", days: 90 },
      window: inOffice,
      exits: ["booking", "reply", "purchase"],
      exitStages: ["qualified", "call_booked", "proposal", "won", "lost"],
      steps: [
        {
          key: "prepare",
          kind: "mail",
          delay: { amount: 1, unit: "business_days" },
          conditions: isUndecided,
          mail: {
            subject: "What to prepare for your automation analysis",
            preview: `With two short lists ready, the analysis takes ${promised.analysis}.`,
            body: `Hi {{first_name|there}},

We have your access request. If it is approved, your access code arrives at this address. With two lists ready, the analysis takes ${promised.analysis}:

- **Your tools:** what your sales, marketing and operations teams pay for, with the monthly cost of each.
- **Your processes:** the three that take the most time, with the people involved and the hours per week.

An estimate is fine. You can change every figure later and see what it does to the result.

[See how we work](/our-approach "button")

Questions? Reply to this email, and a person will answer.`,
          },
        },
        {
          key: "examples",
          kind: "mail",
          delay: { amount: 2, unit: "business_days" },
          conditions: isUndecided,
          mail: {
            subject: "Automations to compare your processes with",
            preview: "The Automation Grid shows what each one does and what it needs.",
            body: `Hi {{first_name|there}},

We have not decided your access request yet. Meanwhile, the Automation Grid is a good place to look for ideas: automations for marketing, sales and customer teams, each with what it does and the tools it connects.

Note the two or three that sound like your week. They make it easier to choose processes for your analysis.

[Open the Automation Grid](/automation-grid "button")`,
          },
        },
      ],
    },
  },
  {
    name: "code-unused",
    title: "Code unused after 7 days",
    definition: {
      trigger: { kind: "event", event: "access.decided" },
      goal: "access_granted",
      reEntry: { kind: "never" },
      window: inOffice,
      exits: ["booking", "reply", "purchase"],
      exitStages: ["qualified", "call_booked", "proposal", "won", "lost"],
      steps: [
        {
          key: "reminder",
          kind: "mail",
          delay: { amount: 7, unit: "days" },
          conditions: hasCode,
          mail: {
            subject: "Your access code is still unused",
            preview: "It is valid for 30 days from the day we sent it.",
            body: `Hi {{first_name|there}},

We sent an access code to this address. It has not been used yet, and it is valid for 30 days from the day we sent it.

The code opens the blueprint wizard: company, tools and processes, about five minutes each. Your analysis is ready when you finish the third step.

[Enter my access code](/verify-access "button")

Can’t find the email with the code? Reply to this one, and we will send a new code.`,
          },
        },
        {
          key: "help",
          kind: "mail",
          delay: { amount: 10, unit: "business_days" },
          conditions: hasCode,
          mail: {
            subject: "Need a hand with your analysis?",
            preview: "This is the last reminder about your access code.",
            body: `Hi {{first_name|there}},

Your access code is valid for 30 days from the day we sent it, and it has not been used yet. This is the last reminder.

If the three steps are too many right now, the quick start asks for less: it is one page and takes about five minutes.

[Enter my access code](/verify-access "button")

If you would rather talk first, [{{book_session}}](/contact).`,
          },
        },
      ],
    },
  },
  {
    name: "analysis-without-call",
    title: "Analysis without a call",
    definition: {
      trigger: { kind: "event", event: "analysis.created" },
      goal: "call_booked",
      reEntry: { kind: "after", days: 90 },
      window: inOffice,
      exits: ["booking", "reply", "purchase"],
      exitStages: ["qualified", "call_booked", "proposal", "won", "lost"],
      steps: [
        {
          key: "findings",
          kind: "mail",
          delay: { amount: 2, unit: "business_days" },
          conditions: [],
          mail: {
            subject: "Questions about your analysis?",
            preview: "We go through the findings with you {{free_session}}.",
            body: `Hi {{first_name|there}},

Your automation analysis for {{company|your company}} is ready in your account. It shows how the figures are calculated, and you can change the numbers behind them.

We go through it with you {{free_session}}:

- The findings and the return they show
- The best automation in depth
- A roadmap with the next steps

[Talk to an architect](/contact "button")`,
          },
        },
        {
          key: "call-owner",
          kind: "task",
          delay: { amount: 3, unit: "business_days" },
          conditions: [{ fact: "employees", operator: "at_least", value: "10" }],
          task: { title: "Finished an analysis, has not booked a call: get in touch", dueInBusinessDays: 1 },
        },
        {
          key: "assumptions",
          kind: "mail",
          delay: { amount: 2, unit: "business_days" },
          conditions: [],
          mail: {
            subject: "How we calculate the figures in your analysis",
            preview: "The assumptions are public, and you can change them.",
            body: `Hi {{first_name|there}},

A return on investment is only worth as much as its assumptions. Ours are public: the formula, the defaults and where they come from.

[Read the assumptions](/assumptions "button")

If a figure in your analysis looks wrong for {{company|your company}}, change it there, or [{{book_session}}](/contact) and we will go through it together.`,
          },
        },
      ],
    },
  },
  {
    name: "cold-lead",
    title: `Cold lead after ${coldAfterDays} days`,
    definition: {
      trigger: { kind: "inactivity", days: coldAfterDays },
      goal: "activity",
      reEntry: { kind: "after", days: 180 },
      window: inOffice,
      exits: ["booking", "reply", "purchase", "activity"],
      exitStages: ["call_booked", "proposal", "won", "lost"],
      steps: [
        {
          key: "still-relevant",
          kind: "mail",
          delay: { amount: 0, unit: "business_days" },
          conditions: [],
          mail: {
            subject: "Is automation still on your list?",
            preview: "If not, one click ends these emails.",
            body: `Hi {{first_name|there}},

We have not heard from you for a while, so this is a short question: is automating the routine work at {{company|your company}} still on your list?

If it is, reply with the process that takes the most time, and we will point you to the automation that fits. Or [{{book_session}}](/contact).

If it is not, there is nothing to do. The link at the end of this email unsubscribes you from follow-ups.`,
          },
        },
        {
          key: "close-or-call",
          kind: "task",
          delay: { amount: 10, unit: "business_days" },
          conditions: [],
          task: { title: "No answer to the last follow-up: call or mark as lost", dueInBusinessDays: 5 },
        },
      ],
    },
  },
];
