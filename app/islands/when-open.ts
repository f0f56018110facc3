/**
 * For a message that comes with the press that opens a dialog: runs `fill` once the kit has opened it. A message kept from
 * before the island was alive may find the dialog closed again; then there is nothing to fill.
 */
export function whenOpen(dialogId: string, fill: () => void): void {
  setTimeout(() => {
    const dialog = document.getElementById(dialogId);
    if (dialog instanceof HTMLDialogElement && dialog.open) fill();
  });
}
