import type { Catalog } from "../automations/automation-grid.ts";
import { catalogPreset, readCatalog } from "../automations/catalog-text.ts";
import type { LegalDocument } from "../legal/legal-document.ts";
import type { Text } from "../rich-text.ts";
import type { TermsSectionId } from "../terms-sections.ts";
import { faqPreset } from "./faq-preset.ts";
import { type FaqSection, readFaq } from "./faq-text.ts";
import { readLegal } from "./legal-text.ts";
import { privacyPreset } from "./privacy-preset.ts";
import { storyPreset } from "./story-preset.ts";
import { readFooter, readStory, type Story } from "./story-text.ts";
import { termsPreset } from "./terms-preset.ts";
import type { TextFacts, TextReader } from "./text-reader.ts";
import { trainingPreset } from "./training-preset.ts";
import { readTraining, type Training } from "./training-text.ts";

/*
 * The texts that the firm may change, each defined once: the setting that keeps its Markdown, how it is read, its page and the default
 * text. The default text and the firm's own go through the same reader, so both follow the settings. Safe in the browser, for the preview.
 */

export type SiteTexts = {
  faq: FaqSection[];
  "our-story": Story;
  training: Training;
  privacy: LegalDocument;
  terms: LegalDocument;
  footer: Text;
  automations: Catalog;
};
export type TextKey = keyof SiteTexts;

type TextDefinition<Value> = {
  title: string;
  /** Of the list of texts. */
  about: string;
  /** How it is written, above the editor. */
  form: string;
  /** Where it is shown. */
  path: string;
  preset: string;
  read: (text: string, reader: TextReader) => Value;
};

const legalForm =
  "Raise Version and set Effective when the meaning changes: the version before applies until that day and stays readable at an address of its own. A section is a heading with ##, {#anchor} keeps its address, and {{section:anchor}} is its number. “Table: …” above a table is its caption.";
const privacyFrame = { path: "/privacy-policy", subject: "Privacy Policy Inquiry", sections: [] };
const termsFrame = {
  path: "/terms-of-service",
  subject: "Terms of Service Inquiry",
  sections: ["full-blueprint", "retainer"] satisfies TermsSectionId[],
};

export const textDefinitions: { [Key in TextKey]: TextDefinition<SiteTexts[Key]> } = {
  faq: {
    title: "FAQ",
    about: "The questions and answers of the FAQ page, in groups.",
    form: "A group is a heading with ## and one paragraph, a question a heading with ###. {#anchor} keeps the address of a question when its wording changes; [^guarantee] is a footnote.",
    path: "/faq",
    preset: faqPreset,
    read: readFaq,
  },
  "our-story": {
    title: "Our story",
    about: "Title, opening, founding idea and sections of the page Our Story.",
    form: "The title is a heading with #, the founding idea a quotation with >, a section a heading with ##. The sections {#handoffs}, {#values} and {#promises} have drawings or a table; other sections are plain texts.",
    path: "/about",
    preset: storyPreset,
    read: readStory,
  },
  training: {
    title: "Training",
    about: "The training programs: facts, agenda and outcomes. Registrations keep the name that they were made for.",
    form: "A program is a heading with ##, one paragraph and a list of facts; “- Fee: …” is optional. Its agenda is drawn to scale from lines such as “- Measure it (90 minutes): what happens”.",
    path: "/training",
    preset: trainingPreset,
    read: readTraining,
  },
  privacy: {
    title: "Privacy policy",
    about: "What the firm keeps about visitors and clients, with its version and date.",
    form: legalForm,
    path: "/privacy-policy",
    preset: privacyPreset,
    read: (text, reader) => readLegal(text, reader, privacyFrame),
  },
  terms: {
    title: "Terms of service",
    about: "The terms of the site and of orders, with their version and date.",
    form: legalForm,
    path: "/terms-of-service",
    preset: termsPreset,
    read: (text, reader) => readLegal(text, reader, termsFrame),
  },
  footer: {
    title: "Footer",
    about: "The line below the logo at the end of every page.",
    form: "One paragraph of at most 300 characters, with links if you like.",
    path: "/",
    preset: "Revenue automation for firms of 10 to 200 people. Measured first, then built.",
    read: readFooter,
  },
  automations: {
    title: "Automations",
    about: "The Automation Grid: which automations it shows, in which order, and your own ones.",
    form: "One heading with ## per automation: its number and its title, in the order of the grid. “Add an automation” writes the form of your own ones, hidden until you have filled it in; {{firm_name}} and other placeholders work in them.",
    path: "/automation-grid",
    preset: catalogPreset,
    read: readCatalog,
  },
};

export const textKeys = Object.keys(textDefinitions) as TextKey[];
export const isTextKey = (key: string): key is TextKey => Object.hasOwn(textDefinitions, key);

/** The setting that keeps the text: `texts.our_story`. */
export const textSetting = (key: TextKey): string => `texts.${key.replaceAll("-", "_")}`;

/** Reads a text as its page shows it. `problems`: sentences; a text with one is refused. `isKept`: see TextReader. */
export function readText<Key extends TextKey>(
  key: Key,
  text: string,
  facts: TextFacts,
  { isKept = false } = {},
): { value: SiteTexts[Key]; problems: string[] } {
  const reader: TextReader = { facts, isKept, problems: new Set() };
  const value = textDefinitions[key].read(text, reader);
  return { value, problems: [...reader.problems] };
}
