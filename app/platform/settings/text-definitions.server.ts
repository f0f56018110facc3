import type { SettingDefinition } from "./definition.ts";
import { text } from "./setting-values.server.ts";

/** Together with its envelope below the size that a request may have. */
const document = { kind: "document", schema: text(1, 50_000), example: "" } as const;

/** Texts of the site in Markdown. What they can contain is in features/content/texts. */
export const textDefinitions = {
  TEXT_FAQ: {
    ...document,
    name: "texts.faq",
    label: "FAQ",
    help: "The FAQ in Markdown; edited with a preview at /admin/settings/texts/faq.",
  },
  TEXT_OUR_STORY: {
    ...document,
    name: "texts.our_story",
    label: "Our story",
    help: "The page Our Story in Markdown; edited with a preview at /admin/settings/texts/our-story.",
  },
  TEXT_TRAINING: {
    ...document,
    name: "texts.training",
    label: "Training",
    help: "The training programs in Markdown; edited with a preview at /admin/settings/texts/training.",
  },
  TEXT_PRIVACY: {
    ...document,
    name: "texts.privacy",
    label: "Privacy policy",
    help: "The privacy policy in Markdown; edited with a preview at /admin/settings/texts/privacy.",
  },
  TEXT_TERMS: {
    ...document,
    name: "texts.terms",
    label: "Terms of service",
    help: "The terms of service in Markdown; edited with a preview at /admin/settings/texts/terms.",
  },
  TEXT_FOOTER: {
    ...document,
    name: "texts.footer",
    label: "Footer",
    help: "The line below the logo in the footer.",
    example: "Measured first, then built.",
  },
  TEXT_AUTOMATIONS: {
    ...document,
    name: "texts.automations",
    label: "Automations",
    help: "The automations of the grid in Markdown; edited with a preview at /admin/settings/texts/automations.",
  },
} as const satisfies Record<string, SettingDefinition>;
