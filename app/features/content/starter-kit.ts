import type { kitTemplates } from "./automation-terms.ts";

export type KitTemplate = {
  name: (typeof kitTemplates)[number];
  text: string;
  /** Its steps in order, as the drawing shows them; the first is the trigger, the last the outcome. */
  steps: readonly { kind: "trigger" | "step" | "decision" | "outcome"; name: string }[];
};

/** The free starter kit: what lies in the archive and how the page names it (public-site §2, §9). */
export const starterKit = {
  file: "GTMarc-Lite-Starter-Kit-v1.0.zip",
  path: "/downloads/GTMarc-Lite-Starter-Kit-v1.0.zip",
  version: "1.0",
  size: "38 KB",
  updated: "Updated October 2025",
  platforms: ["Zapier", "Make", "n8n"],
} as const;

export const kitTemplatesInDetail: readonly KitTemplate[] = [
  {
    name: "Lead to CRM Sync",
    text: "A form is sent; the person is found or made in the CRM once, and never twice.",
    steps: [
      { kind: "trigger", name: "Form sent" },
      { kind: "decision", name: "Known?" },
      { kind: "step", name: "Create or update" },
      { kind: "outcome", name: "One record" },
    ],
  },
  {
    name: "Email Campaign Trigger",
    text: "A lead reaches a stage; the right series starts, and stops at the first answer.",
    steps: [
      { kind: "trigger", name: "Stage reached" },
      { kind: "decision", name: "May we write?" },
      { kind: "step", name: "Start series" },
      { kind: "outcome", name: "Answer stops it" },
    ],
  },
  {
    name: "Opportunity Notification",
    text: "A deal crosses a value or stands still; its owner hears of it with the facts at hand.",
    steps: [
      { kind: "trigger", name: "Deal changed" },
      { kind: "decision", name: "Over limit?" },
      { kind: "step", name: "Collect facts" },
      { kind: "step", name: "Tell owner" },
      { kind: "outcome", name: "Task set" },
    ],
  },
  {
    name: "Customer Onboarding",
    text: "A deal is won; tasks, welcome mail and first call are set up before anybody remembers to.",
    steps: [
      { kind: "trigger", name: "Deal won" },
      { kind: "step", name: "Make tasks" },
      { kind: "step", name: "Send welcome" },
      { kind: "step", name: "Offer times" },
      { kind: "outcome", name: "First call" },
    ],
  },
  {
    name: "Support Ticket Routing",
    text: "A ticket arrives; topic and urgency decide whose it is, and nobody waits unseen.",
    steps: [
      { kind: "trigger", name: "Ticket in" },
      { kind: "step", name: "Read topic" },
      { kind: "decision", name: "Urgent?" },
      { kind: "step", name: "Assign" },
      { kind: "outcome", name: "Owner named" },
    ],
  },
];
