// Native dialogs that open before hydration. Loaded by content pages (browser.ts) and app pages. Their buttons: openers.ts.

export function dialogToOpen({ target }: Event): HTMLDialogElement | null {
  const opener = target instanceof Element ? target.closest<HTMLElement>("[data-dialog]") : null;
  return opener && document.querySelector<HTMLDialogElement>(`dialog[id="${CSS.escape(opener.dataset.dialog!)}"]`);
}

if (typeof document !== "undefined")
  document.addEventListener("click", (event) => {
    const dialog = dialogToOpen(event);
    if (!dialog) return;
    event.preventDefault();
    if (dialog.open) return;
    // Closing first returns the focus to the first opener, so that the second dialog returns it there too.
    (event.target as Element).closest("dialog")?.close();
    dialog.showModal();
    outliveDoubleClick(dialog, event);
  });

/** The second click of a double-click lands on the backdrop and must not close the dialog; Escape after it does. */
export function outliveDoubleClick(dialog: HTMLDialogElement, first: MouseEvent): void {
  const opening = new AbortController();
  const { signal } = opening;
  setTimeout(() => opening.abort(), 500);
  const hold = (press: PointerEvent) => {
    const isSecond = Math.hypot(press.clientX - first.clientX, press.clientY - first.clientY) < 16;
    if (!isSecond) return;
    dialog.addEventListener("cancel", (cancel) => cancel.preventDefault(), { signal });
    addEventListener("pointerup", () => setTimeout(() => opening.abort()), { signal });
  };
  dialog.addEventListener("pointerdown", hold, { signal });
}
