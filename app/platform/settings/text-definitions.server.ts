import { text } from "../setting-values.server.ts";
import type { SettingDefinition } from "./definition.ts";

/** Together with its envelope below the size that a request may have. */
const document = text(1, 50_000);

/** Texts of the site in Markdown. What they can contain is in features/content/texts. */
export const textDefinitions = {
  TEXT_FAQ: {
    name: "texts.faq",
    label: "FAQ",
    help: "The FAQ in Markdown; edited with a preview at /admin/settings/texts/faq.",
    kind: "document",
    schema: document,
    example: "",
  },
  TEXT_OUR_STORY: {
    name: "texts.our_story",
    label: "Our story",
    help: "The page Our Story in Markdown; edited with a preview at /admin/settings/texts/our-story.",
    kind: "document",
    schema: document,
    example: "",
  },
  TEXT_TRAINING: {
    name: "texts.training",
    label: "Training",
    help: "The training programs in Markdown; edited with a preview at /admin/settings/texts/training.",
    kind: "document",
    schema: document,
    example: "",
  },
  TEXT_PRIVACY: {
    name: "texts.privacy",
    label: "Privacy policy",
    help: "The privacy policy in Markdown; edited with a preview at /admin/settings/texts/privacy.",
    kind: "document",
    schema: document,
    example: "",
  },
  TEXT_TERMS: {
    name: "texts.terms",
    label: "Terms of service",
    help: "The terms of service in Markdown; edited with a preview at /admin/settings/texts/terms.",
    kind: "document",
    schema: document,
    example: "",
  },
  TEXT_FOOTER: {
    name: "texts.footer",
    label: "Footer",
    help: "The line below the logo in the footer.",
    kind: "document",
    schema: document,
    example: "Measured first, then built.",
  },
} as const satisfies Record<string, SettingDefinition>;
