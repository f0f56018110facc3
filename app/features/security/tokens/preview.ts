import { z } from "zod";
import { text } from "#app/lib/text.ts";

export const PreviewToken = z.object({
  token: text({ max: 200, required: "Invalid token.", tooLong: "Invalid token." }),
});

/** Fixed messages (spec: preview-hosts). */
export const previewMessages = {
  invalid: "Invalid token.",
  notValidated: "Error validating token. Please try again.",
  failed: "Something went wrong.",
  closed: "This preview is closed. Show a preview token at /auth first.",
} as const;

/** The URL parameter that carries a token: `/pricing?preview_token=…`. */
export const previewParameter = "preview_token";

/** The visitor's preview state; `none` on all other hosts. */
export type PreviewState = "none" | "closed" | "open";
