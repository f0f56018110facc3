import { opensOrGoes, sends } from "#app/island-kit/openers.ts";
import { signupDialogIds } from "#app/lib/forms/signup-dialog-ids.ts";

/**
 * For buttons: `<button {...opensNewsletter}>` opens the popup at once, and its island shows the form. Without scripts
 * it opens the newsletter's page.
 */
export const opensNewsletter = {
  ...sends("open-newsletter", { source: "popup" }),
  ...opensOrGoes(signupDialogIds.newsletter, "/newsletter"),
} as const;
