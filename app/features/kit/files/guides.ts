/*
 * Three guides from the same records: how to import the five templates into n8n, Make and Zapier. A guide is a list of blocks, which is
 * rendered as Markdown and as PDF.
 */

export const platforms = ["n8n", "Make", "Zapier"] as const;
export type Platform = (typeof platforms)[number];

export type GuideBlock =
  | { kind: "heading"; text: string }
  | { kind: "text"; text: string }
  | { kind: "steps"; items: readonly string[] }
  | { kind: "list"; items: readonly string[] };

export interface Guide {
  platform: Platform;
  title: string;
  blocks: readonly GuideBlock[];
}

const openings: Readonly<Record<Platform, { lead: string; steps: readonly string[]; notes: readonly string[] }>> = {
  n8n: {
    lead: "Five workflows, tried on n8n 2.41.1. They use core nodes only and hold no credentials, so an import asks for nothing.",
    steps: [
      "Open a new workflow, choose Import from File in its menu and take n8n/<template>.json. On a server: n8n import:workflow --separate --input=n8n/",
      "Open the node Settings and enter your own addresses and limits. Nothing else has to change.",
      "If a call needs a key, open its HTTP Request node and choose a credential there. Never write a key into a field.",
      "Press Execute workflow and send the sample: curl -H 'content-type: application/json' -d @payloads/<template>.json <test URL of the first node>",
      "Look at every node's output, then switch the workflow on and give the production URL to the sender.",
    ],
    notes: [
      "A call times out after ten seconds and is retried when it fails. A failed run stays in the list of executions.",
      "The sender gets an answer: 200 with what was done, or the reason why nothing was.",
    ],
  },
  Make: {
    lead: "Five blueprints for Make. They follow Make's published rules for blueprints. A blueprint never contains connections or webhooks.",
    steps: [
      "Create a scenario, choose Import Blueprint in its menu and take make/<template>.json.",
      "Open the first module, Custom webhook, add a webhook and copy its address.",
      "Press Run once and send the sample: curl -H 'content-type: application/json' -d @payloads/<template>.json <address>. Make learns the fields from it.",
      "Open each HTTP module and put in your own address; limits are in the conditions of the If-else module.",
      "Run once more, look at every bubble, then switch scheduling to Immediately.",
    ],
    notes: [
      "Make puts texts into JSON as they are: a quotation mark in a name breaks the call. Where that can happen, build the body with Create JSON.",
      "An error stops the run; after three in a row, Make turns the scenario off and emails you.",
    ],
  },
  Zapier: {
    lead: "Five build sheets for Zapier. Zapier has no file that every account can import, so each sheet says step by step what to choose and what to enter where. Allow ten minutes for each.",
    steps: [
      "Create a Zap with Webhooks by Zapier, Catch Hook (a paid feature), and copy its address.",
      "Send the sample: curl -H 'content-type: application/json' -d @payloads/<template>.json <address>, and choose it as test record.",
      "Add the steps of zapier/<template>.md in their order; names in double braces are fields of an earlier step.",
      "Enter your own address wherever the sheet says example.com. Test each step before you add the next.",
      "Publish, then send the sample once more and look at Zap history.",
    ],
    notes: [
      "Zapier responds to the sender before it runs, so the sender does not learn the outcome.",
      "Paths need a plan that has them. Without one, make a Zap for each path and start it with a filter.",
    ],
  },
};

export const guides: readonly Guide[] = platforms.map((platform) => {
  const { lead, steps, notes } = openings[platform];
  return {
    platform,
    title: `Implementation guide for ${platform}`,
    blocks: [
      { kind: "text", text: lead },
      { kind: "heading", text: "Import a template" },
      { kind: "steps", items: steps },
      { kind: "heading", text: "Good to know" },
      { kind: "list", items: notes },
      {
        kind: "text",
        text: "What each template gets, decides and sends, and what to change in it, is in README.md.",
      },
    ],
  };
});

export function guideMarkdown({ title, blocks }: Guide): string {
  const lines = blocks.map((block) => {
    if (block.kind === "heading") return `## ${block.text}`;
    if (block.kind === "text") return block.text;
    return block.items.map((item, index) => `${block.kind === "steps" ? `${index + 1}.` : "-"} ${item}`).join("\n");
  });
  return `# ${title}\n\n${lines.join("\n\n")}\n`;
}
