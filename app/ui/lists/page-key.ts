/** Keyboard shortcuts and their effect; `keys` are alternatives. */
export type PageKey = { keys: readonly string[]; text: string };

/**
 * Whether a key press is a page shortcut: no modifier except Shift, no open dialog, no focused field. Checkboxes are not
 * fields, because nothing is typed into them.
 */
export function isPageKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (document.querySelector("dialog[open]")) return false;
  const field = "input:not([type=checkbox]), select, textarea, [contenteditable]:not([contenteditable=false])";
  return !(event.target instanceof Element && event.target.closest(field));
}
