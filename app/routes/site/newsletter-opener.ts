import { signupDialogIds } from "../../features/signups/ui/dialog-ids.ts";
import { sends } from "../../island-kit/bus.ts";
import { opens } from "../../island-kit/dialogs.ts";

/** For buttons: `<button {...opensNewsletter}>` opens the popup at once and tells its island which form it is. */
export const opensNewsletter = {
  ...opens(signupDialogIds.newsletter),
  ...sends("open-newsletter", { source: "popup" }),
} as const;
