import { sends } from "#app/island-kit/bus.ts";
import { opens } from "#app/island-kit/dialogs.ts";
import { signupDialogIds } from "#app/lib/signup-dialog-ids.ts";

/** For buttons: `<button {...opensNewsletter}>` opens the popup at once and tells its island which form it is. */
export const opensNewsletter = {
  ...opens(signupDialogIds.newsletter),
  ...sends("open-newsletter", { source: "popup" }),
} as const;
