import type { KitTemplate } from "./template-shape.ts";

const field = (name: string) => ({ field: name });
const prepared = (name: string) => ({ prepared: name });
const chosen = (name: string) => ({ chosen: name });

/** The five templates, in the order of the customer journey. */
export const templates: readonly KitTemplate[] = [
  {
    name: "Lead to CRM Sync",
    slug: "lead-sync",
    text: "A form is sent; the person is found or created in the CRM once, and never twice.",
    steps: [
      { kind: "trigger", name: "Form sent" },
      { kind: "decision", name: "E-mail there?" },
      { kind: "step", name: "Create or update" },
      { kind: "outcome", name: "One record" },
    ],
    trigger: {
      name: "Form sent",
      fields: [
        { name: "email", kind: "text", meaning: "address of the lead", sample: "Dana.Reyes@Example.com" },
        { name: "name", kind: "text", meaning: "full name", sample: "Dana Reyes" },
        { name: "score", kind: "number", meaning: "lead score, 0 if you have none", sample: 72 },
      ],
    },
    settings: [
      {
        name: "crm_url",
        value: "https://crm.example.com/contacts/upsert",
        meaning: "your CRM's call that creates or updates a contact",
      },
    ],
    prepared: [
      {
        name: "key",
        lowered: [field("email")],
        meaning: "the address in one spelling: the same person is always the same record",
      },
    ],
    decision: {
      kind: "gate",
      name: "E-mail there?",
      all: [{ value: prepared("key"), is: "containing", to: "@" }],
      refusal: { status: 422, reason: "no e-mail address" },
    },
    requests: [
      {
        name: "Create or update",
        to: "crm_url",
        body: { external_id: prepared("key"), email: prepared("key"), name: field("name"), score: field("score") },
      },
    ],
    answer: { synced: prepared("key") },
    advice: "Let the CRM match on external_id. Sent twice, a form then changes one record instead of making two.",
  },
  {
    name: "Email Campaign Trigger",
    slug: "campaign",
    text: "A lead reaches a segment; the right series starts, for people who agreed and got no email this week.",
    steps: [
      { kind: "trigger", name: "Segment reached" },
      { kind: "decision", name: "May we write?" },
      { kind: "step", name: "Start series" },
      { kind: "outcome", name: "Series runs once" },
    ],
    trigger: {
      name: "Segment reached",
      fields: [
        { name: "email", kind: "text", meaning: "address of the lead", sample: "dana.reyes@example.com" },
        { name: "segment", kind: "text", meaning: "name of the segment", sample: "trial-started" },
        { name: "consent", kind: "truth", meaning: "true only when the person agreed to such mail", sample: true },
        {
          name: "days_since_mail",
          kind: "number",
          meaning: "days since your last mail to them, 999 if there was none",
          sample: 12,
        },
      ],
    },
    settings: [
      {
        name: "campaign_url",
        value: "https://mail.example.com/campaigns/start",
        meaning: "your mail tool's call that starts a series",
      },
      { name: "quiet_days", value: 6, meaning: "nobody is written to within this many days of the last mail" },
    ],
    prepared: [
      { name: "key", lowered: [field("email")], meaning: "the address in one spelling" },
      { name: "agreed", lowered: [field("consent")], meaning: "true or false, as text" },
    ],
    decision: {
      kind: "gate",
      name: "May we write?",
      all: [
        { value: prepared("agreed"), is: "equal", to: "true" },
        { value: field("days_since_mail"), is: "above", to: { setting: "quiet_days" } },
      ],
      refusal: { status: 200, reason: "no consent, or written to a few days ago" },
    },
    requests: [
      { name: "Start series", to: "campaign_url", body: { email: prepared("key"), campaign: field("segment") } },
    ],
    answer: { started: field("segment") },
    advice:
      "Consent that is missing or unclear counts as no. Let the series end at the first answer: that is a switch in the mail tool.",
  },
  {
    name: "Opportunity Notification",
    slug: "opportunity",
    text: "A deal changes and is worth more than your limit; the team hears of it with the facts at hand.",
    steps: [
      { kind: "trigger", name: "Deal changed" },
      { kind: "decision", name: "Over limit?" },
      { kind: "step", name: "Put facts together" },
      { kind: "outcome", name: "Team knows" },
    ],
    trigger: {
      name: "Deal changed",
      fields: [
        { name: "deal", kind: "text", meaning: "name of the deal", sample: "Northfield renewal" },
        { name: "amount", kind: "number", meaning: "value in your currency", sample: 48000 },
        { name: "stage", kind: "text", meaning: "stage it is in now", sample: "Negotiation" },
        { name: "owner", kind: "text", meaning: "who looks after it", sample: "Priya" },
      ],
    },
    settings: [
      {
        name: "chat_url",
        value: "https://chat.example.com/hooks/deals",
        meaning: "incoming webhook of your chat channel",
      },
      { name: "limit", value: 10000, meaning: "deals up to this value stay quiet" },
    ],
    prepared: [],
    decision: {
      kind: "gate",
      name: "Over limit?",
      all: [{ value: field("amount"), is: "above", to: { setting: "limit" } }],
      refusal: { status: 200, reason: "within the limit" },
    },
    requests: [
      {
        name: "Tell the team",
        to: "chat_url",
        body: { deal: field("deal"), amount: field("amount"), stage: field("stage"), owner: field("owner") },
      },
    ],
    answer: { told: field("owner") },
    advice: "Begin with a high limit. A channel that speaks all day is muted within a week.",
  },
  {
    name: "Customer Onboarding",
    slug: "onboarding",
    text: "A deal is won; tasks and welcome email fit the plan that was bought.",
    steps: [
      { kind: "trigger", name: "Deal won" },
      { kind: "decision", name: "Which plan?" },
      { kind: "step", name: "Make tasks" },
      { kind: "step", name: "Send welcome" },
      { kind: "outcome", name: "Customer started" },
    ],
    trigger: {
      name: "Deal won",
      fields: [
        { name: "company", kind: "text", meaning: "name of the customer", sample: "Northfield" },
        { name: "plan", kind: "text", meaning: "plan that was bought", sample: "Enterprise" },
        { name: "email", kind: "text", meaning: "address of the contact", sample: "dana.reyes@example.com" },
      ],
    },
    settings: [
      {
        name: "tasks_url",
        value: "https://tasks.example.com/projects",
        meaning: "your project tool's call that makes a project from a checklist",
      },
      {
        name: "mail_url",
        value: "https://mail.example.com/send",
        meaning: "your mail tool's call that sends one template",
      },
    ],
    prepared: [{ name: "plan_name", lowered: [field("plan")], meaning: "the plan in one spelling" }],
    decision: {
      kind: "choice",
      name: "Which plan?",
      cases: [
        {
          label: "Enterprise",
          when: { value: prepared("plan_name"), is: "equal", to: "enterprise" },
          gives: { checklist: "onboarding-enterprise", mail: "welcome-with-kickoff" },
        },
        {
          label: "Team",
          when: { value: prepared("plan_name"), is: "equal", to: "team" },
          gives: { checklist: "onboarding-team", mail: "welcome-with-times" },
        },
      ],
      otherwise: { label: "Any other plan", gives: { checklist: "onboarding-basic", mail: "welcome" } },
    },
    requests: [
      { name: "Make tasks", to: "tasks_url", body: { project: field("company"), checklist: chosen("checklist") } },
      {
        name: "Send welcome",
        to: "mail_url",
        body: { to: field("email"), template: chosen("mail"), company: field("company") },
      },
    ],
    answer: { started: field("company") },
    advice: "Give every checklist one owner and one date. Put the link to your calendar into the welcome mail.",
  },
  {
    name: "Support Ticket Routing",
    slug: "ticket-routing",
    text: "A ticket arrives; urgency and topic decide whose it is, and nothing is left without an owner.",
    steps: [
      { kind: "trigger", name: "Ticket in" },
      { kind: "step", name: "Read topic" },
      { kind: "decision", name: "Whose is it?" },
      { kind: "step", name: "Assign" },
      { kind: "outcome", name: "Owner named" },
    ],
    trigger: {
      name: "Ticket in",
      fields: [
        { name: "subject", kind: "text", meaning: "subject line", sample: "Invoice shows the wrong address" },
        {
          name: "body",
          kind: "text",
          meaning: "text of the ticket",
          sample: "Please correct invoice 2041 before Friday.",
        },
        { name: "priority", kind: "text", meaning: "urgent or anything else", sample: "normal" },
      ],
    },
    settings: [
      {
        name: "desk_url",
        value: "https://desk.example.com/assignments",
        meaning: "your help desk's call that assigns a ticket",
      },
    ],
    prepared: [
      { name: "urgency", lowered: [field("priority")], meaning: "the priority in one spelling" },
      { name: "topic", lowered: [field("subject"), { text: " " }, field("body")], meaning: "all words of the ticket" },
    ],
    decision: {
      kind: "choice",
      name: "Whose is it?",
      cases: [
        {
          label: "Urgent",
          when: { value: prepared("urgency"), is: "equal", to: "urgent" },
          gives: { queue: "on-call" },
        },
        {
          label: "Billing",
          when: { value: prepared("topic"), is: "containing", to: "invoice" },
          gives: { queue: "billing" },
        },
        {
          label: "Technical",
          when: { value: prepared("topic"), is: "containing", to: "error" },
          gives: { queue: "technical" },
        },
      ],
      otherwise: { label: "Anything else", gives: { queue: "general" } },
    },
    requests: [
      {
        name: "Assign",
        to: "desk_url",
        body: { queue: chosen("queue"), subject: field("subject"), priority: prepared("urgency") },
      },
    ],
    answer: { queue: chosen("queue") },
    advice:
      "The cases are tried from the top, so urgent wins. Look at the general queue each week: what piles up there wants a case of its own.",
  },
];

export const samplePayload = ({ trigger }: KitTemplate): Record<string, string | number | boolean> =>
  Object.fromEntries(trigger.fields.map(({ name, sample }) => [name, sample]));
