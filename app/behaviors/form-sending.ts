// Forms that the browser posts: each is sent once, and its fields and buttons are disabled until the next page is there. Forms that a
// script sends have ui/forms/form-sending.ts.

/** A response that is a file does not leave the page. */
const leavesWithinMs = 5000;

const sent = new Map<HTMLFormElement, () => void>();

// On the window: after the handlers of the page, which may send the form themselves.
addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (event.defaultPrevented || form.getAttribute("method") !== "post" || form.target) return;
  if (sent.has(form)) {
    event.preventDefault();
    return;
  }
  sent.set(form, () => {});
  // The browser reads the fields first.
  setTimeout(() => sent.set(form, disable(form)));
  setTimeout(reopen, leavesWithinMs, form);
});

// Back shows the page as it was left.
addEventListener("pageshow", () => {
  for (const form of sent.keys()) reopen(form);
});

function disable(form: HTMLFormElement): () => void {
  const focused = document.activeElement;
  const controls = [...form.elements].filter(
    (control): control is HTMLInputElement => "disabled" in control && !control.matches(":disabled, [type=hidden]"),
  );
  for (const control of controls) control.disabled = true;
  return () => {
    for (const control of controls) control.disabled = false;
    if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus();
  };
}

function reopen(form: HTMLFormElement) {
  sent.get(form)?.();
  sent.delete(form);
}

/** A module of its own. */
export {};
