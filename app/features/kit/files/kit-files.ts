import { capitalized } from "#app/features/content/promises.ts";
import { firmName } from "#app/lib/firm.ts";
import { spelled } from "#app/lib/numbers.ts";
import { guides, type Platform, platforms } from "./guides.ts";
import type { KitTemplate } from "./template-shape.ts";
import { templates } from "./templates.ts";

export type KitFile = { path: string } & (
  | { kind: "readme" | "license" | "spreadsheet" }
  | { kind: "guide"; platform: Platform; format: "pdf" | "md" }
  | { kind: "template"; platform: Platform; template: KitTemplate }
  | { kind: "payload"; template: KitTemplate }
);

/** Every file of the archive, in order. The archive and the page's table of contents are built from it. */
export const kitFiles: readonly KitFile[] = [
  { path: "README.md", kind: "readme" },
  { path: "LICENSE", kind: "license" },
  { path: "ROI-Calculator.xlsx", kind: "spreadsheet" },
  ...guides.flatMap(({ platform }): KitFile[] => [
    { path: `guides/${platform}.pdf`, kind: "guide", platform, format: "pdf" },
    { path: `guides/${platform}.md`, kind: "guide", platform, format: "md" },
  ]),
  ...(["n8n", "Make", "Zapier"] as const).flatMap((platform) =>
    templates.map(
      (template): KitFile => ({
        path: `${platform.toLowerCase()}/${template.slug}.${platform === "Zapier" ? "md" : "json"}`,
        kind: "template",
        platform,
        template,
      }),
    ),
  ),
  ...templates.map((template): KitFile => ({ path: `payloads/${template.slug}.json`, kind: "payload", template })),
];

/** Descriptions of the archive's folders for the page; README.md contains the short ones. */
export const kitContents: readonly { folder: string; count: number; title: string; short: string; text: string }[] = [
  {
    folder: "ROI-Calculator.xlsx",
    title: "ROI calculator",
    short: "the return model with live formulas",
    text: "Hours, people and cost go in; the choice of five, price, payback and return come out. It is the model behind our own analysis, cell by cell, with the low, likely and high value and the origin of each number.",
  },
  {
    folder: "n8n/",
    title: "Templates for n8n",
    short: "workflows, to import",
    text: "Workflow files for Import from File. Core nodes only, no credentials in them.",
  },
  {
    folder: "make/",
    title: "Templates for Make",
    short: "blueprints, to import",
    text: "Blueprint files for Import Blueprint. You attach your own webhook and enter your addresses.",
  },
  {
    folder: "zapier/",
    title: "Templates for Zapier",
    short: "build sheets, step by step: Zapier has no file that every account can import",
    text: "Build sheets, every step and field in order. Zapier has no file that every account can import.",
  },
  {
    folder: "guides/",
    title: "Implementation guides",
    short: "one guide for each platform, as PDF and Markdown",
    text: "One for each platform, as PDF and Markdown: connect, test with a sample, switch on.",
  },
  {
    folder: "payloads/",
    title: "Sample payloads",
    short: "sample payloads, to test with",
    text: "One for each template, to test with before you send your own records.",
  },
  {
    folder: "README.md, LICENSE",
    title: "The fine print",
    short: "what each file is, MIT license",
    text: "What each template gets, decides and sends, and what to change in it; the MIT license.",
  },
].map((entry) => ({ ...entry, count: kitFiles.filter(({ path }) => isIn(path, entry.folder)).length }));

function isIn(path: string, folder: string): boolean {
  return folder.endsWith("/") ? path.startsWith(folder) : folder.split(", ").includes(path);
}

/** Returns README.md: the contents of the archive, and for each template its input, decision, requests and settings. */
export function readme(): string {
  const contents = kitContents.map(
    ({ folder, count, short }) => `- ${folder}${folder.endsWith("/") ? ` (${count})` : ""}: ${short}`,
  );
  return `# ${firmName()} Lite Starter Kit 1.0

${capitalized(spelled(templates.length))} automations for ${spelled(platforms.length)} platforms, and a return calculator. Free, MIT license.

${contents.join("\n")}

Begin with the guide of your platform.

No keys or addresses are included; replace example.com with yours. The n8n files were run on n8n 2.41.1. The Make files follow Make's published rules, the Zapier steps its apps; neither was run.

## The ${spelled(templates.length)} templates

${templates.map(description).join("\n\n")}

## The calculator

Fill in the pale cells on Inputs; Summary follows. Expected values, not promises.
`;
}

function description({ name, text, trigger, decision, requests, settings, advice }: KitTemplate): string {
  const fields = (body: object) => Object.keys(body).join(", ");
  return `### ${name}
${text}
- Gets: ${trigger.fields.map((field) => `${field.name} (${field.meaning})`).join("; ")}
- Decides: ${decision.name} ${decision.kind === "gate" ? `If not: ${decision.refusal.reason}` : [...decision.cases, decision.otherwise].map(({ label, gives }) => `${label}: ${Object.values(gives).join(", ")}`).join("; ")}
- Sends: ${requests.map((request) => `${request.name} (${fields(request.body)})`).join("; ")}
- Change: ${settings.map((setting) => `${setting.name}, ${setting.meaning}`).join("; ")}
- ${advice}`;
}
