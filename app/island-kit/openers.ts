// Attributes of buttons that open a dialog (dialogs.ts) or send a message (bus.ts). A separate file, because every content page
// loads those two up front.
import type { Messages } from "./bus.ts";

/** For buttons outside islands: <button {...sends("open-newsletter", { source: "nav" })}>. Works hydrated or not. */
export const sends = <M extends keyof Messages>(message: M, detail: Messages[M]) =>
  ({ type: "button", "data-send": JSON.stringify([message, detail]) }) as const;

/**
 * For buttons: `<button {...opens("card-1")}>`. Inside another dialog it closes that one: one dialog at a time. Without scripts
 * browsers with command support open it.
 */
export const opens = (dialogId: string) =>
  ({
    type: "button",
    "data-dialog": dialogId,
    "aria-haspopup": "dialog",
    command: "show-modal",
    commandfor: dialogId,
  }) as const;

/** The layout's empty form, submitted by buttons of `opensOrGoes` without scripts. */
export const pageFormId = "page-of-dialog";

/** Like `opens` for a dialog with a form: without scripts the button goes to `page`, which has that form. */
export const opensOrGoes = (dialogId: string, page: string) =>
  ({
    type: "submit",
    form: pageFormId,
    formAction: page,
    "data-dialog": dialogId,
    "aria-haspopup": "dialog",
  }) as const;
