import { z } from "zod";
import { text } from "#app/lib/text.ts";

/* Preview hosts as pages and calls speak of them. Safe in the browser. */

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

/** The word of an address that carries a token: `/pricing?preview_token=…`. */
export const previewParameter = "preview_token";

/** Set in the tab's storage once a token was found valid; it only mirrors the cookie and opens nothing. */
export const previewMark = "preview_test_mode";

/** Whether this visitor sees a preview: `none` on every other host. */
export type PreviewState = "none" | "closed" | "open";
