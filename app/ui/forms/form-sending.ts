type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | HTMLButtonElement;

/** Between a press and the busy button: a second press within it is part of the same action. */
const gapMs = 400;

/**
 * Whether a form is sent, or what it saved is loaded. A refusal ends it at once, although the page is still loaded again: what is
 * typed into the form from then on counts.
 */
export const isSending = ({ state, data }: { state: string; data?: { ok: boolean } | undefined }): boolean =>
  state === "submitting" || (state === "loading" && data?.ok !== false);

const typed = /^(text|email|password|search|tel|url|number)$/;

/**
 * Two rules for every form that a script sends; what the browser posts has behaviors/form-sending.ts. A second submit right after the first, with no edit between, is ignored: the
 * button is not busy yet. While a form's button is busy, its fields and other buttons are disabled; the field with the focus is
 * read-only instead, because a disabled one would lose it. Call it once per page.
 */
export function guardSending(page: Document): void {
  const sent = new Map<HTMLFormElement, { timer: ReturnType<typeof setTimeout>; values: string }>();
  page.addEventListener(
    "submit",
    (event) => {
      const form = event.target as HTMLFormElement;
      if (form.getAttribute("method") !== "post") return;
      const values = valuesOf(form);
      if (sent.get(form)?.values === values || isBusy(form)) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      forget(form);
      sent.set(form, { values, timer: setTimeout(() => sent.delete(form), gapMs) });
    },
    true,
  );
  const forget = (form: HTMLFormElement) => {
    clearTimeout(sent.get(form)?.timer);
    sent.delete(form);
  };
  const edited = ({ target }: Event) => {
    const form = target instanceof Element ? target.closest("form") : null;
    if (form) forget(form);
  };
  page.addEventListener("input", edited, true);
  page.addEventListener("change", edited, true);

  new MutationObserver((changes) => {
    const forms = new Set(changes.map(({ target }) => (target as HTMLButtonElement).form));
    for (const form of forms) {
      if (form?.getAttribute("method") !== "post") continue;
      if (isBusy(form)) hold(form);
      else {
        release(form);
        // A refused form can be sent again at once.
        if (form.querySelector("[aria-invalid=true], [role=alert]")) forget(form);
      }
    }
  }).observe(page, { subtree: true, attributes: true, attributeFilter: ["data-busy"] });
}

/** Also of fields without a name, and of those that a script filled in or cleared. */
const valuesOf = (form: HTMLFormElement) =>
  JSON.stringify([...form.elements].map((each) => isControl(each) && [each.value, "checked" in each && each.checked]));

/** The button may be outside the form, with its id. */
const isBusy = (form: HTMLFormElement) =>
  [...form.elements].some((control) => control.matches("button[type=submit][data-busy]"));

const held = new WeakMap<
  HTMLFormElement,
  { disabled: Control[]; readOnly: HTMLInputElement | HTMLTextAreaElement | null }
>();

function hold(form: HTMLFormElement) {
  if (held.has(form)) return;
  const focused = form.ownerDocument.activeElement;
  const disabled: Control[] = [];
  let readOnly: HTMLInputElement | HTMLTextAreaElement | null = null;
  for (const control of form.elements) {
    if (!isControl(control) || control.matches(":disabled, [data-busy], [type=hidden]")) continue;
    if (control !== focused) {
      control.disabled = true;
      // A script that moves the focus here, to an error, is done with sending; a disabled control would not get it.
      control.focus = (options) => {
        release(form);
        control.focus(options);
      };
      disabled.push(control);
    } else if (isTyped(control) && !control.readOnly) {
      control.readOnly = true;
      readOnly = control;
    }
  }
  held.set(form, { disabled, readOnly });
}

function release(form: HTMLFormElement) {
  const { disabled, readOnly } = held.get(form) ?? { disabled: [], readOnly: null };
  held.delete(form);
  for (const control of disabled) {
    control.disabled = false;
    // The prototype's own again.
    Reflect.deleteProperty(control, "focus");
  }
  if (readOnly) readOnly.readOnly = false;
}

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLButtonElement;

const isTyped = (control: Control): control is HTMLInputElement | HTMLTextAreaElement =>
  control instanceof HTMLTextAreaElement || (control instanceof HTMLInputElement && typed.test(control.type));
