import { firmName } from "#app/lib/firm.ts";
import { wholeUsd } from "#app/lib/money.ts";
import { listed, spelled } from "#app/lib/numbers.ts";
import { aCall, callTitle, offeredCalls, offersFreeCall } from "#app/lib/offered-calls.ts";
import { shortened } from "#app/lib/words/cut.ts";
import {
  automationCount,
  automationPath,
  catalog,
  countedAutomations,
  gridPath,
  isOwnAutomation,
} from "./automations/automation-grid.ts";
import { type Area, areas } from "./automations/automation-terms.ts";
import { spelledCounts, templateFiles } from "./counts.ts";
import { pageDates } from "./pages/page-dates.ts";
import { prices } from "./prices.ts";
import { capitalized, promised } from "./promises.ts";
import { programCount, textSummary } from "./texts/text-facts.ts";

/*
 * Content: the texts and facts of the public site. It has no tables and publishes no events; what is in the code is a constant that the
 * schema library or a type checks, so a wrong text fails a test and not a visitor. What the firm may change (texts/) is a setting.
 *
 * Here: every public page (`Page`). pages/ has the texts of individual pages, texts/ those that the firm may change, automations/ the
 * catalog of automations with their stories and suggested processes, tools/ the known tools and their prices.
 *
 * Other features read promises.ts (what we promise: days, minutes, counts) and pricing.ts (what we charge), so that a number is written
 * once. Texts that depend on settings are in site-facts.server.ts.
 */

/**
 * Every public page. Meta tags, breadcrumbs, the title block, structured data, the site map, llms.txt with its Markdown
 * twins, share pictures, the frozen copies and the tests of all pages read only this list. A page that is missing here
 * has no canonical URL.
 */
export type Page = {
  path: string;
  /** Other paths of the same screen. They return 200, name `path` as canonical and are not in the site map. */
  aliases: readonly string[];
  /** Used in breadcrumbs and the title block. */
  name: string;
  /** The document's title, with the name of the firm. */
  title: string;
  /** At most 160 characters, unique. */
  description: string;
  /** On its share picture: at most three lines of about 18 characters; empty if the page is not for sharing. */
  headline: readonly string[];
  /** Its number among the sheets of this site, or of its drawing ("S-03"); printed, so permanent. */
  sheet: number | string;
  group: "Start here" | "Pricing, answers and assumptions" | "The firm" | "The automations" | "Legal";
  /** False: noindex, and in no list for crawlers. */
  indexable: boolean;
  /**
   * The same for every visitor without a session, at any time and with any query: rendered once and cached
   * (docs/decisions/0007).
   */
  frozen: boolean;
  /** For a frozen page with counts: its copy is rendered again after this many seconds. */
  freshSeconds?: number;
  /** The path of the page with the share picture to use, for a page without its own picture. */
  picture?: string;
  /** The document's own date (ISO); replaces the date of the last text change. */
  dated?: string;
};

/** The beginning of the firm's own text, for a search result. */
function ownDescription(path: string): string | undefined {
  const { lede } = textSummary().own[path] ?? {};
  return lede && shortened(lede, 160);
}

const gridHeadline = ["Revenue", "automations,", "drawn step by step."];

const areaWords: Readonly<Record<Area, string>> = {
  ...{ marketing: "marketing", revenue: "revenue operation" },
  ...{ lifecycle: "customer lifecycle", operations: "operations" },
};

/** The longer text where a search result does not cut it off. */
const fitting = (most: number, long: string, short: string): string => (long.length <= most ? long : short);

/** `marketing, revenue operation and customer lifecycle` */
function shownAreas(): string {
  const shown = new Set(catalog().shown.map(({ area }) => area));
  const words = areas.filter((area) => shown.has(area)).map((area) => areaWords[area]);
  return [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");
}

const sheets: readonly Page[] = [
  {
    path: "/",
    aliases: [],
    name: "Home",
    get title() {
      return `${firmName()} | Go-to-market automation, measured before it is built`;
    },
    description:
      "A free automation analysis for B2B firms: which revenue work to automate first, how many hours it saves and what it costs. Three steps of five minutes.",
    headline: ["Draw the", "revenue plan.", "Then automate it."],
    sheet: 1,
    group: "Start here",
    indexable: true,
    frozen: true,
  },
  {
    path: "/automation-blueprint-gtmarc",
    aliases: ["/gtm-systems-blueprint", "/automation-audit-roadmap"],
    name: "Automation Blueprint",
    get title() {
      return `Automation Blueprint | Your top 5 automations from ${promised.analysis} | ${firmName()}`;
    },
    description:
      "A free automation analysis for B2B firms of 10 to 200 people: five automations, ranked, with hours, dollars and payback. Three steps of five minutes, no card.",
    headline: ["Five automations,", "ranked. Free, in", "fifteen minutes."],
    sheet: 2,
    group: "Start here",
    indexable: true,
    frozen: true,
  },
  {
    path: "/automation-grid",
    aliases: ["/services"],
    name: "Automation Grid",
    get title() {
      return `The Automation Grid | ${countedAutomations("revenue automation")}, step by step | ${firmName()}`;
    },
    get description() {
      const text = `${capitalized(automationCount())} for ${shownAreas()}: the trigger, the steps, the tools and the outcome of each`;
      return fitting(160, `${text}, with its workflow.`, `${text}.`);
    },
    headline: gridHeadline,
    sheet: 3,
    group: "Start here",
    indexable: true,
    frozen: true,
  },
  {
    path: "/our-approach",
    aliases: [],
    name: "Our Approach",
    get title() {
      return `Our Approach | Four steps from measured work to working automation | ${firmName()}`;
    },
    description: `Fifteen minutes to your blueprint, ${promised.blueprint} to the design, ${promised.project} to run. What you give, what you get and when each step is done.`,
    headline: ["Four steps, from", "measuring it to", "running it."],
    sheet: 4,
    group: "Start here",
    indexable: true,
    frozen: true,
  },
  {
    path: "/pricing",
    aliases: [],
    name: "Pricing",
    get title() {
      return `Pricing | Free analysis, projects from ${wholeUsd(prices.projectFromUsd)}, RevOps from ${wholeUsd(prices.retainerFromUsdPerMonth)} | ${firmName()}`;
    },
    get description() {
      return `A free automation analysis, fixed-price projects from ${wholeUsd(prices.projectFromUsd)} in ${promised.project}, Managed RevOps from ${wholeUsd(prices.retainerFromUsdPerMonth)} per month, and ${offersFreeCall() ? "three" : "two"} ways to the full blueprint.`;
    },
    headline: ["Start free.", "Pay when", "you build."],
    sheet: 5,
    group: "Pricing, answers and assumptions",
    indexable: true,
    frozen: true,
    /** It shows the lengths of the calls. */
    freshSeconds: 3,
  },
  {
    path: "/faq",
    aliases: [],
    name: "FAQ",
    get title() {
      return `FAQ | Value, process and security of automation: ${spelled(textSummary().questions)} ${textSummary().questions === 1 ? "answer" : "answers"} | ${firmName()}`;
    },
    get description() {
      return `${capitalized(spelled(textSummary().questions))} questions firms ask before they automate revenue work: what it returns, how long it takes, which tools it runs in, what we keep and who can see it.`;
    },
    headline: ["Questions firms", "ask, answered", "plainly."],
    sheet: 6,
    group: "Pricing, answers and assumptions",
    indexable: true,
    frozen: true,
  },
  {
    path: "/assumptions",
    aliases: [],
    name: "Assumptions",
    get title() {
      return `Assumptions | What stands behind every figure on this site | ${firmName()}`;
    },
    description:
      "The return model in the open: every parameter with low, likely and high value and its origin, eight steps with a worked example, and what each claim means.",
    headline: ["What stands", "behind every", "figure."],
    sheet: 7,
    group: "Pricing, answers and assumptions",
    indexable: true,
    frozen: true,
  },
  {
    path: "/training",
    aliases: [],
    name: "Training & Certification",
    get title() {
      const { programs } = textSummary();
      const formats = [...new Set(programs.map(({ format }) => format))].join(", ");
      const count = capitalized(programCount(programs.length));
      return fitting(75, `Training | ${formats} | ${firmName()}`, `Training | ${count} | ${firmName()}`);
    },
    get description() {
      const { programs } = textSummary();
      const names = listed(programs.map(({ inShort }) => inShort));
      const text = `${capitalized(programCount(programs.length))} for the people who run revenue automation`;
      return fitting(160, `${text}: ${names}.`, `${text}, each with its agenda and what you can do afterward.`);
    },
    headline: ["Training for the", "people who", "run it."],
    sheet: 8,
    group: "Start here",
    indexable: true,
    frozen: true,
  },
  {
    path: "/downloads",
    aliases: [],
    name: "Downloads",
    get title() {
      return `Downloads | Free automation starter kit: ${templateFiles} templates | ${firmName()}`;
    },
    get description() {
      return `The ${firmName()} Lite starter kit: ${spelledCounts.templates} automation templates for ${spelledCounts.platforms} platforms, an ROI calculator spreadsheet and implementation guides. Free, no login, 38 KB.`;
    },
    headline: [`${capitalized(spelledCounts.templateFiles)} templates,`, "one archive,", "no form."],
    sheet: 9,
    group: "Start here",
    indexable: true,
    frozen: true,
    freshSeconds: 3,
  },
  {
    path: "/about",
    aliases: [],
    name: "Our Story",
    get title() {
      return `Our Story | ${textSummary().own["/about"]?.title ?? "From gridlock to growth"} | ${firmName()}`;
    },
    get description() {
      const own = ownDescription("/about");
      if (own) return own;
      return `Why ${firmName()} measures revenue work before it automates any of it: the idea it was founded on, the three values it keeps and what they mean in a project.`;
    },
    headline: ["From Gridlock", "to Growth"],
    sheet: 10,
    group: "The firm",
    indexable: true,
    frozen: true,
  },
  {
    path: "/who-we-help-old",
    aliases: [],
    name: "Who We Help",
    get title() {
      return `Who We Help | B2B firms of 10 to 200 people | ${firmName()}`;
    },
    description:
      "The firms for which automation pays: $1M to $50M revenue, 10 to 200 people, three tools or more. A checklist, and when we would advise you to wait.",
    headline: ["Firms of 10 to 200", "people, three", "tools or more."],
    sheet: 11,
    group: "The firm",
    indexable: true,
    frozen: true,
  },
  {
    path: "/contact",
    aliases: [],
    name: "Contact",
    get title() {
      return offeredCalls().session.isOffered
        ? `Book ${aCall("session")} | Free, with an architect | ${firmName()}`
        : `Contact | ${firmName()}`;
    },
    get description() {
      return offeredCalls().session.isOffered
        ? `Pick a time for a free ${callTitle("session")}: your findings and their return, the best automation in depth, and a roadmap. Or write to us; we answer ${promised.answer}.`
        : `Write to an architect about your findings and their return; we answer ${promised.answer}.`;
    },
    headline: ["Talk to", "an architect."],
    sheet: 12,
    group: "The firm",
    indexable: true,
    frozen: false,
  },
  {
    path: "/privacy-policy",
    aliases: ["/privacy"],
    name: "Privacy Policy",
    get title() {
      return `${textSummary().own["/privacy-policy"]?.title ?? "Privacy Policy"} | ${firmName()}`;
    },
    get description() {
      const own = ownDescription("/privacy-policy");
      if (own) return own;
      return `What ${firmName()} keeps about you, why and for how long: no cookies for visitors, no third parties on our pages, download and deletion in your own account.`;
    },
    headline: ["Privacy Policy"],
    dated: "2025-09-29",
    sheet: 13,
    group: "Legal",
    indexable: true,
    frozen: true,
  },
  {
    path: "/terms-of-service",
    aliases: ["/terms"],
    name: "Terms of Service",
    get title() {
      return `${textSummary().own["/terms-of-service"]?.title ?? "Terms of Service"} | ${firmName()}`;
    },
    get description() {
      const own = ownDescription("/terms-of-service");
      if (own) return own;
      return `The terms of ${firmName()}'s analysis, blueprint, projects and retainer: fixed prices, half on signing and half on completion, 30 days' notice, in fourteen sections.`;
    },
    headline: ["Terms of Service"],
    dated: "2025-09-29",
    sheet: 14,
    group: "Legal",
    indexable: true,
    frozen: true,
  },
  {
    path: "/sample-analysis",
    aliases: [],
    name: "Sample Analysis",
    get title() {
      return `Sample Analysis | A whole automation analysis, free to read | ${firmName()}`;
    },
    description:
      "The whole automation analysis of an example firm of 45 people: process map, five automations, return, 90-day plan and tools. Change the numbers, keep the PDF.",
    headline: ["A whole analysis,", "to read before", "you ask for yours."],
    sheet: 16,
    group: "Start here",
    indexable: true,
    frozen: true,
  },
  {
    path: "/strategy-session-confirmed",
    aliases: [],
    get name() {
      return offeredCalls().session.title;
    },
    get title() {
      return `Your ${callTitle("session")} is booked | ${firmName()}`;
    },
    get description() {
      return `Your ${callTitle("session")} with ${firmName()} is booked: when it is, what happens in it and how to prepare.`;
    },
    headline: [],
    sheet: 15,
    group: "The firm",
    indexable: false,
    frozen: false,
  },
  {
    path: "/newsletter/archive",
    aliases: [],
    name: "Newsletter archive",
    get title() {
      return `Newsletter archive | Revenue automations, with figures | ${firmName()}`;
    },
    get description() {
      return `Past issues of the ${firmName()} newsletter: one revenue automation each, with its cost, its return and what it took to build. Also as RSS and Atom.`;
    },
    headline: ["The newsletter,", "issue by issue."],
    sheet: 17,
    group: "The firm",
    indexable: true,
    frozen: true,
    freshSeconds: 3,
  },
  {
    path: "/compare",
    aliases: [],
    name: "Four ways to build",
    get title() {
      return `Do it yourself, a freelancer, a hire, or ${firmName()}: four ways compared`;
    },
    description:
      "Automate revenue work with the free kit, a freelancer, a hire or us: cost, time and risk of each, with our model's figures where we have them, and what to ask.",
    headline: ["Four ways", "to build it,", "compared."],
    sheet: 18,
    group: "Pricing, answers and assumptions",
    indexable: true,
    frozen: true,
  },
];

const drawings = (): Page[] =>
  catalog().shown.map((automation) => ({
    path: automationPath(automation.id),
    aliases: [],
    name: automation.title,
    get title() {
      const { id, title } = automation;
      return fitting(75, `${title} | Automation ${id}, step by step | ${firmName()}`, `${title} | ${firmName()}`);
    },
    description: automation.shortDescription,
    sheet: automation.id,
    group: "The automations",
    indexable: true,
    frozen: true,
    ...(isOwnAutomation(automation)
      ? { headline: gridHeadline, picture: "/og/automation-grid.png" }
      : { headline: inLines(automation.title) }),
  }));

type PageList = { pages: readonly Page[]; byPath: ReadonlyMap<string, Page>; indexable: readonly Page[] };
let known: { of: unknown; list: PageList } | undefined;

/** The pages follow the catalog of automations, which the firm can change. */
function list(): PageList {
  if (known?.of === catalog()) return known.list;
  const pages = [...sheets, ...drawings()];
  const byPath = new Map(pages.flatMap((page) => [page.path, ...page.aliases].map((path) => [path, page] as const)));
  known = { of: catalog(), list: { pages, byPath, indexable: pages.filter(({ indexable }) => indexable) } };
  return known.list;
}

export const pages = (): readonly Page[] => list().pages;

export const sheetName = ({ sheet }: Page): string =>
  typeof sheet === "number" ? `Sheet ${sheet} of ${sheets.length}` : `Drawing ${sheet}`;

/** Position among pages of its kind, from 0 (first) to 1 (last), for the arc on share pictures. */
export function arcPosition({ sheet }: Page): number {
  const kind = pages().filter((page) => typeof page.sheet === typeof sheet);
  return kind.findIndex((page) => page.sheet === sheet) / (kind.length - 1);
}

function inLines(title: string): string[] {
  const lines: string[] = [];
  for (const word of title.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 18) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Finds the page with this path or alias; null for anything else (app pages, files, unknown paths). */
export const findPage = (path: string): Page | null => list().byPath.get(path) ?? null;

export function getPage(path: string): Page {
  const page = findPage(path);
  if (!page) throw new Error(`${path} is not in the list of pages`);
  return page;
}

/** Breadcrumb names by path (see crumbsOf). */
export const crumbNames = (): Readonly<Record<string, string>> =>
  Object.fromEntries([...list().byPath].map(([path, { name }]) => [path, name]));

export const indexablePages = (): readonly Page[] => list().indexable;

export const allPaths = (): string[] => [...list().byPath.keys()];

/** The ISO date of the page's last text change: of the product, maintained by scripts/page-dates.ts, or of the firm, if that is later. */
export function changedOn({ path, dated }: Page): string {
  const ours = dated ?? (pageDates[path] ?? pageDates[gridPath]!).changed;
  const own = textSummary().changedOn[path];
  return own === undefined ? ours : [ours, own].toSorted()[1]!;
}

/** "/pricing" → "/pricing.md": the page as Markdown. Only indexable pages have one. */
export const markdownPath = ({ path }: Page): string => (path === "/" ? "/index.md" : `${path}.md`);

export const picturePath = ({ path, picture }: Page): string =>
  picture ?? (path === "/" ? "/og/home.png" : `/og${path}.png`);
